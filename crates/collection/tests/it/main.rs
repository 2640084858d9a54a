//! Tests of the crate from outside, in one program so that they are linked once.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

mod damage;
mod explore;
mod files;
mod golden;
mod twin;
