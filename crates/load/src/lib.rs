#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod attack;
pub mod chaos;
pub mod check;
pub mod crowd;
pub mod figures;
pub mod journal;
pub mod node;
mod player;
pub mod system;
