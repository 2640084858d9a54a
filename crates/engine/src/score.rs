//! Scores, and all arithmetic of won and lost ones.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use crate::depth::Ply;

/// How good a position is for the side to move, in hundredths of a man.
///
/// From the outside in there are three kinds: a win or loss the search has seen to its end, a win
/// or loss an endgame database knows of, and an estimate.
///
/// ```
/// use crownhead_engine::{Ply, Score};
///
/// let win = Score::win_at(Ply::new(5));
/// assert!(win > Score::win_at(Ply::new(7)) && win.is_win());
/// assert_eq!(win.plies_to_end(), Some(5));
/// assert_eq!((-win).to_string(), "loss in 5");
/// assert_eq!(Score::estimate(-125).to_string(), "-1.25");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Neither side is better.
    pub const DRAW: Score = Score(0);
    /// Above every score a position can have.
    pub const INFINITE: Score = Score(WIN + 1);
    /// The best estimate: anything above it is known.
    pub const MAX_ESTIMATE: Score = Score(ESTIMATE);

    /// The score of a guess in hundredths of a man, kept within what a guess may say.
    pub const fn estimate(centimen: i32) -> Score {
        if centimen > ESTIMATE {
            Score(ESTIMATE)
        } else if centimen < -ESTIMATE {
            Score(-ESTIMATE)
        } else {
            Score(centimen)
        }
    }

    /// The game is won at this ply.
    pub const fn win_at(ply: Ply) -> Score {
        Score(WIN - ply.get() as i32)
    }

    /// The game is lost at this ply.
    pub const fn loss_at(ply: Ply) -> Score {
        Score(-WIN + ply.get() as i32)
    }

    /// A database says that the position at this ply is won.
    pub const fn known_win_at(ply: Ply) -> Score {
        Score(KNOWN_WIN - ply.get() as i32)
    }

    /// A database says that the position is won, and the way there is not seen yet: better
    /// estimates show the way.
    pub const fn known_win_near(estimate: Score) -> Score {
        Score(VAGUE_WIN + estimate.0 / 8)
    }

    /// The number, in hundredths of a man.
    pub const fn centimen(self) -> i32 {
        self.0
    }

    /// Is it a win that is certain?
    pub const fn is_win(self) -> bool {
        self.0 > ESTIMATE
    }

    /// Is it a loss that is certain?
    pub const fn is_loss(self) -> bool {
        self.0 < -ESTIMATE
    }

    /// Is it a guess, rather than a win or loss that is certain?
    pub const fn is_estimate(self) -> bool {
        !self.is_win() && !self.is_loss()
    }

    /// Plies from the root to the end of a game whose end the search has seen.
    pub const fn plies_to_end(self) -> Option<u32> {
        let distance = WIN - self.0.abs();
        if distance <= Ply::MAX.get() as i32 { Some(distance as u32) } else { None }
    }

    /// Who has the better of it, and by how much, for a bar: from -1 for a loss to 1 for a win.
    pub fn balance(self) -> f64 {
        if self.is_win() {
            1.0
        } else if self.is_loss() {
            -1.0
        } else {
            (f64::from(self.0) / 200.0).tanh()
        }
    }

    /// Can a node at this ply have the score? Nobody has won or lost before it.
    pub(crate) const fn is_reachable_from(self, ply: Ply) -> bool {
        self.0.abs() <= Score::win_at(ply).0
    }

    /// The score as the table keeps it: wins counted from this node instead of from the root.
    pub(crate) const fn to_table(self, ply: Ply) -> i16 {
        let ply = ply.get() as i32;
        let score = if self.0 > COUNTED {
            self.0 + ply
        } else if self.0 < -COUNTED {
            self.0 - ply
        } else {
            self.0
        };
        score as i16
    }

    /// The inverse of [`Score::to_table`].
    pub(crate) const fn from_table(score: i16, ply: Ply) -> Score {
        let (score, ply) = (score as i32, ply.get() as i32);
        if score > COUNTED {
            Score(score - ply)
        } else if score < -COUNTED {
            Score(score + ply)
        } else {
            Score(score)
        }
    }
}

/// A win at the root.
const WIN: i32 = 30_000;
/// A win by database at the root.
const KNOWN_WIN: i32 = 20_000;
/// Scores beyond this count plies; see [`Score::to_table`].
const COUNTED: i32 = KNOWN_WIN - 2 * Ply::MAX.get() as i32;
/// A win by database without a count.
const VAGUE_WIN: i32 = 15_000;
const ESTIMATE: i32 = 10_000;

const _: () = assert!(VAGUE_WIN + ESTIMATE / 8 < COUNTED && VAGUE_WIN - ESTIMATE / 8 > ESTIMATE);
const _: () = assert!(KNOWN_WIN + (Ply::MAX.get() as i32) < WIN - 2 * Ply::MAX.get() as i32);
const _: () = assert!(WIN + Ply::MAX.get() as i32 <= i16::MAX as i32);

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Centimen more. A window's edge may leave the scores a position can have.
impl Add<i32> for Score {
    type Output = Score;

    fn add(self, centimen: i32) -> Score {
        Score(self.0 + centimen)
    }
}

/// Centimen less.
impl Sub<i32> for Score {
    type Output = Score;

    fn sub(self, centimen: i32) -> Score {
        Score(self.0 - centimen)
    }
}

/// Men with two decimals, or `win in 5` and `loss in 6`, counted in plies; a `known win` is one a
/// database vouches for.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.0 > 0 { "win" } else { "loss" };
        match self.plies_to_end() {
            Some(plies) => write!(f, "{word} in {plies}"),
            None if !self.is_estimate() => write!(f, "known {word}"),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

/// The scores a search still cares about: more than `alpha`, less than `beta`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    pub(crate) const FULL: Window = Window { alpha: Score(-WIN - 1), beta: Score::INFINITE };

    /// The window that asks whether a score is at least `beta`.
    pub(crate) fn below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// The window that asks whether a score is more than `alpha`.
    pub(crate) fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The same window as the opponent sees it.
    pub(crate) fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_gives_scores_back() {
        let ply = Ply::new(9);
        let wins = [Score::win_at(Ply::new(12)), Score::known_win_at(Ply::new(30))];
        let vague = Score::known_win_near(Score::estimate(250));
        for score in [Score::DRAW, Score::estimate(77), Score::MAX_ESTIMATE, vague].into_iter().chain(wins) {
            for score in [score, -score] {
                assert_eq!(Score::from_table(score.to_table(ply), ply), score);
            }
        }
    }

    #[test]
    fn a_win_found_elsewhere_is_counted_from_here() {
        let stored = Score::win_at(Ply::new(12)).to_table(Ply::new(9));
        assert_eq!(Score::from_table(stored, Ply::new(2)), Score::win_at(Ply::new(5)));
    }

    #[test]
    fn kinds_are_ordered() {
        let ordered = [
            Score::DRAW,
            Score::MAX_ESTIMATE,
            Score::known_win_near(-Score::MAX_ESTIMATE),
            Score::known_win_near(Score::MAX_ESTIMATE),
            Score::known_win_at(Ply::MAX),
            Score::known_win_at(Ply::ROOT),
            Score::win_at(Ply::MAX),
            Score::win_at(Ply::ROOT),
            Score::INFINITE,
        ];
        assert!(ordered.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
