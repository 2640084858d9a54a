//! What the engine is asked, as texts: the forms of [`Ask`].

use std::time::Duration;

use crownhead_engine::{Ask, Clock, Depth, Limits, Strength, TimeLimit};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::Refusal;

/// Lines that can be asked for.
const MAX_LINES: u8 = 8;

/// What the engine is asked about a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum AskText {
    /// A move to play.
    Move {
        /// `level 1` to `level 10`, or `full`.
        strength: String,
        /// Decides what is left to chance.
        #[serde(default)]
        seed: u64,
        #[serde(default)]
        /// When to stop thinking.
        limits: LimitsText,
    },
    /// The best moves, each with what follows.
    Lines {
        /// How many, from 1 to 8.
        count: u8,
        #[serde(default)]
        /// When to stop thinking.
        limits: LimitsText,
    },
}

/// When to stop thinking: at the first limit that is reached, or never.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LimitsText {
    depth: Option<u32>,
    nodes: Option<u64>,
    /// For this move.
    milliseconds: Option<u64>,
    /// For the rest of the game. It counts for more than the time for this move.
    clock: Option<ClockText>,
}

/// A clock.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockText {
    left_ms: u64,
    #[serde(default)]
    increment_ms: u64,
}

impl AskText {
    /// A question in words.
    pub(crate) fn of(ask: &Ask) -> AskText {
        match ask {
            Ask::Move { limits, strength, seed } => {
                AskText::Move { strength: strength.to_string(), seed: *seed, limits: LimitsText::of(limits) }
            }
            Ask::Lines { count, limits } => AskText::Lines {
                count: (*count).min(usize::from(MAX_LINES)) as u8,
                limits: LimitsText::of(limits),
            },
        }
    }

    pub(crate) fn read(&self) -> Result<Ask, Refusal> {
        match self {
            AskText::Move { strength, seed, limits } => {
                let strength: Strength =
                    strength.parse().map_err(|error| Refusal::new("bad_value", error))?;
                Ok(Ask::Move { limits: limits.read(), strength, seed: *seed })
            }
            AskText::Lines { count, limits } if (1..=MAX_LINES).contains(count) => {
                Ok(Ask::lines(usize::from(*count), limits.read()))
            }
            AskText::Lines { .. } => {
                Err(Refusal::new("bad_value", format!("lines are from 1 to {MAX_LINES}")))
            }
        }
    }
}

impl LimitsText {
    fn of(limits: &Limits) -> LimitsText {
        let ms = |time: Duration| time.as_millis() as u64;
        let mut text = LimitsText {
            depth: limits.depth.map(|depth| depth.plies() as u32),
            nodes: limits.nodes,
            ..LimitsText::default()
        };
        match limits.time {
            Some(TimeLimit::Move(time)) => text.milliseconds = Some(ms(time)),
            Some(TimeLimit::Clock(Clock { left, increment, .. })) => {
                text.clock = Some(ClockText { left_ms: ms(left), increment_ms: ms(increment) });
            }
            None => {}
        }
        text
    }

    fn read(&self) -> Limits {
        let clock = |clock: &ClockText| {
            TimeLimit::Clock(Clock {
                left: Duration::from_millis(clock.left_ms),
                increment: Duration::from_millis(clock.increment_ms),
                moves_to_go: None,
            })
        };
        let move_time = || self.milliseconds.map(|time| TimeLimit::Move(Duration::from_millis(time)));
        Limits {
            depth: self.depth.map(Depth::new),
            nodes: self.nodes,
            time: self.clock.as_ref().map(clock).or_else(move_time),
            ..Limits::NONE
        }
    }
}
