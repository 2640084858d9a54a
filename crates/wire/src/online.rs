//! Games between people over the network: in lists, whole, and event by event.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{OnlineSettings, PersonInfo, PositionInfo, ResultReason, Side};

/// A game between people, as far as a list shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OnlineSummary {
    /// Its name in addresses.
    #[schema(example = "k7m2qd4xw0aj")]
    pub id: String,
    /// Who plays Black.
    pub black: PersonInfo,
    /// Who plays White.
    pub white: PersonInfo,
    /// What kind of game it is.
    pub settings: OnlineSettings,
    /// When it began, in milliseconds since 1970.
    pub created: u64,
    /// When it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<u64>,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<OnlineResult>,
    /// The name of the opening of a game that is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The plies of a game that is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// The last position of a game that is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
}

/// How a game between people ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OnlineResult {
    /// The winner; none for a draw and for a game that was aborted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// Why.
    pub reason: OnlineReason,
    /// A sentence.
    #[schema(example = "Black wins: White ran out of time.")]
    pub text: String,
}

/// Why a game between people ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum OnlineReason {
    /// As any game ends.
    Usual(ResultReason),
    /// It was given up before it had really begun, and counts for nothing.
    Aborted(Aborted),
}

/// A game that was given up before it had really begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aborted {
    /// It was.
    Aborted,
}

/// Which games that are over to look for. What is left out fits any game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ArchiveSearch {
    /// The name of somebody who played.
    pub player: Option<String>,
    /// The name of the other.
    pub opponent: Option<String>,
    /// How it ended: `black`, `white`, `draw` or `aborted`.
    pub result: Option<String>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// A position that occurred.
    pub fen: Option<String>,
    /// `next` of the part before.
    pub after: Option<String>,
    /// How many games, 50 if it is left out.
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// Games that are over, the newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Archive {
    /// The games.
    pub games: Vec<OnlineSummary>,
    /// What to give as `after` for the next ones; none when these are the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A game between people, whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OnlineGameState {
    /// Its name in addresses.
    #[schema(example = "k7m2qd4xw0aj")]
    pub id: String,
    /// The number of the last event in it. An event with a number that is not higher is in it already.
    pub seq: u64,
    /// Who plays Black.
    pub black: PersonInfo,
    /// Who plays White.
    pub white: PersonInfo,
    /// What kind of game it is.
    pub settings: OnlineSettings,
    /// When it began, in milliseconds since 1970.
    pub created: u64,
    /// The position before the first move.
    pub start: String,
    /// The moves so far, those of a ballot first.
    pub moves: Vec<String>,
    /// How many of the moves are of the ballot: the players began after them.
    pub ballot_plies: u32,
    /// How many moves have been played, those of the ballot included: the `ply` of the next move.
    pub ply: u32,
    /// The position now, with the legal moves.
    pub position: PositionInfo,
    /// The clocks, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<OnlineClock>,
    /// When the game is aborted by itself unless the side to move makes its first move, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_by: Option<u64>,
    /// The side that offers a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<Side>,
    /// The side that asks to take a move back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<Side>,
    /// The draw that the side to move may claim now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimable: Option<ResultReason>,
    /// The side that wants another game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Side>,
    /// The game that followed this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The name of the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<OnlineResult>,
    /// Your side, if you play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<Side>,
}

/// What the clocks of a game between people show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OnlineClock {
    /// What Black has left.
    pub black_ms: u64,
    /// What White has left.
    pub white_ms: u64,
    /// Whose clock runs; none until both have moved, and when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Side>,
}

/// A token with which another device can take the seat. It is shown once, and revokes an earlier one.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeatToken {
    /// The token.
    pub seat: String,
    /// The side it is for.
    pub side: Side,
}

impl std::fmt::Debug for SeatToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SeatToken").field("side", &self.side).finish_non_exhaustive()
    }
}

/// Something that happened in a game. It is kept as it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GameEvent {
    /// A move was made.
    Move {
        /// The plies played before it.
        ply: u32,
        /// The move with all its landing squares.
        #[serde(rename = "move")]
        mv: String,
        /// What the mover's clock shows after it, the increment included; none without clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_ms: Option<u64>,
        /// How much of the time was put down to the way over the network.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_ms: u64,
    },
    /// A side offers a draw. The next move of the other declines it.
    DrawOffered {
        /// The side.
        side: Side,
    },
    /// A side declines a draw.
    DrawDeclined {
        /// The side.
        side: Side,
    },
    /// A side asks to take its last move back. The next move of the other declines it.
    TakebackAsked {
        /// The side.
        side: Side,
    },
    /// A side declines to have a move taken back.
    TakebackDeclined {
        /// The side.
        side: Side,
    },
    /// Moves were taken back.
    TakenBack {
        /// The plies that are left.
        ply: u32,
    },
    /// The server stood still; the time it did so is given back to the side to move.
    Resumed {
        /// The time given back.
        idle_ms: u64,
    },
    /// The game is over.
    Ended {
        /// How.
        result: GameResult,
    },
    /// A side wants another game. When both do, there is one.
    RematchOffered {
        /// The side.
        side: Side,
    },
    /// Another game has begun, with the sides changed.
    Rematch {
        /// The game.
        game: String,
    },
}

/// How a game ended, in few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameResult {
    /// The winner; none for a draw and for a game that was aborted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// Why.
    pub reason: OnlineReason,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}
