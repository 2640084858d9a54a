//! What to build, and what comes of it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Content, SHIPPED_PIECES};
use crate::file::{Counts, FileError};
use crate::{MAX_PIECES, MAX_SIDE, Material};

/// The name of the file of a material and its [flip](Material::flip).
///
/// ```
/// use crownhead_endgame::{Content, Material, file_name};
///
/// assert_eq!(file_name(Material::new(1, 2, 2, 1), Content::Values), "2112.ceg");
/// ```
pub fn file_name(material: Material, content: Content) -> String {
    let Material { black_men, black_kings, white_men, white_kings } = material.max(material.flip());
    format!("{black_men}{black_kings}{white_men}{white_kings}.{}", content.extension())
}

/// The material of a file with a name that [`file_name`] gives.
///
/// ```
/// use std::path::Path;
/// use crownhead_endgame::{Material, material_of};
///
/// assert_eq!(material_of(Path::new("endgame/2112.ceg")), Some(Material::new(2, 1, 1, 2)));
/// assert_eq!(material_of(Path::new("endgame/other.ceg")), None);
/// ```
pub fn material_of(file: &Path) -> Option<Material> {
    let digits: Vec<String> = file.file_stem()?.to_str()?.chars().map(String::from).collect();
    digits.join(",").parse().ok()
}

/// What to build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    /// Values or distances.
    pub content: Content,
    /// The number of pieces; endings with fewer pieces are built on the way.
    pub pieces: u8,
    /// The maximum number of pieces on a side. With 4, seven pieces are four against three.
    pub max_side: u8,
    /// The number of threads. Without the feature `threads` there is one.
    pub threads: usize,
    /// The maximum memory to use, in bytes.
    pub memory: u64,
    /// Keep what a later build needs to continue after the last finished material.
    pub resumable: bool,
    /// Build this material and what it can turn into, not everything.
    pub only: Option<Material>,
    /// Keep tables in files while they are built, and let the system decide which of them stay in memory.
    pub on_disk: bool,
    /// Write files for endings with more pieces than this; the others are part of the crate.
    pub files_above: u8,
}

impl BuildOptions {
    /// The values of all endings with this number of pieces, on all processors, in 16 GiB, resumable from
    /// six pieces on.
    pub fn new(pieces: u8) -> BuildOptions {
        BuildOptions {
            content: Content::Values,
            pieces,
            max_side: if pieces > 6 { 4 } else { MAX_SIDE },
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: 16 << 30,
            resumable: pieces >= 6,
            only: None,
            on_disk: false,
            files_above: SHIPPED_PIECES,
        }
    }
}

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The material that is being built, together with its flip.
    pub material: Material,
    /// Positions finished.
    pub done: u64,
    /// Positions to build in all.
    pub total: u64,
    /// The time since the start.
    pub elapsed: Duration,
    /// Finished positions that were taken over from an earlier build.
    pub loaded: u64,
}

impl Progress {
    /// Positions built each second.
    pub fn rate(&self) -> f64 {
        (self.done - self.loaded) as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// The time left at this rate.
    pub fn remaining(&self) -> Duration {
        Duration::try_from_secs_f64((self.total - self.done) as f64 / self.rate().max(1.0))
            .unwrap_or_default()
    }
}

/// The result of a build.
#[derive(Clone, Debug, Default)]
pub struct BuildReport {
    /// Won, lost and drawn positions of each material with the full number of pieces; empty for
    /// distances.
    pub counts: Vec<(Material, Counts)>,
    /// The files written.
    pub files: Vec<PathBuf>,
    /// Time spent on solving.
    pub solving: Duration,
    /// Time spent on packing and writing.
    pub packing: Duration,
}

/// Why a build failed.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// There is no such ending.
    #[error("endings have 2 to {MAX_PIECES} pieces and up to {MAX_SIDE} on a side, not {0}")]
    Pieces(u8),
    /// It would not fit.
    #[error(
        "this takes {:.1} GB of memory and only {:.1} GB are allowed; allow more, or build fewer pieces",
        gigabytes(*needed),
        gigabytes(*limit)
    )]
    Memory {
        /// The bytes needed.
        needed: u64,
        /// The bytes allowed.
        limit: u64,
    },
    /// A win takes more plies than the builder can count.
    #[error("a win of {0} takes more than 253 plies, too many for distances")]
    TooLong(Material),
    /// A file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
}

fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}
