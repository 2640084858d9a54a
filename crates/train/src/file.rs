//! Samples in files.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crownhead_engine::{Endgame, checksum, shuffle};
use thiserror::Error;

use crate::games::truth;
use crate::sample::Sample;

const MAGIC: &[u8; 8] = b"CROWNPOS";
const VERSION: u32 = 1;
const HEAD: usize = 24;

/// Why samples cannot be read or written.
#[derive(Debug, Error)]
pub enum DataError {
    /// The file system says no.
    #[error("{path}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What it says.
        source: io::Error,
    },
    /// The file holds something else, or is damaged.
    #[error("{path}: {what}")]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
}

impl DataError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> DataError + '_ {
        move |source| DataError::Io { path: path.to_owned(), source }
    }

    pub(crate) fn content(path: &Path, what: impl Into<String>) -> DataError {
        DataError::Content { path: path.to_owned(), what: what.into() }
    }
}

/// Writes samples; the file appears whole or not at all.
///
/// A file begins with `CROWNPOS`, a u32 version (1), a u32 size of a sample (16) and a u64 checksum
/// (FNV-1a) of what follows: the samples.
///
/// # Errors
///
/// The file cannot be written.
pub fn write_samples(path: &Path, samples: &[Sample]) -> Result<(), DataError> {
    let body: Vec<u8> = samples.iter().flat_map(Sample::to_bytes).collect();
    let mut bytes = Vec::with_capacity(HEAD + body.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(Sample::SIZE as u32).to_le_bytes());
    bytes.extend_from_slice(&checksum(&body).to_le_bytes());
    bytes.extend_from_slice(&body);
    write_whole(path, &bytes)
}

/// Writes a file under another name first, so that nobody sees half of it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), DataError> {
    let unfinished = path.with_extension("unfinished");
    fs::write(&unfinished, bytes).map_err(DataError::io(&unfinished))?;
    fs::rename(&unfinished, path).map_err(DataError::io(path))
}

/// Reads the samples of a file.
///
/// # Errors
///
/// The file cannot be read, holds something else, or is damaged.
pub fn read_samples(path: &Path) -> Result<Vec<Sample>, DataError> {
    let bytes = fs::read(path).map_err(DataError::io(path))?;
    parse(&bytes).map_err(|what| DataError::content(path, what))
}

fn parse(bytes: &[u8]) -> Result<Vec<Sample>, String> {
    let Some((head, body)) = bytes.split_at_checked(HEAD).filter(|(head, _)| head.starts_with(MAGIC)) else {
        return Err("this is no file of positions; `crownhead train games` makes them".to_owned());
    };
    let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    if number(8) != VERSION || number(12) != Sample::SIZE as u32 {
        return Err(format!("version {}; this program reads version {VERSION}", number(8)));
    }
    if u64::from(number(16)) | u64::from(number(20)) << 32 != checksum(body) {
        return Err("damaged: the checksum does not fit".to_owned());
    }
    let (records, rest) = body.as_chunks::<{ Sample::SIZE }>();
    let samples: Option<Vec<Sample>> = records.iter().map(Sample::from_bytes).collect();
    samples.filter(|_| rest.is_empty()).ok_or_else(|| "damaged: not all positions can be read".to_owned())
}

/// Each position once, in an order that the seed decides. Of samples of the same position the one
/// that came last is kept, with the truth before any result.
pub fn mingle(samples: Vec<Sample>, seed: u64) -> Vec<Sample> {
    let mut places = HashMap::with_capacity(samples.len());
    let mut mingled: Vec<Sample> = Vec::with_capacity(samples.len());
    for sample in samples {
        let at = *places.entry(sample.place()).or_insert(mingled.len());
        match mingled.get_mut(at) {
            None => mingled.push(sample),
            Some(known) if known.is_exact && !sample.is_exact => {}
            Some(known) => *known = sample,
        }
    }
    shuffle(&mut mingled, seed);
    mingled
}

/// Replaces results of games by the truth wherever a database knows it; tells how many positions have it then.
pub(crate) fn tell_truth(samples: &mut [Sample], endgame: &dyn Endgame) -> usize {
    for sample in samples.iter_mut().filter(|sample| !sample.is_exact) {
        if let Some(truth) = sample.position().and_then(|pos| truth(endgame, &pos)) {
            (sample.result, sample.is_exact) = (truth, true);
        }
    }
    samples.iter().filter(|sample| sample.is_exact).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::Position;
    use crownhead_engine::{Score, Wdl};

    /// A database in which whoever is to move wins with up to three pieces.
    struct Small;

    impl Endgame for Small {
        fn max_pieces(&self) -> usize {
            3
        }

        fn probe(&self, _: &Position) -> Option<Wdl> {
            Some(Wdl::Win)
        }
    }

    #[test]
    fn the_truth_counts_more_than_a_game() {
        let sample = |fen: &str| {
            let pos: Position = fen.parse().unwrap();
            Sample::new(&pos, Score::estimate(5), Wdl::Loss, false)
        };
        let mut samples = [sample("W:WK18,K22:BK3"), sample("W:W21,22,K30:B7,K3")];
        assert_eq!(tell_truth(&mut samples, &Small), 1);
        assert_eq!((samples[0].result, samples[0].is_exact), (Wdl::Win, true));
        assert_eq!((samples[1].result, samples[1].is_exact), (Wdl::Loss, false));
    }

    fn some() -> Vec<Sample> {
        let fens = ["W:W21,22,K30:B7,K3", "B:W32:B1", "W:W31:B1", "W:WK1:BK32"];
        let sample = |fen: &&str| {
            let pos: Position = fen.parse().unwrap();
            Sample::new(&pos, Score::estimate(5), Wdl::Win, pos.occupied().len() < 5)
        };
        fens.iter().map(sample).collect()
    }

    #[test]
    fn files_keep_samples_and_notice_damage() {
        let path = std::env::temp_dir().join(format!("crownhead-samples-{}.pos", std::process::id()));
        write_samples(&path, &some()).unwrap();
        assert_eq!(read_samples(&path).unwrap(), some());
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(parse(&damaged).is_err(), "byte {at}");
            assert!(parse(&bytes[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn a_position_is_kept_once_and_the_truth_wins() {
        let mut samples = some();
        let rumor = Sample { is_exact: false, result: Wdl::Loss, ..samples[1] };
        samples.push(rumor);
        samples.push(samples[0]);
        let mut mingled = mingle(samples, 1);
        assert!(!mingled.contains(&rumor));
        mingled.sort_by_key(Sample::place);
        let mut expected = some();
        expected.sort_by_key(Sample::place);
        assert_eq!(mingled, expected);
    }
}
