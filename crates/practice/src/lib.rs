#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod attempt;
mod defender;
mod ending;
mod endings;
mod error;
mod goal;
mod kind;
mod needs;

pub use attempt::{Attempt, End, HOLD_MOVES, Judgement, Turn};
pub use ending::Ending;
pub use error::PracticeError;
pub use goal::{Aim, Goal};
