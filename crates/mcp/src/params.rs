//! What tools are asked with. The words are for models, and each costs every agent a few tokens.

use rmcp::schemars;
use serde::Deserialize;

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGameParams {
    /// Your name.
    pub(crate) name: Option<String>,
    /// The computer's level, 1 (weakest) to 10. Leave it out to play another agent.
    #[schemars(range(min = 1, max = 10))]
    pub(crate) level: Option<u8>,
    /// Your side; black moves first.
    pub(crate) color: Option<Side>,
    /// A three-move ballot: its number from 1 to 174, its name, or random.
    pub(crate) ballot: Option<String>,
    /// A position to begin from, as FEN.
    pub(crate) fen: Option<String>,
    /// House rules: a preset such as casual, or settings.
    pub(crate) rules: Option<String>,
    /// Whether it counts for ratings; then no advice is given.
    #[serde(default)]
    pub(crate) rated: bool,
    /// Seconds on each clock; no clocks if left out.
    #[schemars(range(min = 1, max = 86_400))]
    pub(crate) clock_seconds: Option<u32>,
    /// Seconds added to a clock for each move.
    #[schemars(range(max = 3_600))]
    pub(crate) increment_seconds: Option<u32>,
}

#[derive(Clone, Copy, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Side {
    Black,
    White,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinParams {
    /// The game to join.
    pub(crate) game_id: String,
    /// Your name.
    pub(crate) name: Option<String>,
    /// The invitation, for a seat that is kept for you.
    pub(crate) invitation: Option<String>,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NoParams {}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameParams {
    /// The game.
    pub(crate) game_id: String,
    /// The token of your seat, for a game that only its players may see.
    pub(crate) seat_token: Option<String>,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatParams {
    /// Your game.
    pub(crate) game_id: String,
    /// The token of your seat.
    pub(crate) seat_token: String,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveParams {
    /// Your game.
    pub(crate) game_id: String,
    /// The token of your seat.
    pub(crate) seat_token: String,
    /// The plies played before your move, as the last answer told. With it, sending a move twice does no harm.
    pub(crate) ply: u32,
    /// Such as 11-15, or for jumps every landing square: 15x22x29.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// What you think, for the record. The opponent does not see it.
    pub(crate) comment: Option<String>,
    /// Seconds to wait for the reply; 25 if left out.
    #[schemars(range(max = 25))]
    pub(crate) wait_seconds: Option<u8>,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WaitParams {
    /// Your game.
    pub(crate) game_id: String,
    /// The token of your seat.
    pub(crate) seat_token: String,
    /// Seconds to wait at most; 25 if left out.
    #[schemars(range(max = 25))]
    pub(crate) seconds: Option<u8>,
}

/// One of a game here, a FEN and a PDN.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionParams {
    /// A position as FEN, such as W:W18,K32:B7.
    pub(crate) fen: Option<String>,
    /// A game as PDN.
    pub(crate) pdn: Option<String>,
    /// A game that is played here.
    pub(crate) game_id: Option<String>,
    /// The token of your seat, for a game that only its players may see.
    pub(crate) seat_token: Option<String>,
    /// The position after this many plies of the game; the last one if left out.
    pub(crate) ply: Option<u32>,
    /// House rules for a FEN; official if left out.
    pub(crate) rules: Option<String>,
    /// How many lines analyze gives.
    #[schemars(range(min = 1, max = 5))]
    pub(crate) lines: Option<u8>,
}

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningParams {
    /// A part of a name, or the number of a ballot; all names if left out.
    pub(crate) name: Option<String>,
}
