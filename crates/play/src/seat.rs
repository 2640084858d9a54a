//! Who sits at the board.

use std::fmt;
use std::str::FromStr;

pub use crownhead_engine::Strength;
use thiserror::Error;

/// Who makes the moves of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at the keyboard.
    #[default]
    Person,
    /// The computer.
    Computer(Strength),
}

impl Seat {
    /// Is the computer sitting here?
    pub const fn is_computer(self) -> bool {
        matches!(self, Seat::Computer(_))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Person => f.pad("person"),
            Seat::Computer(strength) => f.pad(&strength.to_string()),
        }
    }
}

/// A text that says neither person nor level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a player; give person, a level from 1 to 10, or full")]
pub struct NoSuchSeat(String);

impl FromStr for Seat {
    type Err = NoSuchSeat;

    fn from_str(text: &str) -> Result<Seat, NoSuchSeat> {
        match text.trim().to_ascii_lowercase().as_str() {
            "person" | "human" | "me" | "you" => Ok(Seat::Person),
            _ => text.parse().map(Seat::Computer).map_err(|_| NoSuchSeat(text.trim().to_owned())),
        }
    }
}
