//! Fitting the numbers of an evaluation to samples.

mod adam;
mod checkpoint;
mod network;
mod pattern;
mod target;
mod trainer;

pub use network::NetworkModel;
pub use pattern::PatternModel;
pub use target::Target;
pub use trainer::{Epoch, FitSettings, FitState, Fitting, fit_model};

use crownhead_engine::Random;

use crate::sample::Sample;

/// An evaluation with numbers that can be fitted. Its output for a sample is a logit: 0 is an even
/// game, above 0 the side to move is better.
pub trait Model: Sync {
    /// What is kept from a sample's output for its gradient.
    type Scratch: Default + Send;

    /// Numbers to begin with.
    fn start(&self, random: &mut Random) -> Vec<f32>;

    /// The output for a sample.
    fn output(&self, parameters: &[f32], sample: &Sample, scratch: &mut Self::Scratch) -> f32;

    /// Adds to the gradient what a change of the last output by its own slope `d_output` means for
    /// each parameter.
    fn add_gradient(
        &self,
        parameters: &[f32],
        scratch: &mut Self::Scratch,
        d_output: f32,
        gradient: &mut [f32],
    );

    /// Keeps the numbers within what their whole-number form can hold.
    fn confine(&self, parameters: &mut [f32]);
}
