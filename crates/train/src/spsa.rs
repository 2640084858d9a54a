//! Tuning by games: simultaneous perturbation (Spall, 1992).
//!
//! All parameters are shifted at once, each up or down by chance; two games between the two opposite
//! shifts say which is better, and all parameters move a little that way.

use crownhead_engine::{Random, Tunable};

/// A parameter while it is tuned, as a real number.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The parameter.
    pub tunable: Tunable,
    /// Where it is.
    pub value: f64,
}

/// Parameters on their way to better values.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// The parameters.
    pub tuned: Vec<Tuned>,
    /// Pairs of games that have been played.
    pub steps: u64,
    /// Pairs of games that are planned.
    pub planned: u64,
    seed: u64,
}

/// The first shift of a parameter, as a share of its range.
const SHIFT: f64 = 0.1;
/// How far a won pair of games moves a parameter at first, in shifts.
const GAIN: f64 = 0.15;

impl Spsa {
    /// Begins with the values the parameters have.
    pub fn new(tunables: impl IntoIterator<Item = Tunable>, planned: u64, seed: u64) -> Spsa {
        let tuned = |tunable: Tunable| Tuned { tunable, value: f64::from(tunable.default) };
        Spsa { tuned: tunables.into_iter().map(tuned).collect(), steps: 0, planned, seed }
    }

    /// The two settings of a step that play each other: for every parameter its name and its values.
    pub fn opponents(&self, step: u64) -> Vec<(&'static str, [i32; 2])> {
        let shifts = self.shifts(step);
        let values = |(tuned, shift): (&Tuned, f64)| {
            let Tunable { name, min, max, .. } = tuned.tunable;
            let value = |number: f64| (number.round() as i32).clamp(min, max);
            (name, [value(tuned.value + shift), value(tuned.value - shift)])
        };
        self.tuned.iter().zip(shifts).map(values).collect()
    }

    /// Learns from a pair of games of a step: the points of the first setting, from 0 to 2.
    pub fn learn(&mut self, step: u64, points: f64) {
        let shifts = self.shifts(step);
        let gain = GAIN * self.shrinkage(0.6);
        for (tuned, shift) in self.tuned.iter_mut().zip(shifts) {
            let Tunable { min, max, .. } = tuned.tunable;
            tuned.value = (tuned.value + gain * (points - 1.0) * shift).clamp(f64::from(min), f64::from(max));
        }
        self.steps += 1;
    }

    /// How far each parameter is shifted in a step, up or down.
    fn shifts(&self, step: u64) -> Vec<f64> {
        let mut random = Random::new(self.seed);
        random.mix(step);
        let size = self.shrinkage(0.1);
        let shift = |tuned: &Tuned| {
            let range = f64::from(tuned.tunable.max - tuned.tunable.min);
            let sign = if random.next() & 1 == 0 { 1.0 } else { -1.0 };
            sign * (SHIFT * range * size).max(1.0)
        };
        self.tuned.iter().map(shift).collect()
    }

    /// Steps get smaller as time goes on.
    fn shrinkage(&self, power: f64) -> f64 {
        let tenth = self.planned as f64 / 10.0 + 1.0;
        (tenth / (tenth + self.steps as f64)).powf(power)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_climbs_to_the_better_values() {
        let tunable = |name, default| Tunable { name, default, min: 0, max: 100 };
        let mut spsa = Spsa::new([tunable("a", 50), tunable("b", 50)], 3000, 7);
        // The first likes to be 80, the second 20; chance plays a part.
        let worth = |a: i32, b: i32| -f64::from((a - 80).pow(2) + (b - 20).pow(2)) / 2000.0;
        let mut random = Random::new(1);
        for step in 0..3000 {
            let [(_, a), (_, b)] = spsa.opponents(step)[..] else { panic!("two parameters") };
            let better = worth(a[0], b[0]) - worth(a[1], b[1]) + random.bell();
            spsa.learn(step, if better > 0.0 { 2.0 } else { 0.0 });
        }
        let values: Vec<f64> = spsa.tuned.iter().map(|tuned| tuned.value).collect();
        assert!((values[0] - 80.0).abs() < 12.0 && (values[1] - 20.0).abs() < 12.0, "{values:?}");
    }
}
