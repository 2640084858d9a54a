//! Lessons about bits: constants, the jumps of a piece, exercises.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Mask;

/// The masks that never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ConstantsAnswer {
    /// Black's, as Black sees the board.
    pub black: Vec<ConstantInfo>,
    /// White's.
    pub white: Vec<ConstantInfo>,
}

/// A mask that never changes: even_rows, odd_rows, start, crown_row, left_move, right_move, left_jump, right_jump.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ConstantInfo {
    /// The mask.
    pub mask: Mask,
    /// In the layout whose bit 0 is a1, with rows going up.
    #[schema(example = "0x0EFEFEFE")]
    pub from_a1: String,
}

/// A piece that is taken up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PickRequest {
    /// The position.
    pub fen: String,
    /// Where the piece stands.
    pub square: u8,
}

/// What a program knows about a piece that is taken up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PickAnswer {
    /// Its own square.
    pub selection: Mask,
    /// Where its legal moves end.
    pub moves: Mask,
    /// The hops of its jumps, in the order in which recursion finds them.
    pub hops: Vec<HopInfo>,
}

/// A hop of a jump.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HopInfo {
    /// How many hops came before it.
    pub depth: usize,
    /// The square that it leaves.
    pub from: u8,
    /// The square that is jumped.
    pub over: u8,
    /// Where it lands.
    pub to: u8,
    /// What is captured up to here.
    pub captured: Mask,
    /// Can the piece go no further?
    pub is_end: bool,
}

/// The exercises there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExercisesAnswer {
    /// The easy ones first.
    pub exercises: Vec<ExerciseInfo>,
}

/// An exercise with masks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExerciseInfo {
    /// Its name, by which the page knows its words.
    pub id: String,
    /// The words that may be used.
    pub names: Vec<String>,
    /// The functions that may be used.
    pub functions: Vec<String>,
    /// What there is to choose from; empty where it has to be written.
    pub choices: Vec<String>,
    /// A way to write it.
    pub solution: String,
}

/// An answer to an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExerciseRequest {
    /// The exercise.
    pub id: String,
    /// The answer.
    pub code: String,
    /// Where the positions come from.
    pub seed: u64,
}

/// What came of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExerciseAnswer {
    /// On how many positions it was run.
    pub tried: u32,
    /// Where it was wrong first; left out if it was right everywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrong: Option<WrongAnswer>,
}

/// A position where an answer is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WrongAnswer {
    /// The position.
    pub fen: String,
    /// The words that the answer was made of.
    pub words: Vec<Mask>,
    /// What would be right.
    pub expected: Mask,
    /// What came of it.
    pub found: Mask,
}
