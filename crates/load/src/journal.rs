//! What players were promised and told, line by line in a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crownhead_contest::Event;
use serde::{Deserialize, Serialize};

/// Something that the server said to a player, and has to stand by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "snake_case")]
pub enum Said {
    /// It acknowledged a move.
    Ack {
        /// The game.
        game: String,
        /// The plies before the move.
        ply: u32,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
    },
    /// It told of an event.
    Event {
        /// The game.
        game: String,
        /// The number of the event.
        seq: u64,
        /// What happened.
        event: Event,
    },
}

impl Said {
    /// The game it is about.
    pub fn game(&self) -> &str {
        match self {
            Said::Ack { game, .. } | Said::Event { game, .. } => game,
        }
    }
}

/// All that was said, in memory until it is written.
#[derive(Debug, Default)]
pub struct Journal {
    said: Mutex<Vec<Said>>,
}

impl Journal {
    /// Notes something.
    pub fn note(&self, said: Said) {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).push(said);
    }

    /// Everything so far; the journal is empty afterwards.
    pub fn take(&self) -> Vec<Said> {
        std::mem::take(&mut *self.said.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Writes lines to a file.
///
/// # Errors
///
/// The file cannot be written.
pub fn write(path: &Path, said: &[Said]) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    for said in said {
        serde_json::to_writer(&mut file, said)?;
        file.write_all(b"\n")?;
    }
    file.flush()
}

/// Reads the lines of a file.
///
/// # Errors
///
/// The file cannot be read, or a line is of another kind.
pub fn read(path: &Path) -> io::Result<Vec<Said>> {
    let file = BufReader::new(File::open(path)?);
    file.lines().map(|line| Ok(serde_json::from_str(&line?)?)).collect()
}
