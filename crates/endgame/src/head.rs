//! What all our files begin with: a name, a version, lengths, and a checksum of the head.

use crate::hash::checksum;
use crate::reader::Reader;

/// A kind of file.
pub(crate) struct FileKind {
    /// What it begins with.
    pub(crate) magic: [u8; 8],
    /// The version that is written and read.
    pub(crate) version: u32,
    /// What to say about a file of another kind, and of another version.
    pub(crate) not_ours: &'static str,
    pub(crate) other_version: &'static str,
}

/// Bytes before the first record.
const PREFIX_BYTES: usize = 40;
/// Where the length of the file and the checksum of the head stand.
const LENGTH_AT: usize = 24;
const CHECKSUM_AT: usize = 32;

impl FileKind {
    /// The first bytes of a head; the length of the file and the checksum are filled in by [`seal`].
    pub(crate) fn begin(&self, n_records: usize, head_len: u64) -> Vec<u8> {
        let mut head = Vec::new();
        head.extend(self.magic);
        head.extend(self.version.to_le_bytes());
        head.extend((n_records as u32).to_le_bytes());
        head.extend(head_len.to_le_bytes());
        head.extend([0; 16]);
        head
    }

    /// Checks the head of a file; gives the number of its records, and a reader that stands before the
    /// first.
    pub(crate) fn open<'a>(&self, file: &'a [u8]) -> Result<(u32, Reader<'a>), &'static str> {
        const SHORT: &str = "the file is cut short";
        let mut prefix = Reader::new(file.get(..PREFIX_BYTES).ok_or(SHORT)?);
        if prefix.bytes(8) != Some(&self.magic) {
            return Err(self.not_ours);
        }
        if prefix.u32() != Some(self.version) {
            return Err(self.other_version);
        }
        let n_records = prefix.u32().ok_or(SHORT)?;
        let head_len = prefix.u64().and_then(|len| usize::try_from(len).ok()).ok_or(SHORT)?;
        if prefix.u64() != Some(file.len() as u64) {
            return Err(SHORT);
        }
        let head = file.get(..head_len).filter(|head| head.len() >= PREFIX_BYTES).ok_or(SHORT)?;
        if prefix.u64() != Some(head_checksum(head)) {
            return Err("the head of the file is damaged");
        }
        Ok((n_records, Reader::new(&head[PREFIX_BYTES..])))
    }
}

/// Fills in what is known only when a file is complete.
pub(crate) fn seal(file: &mut [u8], head_len: usize) {
    let len = file.len() as u64;
    file[LENGTH_AT..CHECKSUM_AT].copy_from_slice(&len.to_le_bytes());
    let sum = head_checksum(&file[..head_len]);
    file[CHECKSUM_AT..PREFIX_BYTES].copy_from_slice(&sum.to_le_bytes());
}

fn head_checksum(head: &[u8]) -> u64 {
    let mut zeroed = head.to_vec();
    zeroed[CHECKSUM_AT..PREFIX_BYTES].fill(0);
    checksum(&zeroed)
}
