//! From options to distance files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::file::{Section, read_head, to_bytes};
use super::pack::pack_table;
use super::table::{Table, Tables};
use crate::file::{FileError, write_whole};
use crate::{
    BuildError, BuildOptions, BuildReport, Layout, MAX_PIECES, MAX_SIDE, Material, Progress, file_name,
};

/// How distance files end.
pub const DISTANCE_EXTENSION: &str = "ced";

/// The number of pieces up to which distances are shipped, so that no files are written for them.
const SHIPPED_PIECES: u8 = 4;

/// Why distances could not be built.
#[derive(Debug, thiserror::Error)]
pub enum DistanceError {
    /// For a reason that other builds may have too.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A win takes more plies than the builder can count.
    #[error("a win of {0} takes more than 253 plies, too many for distances")]
    TooLong(Material),
}

impl From<FileError> for DistanceError {
    fn from(error: FileError) -> DistanceError {
        DistanceError::Build(error.into())
    }
}

/// The distance file of a material and its mirror.
pub fn distance_file_name(material: Material) -> String {
    Path::new(&file_name(material)).with_extension(DISTANCE_EXTENSION).display().to_string()
}

/// The memory that building distances takes for them, in bytes.
pub fn distance_memory(pieces: u8, max_side: u8) -> u64 {
    let size = |pieces, men: u8| -> u64 {
        let some = Material::all(pieces, max_side).filter(|material| material.n_men() == men);
        some.map(Table::n_bytes).sum()
    };
    let all = |pieces| (0..=pieces).map(|men| size(pieces, men)).sum::<u64>();
    let smaller: u64 = (2..pieces).map(all).sum();
    // Of the last number of pieces only two numbers of men are there at any time.
    let last = (0..pieces).map(|men| size(pieces, men) + size(pieces, men + 1));
    smaller + last.max().unwrap_or(0)
}

/// Builds the distances of all endings of so many pieces and of fewer into a folder, one file for each
/// material and its mirror. Files that are there already are kept. They say nothing without the
/// values that [`build`](crate::build) makes.
///
/// # Errors
///
/// When the options make no sense, memory does not suffice, or a file cannot be written. Files that
/// were finished stay.
pub fn build_distances(
    folder: &Path,
    options: &BuildOptions,
    progress: &mut dyn FnMut(&Progress),
) -> Result<BuildReport, DistanceError> {
    if !(2..=MAX_PIECES).contains(&options.pieces) {
        return Err(BuildError::Pieces(options.pieces).into());
    }
    let (needed, limit) = (distance_memory(options.pieces, options.max_side), options.memory);
    if needed > limit {
        return Err(BuildError::Memory { needed, limit }.into());
    }
    fs::create_dir_all(folder).map_err(FileError::io(folder))?;
    let mut run = DistanceRun { folder, options, tables: Tables::new(), report: BuildReport::default() };
    run.all(progress)?;
    Ok(run.report)
}

struct DistanceRun<'a> {
    folder: &'a Path,
    options: &'a BuildOptions,
    tables: Tables,
    report: BuildReport,
}

impl DistanceRun<'_> {
    fn all(&mut self, progress: &mut dyn FnMut(&Progress)) -> Result<(), DistanceError> {
        let Self { options, .. } = *self;
        let start = Instant::now();
        let pairs = || (2..=options.pieces).flat_map(|pieces| Material::pairs(pieces, options.max_side));
        let total = pairs().map(n_entries).sum();
        let mut done = 0;
        for material in pairs() {
            progress(&Progress { material, done, total, elapsed: start.elapsed(), loaded: 0 });
            self.pair(material)?;
            done += n_entries(material);
            progress(&Progress { material, done, total, elapsed: start.elapsed(), loaded: 0 });
        }
        Ok(())
    }

    /// Builds a material and its mirror. What has a file is solved again, because larger endings need
    /// it, but not packed.
    fn pair(&mut self, material: Material) -> Result<(), DistanceError> {
        let pieces = material.n_pieces();
        if pieces == self.options.pieces {
            self.tables.retain(|kept| kept.n_pieces() < pieces || kept.n_men() + 1 >= material.n_men());
        }
        let start = Instant::now();
        let solved = self.tables.build_pair(material, self.options.threads);
        solved.map_err(|_| DistanceError::TooLong(material))?;
        self.report.solving += start.elapsed();
        let path = self.folder.join(distance_file_name(material));
        if pieces <= SHIPPED_PIECES || is_finished(&path, material) {
            return Ok(());
        }
        let start = Instant::now();
        write_whole(&path, &to_bytes(&self.tables.pack_pair(material, self.options.threads)))?;
        self.report.packing += start.elapsed();
        self.report.files.push(PathBuf::from(&path));
        Ok(())
    }
}

impl Tables {
    fn pack_pair(&self, material: Material, threads: usize) -> Vec<Section> {
        let both = [material, material.mirror()];
        let materials = both.into_iter().take(1 + usize::from(material != material.mirror()));
        let pack = |material| Some(pack_table(self.get(material), &Layout::new(material)?, threads));
        materials.filter_map(pack).collect()
    }
}

/// Positions of a material and its mirror, with White to move.
fn n_entries(material: Material) -> u64 {
    material.n_boards() * if material == material.mirror() { 1 } else { 2 }
}

/// Is there a file of this material with a head that makes sense?
fn is_finished(path: &Path, material: Material) -> bool {
    let Ok(bytes) = fs::read(path) else { return false };
    read_head(&bytes).is_ok_and(|tables| tables.iter().any(|table| table.layout.material() == material))
}

/// The bytes of the distance file that is shipped with the program: all endings of two to four pieces.
///
/// A test compares them with `data/shipped.ced`.
pub fn shipped_distance_bytes() -> Vec<u8> {
    let mut tables = Tables::new();
    let mut sections = Vec::new();
    for material in (2..=SHIPPED_PIECES).flat_map(|pieces| Material::pairs(pieces, MAX_SIDE)) {
        // Four pieces end within 109 plies.
        if tables.build_pair(material, 1).is_ok() {
            sections.extend(tables.pack_pair(material, 1));
        }
    }
    to_bytes(&sections)
}
