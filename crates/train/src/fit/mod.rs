//! Fitting the weights of the network to samples.

mod checkpoint;
mod network;
mod optimizer;
mod target;
mod trainer;

pub use checkpoint::Checkpoint;
pub use network::{Activations, NetworkModel};
pub use target::Target;
pub use trainer::{Epoch, FitSettings, Trainer, fit};
