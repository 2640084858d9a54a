//! What a position is worth.

use std::fmt;

/// What a position is worth to the side to move, if both sides play as well as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Value {
    /// The side to move wins.
    Win = 0,
    /// The side to move loses.
    Loss = 1,
    /// Neither side can win.
    Draw = 2,
}

impl Value {
    /// The same, said by the other side.
    ///
    /// ```
    /// # use crownhead_endgame::Value;
    /// assert_eq!(Value::Win.flip(), Value::Loss);
    /// assert_eq!(Value::Draw.flip(), Value::Draw);
    /// ```
    #[must_use]
    pub const fn flip(self) -> Value {
        match self {
            Value::Win => Value::Loss,
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
        }
    }

    /// The better of two for whoever is to move.
    #[must_use]
    pub const fn max(self, other: Value) -> Value {
        match (self, other) {
            (Value::Win, _) | (_, Value::Win) => Value::Win,
            (Value::Draw, _) | (_, Value::Draw) => Value::Draw,
            (Value::Loss, Value::Loss) => Value::Loss,
        }
    }
}

/// `win`, `loss` or `draw`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Value::Win => "win",
            Value::Loss => "loss",
            Value::Draw => "draw",
        })
    }
}
