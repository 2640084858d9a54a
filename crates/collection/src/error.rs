//! What can go wrong.

use std::io;
use std::path::PathBuf;

use crownhead_pdn::ReadError;
use thiserror::Error;

/// Why an index cannot be used.
#[derive(Debug, Error)]
pub enum IndexError {
    /// The file cannot be read or written.
    #[error("{}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// It is something else.
    #[error("this is not a collection of games; crownhead games import makes one from game files")]
    Foreign,
    /// Another version of this program made it.
    #[error("the collection has version {found} of the format, not {expected}; import the games again")]
    Version {
        /// Its version.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// It is not as it was written.
    #[error("the collection is damaged: {what}; import the games again")]
    Damaged {
        /// What is wrong.
        what: &'static str,
    },
}

/// Why a game cannot be opened.
#[derive(Debug, Error)]
pub enum OpenGameError {
    /// There is no such game.
    #[error("there is no game {number}; the collection has games 1 to {n_games}")]
    NoSuchGame {
        /// The number that was asked for.
        number: u64,
        /// The number of games.
        n_games: u32,
    },
    /// Its file cannot be read.
    #[error("{}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Its file has something else in its place.
    #[error("{} has changed since it was imported; import it again", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// What is wrong there, if it is no game at all.
        source: Option<ReadError>,
    },
}
