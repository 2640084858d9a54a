//! What an evaluation should say about a sample.

use crownhead_engine::Wdl;

use crate::sample::Sample;

/// How the labels of a sample become the probability that is aimed at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Hundredths of a man that make one logit.
    pub scale: f32,
    /// The share of the result of the game; the rest is the score of the search.
    pub result_share: f32,
    /// The same for positions about which the database knows the truth.
    pub truth_share: f32,
}

impl Default for Target {
    fn default() -> Target {
        Target { scale: 100.0, result_share: 0.3, truth_share: 0.5 }
    }
}

impl Target {
    /// The share of the points that the side to move should expect.
    pub fn of(&self, sample: &Sample) -> f32 {
        let result = match sample.result {
            Wdl::Loss => 0.0,
            Wdl::Draw => 0.5,
            Wdl::Win => 1.0,
        };
        let share = if sample.is_exact { self.truth_share } else { self.result_share };
        share * result + (1.0 - share) * sigmoid(f32::from(sample.score) / self.scale)
    }
}

pub(super) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}
