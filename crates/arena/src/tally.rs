//! Statistics of a match: the score, the Elo difference with its interval, and a sequential test.

use std::fmt;

/// The results of a match from the first player's point of view, in pairs of games from the same opening with colors
/// exchanged: an opening that favors one color favors each player once.
///
/// ```
/// use crownhead_arena::tally::Tally;
///
/// let mut tally = Tally::default();
/// tally.add_pair(1.0, 0.5);
/// tally.add_pair(0.5, 0.5);
/// assert_eq!(tally.to_string(), "+1 =3 -0, 62.5 %");
/// assert!(tally.elo().unwrap().best > 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games won by the first player.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs with 0, 0.5, 1, 1.5 and 2 points for the first player.
    pub pairs: [u32; 5],
}

/// An Elo difference with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The most likely difference.
    pub best: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Tally {
    /// Adds the points of the first player in a pair of games: 1, 0.5 or 0 each.
    pub fn add_pair(&mut self, first: f64, second: f64) {
        for points in [first, second] {
            match points {
                points if points > 0.75 => self.wins += 1,
                points if points > 0.25 => self.draws += 1,
                _ => self.losses += 1,
            }
        }
        let halves = ((first + second) * 2.0).round().clamp(0.0, 4.0);
        self.pairs[halves as usize] += 1;
    }

    /// Games played.
    pub fn n_games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points; 0.5 before the first game.
    pub fn share(&self) -> f64 {
        match self.n_games() {
            0 => 0.5,
            n => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(n),
        }
    }

    /// The Elo difference; `None` before the first pair.
    ///
    /// The interval is Wilson's, with the spread of the pairs: few pairs, and pairs that are all alike, do not make it narrow.
    pub fn elo(&self) -> Option<Elo> {
        const Z: f64 = 1.96;
        let n = Some(self.n_pairs()).filter(|n| *n > 0.0)?;
        let unknown = Z * Z / n;
        let center = (self.pair_mean() + unknown / 2.0) / (1.0 + unknown);
        let error = Z * ((self.pair_variance() + unknown / 4.0) / n).sqrt() / (1.0 + unknown);
        Some(Elo { best: elo_of(self.share()), low: elo_of(center - error), high: elo_of(center + error) })
    }

    fn n_pairs(&self) -> f64 {
        self.pairs.iter().map(|n| f64::from(*n)).sum()
    }

    fn pair_mean(&self) -> f64 {
        self.shares().map(|(share, n)| share * n).sum::<f64>() / self.n_pairs().max(1.0)
    }

    fn pair_variance(&self) -> f64 {
        let mean = self.pair_mean();
        self.shares().map(|(share, n)| n * (share - mean).powi(2)).sum::<f64>() / self.n_pairs().max(1.0)
    }

    /// The variance as if half a pair of each kind had been played before: pairs that are all alike do not make the next
    /// one certain.
    fn cautious_variance(&self) -> f64 {
        const BEFORE: f64 = 0.5;
        let shares = || self.shares().map(|(share, n)| (share, n + BEFORE));
        let n: f64 = shares().map(|(_, n)| n).sum();
        let mean = shares().map(|(share, n)| share * n).sum::<f64>() / n;
        shares().map(|(share, n)| n * (share - mean).powi(2)).sum::<f64>() / n
    }

    /// The share of the points in a pair, and the number of such pairs.
    fn shares(&self) -> impl Iterator<Item = (f64, f64)> {
        self.pairs.into_iter().enumerate().map(|(halves, n)| (halves as f64 / 4.0, f64::from(n)))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses, .. } = self;
        write!(f, "+{wins} ={draws} -{losses}")?;
        // Without a game there is nothing to have a share of.
        if self.n_games() == 0 { Ok(()) } else { write!(f, ", {:.1} %", 100.0 * self.share()) }
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1} Elo ({:+.1} to {:+.1})", self.best, self.low, self.high)
    }
}

/// The Elo difference at which this share of the points is expected, within ±1200.
fn elo_of(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    400.0 * (share / (1.0 - share)).log10()
}

/// The expected share of the points at an Elo difference.
fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test: is the first player better by `elo1` rather than by `elo0`?
///
/// ```
/// use crownhead_arena::tally::{Sprt, Tally, Verdict};
///
/// let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
/// let mut tally = Tally::default();
/// assert_eq!(sprt.verdict(&tally), Verdict::Undecided);
/// for _ in 0..60 {
///     tally.add_pair(1.0, 0.5);
///     tally.add_pair(0.5, 0.5);
/// }
/// assert_eq!(sprt.verdict(&tally), Verdict::Accepted);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the null hypothesis.
    pub elo0: f64,
    /// The difference under the alternative hypothesis.
    pub elo1: f64,
    /// The probability of accepting wrongly.
    pub alpha: f64,
    /// The probability of rejecting wrongly.
    pub beta: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first player is better by `elo1`.
    Accepted,
    /// It is not.
    Rejected,
    /// More games are needed.
    Undecided,
}

impl Sprt {
    /// The log-likelihood ratio of `elo1` over `elo0`, by the normal approximation over pairs.
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        let variance = tally.cautious_variance();
        let (low, high) = (share_of(self.elo0), share_of(self.elo1));
        tally.n_pairs() * (high - low) * (2.0 * tally.pair_mean() - low - high) / (2.0 * variance)
    }

    /// The verdict so far.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let ratio = self.log_likelihood_ratio(tally);
        if ratio >= ((1.0 - self.beta) / self.alpha).ln() {
            Verdict::Accepted
        } else if ratio <= (self.beta / (1.0 - self.alpha)).ln() {
            Verdict::Rejected
        } else {
            Verdict::Undecided
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: &[(f64, f64, u32)]) -> Tally {
        let mut tally = Tally::default();
        for (first, second, n) in pairs {
            (0..*n).for_each(|_| tally.add_pair(*first, *second));
        }
        tally
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        let elo = tally(&[(1.0, 0.5, 50)]).elo().unwrap();
        assert!((elo.best - 190.8).abs() < 0.1, "{elo}");
        assert!(elo.low < elo.best && elo.best < elo.high, "{elo}");
    }

    #[test]
    fn few_games_say_little_even_if_they_all_end_alike() {
        let lost = tally(&[(0.0, 0.0, 2)]).elo().unwrap();
        assert!(lost.high > 0.0, "who has lost four games may still be the better one: {lost}");
        let many = tally(&[(0.0, 0.0, 200)]).elo().unwrap();
        assert!(many.high < -600.0, "{many}");
    }

    #[test]
    fn pairs_that_cancel_out_narrow_the_interval() {
        let split = tally(&[(1.0, 0.0, 50)]).elo().unwrap();
        let swinging = tally(&[(1.0, 1.0, 25), (0.0, 0.0, 25)]).elo().unwrap();
        assert!(split.best.abs() < 1e-9 && swinging.best.abs() < 1e-9);
        assert!(split.high < swinging.high);
    }

    #[test]
    fn a_test_rejects_what_is_not_so() {
        let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
        let worse = tally(&[(0.5, 0.5, 200), (0.0, 0.5, 60), (1.0, 0.5, 20)]);
        assert_eq!(sprt.verdict(&worse), Verdict::Rejected);
    }

    #[test]
    fn a_one_sided_match_is_decided() {
        let sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt.verdict(&tally(&[(1.0, 1.0, 30)])), Verdict::Accepted);
        assert_eq!(sprt.verdict(&tally(&[(0.0, 0.0, 30)])), Verdict::Rejected);
        assert_eq!(sprt.verdict(&tally(&[(1.0, 1.0, 1)])), Verdict::Undecided);
    }
}
