//! Win, loss or draw.

use std::fmt;

/// The value of a position for the side to move under best play, from the worst to the best.
///
/// ```
/// # use crownhead_endgame::Value;
/// assert!(Value::Loss < Value::Draw && Value::Draw < Value::Win);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// The value for the other side.
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
