//! Who sits at the board.

use std::fmt;
use std::str::FromStr;

use crownhead_engine::Level;
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

/// How well the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// A level from 1 to 10.
    Level(Level),
    /// As well as it can, in the time it is given.
    Full,
}

impl Seat {
    /// Is the computer sitting here?
    pub const fn is_computer(self) -> bool {
        matches!(self, Seat::Computer(_))
    }
}

impl Strength {
    /// All of them, the weakest first.
    pub fn all() -> impl Iterator<Item = Strength> {
        Level::ALL.into_iter().map(Strength::Level).chain([Strength::Full])
    }

    /// What a new player meets first.
    pub fn for_beginners() -> Strength {
        Strength::Level(Level::ALL[1])
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

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Level(level) => f.pad(&format!("level {}", level.number)),
            Strength::Full => f.pad("full strength"),
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
            _ => text.parse().map(Seat::Computer),
        }
    }
}

/// ```
/// use crownhead_play::Strength;
///
/// assert_eq!("level 3".parse::<Strength>(), "3".parse());
/// assert_eq!("full".parse::<Strength>(), Ok(Strength::Full));
/// assert!("11".parse::<Strength>().is_err());
/// ```
impl FromStr for Strength {
    type Err = NoSuchSeat;

    fn from_str(text: &str) -> Result<Strength, NoSuchSeat> {
        let lower = text.trim().to_ascii_lowercase();
        let number = lower.strip_prefix("level").unwrap_or(&lower).trim();
        if lower.starts_with("full") || lower == "max" {
            return Ok(Strength::Full);
        }
        let level = number.parse().ok().and_then(Level::new);
        level.map(Strength::Level).ok_or_else(|| NoSuchSeat(text.trim().to_owned()))
    }
}
