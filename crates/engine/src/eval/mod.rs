//! How good a position looks without searching.

mod evaluation;
mod features;
mod hand;
mod network;
mod side;
mod weights;

pub use evaluation::Evaluation;
pub use hand::{HandEvaluator, HandWeights};
pub use network::{Network, NetworkEvaluator, NetworkShape};
pub use weights::{WeightsError, seal_weights};
#[cfg(feature = "files")]
pub use weights::{WeightsFileError, WeightsProblem};
