#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

#[cfg(feature = "chat")]
pub mod chat;
pub mod matches;
#[cfg(feature = "chat")]
pub mod mock;
pub mod openings;
pub mod player;
pub mod reading;
pub mod referee;
mod scheduler;
pub mod tally;
pub mod tournament;
