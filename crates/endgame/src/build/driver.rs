//! From options to files.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::count::count;
use super::plan::{Plan, n_tables, needs};
use super::table::Table;
use super::values::Values;
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
    /// Build this material and what it can turn into, not everything.
    pub only: Option<Material>,
    /// Keep values in files and let the system decide which of them stay in memory.
    pub on_disk: bool,
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
            only: None,
            on_disk: false,
            files_above: SHIPPED_PIECES,
        }
    }

    /// The memory that building will take, in bytes: for values, and for solving and packing.
    pub fn needed_memory(&self) -> u64 {
        let plan = Plan::new(self);
        let values = if self.on_disk { 0 } else { plan.memory_for_values() };
        values + plan.memory_for_work(self.threads)
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
    let plan = Plan::new(options);
    let mut run =
        BuildRun { folder, options, plan: &plan, tables: Tables::default(), report: BuildReport::default() };
    run.all(progress)?;
    run.forget(|_| false);
    Ok(run.report)
}

struct BuildRun<'a> {
    folder: &'a Path,
    options: &'a BuildOptions,
    plan: &'a Plan,
    tables: Tables,
    report: BuildReport,
}

impl BuildRun<'_> {
    fn all(&mut self, progress: &mut dyn FnMut(&Progress)) -> Result<(), BuildError> {
        let (start, plan) = (Instant::now(), self.plan);
        let total = plan.pairs.iter().map(|pair| n_entries(*pair)).sum();
        let packed: Vec<Packed> = plan.pairs.iter().map(|pair| self.packed(*pair)).collect();
        let to_solve = self.take_over(&packed);
        let (mut done, mut loaded) = (0, 0);
        for (place, (&material, packed)) in plan.pairs.iter().zip(packed).enumerate() {
            let n = n_entries(material);
            match packed {
                Some(counts) if !to_solve[place] => {
                    self.count(material, &counts);
                    loaded += n;
                }
                packed => self.pair(material, packed, &mut |share| {
                    let done = done + (share * n as f64) as u64;
                    progress(&Progress { material, done, total, elapsed: start.elapsed(), loaded });
                })?,
            }
            self.forget(|kept| plan.is_needed_from(place + 1, kept));
            done += n;
            progress(&Progress { material, done, total, elapsed: start.elapsed(), loaded });
        }
        Ok(())
    }

    /// Opens the values an earlier build has left as far as they are read; answers which pairs are to
    /// be solved: those that are not packed, and those that others read and whose values are gone.
    fn take_over(&mut self, packed: &[Packed]) -> Vec<bool> {
        let pairs = &self.plan.pairs;
        let mut to_solve = vec![true; pairs.len()];
        for place in (0..pairs.len()).rev() {
            let material = pairs[place];
            if packed[place].is_none() || !self.is_kept(material) {
                continue;
            }
            let mut readers = pairs.iter().zip(&to_solve).skip(place + 1);
            let is_read = readers.any(|(reader, is_solved)| *is_solved && needs(*reader, material));
            to_solve[place] =
                is_read && !checkpoint::load(self.folder, material, self.options.on_disk, &mut self.tables);
        }
        to_solve
    }

    /// Builds a material and its mirror.
    fn pair(
        &mut self,
        material: Material,
        packed: Packed,
        solved: &mut dyn FnMut(f64),
    ) -> Result<(), BuildError> {
        solved(0.0);
        let start = Instant::now();
        self.solve(material, solved)?;
        self.report.solving += start.elapsed();
        let start = Instant::now();
        let counts = match packed {
            Some(counts) => counts,
            None => self.pack(material)?,
        };
        self.count(material, &counts);
        if self.is_kept(material) {
            checkpoint::save(self.folder, material, &mut self.tables)?;
        }
        self.report.packing += start.elapsed();
        Ok(())
    }

    fn solve(&mut self, material: Material, solved: &mut dyn FnMut(f64)) -> Result<(), FileError> {
        let values = |material| match self.options.on_disk && self.is_kept(material) {
            true => checkpoint::new_values(self.folder, material),
            false => Ok(Values::in_memory(Table::n_words(material))),
        };
        let mirror = (material != material.mirror()).then(|| values(material.mirror())).transpose()?;
        self.tables.build_pair_in(material, values(material)?, mirror, self.options.threads, solved);
        Ok(())
    }

    /// Packs a material and its mirror into their file, if they have one.
    fn pack(&mut self, material: Material) -> Result<Vec<(Material, Counts)>, FileError> {
        let threads = self.options.threads;
        if !self.has_file(material) {
            let tables = self.tables.pair(material);
            return Ok(tables.map(|table| (table.material, count(table, threads))).collect());
        }
        let sections = self.tables.pack_pair(material, threads);
        let path = self.folder.join(file_name(material));
        write_whole(&path, &to_bytes(&sections))?;
        self.report.files.push(path);
        Ok(sections.iter().map(|section| (section.material, section.counts)).collect())
    }

    fn count(&mut self, material: Material, counts: &[(Material, Counts)]) {
        if material.n_pieces() == self.options.pieces {
            self.report.counts.extend_from_slice(counts);
        }
    }

    fn has_file(&self, material: Material) -> bool {
        material.n_pieces() > self.options.files_above
    }

    /// Are the values of a material kept in a file while they are needed?
    fn is_kept(&self, material: Material) -> bool {
        (self.options.resumable || self.options.on_disk) && self.has_file(material)
    }

    /// The counts of a material and its mirror if their file is there with a head that makes sense.
    fn packed(&self, material: Material) -> Packed {
        if !self.has_file(material) {
            return None;
        }
        let bytes = fs::read(self.folder.join(file_name(material))).ok()?;
        let records = read_head(&bytes).ok()?;
        let counts = records.iter().map(|record| (record.material, record.counts)).collect::<Vec<_>>();
        counts.iter().any(|(found, _)| *found == material).then_some(counts)
    }

    /// Drops values that nobody will read any more.
    fn forget(&mut self, is_needed: impl Fn(Material) -> bool) {
        for material in self.tables.retain(is_needed) {
            checkpoint::remove(self.folder, material);
        }
    }
}

/// The counts in a finished file.
type Packed = Option<Vec<(Material, Counts)>>;

/// Positions of a material and its mirror, with White to move.
fn n_entries(material: Material) -> u64 {
    material.n_boards() * n_tables(material)
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
        tables.build_pair(material, 1);
        sections.extend(tables.pair(material).map(|table| section(table, 1)));
    }
    to_bytes(&sections)
}
