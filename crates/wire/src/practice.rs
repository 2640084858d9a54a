//! Endings to practice.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Side, Verdict};

/// An ending with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EndingInfo {
    /// What it is called in addresses.
    #[schema(example = "first-position")]
    pub id: String,
    /// What people call it.
    #[schema(example = "First position")]
    pub title: String,
    /// What to know, in a sentence or two.
    pub advice: String,
    /// The side of the learner.
    pub side: Side,
    /// What is to be reached.
    pub aim: PracticeAim,
    /// The number of pieces. A database has to cover them.
    pub pieces: u8,
    /// The position to begin with.
    #[schema(example = "W:WK15,20:B12,K28")]
    pub fen: String,
}

/// What is to be reached in an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PracticeAim {
    /// To win.
    Win,
    /// Not to lose.
    Draw,
}

/// A position of an ending.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PracticePosition {
    /// The ending.
    #[schema(example = "first-position")]
    pub id: String,
    /// The number that it was drawn by. Without one it is the position to begin with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// The position.
    pub fen: String,
    /// The side of the learner.
    pub side: Side,
    /// What is to be reached.
    pub aim: PracticeAim,
    /// What the database says, for the side of the learner.
    pub verdict: Verdict,
}
