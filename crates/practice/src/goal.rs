//! What is to be reached.

use std::fmt;

use crownhead_board::{Color, Position};
use crownhead_endgame::{Database, Value, Verdict};

use crate::PracticeError;

/// What is to be reached, and by which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// The side of the learner.
    pub side: Color,
    /// Win, or hold the draw.
    pub aim: Aim,
}

/// Win or draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// To win.
    Win,
    /// Not to lose.
    Draw,
}

impl Aim {
    /// What a position has to be worth to the learner.
    pub const fn value(self) -> Value {
        match self {
            Aim::Win => Value::Win,
            Aim::Draw => Value::Draw,
        }
    }
}

impl Goal {
    /// What a position is worth to the side of the learner.
    ///
    /// # Errors
    ///
    /// The database does not cover the position, or is damaged.
    pub fn verdict(self, database: &Database, pos: &Position) -> Result<Verdict, PracticeError> {
        let verdict = known(database, pos)?;
        Ok(if pos.turn() == self.side { verdict } else { flipped(verdict) })
    }
}

/// What a position is worth to the side to move.
pub(crate) fn known(database: &Database, pos: &Position) -> Result<Verdict, PracticeError> {
    database.verdict(pos)?.ok_or_else(|| PracticeError::not_covered(pos))
}

/// The same position for the other side, as many plies from the end.
fn flipped(verdict: Verdict) -> Verdict {
    Verdict { value: verdict.value.flip(), ..verdict }
}

/// `White to win`, `Black to draw`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let aim = match self.aim {
            Aim::Win => "win",
            Aim::Draw => "draw",
        };
        f.pad(&format!("{} to {aim}", self.side))
    }
}
