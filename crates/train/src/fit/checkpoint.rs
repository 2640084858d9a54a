//! An unfinished fit in a file.

use std::fs;
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::optimizer::Adam;
use super::trainer::Epoch;
use crate::file::{DataError, write_file};

const MAGIC: &[u8; 8] = b"CROWNFIT";

/// All that a fit needs to continue later.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The parameters of the model.
    pub parameters: Vec<f32>,
    pub(super) adam: Adam,
    /// The finished epochs.
    pub epochs: Vec<Epoch>,
}

impl Checkpoint {
    /// Writes the checkpoint with a description of the fit.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&self, path: &Path, description: &str) -> Result<(), DataError> {
        let mut body = Vec::new();
        put(&mut body, description.len());
        body.extend_from_slice(description.as_bytes());
        put(&mut body, self.parameters.len());
        let numbers = self.parameters.iter().chain(&self.adam.mean).chain(&self.adam.square);
        numbers.for_each(|number| body.extend_from_slice(&number.to_le_bytes()));
        put(&mut body, self.adam.steps as usize);
        put(&mut body, self.epochs.len());
        for epoch in &self.epochs {
            body.extend_from_slice(&epoch.training_loss.to_le_bytes());
            body.extend_from_slice(&epoch.validation_loss.to_le_bytes());
        }
        write_file(path, &[MAGIC.as_slice(), &xxh3_64(&body).to_le_bytes(), &body].concat())
    }

    /// Reads a checkpoint; `None` if there is no file, or if it has another description.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is damaged.
    pub fn read(path: &Path, description: &str) -> Result<Option<Checkpoint>, DataError> {
        if !path.exists() {
            return Ok(None);
        }
        let bytes = fs::read(path).map_err(DataError::io(path))?;
        parse(&bytes, description)
            .ok_or_else(|| DataError::content(path, "not a checkpoint, or a damaged one; delete it"))
    }
}

fn put(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend_from_slice(&(number as u64).to_le_bytes());
}

/// The outer `None` is damage, the inner one another fit.
fn parse(bytes: &[u8], description: &str) -> Option<Option<Checkpoint>> {
    let (checksum, mut rest) = bytes.strip_prefix(MAGIC)?.split_first_chunk()?;
    if u64::from_le_bytes(*checksum) != xxh3_64(rest) {
        return None;
    }
    let length = take_number(&mut rest)?;
    if rest.split_off(..length)? != description.as_bytes() {
        return Some(None);
    }
    let n_parameters = take_number(&mut rest)?;
    let mut numbers = || -> Option<Vec<f32>> {
        (0..n_parameters).map(|_| take(&mut rest).map(f32::from_le_bytes)).collect()
    };
    let (parameters, mean, square) = (numbers()?, numbers()?, numbers()?);
    let adam = Adam { mean, square, steps: take_number(&mut rest)? as u32 };
    let mut epochs = Vec::new();
    for number in 1..=take_number(&mut rest)? {
        let training_loss = f64::from_le_bytes(take(&mut rest)?);
        epochs.push(Epoch { number, training_loss, validation_loss: f64::from_le_bytes(take(&mut rest)?) });
    }
    Some(Some(Checkpoint { parameters, adam, epochs }))
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*number)
}

fn take_number(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(u64::from_le_bytes(take(bytes)?)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("half.fit");
        assert_eq!(Checkpoint::read(&path, "a test").unwrap(), None);
        let epochs = vec![Epoch { number: 1, training_loss: 0.5, validation_loss: 0.25 }];
        let adam = Adam { mean: vec![2.0, 2.5], square: vec![3.0, 2.5], steps: 9 };
        let checkpoint = Checkpoint { parameters: vec![1.0, 2.5], adam, epochs };
        checkpoint.write(&path, "a test").unwrap();
        assert_eq!(Checkpoint::read(&path, "a test").unwrap(), Some(checkpoint));
        assert_eq!(Checkpoint::read(&path, "another").unwrap(), None);
        let bytes = fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(parse(&damaged, "a test"), None, "byte {at}");
        }
    }
}
