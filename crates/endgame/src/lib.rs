#![doc = include_str!("../README.md")]

mod build;
mod database;
mod decode;
mod distance;
mod file;
mod grid;
mod hash;
mod head;
mod index;
mod jumps;
mod material;
mod men;
mod pack;
mod packed;
mod prober;
mod reader;
mod sets;
mod single;
mod value;
mod verify;

pub use build::{BuildError, BuildOptions, BuildReport, Progress, build, file_name, shipped_bytes};
pub use database::{DamagedError, Database, FILE_EXTENSION};
pub use distance::{
    DISTANCE_EXTENSION, DISTANCE_FORMAT_VERSION, DistanceError, Verdict, build_distances, distance_file_name,
    distance_memory, shipped_distance_bytes, verify_distances,
};
pub use file::{Counts, FORMAT_VERSION, FileError};
pub use index::Layout;
pub use material::{MAX_PIECES, MAX_SIDE, Material, ParseMaterialError};
pub use prober::Prober;
pub use value::Value;
pub use verify::{Extent, VerifyError, verify};
