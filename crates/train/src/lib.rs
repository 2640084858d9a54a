//! How the engine learns: games against itself, evaluations fitted to them, matches that decide.

mod collect;
mod curve;
mod file;
mod fit;
mod games;
mod lessons;
mod opening;
mod rounds;
mod sample;
mod spsa;

pub use collect::{Batch, collect, gather};
pub use curve::learning_curve;
pub use file::{DataError, mingle, read_samples, write_samples};
pub use fit::{Epoch, FitSettings, FitState, Fitting, Model, NetworkModel, PatternModel, Target, fit_model};
pub use games::{GAMES_IN_BATCH, SelfPlay};
pub use lessons::Lessons;
pub use opening::Openings;
pub use rounds::{Rounds, RoundsError};
pub use sample::{MAX_SCORE, Sample};
pub use spsa::{Spsa, Tuned};
