//! Helpers for several test files.

use std::io::{self, Read};
use std::path::PathBuf;

use crownhead_pdn::{ReadError, Reader, Record};

/// Random numbers that are the same on every run (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    /// One of `choices`.
    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// Gives at most `n` bytes at a time.
pub(crate) struct Dripping<'a> {
    /// What is left.
    pub(crate) bytes: &'a [u8],
    /// The most bytes at a time.
    pub(crate) n: usize,
}

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.n.min(buffer.len());
        self.bytes.read(&mut buffer[..n])
    }
}

/// Games and error messages, for comparison.
pub(crate) fn collect(
    reader: impl Iterator<Item = Result<Record, ReadError>>,
) -> Vec<Result<Record, String>> {
    reader.map(|game| game.map_err(|error| error.to_string())).collect()
}

/// Checks that small pieces give the same games as the whole.
#[track_caller]
pub(crate) fn check_pieces(bytes: &[u8], sizes: impl IntoIterator<Item = usize>) {
    let whole = collect(Reader::from_bytes(bytes));
    for n in sizes {
        let pieces = collect(Reader::new(Dripping { bytes, n }));
        for (piece, whole) in pieces.iter().zip(&whole) {
            assert_eq!(piece, whole, "pieces of {n} bytes");
        }
        assert_eq!(pieces.len(), whole.len(), "pieces of {n} bytes");
    }
}

/// A real collection from the folder in `CROWNHEAD_DATA`, or `None` with a note.
pub(crate) fn real_file(name: &str) -> Option<Vec<u8>> {
    let Some(folder) = std::env::var_os("CROWNHEAD_DATA") else {
        println!("skipped: CROWNHEAD_DATA names no folder with {name}");
        return None;
    };
    let path = PathBuf::from(folder).join(name);
    Some(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}
