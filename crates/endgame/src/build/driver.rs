//! From options to files.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::count::count;
use super::table::Table;
use super::{Tables, checkpoint};
use crate::database::FILE_EXTENSION;
use crate::file::{Counts, FileError, Section, read_head, to_bytes, write_whole};
use crate::pack::pack;
use crate::{MAX_PIECES, MAX_SIDE, Material};

/// What to build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildOptions {
    /// The number of pieces; endings of fewer pieces are built on the way.
    pub pieces: u8,
    /// The most pieces on a side. With 4, seven pieces are four against three.
    pub max_side: u8,
    /// How many threads work.
    pub threads: usize,
    /// The most memory to use, in bytes.
    pub memory: u64,
    /// Keep what a later start needs to go on after the last finished material.
    pub resumable: bool,
    /// Write files for endings of more pieces than this; the others are in every program.
    pub files_above: u8,
}

impl BuildOptions {
    /// Everything with so many pieces, on all processors, in 16 GiB, resumable from six pieces on.
    pub fn new(pieces: u8) -> BuildOptions {
        BuildOptions {
            pieces,
            max_side: if pieces > 6 { 4 } else { MAX_SIDE },
            threads: thread::available_parallelism().map_or(1, usize::from),
            memory: 16 << 30,
            resumable: pieces >= 6,
            files_above: SHIPPED_PIECES,
        }
    }

    /// The memory that building will take, in bytes: for values, and for packing.
    pub fn needed_memory(&self) -> u64 {
        let size = |pieces, men: u8| -> u64 {
            let some = Material::all(pieces, self.max_side).filter(|material| material.n_men() == men);
            some.map(Table::n_bytes).sum()
        };
        let all = |pieces| (0..=pieces).map(|men| size(pieces, men)).sum::<u64>();
        let smaller: u64 = (2..self.pieces).map(all).sum();
        // Of the last number of pieces only two numbers of men are there at any time.
        let last = (0..self.pieces).map(|men| size(self.pieces, men) + size(self.pieces, men + 1));
        // Packing keeps the runs of one table, about half a byte for each position.
        let largest = Material::all(self.pieces, self.max_side).map(Material::n_boards).max();
        smaller + last.max().unwrap_or(0) + largest.unwrap_or(0) / 2
    }
}

/// How far a build has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The material that is being built; its mirror is built with it.
    pub material: Material,
    /// Positions finished.
    pub done: u64,
    /// Positions to build in all.
    pub total: u64,
    /// The time since the start.
    pub elapsed: Duration,
    /// Of those, positions that an earlier build had left to be loaded.
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

/// What a build came to.
#[derive(Clone, Debug, Default)]
pub struct BuildReport {
    /// Won, lost and drawn positions of each material with the full number of pieces.
    pub counts: Vec<(Material, Counts)>,
    /// The files written.
    pub files: Vec<PathBuf>,
    /// Time spent on solving.
    pub solving: Duration,
    /// Time spent on packing and writing.
    pub packing: Duration,
}

/// Why a build did not come to its end.
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
        /// The bytes it takes.
        needed: u64,
        /// The bytes allowed.
        limit: u64,
    },
    /// A file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
}

fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}

/// The file of a material and its mirror.
pub fn file_name(material: Material) -> String {
    let Material { black_men, black_kings, white_men, white_kings } = material.max(material.mirror());
    format!("{black_men}{black_kings}{white_men}{white_kings}.{FILE_EXTENSION}")
}

/// The number of pieces up to which endings are shipped, so that no files are written for them.
const SHIPPED_PIECES: u8 = 4;

/// Builds all endings of so many pieces and of fewer into a folder, one file for each material and
/// its mirror. Files that are there already are kept.
///
/// # Errors
///
/// When the options make no sense, memory does not suffice, or a file cannot be written. Files that
/// were finished stay.
///
/// ```
/// use crownhead_endgame::{BuildOptions, build};
///
/// let folder = std::env::temp_dir().join("crownhead-endgame-doc");
/// let report = build(&folder, &BuildOptions::new(3), &mut |_| {})?;
/// let wins: u64 = report.counts.iter().map(|(_, counts)| counts.wins).sum();
/// assert_eq!(wins, 200_500 / 2);
/// # Ok::<(), crownhead_endgame::BuildError>(())
/// ```
pub fn build(
    folder: &Path,
    options: &BuildOptions,
    progress: &mut dyn FnMut(&Progress),
) -> Result<BuildReport, BuildError> {
    if !(2..=MAX_PIECES).contains(&options.pieces) {
        return Err(BuildError::Pieces(options.pieces));
    }
    let (needed, limit) = (options.needed_memory(), options.memory);
    if needed > limit {
        return Err(BuildError::Memory { needed, limit });
    }
    fs::create_dir_all(folder).map_err(FileError::io(folder))?;
    let mut run = BuildRun { folder, options, tables: Tables::default(), report: BuildReport::default() };
    run.all(progress)?;
    checkpoint::remove_all(folder, options);
    Ok(run.report)
}

