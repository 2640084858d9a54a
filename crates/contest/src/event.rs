//! What happens in a contest.

use crownhead_board::Color;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::id::GameId;
use crate::opening::Start;
use crate::result::Ending;
use crate::seat::Seat;

/// Something that happened, its number and its time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stamped {
    /// Its number: 1, 2, 3 and so on.
    pub seq: u64,
    /// When, in milliseconds since 1970; never before the event before it.
    pub at: u64,
    /// The act of a player that has caused it, if that has a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<Act>,
    /// What.
    pub event: Event,
}

/// Something that a player has done, by a number that the player has chosen for it: with the same number it is done once,
/// however often it is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Act {
    /// The side that has done it.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
    pub side: Color,
    /// Any number that this side has not used in this game.
    pub number: u64,
}

/// Something that happened in a contest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A move was made.
    Move {
        /// The plies played before it.
        ply: u32,
        /// The move, with all its landing squares.
        #[serde(rename = "move")]
        text: String,
        /// What the mover's clock shows after it; none without clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_ms: Option<u64>,
        /// What of the time was put down to the network.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_ms: u64,
    },
    /// A side offers a draw.
    DrawOffered {
        /// The side.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
        side: Color,
    },
    /// A side declines a draw.
    DrawDeclined {
        /// The side.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
        side: Color,
    },
    /// A side asks to take its last move back.
    TakebackAsked {
        /// The side.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
        side: Color,
    },
    /// A side does not agree to that.
    TakebackDeclined {
        /// The side.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
        side: Color,
    },
    /// Moves were taken back, and with them the result if there was one.
    TakenBack {
        /// The plies that are left.
        ply: u32,
    },
    /// Moves that were taken back were made again.
    Redone {
        /// The plies that are played now.
        ply: u32,
    },
    /// The game begins again.
    Restarted,
    /// The game begins again from another start.
    SetUp {
        /// The start.
        start: Start,
    },
    /// Somebody else plays a side.
    Seated {
        /// The side.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
        side: Color,
        /// Who plays it now.
        seat: Seat,
    },
    /// Nobody had the contest in hand for a while, and its time is given back.
    Resumed {
        /// For how long.
        idle_ms: u64,
    },
    /// A player has left: nobody is connected at this side.
    Left {
        /// The side.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
        side: Color,
    },
    /// A player who had left is there again.
    Returned {
        /// The side.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
        side: Color,
    },
    /// The contest is over.
    Ended {
        /// How.
        #[serde(rename = "result")]
        #[cfg_attr(feature = "schema", schema(value_type = crate::result::GameResult))]
        ending: Ending,
    },
    /// A side wants another contest.
    RematchOffered {
        /// The side.
        #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Side))]
        side: Color,
    },
    /// Both do, and it has begun.
    Rematch {
        /// The new game.
        game: GameId,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands in references")]
pub(crate) fn is_zero(number: &u64) -> bool {
    *number == 0
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
