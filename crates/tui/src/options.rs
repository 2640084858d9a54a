//! How the program works.

use std::time::Duration;

pub use crownhead_play::options::{GameOptions, Opening, OpeningError};

use crate::notation::Notation;

/// How the program works, whatever game is played.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How squares are named.
    pub notation: Notation,
    /// How long the computer thinks at full strength when there is no clock.
    pub think: Duration,
    /// Threads of the engine at full strength and in analysis.
    pub threads: usize,
    /// The size of the engine's table in megabytes.
    pub hash: usize,
    /// Lines that an analysis shows.
    pub lines: usize,
    /// Does the computer wait a moment before it moves, so that a person can follow?
    pub paced: bool,
    /// Does a number alone choose a move from the list of legal ones?
    pub numbered: bool,
    /// Chance: the same seed makes the same choices.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            notation: Notation::Pdn,
            think: Duration::from_secs(2),
            threads: 1,
            hash: 64,
            lines: 3,
            paced: false,
            numbered: false,
            seed: 0,
        }
    }
}
