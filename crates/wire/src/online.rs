//! Games between people over the network: in lists, whole, and event by event.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{GameResult, OnlineSettings, PersonInfo, Side, Situation};

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
    pub result: Option<GameResult>,
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
    /// How it stands.
    pub now: Situation,
    /// The name of the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// Your side, if you play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<Side>,
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
