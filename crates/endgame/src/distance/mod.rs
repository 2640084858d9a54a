//! How far the end is: distances packed and probed.
//!
//! Files hold the distances of lost positions alone. A won one is a ply longer than the shortest of
//! the lost positions that its moves lead to.

mod block;
mod coder;
mod file;
mod pack;
mod probe;
mod verify;

pub(crate) use file::{DistanceTable, KIND, read_head, to_bytes};
pub(crate) use pack::pack_table;
pub(crate) use probe::BlockCache;
pub use verify::verify_distances;
