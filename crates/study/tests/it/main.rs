//! Tests of studies from outside.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

mod collections;
mod edits;
mod limits;
mod round_trip;
mod texts;
mod views;
