//! Tuning by games: simultaneous perturbation stochastic approximation (Spall, 1992).
//!
//! Each step shifts all parameters at once, each up or down at random. Two games between the two opposite settings estimate
//! which is better, and all parameters move a little that way.

use crownhead_engine::Tunable;
use fastrand::Rng;

/// A parameter while it is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name, default and range.
    pub tunable: Tunable,
    /// Its current value.
    pub value: f64,
}

/// The state of a tuning run.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// Steps taken; each is a pair of games.
    pub steps: u64,
    /// Steps planned.
    pub planned: u64,
    seed: u64,
}

/// The perturbation of a parameter at the start, as a fraction of its range.
const PERTURBATION: f64 = 0.1;
/// How far a won pair of games moves a parameter at the start, in perturbations.
const GAIN: f64 = 0.15;

impl Spsa {
    /// Starts with the default values.
    pub fn new(tunables: impl IntoIterator<Item = Tunable>, planned: u64, seed: u64) -> Spsa {
        let parameter = |tunable: Tunable| Parameter { tunable, value: f64::from(tunable.default) };
        Spsa { parameters: tunables.into_iter().map(parameter).collect(), steps: 0, planned, seed }
    }

    /// The two settings that play each other in a step: the name of each parameter with its value on either side.
    pub fn opponents(&self, step: u64) -> Vec<(&'static str, [i32; 2])> {
        let values = |(parameter, shift): (&Parameter, f64)| {
            let Tunable { name, min, max, .. } = parameter.tunable;
            let value = |number: f64| (number.round() as i32).clamp(min, max);
            (name, [value(parameter.value + shift), value(parameter.value - shift)])
        };
        self.parameters.iter().zip(self.perturbations(step)).map(values).collect()
    }

    /// Updates the parameters with the result of a step: the points of the first setting in two games.
    pub fn update(&mut self, step: u64, points: f64) {
        let shifts = self.perturbations(step);
        let gain = GAIN * self.decay(0.6);
        for (parameter, shift) in self.parameters.iter_mut().zip(shifts) {
            let (min, max) = (f64::from(parameter.tunable.min), f64::from(parameter.tunable.max));
            parameter.value = (parameter.value + gain * (points - 1.0) * shift).clamp(min, max);
        }
        self.steps += 1;
    }

    /// The signed perturbation of each parameter in a step.
    fn perturbations(&self, step: u64) -> Vec<f64> {
        let mut rng = Rng::with_seed(Rng::with_seed(self.seed).u64(..) ^ step);
        let size = PERTURBATION * self.decay(0.1);
        let shift = |parameter: &Parameter| {
            let range = f64::from(parameter.tunable.max - parameter.tunable.min);
            let sign = if rng.bool() { 1.0 } else { -1.0 };
            sign * (size * range).max(1.0)
        };
        self.parameters.iter().map(shift).collect()
    }

    /// Steps get smaller over time.
    fn decay(&self, power: f64) -> f64 {
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
        // The best values are 80 and 20; the results are noisy.
        let strength = |a: i32, b: i32| -f64::from((a - 80).pow(2) + (b - 20).pow(2)) / 2000.0;
        let mut rng = Rng::with_seed(1);
        for step in 0..3000 {
            let [(_, a), (_, b)] = spsa.opponents(step)[..] else { panic!("two parameters") };
            let noise = (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0;
            let difference = strength(a[0], b[0]) - strength(a[1], b[1]) + noise;
            spsa.update(step, if difference > 0.0 { 2.0 } else { 0.0 });
        }
        let values: Vec<f64> = spsa.parameters.iter().map(|parameter| parameter.value).collect();
        assert!((values[0] - 80.0).abs() < 12.0 && (values[1] - 20.0).abs() < 12.0, "{values:?}");
    }
}
