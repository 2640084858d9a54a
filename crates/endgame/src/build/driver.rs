//! From options to files.

use std::fs;
use std::path::Path;
use std::time::Instant;

use super::plan::{Plan, n_positions, needs};
use super::storage::Storage;
use super::table::{Table, Tables};
use super::{
    BuildError, BuildOptions, BuildReport, Cells, Content, DistanceCells, Progress, ValueCells, checkpoint,
    file_name,
};
use crate::file::{Counts, FileError, write_whole};
use crate::{Database, MAX_PIECES, Material};

/// Builds all endings with the given number of pieces and with fewer into a folder, one file for each material
/// and its flip. Files that are there already are kept if they are whole; a damaged one is built again.
///
/// # Errors
///
/// When the options are invalid, the memory limit is too small, a file cannot be written, or a win is too long
/// for distances. Finished files stay.
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
    fs::create_dir_all(folder).map_err(FileError::write(folder))?;
    match options.content {
        Content::Values => BuildRun::<ValueCells>::run(folder, options, progress),
        Content::Distances => BuildRun::<DistanceCells>::run(folder, options, progress),
    }
}

impl BuildOptions {
    /// The memory that building takes, in bytes: for tables, and for solving and packing.
    pub fn needed_memory(&self) -> u64 {
        let plan = Plan::new(self);
        match self.content {
            Content::Values => plan.memory::<ValueCells>(self),
            Content::Distances => plan.memory::<DistanceCells>(self),
        }
    }
}

struct BuildRun<'a, C: Cells> {
    folder: &'a Path,
    options: &'a BuildOptions,
    plan: &'a Plan,
    tables: Tables<C>,
    report: BuildReport,
}

impl<C: Cells> BuildRun<'_, C> {
    fn run(
        folder: &Path,
        options: &BuildOptions,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<BuildReport, BuildError> {
        let plan = Plan::new(options);
        let mut run = BuildRun {
            folder,
            options,
            plan: &plan,
            tables: Tables::<C>::new(),
            report: BuildReport::default(),
        };
        run.all(progress)?;
        run.forget(|_| false);
        Ok(run.report)
    }

    fn all(&mut self, progress: &mut dyn FnMut(&Progress)) -> Result<(), BuildError> {
        let (start, plan) = (Instant::now(), self.plan);
        let total = plan.pairs.iter().map(|pair| n_positions(*pair)).sum();
        let packed: Vec<Packed> = plan.pairs.iter().map(|pair| self.packed(*pair)).collect();
        let to_solve = self.take_over(&packed);
        let (mut done, mut loaded) = (0, 0);
        for (place, (&material, packed)) in plan.pairs.iter().zip(packed).enumerate() {
            let n = n_positions(material);
            match packed {
                Some(counts) if !to_solve[place] => {
                    self.count(material, counts);
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

    /// Opens the tables an earlier build has left, as far as they are read. Returns which pairs are to be
    /// solved: those that are not packed, and those that others read and whose tables are gone.
    fn take_over(&mut self, packed: &[Packed]) -> Vec<bool> {
        let pairs = &self.plan.pairs;
        let mut to_solve = vec![true; pairs.len()];
        for place in (0..pairs.len()).rev() {
            let material = pairs[place];
            if packed[place].is_none() {
                continue;
            }
            let mut readers = pairs.iter().zip(&to_solve).skip(place + 1);
            let is_read = readers.any(|(reader, is_solved)| *is_solved && needs(*reader, material));
            to_solve[place] = is_read && !(self.is_kept(material) && self.load(material));
        }
        to_solve
    }

    fn load(&mut self, material: Material) -> bool {
        checkpoint::load(self.folder, material, self.options.on_disk, &mut self.tables)
    }

    /// Builds a material and its flip.
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
        self.count(material, counts);
        if self.is_kept(material) {
            checkpoint::save(self.folder, material, &mut self.tables)?;
        }
        self.report.packing += start.elapsed();
        Ok(())
    }

    fn solve(&mut self, material: Material, solved: &mut dyn FnMut(f64)) -> Result<(), BuildError> {
        let units = |material| match self.options.on_disk && self.is_kept(material) {
            true => checkpoint::new_units::<C>(self.folder, material),
            false => Ok(Storage::in_memory(Table::<C>::n_units(material))),
        };
        let flipped = (material != material.flip()).then(|| units(material.flip())).transpose()?;
        let built = self.tables.build_pair(material, units(material)?, flipped, self.options.threads, solved);
        built.map_err(|_| BuildError::TooLong(material))
    }

    /// Packs a material and its flip into their file, if they have one.
    fn pack(&mut self, material: Material) -> Result<Vec<(Material, Counts)>, FileError> {
        let (tables, threads) = (self.tables.pair(material), self.options.threads);
        if !self.has_file(material) {
            return Ok(C::count(&tables, threads));
        }
        let (bytes, counts) = C::pack(&tables, threads);
        let path = self.folder.join(file_name(material, C::CONTENT));
        write_whole(&path, &bytes)?;
        self.report.files.push(path);
        Ok(counts)
    }

    fn count(&mut self, material: Material, counts: Vec<(Material, Counts)>) {
        if material.n_pieces() == self.options.pieces {
            self.report.counts.extend(counts);
        }
    }

    fn has_file(&self, material: Material) -> bool {
        material.n_pieces() > self.options.files_above
    }

    /// Are the tables of a material kept in files while they are needed?
    fn is_kept(&self, material: Material) -> bool {
        (self.options.resumable || self.options.on_disk) && self.has_file(material)
    }

    /// The counts of a material and its flip if their file is there and whole.
    fn packed(&self, material: Material) -> Packed {
        if !self.has_file(material) {
            return None;
        }
        let mut file = Database::new();
        file.add_file(&self.folder.join(file_name(material, C::CONTENT))).ok()?;
        file.verify_checksums().ok()?;
        C::is_in(&file, material).then(|| file.materials().collect())
    }

    /// Drops tables that will not be read any more.
    fn forget(&mut self, is_needed: impl Fn(Material) -> bool) {
        for material in self.tables.retain(is_needed) {
            checkpoint::remove::<C>(self.folder, material);
        }
    }
}

/// The counts in a finished file.
type Packed = Option<Vec<(Material, Counts)>>;
