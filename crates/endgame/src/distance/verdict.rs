//! A value, and how far the end is.

use std::fmt;

use crate::Value;

/// What a position is worth to the side to move, and when the game ends under best play: the winner
/// takes the shortest way, the loser the longest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// Win, loss or draw.
    pub value: Value,
    /// Plies until the loser cannot move: odd for a win, even for a loss. `None` for a draw, and when
    /// no file knows.
    pub plies: Option<u16>,
}

impl Verdict {
    /// The verdict on a move to a position with this one, for the side that makes it.
    ///
    /// ```
    /// # use crownhead_endgame::{Value, Verdict};
    /// let verdict = Verdict { value: Value::Loss, plies: Some(4) };
    /// assert_eq!(verdict.before(), Verdict { value: Value::Win, plies: Some(5) });
    /// ```
    #[must_use]
    pub fn before(self) -> Verdict {
        Verdict { value: self.value.flip(), plies: self.plies.map(|plies| plies + 1) }
    }
}

/// `win in 13`, `loss in 4`, `draw`; `win` when no distance is known.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies {
            Some(plies) => f.pad(&format!("{} in {plies}", self.value)),
            None => f.pad(&self.value.to_string()),
        }
    }
}
