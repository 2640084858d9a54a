//! The terminal game as a player meets it: keys and clicks in, a screen out.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

mod desk;
mod keeping;
mod lines;
mod looks;
mod moving;
mod online;
mod playing;
mod styles;
