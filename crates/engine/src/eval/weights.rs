//! Learned evaluations in files.
//!
//! A file begins with `CROWNEVL`, a u32 version (5), a u32 kind (2, a network), a u64
//! checksum (XXH3) of all that follows, and a u32 length with a text that tells where the weights
//! come from. Then come the weights. Numbers are little-endian.

use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"CROWNEVL";
const VERSION: u32 = 5;
/// What the weights are for: a network. Kind 1 was an evaluation by tables of patterns.
const KIND: u32 = 2;
const HEAD: usize = 28;

/// Why weights cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// It is some other file.
    #[error("not a file of weights; `crownhead train fit` makes them")]
    OtherFile,
    /// It is from another version of the program.
    #[error("weights of version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// They are not for a network.
    #[error(
        "weights of kind {0}; this program reads networks, kind {KIND}, as `crownhead train fit` makes them"
    )]
    Kind(u32),
    /// It has changed since it was written.
    #[error("the weights are damaged: {0}")]
    Damaged(&'static str),
}

/// A file of weights that cannot be used.
#[derive(Debug, Error)]
#[error("{file}")]
#[cfg(feature = "files")]
pub struct WeightsFileError {
    /// The file.
    pub file: String,
    /// What is wrong with it.
    #[source]
    pub problem: WeightsProblem,
}

/// What can be wrong with a file of weights.
#[derive(Debug, Error)]
#[cfg(feature = "files")]
pub enum WeightsProblem {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Its content cannot be used.
    #[error(transparent)]
    Content(#[from] WeightsError),
}

/// A file taken apart.
pub(super) struct Parts<'a> {
    pub(super) origin: &'a str,
    pub(super) weights: &'a [u8],
}

impl<'a> Parts<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Parts<'a>, WeightsError> {
        let (head, _) = bytes.split_at_checked(HEAD).ok_or(WeightsError::OtherFile)?;
        if !head.starts_with(MAGIC) {
            return Err(WeightsError::OtherFile);
        }
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        if number(8) != VERSION {
            return Err(WeightsError::Version(number(8)));
        }
        if number(12) != KIND {
            return Err(WeightsError::Kind(number(12)));
        }
        if u64::from(number(16)) | u64::from(number(20)) << 32 != xxh3_64(&bytes[24..]) {
            return Err(WeightsError::Damaged("the checksum does not fit"));
        }
        let damaged = WeightsError::Damaged("the text on their origin cannot be read");
        let (origin, weights) = bytes[HEAD..].split_at_checked(number(24) as usize).ok_or(damaged.clone())?;
        Ok(Parts { origin: std::str::from_utf8(origin).map_err(|_| damaged)?, weights })
    }

    pub(super) fn write(&self) -> Vec<u8> {
        let mut body = (self.origin.len() as u32).to_le_bytes().to_vec();
        body.extend_from_slice(self.origin.as_bytes());
        body.extend_from_slice(self.weights);
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&KIND.to_le_bytes());
        bytes.extend_from_slice(&[0; 8]);
        bytes.extend_from_slice(&body);
        seal_weights(&mut bytes);
        bytes
    }
}

/// Corrects the checksum of a file of weights. Tests damage what lies behind it.
#[doc(hidden)]
pub fn seal_weights(file: &mut [u8]) {
    if let Some((head, body)) = file.split_at_mut_checked(24) {
        head[16..].copy_from_slice(&xxh3_64(body).to_le_bytes());
    }
}

/// Reads numbers one after the other.
pub(super) struct Numbers<'a>(pub(super) &'a [u8]);

impl Numbers<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        let (number, rest) = self.0.split_first_chunk().ok_or(WeightsError::Damaged("they end too soon"))?;
        self.0 = rest;
        Ok(*number)
    }

    pub(super) fn i8(&mut self) -> Result<i8, WeightsError> {
        self.take().map(i8::from_le_bytes)
    }

    pub(super) fn i16(&mut self) -> Result<i16, WeightsError> {
        self.take().map(i16::from_le_bytes)
    }

    pub(super) fn i32(&mut self) -> Result<i32, WeightsError> {
        self.take().map(i32::from_le_bytes)
    }

    pub(super) fn end(&self) -> Result<(), WeightsError> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(WeightsError::Damaged("there is more than there should be"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_patterns_are_told_from_damage() {
        let mut bytes = Parts { origin: "an old fit", weights: &[] }.write();
        bytes[12] = 1;
        let error = Parts::read(&bytes).err().unwrap();
        assert_eq!(error, WeightsError::Kind(1));
        assert!(error.to_string().contains("reads networks"), "{error}");
    }
}
