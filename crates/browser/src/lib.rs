#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod answer;
#[cfg_attr(
    not(feature = "engine"),
    allow(dead_code, reason = "the rules only describe what the engine reads")
)]
mod ask;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(target_family = "wasm")]
mod face;
#[cfg_attr(
    not(feature = "engine"),
    allow(dead_code, reason = "the rules only describe what the engine reads")
)]
mod game;
pub mod rules;

pub use ask::{AskText, ClockText, LimitsText};
pub use game::GameText;

pub use answer::Module;
