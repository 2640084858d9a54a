#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod answer;
mod ask;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(target_family = "wasm")]
mod face;
mod game;
pub mod rules;

pub use ask::{AskText, ClockText, LimitsText};
pub use game::GameText;

pub use answer::Module;