struct BuildRun<'a> {
    folder: &'a Path,
    options: &'a BuildOptions,
    tables: Tables,
    report: BuildReport,
}

impl BuildRun<'_> {
    fn all(&mut self, progress: &mut dyn FnMut(&Progress)) -> Result<(), BuildError> {
        let Self { options, .. } = *self;
        let start = Instant::now();
        let pairs = || (2..=options.pieces).flat_map(|pieces| Material::pairs(pieces, options.max_side));
        let total = pairs().map(n_entries).sum();
        let (mut done, mut loaded) = (0, 0);
        for material in pairs() {
            let n = n_entries(material);
            let is_loaded = self.pair(material, &mut |share| {
                let done = done + (share * n as f64) as u64;
                progress(&Progress { material, done, total, elapsed: start.elapsed(), loaded });
            })?;
            loaded += if is_loaded { n } else { 0 };
            done += n;
            progress(&Progress { material, done, total, elapsed: start.elapsed(), loaded });
        }
        Ok(())
    }

    /// Builds a material and its mirror, or loads them; answers whether they were loaded.
    fn pair(&mut self, material: Material, solved: &mut dyn FnMut(f64)) -> Result<bool, BuildError> {
        solved(0.0);
        let is_last = material.n_pieces() == self.options.pieces;
        if is_last {
            let pieces = material.n_pieces();
            self.tables.retain(|kept| kept.n_pieces() < pieces || kept.n_men() + 1 >= material.n_men());
        }
        let path = self.folder.join(file_name(material));
        let has_file = material.n_pieces() > self.options.files_above;
        let is_packed = !has_file || is_finished(&path, material);
        let start = Instant::now();
        let is_kept = self.options.resumable && has_file;
        let is_loaded = is_kept && is_packed && checkpoint::load(self.folder, material, &mut self.tables);
        if !is_loaded {
            self.tables.build_pair(material, self.options.threads, solved);
        }
        self.report.solving += start.elapsed();
        let start = Instant::now();
        let counts: Vec<(Material, Counts)> = if is_packed {
            self.tables
                .pair(material)
                .map(|table| (table.material, count(table, self.options.threads)))
                .collect()
        } else {
            let sections = self.tables.pack_pair(material, self.options.threads);
            write_whole(&path, &to_bytes(&sections))?;
            self.report.files.push(path);
            sections.iter().map(|section| (section.material, section.counts)).collect()
        };
        if is_last {
            self.report.counts.extend(counts);
        }
        if is_kept && !is_loaded {
            checkpoint::save(self.folder, material, &self.tables)?;
        }
        self.report.packing += start.elapsed();
        Ok(is_loaded)
    }
}

/// Positions of a material and its mirror, with White to move.
fn n_entries(material: Material) -> u64 {
    material.n_boards() * if material == material.mirror() { 1 } else { 2 }
}

/// Is there a file of this material with a head that makes sense?
fn is_finished(path: &Path, material: Material) -> bool {
    let Ok(bytes) = fs::read(path) else { return false };
    read_head(&bytes).is_ok_and(|records| records.iter().any(|record| record.material == material))
}

impl Tables {
    /// The tables of a material and its mirror.
    fn pair(&self, material: Material) -> impl Iterator<Item = &Table> {
        let mirror = (material != material.mirror()).then(|| self.get(material.mirror())).flatten();
        self.get(material).into_iter().chain(mirror)
    }

    fn pack_pair(&self, material: Material, threads: usize) -> Vec<Section> {
        self.pair(material).map(|table| section(table, threads)).collect()
    }
}

fn section(table: &Table, threads: usize) -> Section {
    let (order, packed) = pack(table, threads);
    Section { material: table.material, order, counts: count(table, threads), packed }
}

/// The bytes of the file that is shipped with the program: all endings of two to four pieces.
///
/// A test compares them with `data/shipped.ceg`.
pub fn shipped_bytes() -> Vec<u8> {
    let mut tables = Tables::default();
    let mut sections = Vec::new();
    for material in (2..=SHIPPED_PIECES).flat_map(|pieces| Material::pairs(pieces, MAX_SIDE)) {
        tables.build_pair(material, 1, &mut |_| {});
        sections.extend(tables.pair(material).map(|table| section(table, 1)));
    }
    to_bytes(&sections)
}
