#![doc = include_str!("../README.md")]

#[cfg_attr(not(feature = "files"), allow(dead_code, reason = "only files need all of it"))]
mod build;
mod database;
mod decode;
mod distance;
mod file;
mod grid;
mod head;
mod index;
mod jumps;
mod material;
mod men;
mod pack;
mod packed;
mod parallel;
mod prober;
mod reader;
mod sets;
mod single;
mod transpose;
mod value;
mod verdict;
mod verify;

#[cfg(feature = "files")]
pub use build::{BuildError, BuildOptions, BuildReport, Progress, build, file_name, material_of};
pub use build::{Content, shipped_bytes};
pub use database::{DamagedError, Database};
pub use distance::verify_distances;
pub use file::{Counts, FileError};
pub use index::Layout;
pub use material::{MAX_PIECES, MAX_SIDE, Material, ParseMaterialError};
pub use prober::Prober;
pub use value::Value;
pub use verdict::Verdict;
pub use verify::{Extent, VerifyError, verify};
