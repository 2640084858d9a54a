#![doc = include_str!("../README.md")]

mod batches;
mod curve;
mod dataset;
mod file;
mod fit;
mod openings;
mod sample;
mod self_play;
mod settings;
mod spsa;
mod training_loop;

pub use batches::{Batch, load_samples, play_batches};
pub use curve::learning_curve;
pub use dataset::{Dataset, dedup_and_shuffle};
pub use file::{DataError, read_samples, write_samples};
pub use fit::{Activations, Checkpoint, Epoch, FitSettings, NetworkModel, Target, Trainer, fit};
pub use openings::Openings;
pub use sample::{MAX_SCORE, Sample};
pub use self_play::{GAMES_PER_BATCH, SelfPlay};
pub use settings::keep_settings;
pub use spsa::{Parameter, Spsa};
pub use training_loop::{TrainingError, TrainingLoop};
