//! Samples in files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crownhead_files::write_atomically;
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::sample::Sample;

const MAGIC: &[u8; 8] = b"CROWNPOS";
const VERSION: u32 = 2;
const HEADER: usize = 24;

/// Why samples or checkpoints cannot be read or written.
#[derive(Debug, Error)]
pub enum DataError {
    /// The file cannot be read or written.
    #[error("{}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file holds something else, or is damaged.
    #[error("{}: {what}", path.display())]
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

pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), DataError> {
    write_atomically(path, bytes).map_err(DataError::io(path))
}

/// Writes samples atomically.
///
/// A file begins with `CROWNPOS`, a u32 version (2), a u32 size of a sample (16) and a u64 checksum (XXH3) of the samples
/// that follow. Numbers are little-endian.
///
/// # Errors
///
/// The file cannot be written.
pub fn write_samples(path: &Path, samples: &[Sample]) -> Result<(), DataError> {
    let body: Vec<u8> = samples.iter().flat_map(Sample::to_bytes).collect();
    let (version, size) = (VERSION.to_le_bytes(), (Sample::SIZE as u32).to_le_bytes());
    let checksum = xxh3_64(&body).to_le_bytes();
    write_file(path, &[MAGIC.as_slice(), &version, &size, &checksum, &body].concat())
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
    let Some((head, body)) = bytes.split_at_checked(HEADER).filter(|(head, _)| head.starts_with(MAGIC))
    else {
        return Err("not a file of training positions; `crownhead train games` makes them".to_owned());
    };
    let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    if number(8) != VERSION || number(12) != Sample::SIZE as u32 {
        return Err(format!(
            "training positions of version {}; this program reads version {VERSION}",
            number(8)
        ));
    }
    if u64::from(number(16)) | u64::from(number(20)) << 32 != xxh3_64(body) {
        return Err("damaged: the checksum does not match".to_owned());
    }
    let (records, rest) = body.as_chunks::<{ Sample::SIZE }>();
    let samples: Option<Vec<Sample>> = records.iter().map(Sample::from_bytes).collect();
    samples.filter(|_| rest.is_empty()).ok_or_else(|| "damaged: a position cannot be read".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::Position;
    use crownhead_engine::{Score, Value};

    #[test]
    fn files_keep_samples_and_notice_damage() {
        let sample = |fen: &&str| {
            let pos: Position = fen.parse().unwrap();
            Sample::new(&pos, Score::estimate(5), Value::Win, pos.occupied().len() < 5)
        };
        let samples: Vec<Sample> =
            ["W:W21,22,K30:B7,K3", "B:W32:B1", "W:W31:B1", "W:WK1:BK32"].iter().map(sample).collect();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.pos");
        write_samples(&path, &samples).unwrap();
        assert_eq!(read_samples(&path).unwrap(), samples);
        let bytes = fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(parse(&damaged).is_err(), "byte {at}");
            assert!(parse(&bytes[..at]).is_err(), "cut at {at}");
        }
    }
}
