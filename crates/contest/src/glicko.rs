//! Ratings by Glicko-2, as Mark Glickman describes it ("Example of the Glicko-2 system", 2013); the letters in the
//! comments are his.

use std::f64::consts::PI;

/// How well somebody plays, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating; 1500 for somebody unknown.
    pub rating: f64,
    /// Its deviation: the true rating is within twice as much, in 19 cases of 20.
    pub deviation: f64,
    /// How much the true rating is expected to change.
    pub volatility: f64,
}

/// What came of a game for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// A win.
    Win,
    /// A draw.
    Draw,
    /// A loss.
    Loss,
}

impl Score {
    /// The same for the other player.
    #[must_use]
    pub fn flip(self) -> Score {
        match self {
            Score::Win => Score::Loss,
            Score::Draw => Score::Draw,
            Score::Loss => Score::Win,
        }
    }

    fn points(self) -> f64 {
        match self {
            Score::Win => 1.0,
            Score::Draw => 0.5,
            Score::Loss => 0.0,
        }
    }
}

/// How much volatilities may change (tau).
const TAU: f64 = 0.5;
/// From the scale that people know to the one that is computed in.
const SCALE: f64 = 173.7178;
/// Nobody is less known than somebody new.
const MAX_DEVIATION: f64 = 350.0;
/// Somebody who plays much must still be able to get better.
const MIN_DEVIATION: f64 = 45.0;
/// When the search for a volatility ends (epsilon).
const CLOSE: f64 = 1e-6;

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: MAX_DEVIATION, volatility: 0.06 }
    }
}

impl Rating {
    /// A rating with this deviation, or a smaller one, can be compared with others.
    pub const CERTAIN: f64 = 110.0;

    /// Is it too uncertain to be compared with others?
    pub fn is_provisional(&self) -> bool {
        self.deviation > Rating::CERTAIN
    }

    /// The rating after `days` days without a game: its deviation has grown.
    #[must_use]
    pub fn after_days(self, days: f64) -> Rating {
        let (phi, sigma) = (self.deviation / SCALE, self.volatility);
        let deviation = (phi * phi + days.max(0.0) * sigma * sigma).sqrt() * SCALE;
        Rating { deviation: deviation.min(MAX_DEVIATION), ..self }
    }

    /// The same after one game. Deviations stay within bounds.
    #[must_use]
    pub fn after_game(self, opponent: Rating, score: Score) -> Rating {
        let mut next = self.after(&[(opponent, score)]);
        next.deviation = next.deviation.clamp(MIN_DEVIATION, MAX_DEVIATION);
        next
    }

    /// The same after the games of a rating period.
    #[must_use]
    pub fn after(self, games: &[(Rating, Score)]) -> Rating {
        let (mu, phi) = (self.mu(), self.deviation / SCALE);
        // Step 3: the variance that the games alone would give (v), and step 4: the improvement (delta).
        let (mut information, mut surprise) = (0.0, 0.0);
        for (opponent, score) in games {
            let g = weight(opponent.deviation / SCALE);
            let expected = 1.0 / (1.0 + (-g * (mu - opponent.mu())).exp());
            information += g * g * expected * (1.0 - expected);
            surprise += g * (score.points() - expected);
        }
        if information == 0.0 {
            return self.after_days(1.0);
        }
        let v = 1.0 / information;
        let volatility = self.new_volatility(v * surprise, v);
        // Steps 6 and 7.
        let phi_star = (phi * phi + volatility * volatility).sqrt();
        let phi = 1.0 / (1.0 / (phi_star * phi_star) + information).sqrt();
        let mu = mu + phi * phi * surprise;
        Rating { rating: 1500.0 + SCALE * mu, deviation: SCALE * phi, volatility }
    }

    fn mu(&self) -> f64 {
        (self.rating - 1500.0) / SCALE
    }

    /// Step 5: the volatility at which what happened is most likely, by the Illinois method.
    fn new_volatility(&self, delta: f64, v: f64) -> f64 {
        let phi2 = (self.deviation / SCALE).powi(2);
        let a = (self.volatility * self.volatility).ln();
        let f = |x: f64| {
            let ex = x.exp();
            let sum = phi2 + v + ex;
            ex * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
        };
        let (mut low, mut high) = (a, self.other_end(delta * delta - phi2 - v, a, &f));
        let (mut at_low, mut at_high) = (f(low), f(high));
        while (high - low).abs() > CLOSE {
            let middle = low + (low - high) * at_low / (at_high - at_low);
            let at_middle = f(middle);
            if at_middle * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (middle, at_middle);
        }
        (low / 2.0).exp()
    }

    /// A place beyond which the volatility that is sought does not lie.
    fn other_end(&self, excess: f64, a: f64, f: &impl Fn(f64) -> f64) -> f64 {
        if excess > 0.0 {
            return excess.ln();
        }
        let mut k = 1.0;
        while f(a - k * TAU) < 0.0 {
            k += 1.0;
        }
        a - k * TAU
    }
}

/// How much a game against somebody so uncertain tells (g).
fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(rating: f64, deviation: f64) -> Rating {
        Rating { rating, deviation, volatility: 0.06 }
    }

    #[test]
    fn the_worked_example_of_the_paper() {
        let games = [
            (rating(1400.0, 30.0), Score::Win),
            (rating(1550.0, 100.0), Score::Loss),
            (rating(1700.0, 300.0), Score::Loss),
        ];
        let after = rating(1500.0, 200.0).after(&games);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn what_one_wins_of_an_equal_the_other_loses() {
        let one = rating(1600.0, 80.0);
        let won = one.after_game(one, Score::Win);
        let lost = one.after_game(one, Score::Loss);
        assert!((won.rating + lost.rating - 3200.0).abs() < 1e-6);
        assert!(won.rating > 1600.0 && won.deviation < 80.0);
        assert!((one.after_game(one, Score::Draw).rating - 1600.0).abs() < 1e-6);
    }

    #[test]
    fn who_does_not_play_becomes_uncertain_up_to_a_bound() {
        let sure = rating(1700.0, 50.0);
        let year = sure.after_days(365.0);
        assert!(year.deviation > 150.0 && year.rating == 1700.0);
        assert_eq!(sure.after_days(1e6).deviation, MAX_DEVIATION);
    }

    #[test]
    fn upsets_stay_finite() {
        let mut low = rating(100.0, 45.0);
        for _ in 0..500 {
            low = low.after_game(rating(3500.0, 350.0), Score::Win);
            assert!(low.rating.is_finite() && low.volatility.is_finite() && low.volatility > 0.0, "{low:?}");
        }
    }
}
