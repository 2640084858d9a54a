//! When a search ends.

use std::time::Duration;

use crate::depth::Depth;

/// When a search ends: at the first limit it reaches.
///
/// The default sets no limit, so the search ends when there is nothing more to find. Protocols use it for
/// "not specified", which is different from [`Limits::INFINITE`].
///
/// ```
/// use std::time::Duration;
/// use crownhead_engine::{Depth, Limits};
///
/// let limits = Limits { depth: Some(Depth::new(9)), ..Limits::nodes(100_000) };
/// assert_eq!(limits.nodes, Some(100_000));
/// assert_ne!(Limits::default(), Limits::INFINITE);
/// assert!(Limits::move_time(Duration::from_millis(50)).depth.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The last depth to complete.
    pub depth: Option<Depth>,
    /// Nodes to visit; kept exactly by one thread, closely by several.
    pub nodes: Option<u64>,
    /// Time to use.
    pub time: Option<TimeLimit>,
    /// Think on the opponent's time: time does not count, and the search does not end by itself,
    /// until [`Control::ponder_hit`](crate::Control::ponder_hit).
    pub ponder: bool,
    /// Do not return before [`Control::stop`](crate::Control::stop), even if there is nothing more
    /// to find.
    pub wait_for_stop: bool,
}

/// How much time a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeLimit {
    /// A time for this move.
    Move(Duration),
    /// A clock for the rest of the game, or up to a time control.
    Clock(Clock),
}

/// What the clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left, including the increment for this move.
    pub left: Duration,
    /// Time added for each move.
    pub increment: Duration,
    /// Moves until more time is given; `None` when the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// Searches until stopped.
    pub const INFINITE: Limits =
        Limits { depth: None, nodes: None, time: None, ponder: false, wait_for_stop: true };

    /// No limit: searches until there is nothing more to find.
    pub const NONE: Limits = Limits { wait_for_stop: false, ..Limits::INFINITE };

    /// Stops after completing `depth`.
    pub const fn depth(depth: Depth) -> Limits {
        Limits { depth: Some(depth), ..Limits::NONE }
    }

    /// Stops after `nodes` nodes.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::NONE }
    }

    /// Stops after `time`.
    pub const fn move_time(time: Duration) -> Limits {
        Limits { time: Some(TimeLimit::Move(time)), ..Limits::NONE }
    }

    /// Manages the time on a clock.
    pub const fn clock(left: Duration, increment: Duration) -> Limits {
        let clock = Clock { left, increment, moves_to_go: None };
        Limits { time: Some(TimeLimit::Clock(clock)), ..Limits::NONE }
    }

    /// The same limits for a search on the opponent's time.
    #[must_use]
    pub const fn pondering(self) -> Limits {
        Limits { ponder: true, ..self }
    }
}
