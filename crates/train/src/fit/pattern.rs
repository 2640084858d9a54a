//! Tables of patterns in real numbers: logistic regression.

use crownhead_engine::{Patterns, Random};

use super::Model;
use crate::sample::Sample;

/// The tables that the engine looks up.
///
/// Parameters in order: each weight on a full board, then on an empty one.
#[derive(Clone, Copy, Debug)]
pub struct PatternModel {
    /// Hundredths of a man that make one logit.
    pub scale: f32,
}

/// What counted for a sample.
#[derive(Default)]
pub struct Active {
    weights: Vec<usize>,
    fullness: f32,
}

/// The greatest weight, in logits: beyond it the whole numbers would not hold.
const MAX_WEIGHT: f32 = 15.0;

impl Model for PatternModel {
    type Scratch = Active;

    fn start(&self, _random: &mut Random) -> Vec<f32> {
        vec![0.0; 2 * Patterns::N_WEIGHTS]
    }

    fn output(&self, parameters: &[f32], sample: &Sample, active: &mut Active) -> f32 {
        active.weights.clear();
        Patterns::active(sample.planes(), |weight| active.weights.push(weight));
        active.fullness = Patterns::fullness(sample.n_pieces());
        let share = [active.fullness, 1.0 - active.fullness];
        active
            .weights
            .iter()
            .map(|at| share[0] * parameters[2 * at] + share[1] * parameters[2 * at + 1])
            .sum()
    }

    fn add_gradient(&self, _parameters: &[f32], active: &mut Active, d_output: f32, gradient: &mut [f32]) {
        for at in &active.weights {
            gradient[2 * at] += active.fullness * d_output;
            gradient[2 * at + 1] += (1.0 - active.fullness) * d_output;
        }
    }

    fn confine(&self, parameters: &mut [f32]) {
        parameters.iter_mut().for_each(|weight| *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT));
    }
}

impl PatternModel {
    /// The tables in whole numbers, as the engine uses them.
    pub fn patterns(&self, parameters: &[f32]) -> Patterns {
        Patterns::round(|at| [parameters[2 * at], parameters[2 * at + 1]].map(|weight| weight * self.scale))
    }
}
