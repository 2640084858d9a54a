//! Packing: runs of equal values, as symbols with words of fitting length.

mod care;
mod cluster;
mod encode;
pub(crate) mod huffman;
pub(crate) mod model;
mod runs;
pub(crate) mod symbol;

pub(crate) use encode::{Packed, SUB_BYTES, encode};
pub(crate) use runs::Runs;
