//! What the evaluation should say about a sample.

use crownhead_engine::Value;

use crate::sample::Sample;

/// How the labels of a sample become the target probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Hundredths of a man per logit.
    pub scale: f32,
    /// The weight of the game result, from 0 to 1; the rest is the score of the search.
    pub result_weight: f32,
    /// The weight of the result where it is exact.
    pub exact_weight: f32,
}

impl Default for Target {
    fn default() -> Target {
        Target { scale: 100.0, result_weight: 0.3, exact_weight: 0.5 }
    }
}

impl Target {
    /// The expected score of the side to move, from 0 to 1.
    pub fn of(&self, sample: &Sample) -> f32 {
        let result = match sample.result {
            Value::Loss => 0.0,
            Value::Draw => 0.5,
            Value::Win => 1.0,
        };
        let weight = if sample.is_exact { self.exact_weight } else { self.result_weight };
        weight * result + (1.0 - weight) * sigmoid(f32::from(sample.score) / self.scale)
    }
}

pub(super) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}
