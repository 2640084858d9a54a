//! What programs that play hear and say, in the manner that bots of other servers know.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{ChallengeInfo, OnlineSettings, PersonInfo, ResultReason, Side};

/// A line of the stream of a program's own news. Empty lines between them say that the connection is alive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum BotEvent {
    /// Somebody challenges the program.
    Challenge {
        /// The challenge.
        challenge: ChallengeInfo,
    },
    /// A challenge of the program was declined.
    ChallengeDeclined {
        /// Its name inside.
        id: String,
    },
    /// A game of the program has begun, or was going on when the stream began.
    GameStart {
        /// The game.
        game: BotGame,
    },
    /// A game of the program is over.
    GameFinish {
        /// The game.
        game: BotGame,
    },
}

/// A game of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotGame {
    /// Its name in addresses.
    pub game_id: String,
    /// The program's side.
    pub color: Side,
}

/// A line of the stream of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum BotLine {
    /// First of all, the game.
    GameFull(Box<BotGameFull>),
    /// How it stands, after each change.
    GameState(BotGameState),
}

/// A game, whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BotGameFull {
    /// Its name in addresses.
    pub id: String,
    /// Who plays Black.
    pub black: PersonInfo,
    /// Who plays White.
    pub white: PersonInfo,
    /// What kind of game it is.
    pub settings: OnlineSettings,
    /// When it began, in milliseconds since 1970.
    pub created_at: u64,
    /// The position before the first move.
    pub initial_fen: String,
    /// How it stands.
    pub state: BotGameState,
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BotGameState {
    /// The moves so far, those of a ballot first, with spaces between them.
    #[schema(example = "11-15 23-19")]
    pub moves: String,
    /// How many moves that is: the `ply` of the next move.
    pub ply: u32,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Side,
    /// The legal moves; none when the game is over.
    pub legal: Vec<String>,
    /// What Black has left in milliseconds, if there are clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub btime: Option<u64>,
    /// What White has left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wtime: Option<u64>,
    /// Does Black offer a draw?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bdraw: bool,
    /// Does White?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wdraw: bool,
    /// Does Black ask to take a move back?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub btakeback: bool,
    /// Does White?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub wtakeback: bool,
    /// `started` while it is going on, then why it ended.
    pub status: BotStatus,
    /// Who has won, if somebody has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
}

/// Is a game going on?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum BotStatus {
    /// It is.
    Started(Started),
    /// It is over.
    Over(ResultReason),
}

/// A game is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Started {
    /// It is.
    Started,
}

/// Which move it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BotPly {
    /// The plies played before it: with it a move that is sent twice is made once.
    pub ply: Option<u32>,
}

/// Which act it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BotAct {
    /// A number of your choice, at random: an act that is sent twice with the same one is done once.
    pub act: Option<u64>,
}

/// It was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BotDone {
    /// It was.
    pub ok: bool,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum YesNo {
    /// Yes.
    Yes,
    /// No.
    No,
}
