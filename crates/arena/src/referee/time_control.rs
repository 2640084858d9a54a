//! Time controls.

use std::time::Duration;

use crownhead_contest::TimeControl as GameTime;
use crownhead_engine::Limits;

/// The limits of a player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// The same for every move: a depth, nodes, or a time.
    EachMove(Limits),
    /// A clock for the whole game with time added after each move.
    Clock {
        /// Time at the start.
        base: Duration,
        /// Time added after each move.
        increment: Duration,
    },
}

impl TimeControl {
    /// The clock of the contest, if there is one.
    pub(crate) fn clock(self) -> Option<GameTime> {
        match self {
            TimeControl::EachMove(_) => None,
            TimeControl::Clock { base, increment } => {
                Some(GameTime { base_ms: millis(base), increment_ms: millis(increment), per_move: false })
            }
        }
    }

    /// The limits of the next move, with the time left on the clock.
    pub(crate) fn limits(self, left: Option<Duration>) -> Limits {
        match self {
            TimeControl::EachMove(limits) => limits,
            TimeControl::Clock { base, increment } => Limits::clock(left.unwrap_or(base), increment),
        }
    }
}

/// Whole milliseconds, as the contest counts time.
pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
