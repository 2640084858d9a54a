//! A value, and how far the end is.

use std::cmp::Ordering;
use std::fmt;

use crate::Value;

/// The value of a position for the side to move, and when the game ends under best play: the winner
/// takes the shortest way, the loser the longest.
///
/// Verdicts are ordered by how good they are for the side to move: a quick win is better than a slow
/// one, a slow loss better than a quick one. An unknown distance counts as longer than any known one.
///
/// ```
/// # use crownhead_endgame::{Value, Verdict};
/// let verdict = |value, plies| Verdict { value, plies };
/// assert!(verdict(Value::Win, Some(3)) > verdict(Value::Win, Some(13)));
/// assert!(verdict(Value::Win, None) > verdict(Value::Draw, None));
/// assert!(verdict(Value::Draw, None) > verdict(Value::Loss, Some(12)));
/// assert!(verdict(Value::Loss, Some(12)) > verdict(Value::Loss, Some(2)));
/// ```
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

impl Ord for Verdict {
    fn cmp(&self, other: &Verdict) -> Ordering {
        let merit = |verdict: &Verdict| {
            let plies = verdict.plies.map_or(i32::MAX, i32::from);
            (verdict.value, if verdict.value == Value::Win { -plies } else { plies })
        };
        merit(self).cmp(&merit(other))
    }
}

impl PartialOrd for Verdict {
    fn partial_cmp(&self, other: &Verdict) -> Option<Ordering> {
        Some(self.cmp(other))
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_verdict() -> impl Strategy<Value = Verdict> {
        let value = prop_oneof![Just(Value::Loss), Just(Value::Draw), Just(Value::Win)];
        (value, prop::option::of(0..300u16)).prop_map(|(value, plies)| Verdict { value, plies })
    }

    proptest! {
        #[test]
        fn what_is_better_for_one_side_is_worse_for_the_other(a in any_verdict(), b in any_verdict()) {
            prop_assume!(a.value != Value::Draw || b.value != Value::Draw);
            prop_assert_eq!(a.cmp(&b), b.before().cmp(&a.before()));
            prop_assert_eq!(a.cmp(&b).is_eq(), a == b);
        }
    }
}
