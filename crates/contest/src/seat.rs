//! Who sits at the board.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Who makes the moves of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Somebody who plays this side alone.
    #[default]
    Person,
    /// The computer, at a level from 1 to 10.
    Level(u8),
    /// The computer, as well as it can.
    Full,
    /// Whoever is at the board plays this side and the other.
    Shared,
}

impl Seat {
    /// The highest level.
    pub const MAX_LEVEL: u8 = 10;

    /// Is the computer sitting here?
    pub const fn is_computer(self) -> bool {
        matches!(self, Seat::Level(_) | Seat::Full)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Person | Seat::Shared => f.pad("person"),
            Seat::Level(number) => f.pad(&format!("level {number}")),
            Seat::Full => f.pad("full strength"),
        }
    }
}

/// A text that says neither person nor level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a player; give person, a level from 1 to 10, or full")]
pub struct NoSuchSeat(String);

/// ```
/// use crownhead_contest::Seat;
///
/// assert_eq!("level 3".parse(), Ok(Seat::Level(3)));
/// assert_eq!("3".parse(), Ok(Seat::Level(3)));
/// assert_eq!("full strength".parse(), Ok(Seat::Full));
/// assert!("level 11".parse::<Seat>().is_err());
/// ```
impl FromStr for Seat {
    type Err = NoSuchSeat;

    fn from_str(text: &str) -> Result<Seat, NoSuchSeat> {
        let word = text.trim().to_ascii_lowercase();
        match word.as_str() {
            "person" | "human" | "me" | "you" => return Ok(Seat::Person),
            "full" | "full strength" | "max" => return Ok(Seat::Full),
            _ => {}
        }
        let number = word.strip_prefix("level").unwrap_or(&word).trim().parse::<u8>().ok();
        let level = number.filter(|number| (1..=Seat::MAX_LEVEL).contains(number));
        level.map(Seat::Level).ok_or_else(|| NoSuchSeat(text.trim().to_owned()))
    }
}
