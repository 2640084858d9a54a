//! Helpers for several test files.

use std::io::{self, Read, Write};
use std::path::PathBuf;

use crownhead_pdn::{ReadError, Reader, Record};

/// Returns at most `n` bytes per read.
pub(crate) struct Dripping<'a> {
    /// What is left.
    pub(crate) bytes: &'a [u8],
    /// The most bytes per read.
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
    let whole = collect(Reader::new(bytes));
    for n in sizes {
        let pieces = collect(Reader::new(Dripping { bytes, n }));
        for (piece, whole) in pieces.iter().zip(&whole) {
            assert_eq!(piece, whole, "pieces of {n} bytes");
        }
        assert_eq!(pieces.len(), whole.len(), "pieces of {n} bytes");
    }
}

/// A file of games and what is known about it.
pub(crate) struct Collection {
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
    /// The number of games, all of which can be read.
    pub(crate) n_games: usize,
    /// The games that cannot be replayed, counted from 1.
    pub(crate) illegal: &'static [usize],
    /// A player's wins, draws and losses.
    pub(crate) score: Option<(&'static str, [u32; 3])>,
}

/// Our own collection, and real ones if `CROWNHEAD_DATA` names a folder that has them.
pub(crate) fn collections() -> Vec<Collection> {
    let club = include_bytes!("../../testdata/club.pdn").to_vec();
    let mut collections =
        vec![Collection { bytes: club, n_games: 8, illegal: &[8], score: Some(("Archer", [3, 3, 2])) }];
    match std::env::var_os("CROWNHEAD_DATA").map(PathBuf::from) {
        Some(folder) => {
            let read = |name: &str| std::fs::read(folder.join(name)).expect("CROWNHEAD_DATA names this file");
            let acf = read("acf_games.pdn");
            collections.push(Collection { bytes: acf, n_games: 9377, illegal: &[], score: None });
            let score = Some(("Tinsley", [175, 533, 16]));
            collections.push(Collection { bytes: read("tinsley.pdn"), n_games: 724, illegal: &[541], score });
        }
        // Not by a macro, whose output the test harness hides.
        None => drop(writeln!(io::stderr(), "real game files are not tested: CROWNHEAD_DATA is not set")),
    }
    collections
}
