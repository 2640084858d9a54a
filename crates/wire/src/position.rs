//! Positions and moves.

use crownhead_board::Captured;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{GameResult, Side};

/// A position to look at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The position in any form of FEN; the start of the game if it is left out.
    #[serde(default)]
    #[schema(example = "W:W22,24,31:B10,11,K18")]
    pub fen: Option<String>,
    /// The rules: a preset such as `official`, or settings such as `chain=may-stop,capture=optional`.
    #[serde(default)]
    #[schema(example = "official")]
    pub rules: Option<String>,
}

/// A position and a move to make in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionMoveRequest {
    /// The position; the start of the game if it is left out.
    #[serde(default)]
    #[schema(example = "B:W21-32:B1-12")]
    pub fen: Option<String>,
    /// The rules; official if they are left out.
    #[serde(default)]
    #[schema(example = "official")]
    pub rules: Option<String>,
    /// The move as people type it: `11-15`, `22x15x6`, `b6 a5`.
    #[serde(rename = "move")]
    #[schema(example = "11-15")]
    pub mv: String,
}

/// A position and moves to make from it, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LineRequest {
    /// The position; the start of the game if it is left out.
    #[serde(default)]
    #[schema(example = "B:W21-32:B1-12")]
    pub fen: Option<String>,
    /// The rules; official if they are left out.
    #[serde(default)]
    #[schema(example = "official")]
    pub rules: Option<String>,
    /// The moves as people type them, at most 1000.
    #[schema(max_items = 1000, example = json!(["11-15", "23-19"]))]
    pub moves: Vec<String>,
}

/// The positions of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LineAnswer {
    /// The position before the first move, and then after each.
    pub fens: Vec<String>,
    /// The moves, each with its route.
    pub moves: Vec<MoveInfo>,
}

/// Everything about a position that a board shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PositionInfo {
    /// The position.
    #[schema(example = "W:W22,24,31:B10,11,K18")]
    pub fen: String,
    /// The rules by which the moves are legal.
    pub rules: String,
    /// The side to move.
    pub turn: Side,
    /// Has the side to move captured already in this turn? Only under some house rules.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub mid_turn: bool,
    /// The pieces by their squares.
    pub pieces: Vec<PieceInfo>,
    /// The legal moves, each route of a jump by itself. Empty when the game is over.
    pub moves: Vec<MoveInfo>,
    /// Must a jump be taken?
    pub must_jump: bool,
    /// The name of the opening that leads here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// What Black has.
    pub black: Material,
    /// What White has.
    pub white: Material,
    /// What the endgame database says, for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// How the game has ended, if it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// A piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PieceInfo {
    /// From 1 to 32, as PDN numbers them: 1 to 4 are the row behind Black, 29 to 32 that behind White.
    #[schema(minimum = 1, maximum = 32)]
    pub square: u8,
    /// Whose it is.
    pub side: Side,
    /// Is it a king?
    pub king: bool,
}

/// What a side has on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Material {
    /// Men.
    pub men: u32,
    /// Kings.
    pub kings: u32,
}

impl From<Captured> for Material {
    fn from(captured: Captured) -> Material {
        Material { men: captured.men as u32, kings: captured.kings as u32 }
    }
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MoveInfo {
    /// The move with all its landing squares, as it can be sent back: `11-15`, `22x15x6`; `--` ends a turn
    /// under the house rule `relay`.
    #[schema(example = "22x15x6")]
    pub text: String,
    /// The square it leaves, its landing squares in their order, the last one where it ends. Empty for `--`.
    #[schema(example = json!([22, 15, 6]))]
    pub route: Vec<u8>,
    /// The squares of the captured pieces. Empty for a step.
    #[schema(example = json!([18, 10]))]
    pub captured: Vec<u8>,
    /// Is a man crowned?
    pub crowns: bool,
    /// What the endgame database says, for the side that makes the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
}

/// What an endgame database knows for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Verdict {
    /// What comes of it when both sides play perfectly.
    pub value: VerdictValue,
    /// Plies to the end of the game, if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
}

/// Win, draw or loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum VerdictValue {
    /// It wins.
    Win,
    /// Nobody wins.
    Draw,
    /// It loses.
    Loss,
}

/// The position after a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PositionMoveAnswer {
    /// The move that was made, with its whole route.
    #[serde(rename = "move")]
    pub mv: MoveInfo,
    /// The position after it.
    pub position: PositionInfo,
}
