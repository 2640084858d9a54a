//! A fit under way, kept in a file.

use std::fs;
use std::path::Path;

use crownhead_engine::checksum;

use super::trainer::{Epoch, FitState};
use crate::file::{DataError, write_whole};

const MAGIC: &[u8; 8] = b"CROWNFIT";

impl FitState {
    /// Keeps the state in a file, with a text that tells what the fit is about.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&self, path: &Path, about: &str) -> Result<(), DataError> {
        let mut body = Vec::new();
        put(&mut body, about.len());
        body.extend_from_slice(about.as_bytes());
        put(&mut body, self.parameters.len());
        let numbers = self.parameters.iter().chain(&self.mean).chain(&self.square);
        numbers.for_each(|number| body.extend_from_slice(&number.to_le_bytes()));
        put(&mut body, self.steps as usize);
        put(&mut body, self.curve.len());
        for epoch in &self.curve {
            body.extend_from_slice(&epoch.training.to_le_bytes());
            body.extend_from_slice(&epoch.validation.to_le_bytes());
        }
        let bytes = [MAGIC.as_slice(), &checksum(&body).to_le_bytes(), &body].concat();
        write_whole(path, &bytes)
    }

    /// Reads a state; `None` if there is no file, or if it is about another fit.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is damaged.
    pub fn read(path: &Path, about: &str) -> Result<Option<FitState>, DataError> {
        if !path.exists() {
            return Ok(None);
        }
        let bytes = fs::read(path).map_err(DataError::io(path))?;
        let parsed = parse(&bytes, about);
        parsed
            .ok_or_else(|| DataError::content(path, "this is no fit under way, or it is damaged; delete it"))
    }
}

fn put(bytes: &mut Vec<u8>, number: usize) {
    bytes.extend_from_slice(&(number as u64).to_le_bytes());
}

/// The outer `None` is damage, the inner one a fit of something else.
fn parse(bytes: &[u8], about: &str) -> Option<Option<FitState>> {
    let body = bytes.strip_prefix(MAGIC)?;
    let (sum, mut rest) = body.split_first_chunk()?;
    if u64::from_le_bytes(*sum) != checksum(rest) {
        return None;
    }
    let length = take_number(&mut rest)?;
    let (text, after) = rest.split_at_checked(length)?;
    if text != about.as_bytes() {
        return Some(None);
    }
    rest = after;
    let n_parameters = take_number(&mut rest)?;
    let mut numbers = || -> Option<Vec<f32>> {
        (0..n_parameters).map(|_| take(&mut rest).map(f32::from_le_bytes)).collect()
    };
    let (parameters, mean, square) = (numbers()?, numbers()?, numbers()?);
    let steps = take_number(&mut rest)? as u32;
    let mut curve = Vec::new();
    for number in 1..=take_number(&mut rest)? {
        let training = f64::from_le_bytes(take(&mut rest)?);
        curve.push(Epoch { number, training, validation: f64::from_le_bytes(take(&mut rest)?) });
    }
    Some(Some(FitState { parameters, mean, square, steps, curve }))
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
    fn a_state_is_read_as_it_was_written() {
        let path = std::env::temp_dir().join(format!("crownhead-fit-{}.fit", std::process::id()));
        let curve = vec![Epoch { number: 1, training: 0.5, validation: 0.25 }];
        let numbers = |at: usize| vec![at as f32, 2.5];
        let state =
            FitState { parameters: numbers(1), mean: numbers(2), square: numbers(3), steps: 9, curve };
        state.write(&path, "a test").unwrap();
        assert_eq!(FitState::read(&path, "a test").unwrap(), Some(state));
        assert_eq!(FitState::read(&path, "another").unwrap(), None);
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(FitState::read(&path, "a test").unwrap(), None);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(parse(&damaged, "a test"), None, "byte {at}");
        }
    }
}
