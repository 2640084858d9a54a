//! Where the values of a table are: in memory, or in a file that the system keeps in memory as far as
//! there is room.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::Path;

use memmap2::MmapMut;

/// A checksum, then the words.
const HEAD_BYTES: usize = size_of::<u64>();

#[derive(Debug)]
pub(crate) enum Values {
    Memory(Vec<u32>),
    File(MmapMut),
}

impl Values {
    pub(crate) fn in_memory(n_words: usize) -> Values {
        Values::Memory(vec![0; n_words])
    }

    /// A new file, all zeros; it has no checksum until [`Values::seal`].
    pub(crate) fn in_file(path: &Path, n_words: usize) -> io::Result<Values> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)?;
        file.set_len((HEAD_BYTES + size_of::<u32>() * n_words) as u64)?;
        Values::map(&file)
    }

    /// A file that was sealed: `None` if it has another length or its checksum is wrong.
    pub(crate) fn from_file(path: &Path, n_words: usize) -> io::Result<Option<Values>> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        if file.metadata()?.len() != (HEAD_BYTES + size_of::<u32>() * n_words) as u64 {
            return Ok(None);
        }
        let values = Values::map(&file)?;
        let sum = match &values {
            Values::File(map) => map.first_chunk::<HEAD_BYTES>().map(|bytes| u64::from_le_bytes(*bytes)),
            Values::Memory(_) => None,
        };
        Ok((sum == Some(checksum(&values))).then_some(values))
    }

    fn map(file: &File) -> io::Result<Values> {
        // SAFETY: nobody else may change the file while it is mapped. It is private to this build,
        // under a name that no other program uses.
        unsafe { MmapMut::map_mut(file) }.map(Values::File)
    }

    /// Writes the values, or only their checksum where they are in the file, and gives the file its
    /// final name.
    pub(crate) fn seal(&mut self, unfinished: &Path, path: &Path) -> io::Result<()> {
        let sum = checksum(self).to_le_bytes();
        match self {
            Values::Memory(words) => {
                let mut file = Values::in_file(unfinished, words.len())?;
                file.copy_from_slice(words);
                return file.seal(unfinished, path);
            }
            Values::File(map) => {
                map[..HEAD_BYTES].copy_from_slice(&sum);
                map.flush()?;
            }
        }
        fs::rename(unfinished, path)
    }
}

impl Deref for Values {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        match self {
            Values::Memory(words) => words,
            // SAFETY: any four bytes are a number. The map begins with a page, so that the words
            // after its head are aligned and none is left out.
            Values::File(map) => unsafe { map[HEAD_BYTES..].align_to().1 },
        }
    }
}

impl DerefMut for Values {
    fn deref_mut(&mut self) -> &mut [u32] {
        match self {
            Values::Memory(words) => words,
            // SAFETY: as above.
            Values::File(map) => unsafe { map[HEAD_BYTES..].align_to_mut().1 },
        }
    }
}

/// Like the checksum of files, on words; a file from a machine with another byte order is rejected.
fn checksum(values: &[u32]) -> u64 {
    let mut lanes = [0x9E37_79B9_7F4A_7C15u64, 0xBF58_476D_1CE4_E5B9, 5, 6];
    let mix = |lane: u64, word: u32| (lane ^ u64::from(word)).wrapping_mul(0x2545_F491_4F6C_DD1D);
    let (chunks, rest) = values.as_chunks::<4>();
    for chunk in chunks {
        for (lane, &word) in lanes.iter_mut().zip(chunk) {
            *lane = mix(*lane, word);
            *lane ^= *lane >> 29;
        }
    }
    let rest = rest.iter().fold(values.len() as u64, |sum, &word| mix(sum, word).rotate_left(31));
    lanes.into_iter().fold(rest, |sum, lane| (sum.rotate_left(17) ^ lane).wrapping_mul(0xD6E8_FEB8_6659_FD93))
}
