//! How far the end is: distances built, packed and asked.
//!
//! Files hold the distances of lost positions alone. A won one is a ply longer than the shortest of
//! the lost positions that its moves lead to.

mod block;
mod build;
mod coder;
mod file;
mod jumps;
mod level;
mod merit;
mod pack;
mod probe;
mod solve;
mod table;
mod verdict;
mod verify;

pub use build::{
    DISTANCE_EXTENSION, DistanceError, build_distances, distance_file_name, distance_memory,
    shipped_distance_bytes,
};
pub use file::DISTANCE_FORMAT_VERSION;
pub(crate) use file::{DistanceTable, is_distance_file, read_head};
pub(crate) use probe::Unpacked;
pub use verdict::Verdict;
pub use verify::verify_distances;
