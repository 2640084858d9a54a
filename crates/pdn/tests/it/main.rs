//! Tests of the crate from outside, in one program so that they are linked once.

mod collections;
mod common;
mod damage;
mod hostile;
mod quirks;
mod replay;
mod round_trip;
