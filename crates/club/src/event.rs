//! What happens in a contest.

use std::fmt;

use crownhead_board::{Color, Outcome};
use thiserror::Error;

/// Something that happened, its number and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamped {
    /// Its number: 1, 2, 3 and so on.
    pub seq: u64,
    /// When, in milliseconds since 1970; never before the event before it.
    pub at: u64,
    /// What.
    pub event: Event,
}

/// Something that happened in a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move was made.
    Moved {
        /// The plies played before it.
        ply: u32,
        /// The move, with all its landing squares.
        text: String,
        /// What the mover's clock shows after it; none without clocks.
        left_ms: Option<u64>,
        /// What of the time was put down to the network.
        lag_ms: u64,
    },
    /// A side offers a draw.
    DrawOffered(Color),
    /// A side declines a draw.
    DrawDeclined(Color),
    /// A side asks to take its last move back.
    TakebackAsked(Color),
    /// A side does not agree to that.
    TakebackDeclined(Color),
    /// Moves were taken back; `ply` plies are left.
    TakenBack {
        /// The plies that are left.
        ply: u32,
    },
    /// Nobody had the contest in hand for a while, and its time is given back.
    Resumed {
        /// For how long.
        idle_ms: u64,
    },
    /// The contest is over.
    Ended(Ending),
    /// A side wants another contest.
    RematchOffered(Color),
    /// Both do, and it has begun.
    Rematch {
        /// Its name.
        next: String,
    },
}

/// How a contest ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As games end.
    Outcome(Outcome),
    /// It was given up before both had moved, or could not be played on, and counts for nothing.
    Aborted,
}

impl Ending {
    /// The side that has won, if one has.
    pub fn winner(self) -> Option<Color> {
        match self {
            Ending::Outcome(outcome) => outcome.winner(),
            Ending::Aborted => None,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Outcome(outcome) => outcome.fmt(f),
            Ending::Aborted => f.write_str("the game was aborted"),
        }
    }
}

/// An event that does not follow those before it: what was kept is damaged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("event {seq} does not fit: {why}")]
pub struct BadEvent {
    /// The number of the event.
    pub seq: u64,
    /// What is wrong with it.
    pub why: String,
}
