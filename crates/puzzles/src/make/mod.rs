//! Puzzles from games.

mod finder;
mod prover;
mod seeder;
mod self_play;

pub use finder::Maker;
pub use seeder::Seeder;
pub use self_play::self_play;
