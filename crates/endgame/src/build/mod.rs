//! Building: from no pieces upwards, each material from those it can turn into.
//!
//! One builder makes tables of values and tables of distances. What differs is what a table keeps of a
//! position and how a placement of the men is solved: [`Cells`].

mod byte_verdict;
mod capture;
#[cfg(feature = "files")]
mod checkpoint;
mod count;
mod distance_solver;
#[cfg(feature = "files")]
mod driver;
mod one_sided;
#[cfg(feature = "files")]
mod options;
#[cfg(feature = "files")]
mod plan;
mod storage;
mod table;
mod value_solver;

use std::ops::Range;
use std::sync::{Arc, Mutex};

use crate::file::Counts;
use crate::men::{Men, Slots};
use crate::parallel::on_threads;
use crate::{Database, MAX_SIDE, Material};

pub(crate) use distance_solver::DistanceCells;
#[cfg(feature = "files")]
pub use driver::build;
#[cfg(feature = "files")]
pub use options::{BuildError, BuildOptions, BuildReport, Progress, file_name, material_of};
use storage::Storage;
pub(crate) use table::Table;
use table::{Finished, Shape, Tables};
pub(crate) use value_solver::ValueCells;

/// What database files hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Win, loss or draw.
    Values,
    /// Plies to the end of the game. They say nothing without the values.
    Distances,
}

impl Content {
    /// The extension of such files.
    pub const fn extension(self) -> &'static str {
        match self {
            Content::Values => "ceg",
            Content::Distances => "ced",
        }
    }
}

/// What a table keeps of its positions, and how that is found out.
pub(crate) trait Cells: Sized + std::fmt::Debug + 'static {
    /// What a table is made of.
    type Unit: bytemuck::Pod + Send + Sync + std::fmt::Debug;
    /// Solves placements of the men.
    type Solver<'a>: Solver<'a, Self>;
    /// What a file of these tables holds.
    const CONTENT: Content;

    /// Units for one placement.
    fn n_units(shape: Shape) -> usize;

    /// The memory that a solver takes, and that packing takes, in bytes.
    fn work_bytes(material: Material) -> (u64, u64);

    /// The bytes of a file with these tables, and how many positions of each are won, lost and drawn.
    fn pack(tables: &[&Table<Self>], threads: usize) -> (Vec<u8>, Vec<(Material, Counts)>);

    /// The same counts without a file.
    fn count(tables: &[&Table<Self>], threads: usize) -> Vec<(Material, Counts)>;

    /// Has the database a table of this kind?
    fn is_in(database: &Database, material: Material) -> bool;
}

/// Solves the placements of a material and its flip.
pub(crate) trait Solver<'a, C: Cells> {
    fn new(finished: &'a Finished<'a, C>, material: Material) -> Self;

    /// Solves a placement with either side to move.
    fn solve(&mut self, men: Men) -> Result<(), TooLong>;

    /// Writes what was found into the table of the material.
    fn store(&self, units: &mut [C::Unit]);

    /// Writes what was found into the table of its flip.
    fn store_flipped(&self, units: &mut [C::Unit]);
}

/// A win takes more plies than can be counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooLong;

/// The bytes of the file that is shipped with the program: all endings of two to four pieces.
///
/// Tests compare them with `data/shipped.ceg` and `data/shipped.ced`.
///
/// # Panics
///
/// Never: four pieces end within 109 plies.
pub fn shipped_bytes(content: Content) -> Vec<u8> {
    fn bytes<C: Cells>() -> Vec<u8> {
        let pairs = || (2..=SHIPPED_PIECES).flat_map(|pieces| Material::pairs(pieces, MAX_SIDE));
        let mut tables = Tables::<C>::new();
        for material in pairs() {
            let units = |material| Storage::in_memory(Table::<C>::n_units(material));
            let flipped = (material != material.flip()).then(|| units(material.flip()));
            let built = tables.build_pair(material, units(material), flipped, 1, &mut |_| {});
            built.expect("four pieces end within 109 plies");
        }
        C::pack(&pairs().flat_map(|material| tables.pair(material)).collect::<Vec<_>>(), 1).0
    }
    match content {
        Content::Values => bytes::<ValueCells>(),
        Content::Distances => bytes::<DistanceCells>(),
    }
}

/// The number of pieces up to which endings are shipped, so that no files are written for them.
const SHIPPED_PIECES: u8 = 4;

impl<C: Cells> Tables<C> {
    /// Solves a material and its flip, given room for both. Everything they can turn into must be there.
    /// Reports from time to time which share is solved.
    fn build_pair(
        &mut self,
        material: Material,
        units: Storage<C::Unit>,
        flipped: Option<Storage<C::Unit>>,
        threads: usize,
        solved: &mut dyn FnMut(f64),
    ) -> Result<(), TooLong> {
        let mut table = self.new_table(material, units);
        let mut flipped = flipped.map(|units| self.new_table(material.flip(), units));
        let slots = Arc::clone(&table.slots);
        let mut start = 0;
        for &end in &slots.level_ends {
            let end = end as usize;
            self.build_level(&mut table, flipped.as_mut(), start..end, threads)?;
            start = end;
            solved(end as f64 / slots.men.len() as f64);
        }
        self.insert(table);
        flipped.into_iter().for_each(|flipped| self.insert(flipped));
        Ok(())
    }

    /// Solves the placements of a level. Moves of their men lead to levels before it.
    fn build_level(
        &self,
        table: &mut Table<C>,
        flipped: Option<&mut Table<C>>,
        slots: Range<usize>,
        threads: usize,
    ) -> Result<(), TooLong> {
        let (order, material) = (Arc::clone(&table.slots), table.material);
        let mut finished = self.finished();
        let (done, level) = table.split(&slots);
        finished.insert(material, done);
        let flipped = flipped.map(|flipped| {
            let (done, level) = flipped.split(&slots);
            finished.insert(material.flip(), done);
            level
        });
        let jobs = jobs::<C>(&order, slots, level, flipped);
        let n_workers = threads.min(jobs.len());
        let jobs = Mutex::new(jobs.into_iter());
        let next = || jobs.lock().expect("taking a job does not panic").next();
        let results = on_threads(n_workers, || {
            let mut solver = C::Solver::new(&finished, material);
            while let Some(job) = next() {
                job.run(&order, &mut solver)?;
            }
            Ok(())
        });
        results.into_iter().collect()
    }
}

/// Some slots of a level, for one thread.
struct Job<'a, C: Cells> {
    first_slot: usize,
    n_slots: usize,
    units: &'a mut [C::Unit],
    /// The same slots of the flip, unless the material is its own flip.
    flipped: Option<&'a mut [C::Unit]>,
}

/// About as many units make a job.
const JOB_UNITS: usize = 1 << 15;

fn jobs<'a, C: Cells>(
    order: &Slots,
    slots: Range<usize>,
    mut level: &'a mut [C::Unit],
    mut flipped: Option<&'a mut [C::Unit]>,
) -> Vec<Job<'a, C>> {
    let n_units = level.len() / slots.len();
    let wanted = (JOB_UNITS / n_units).max(1);
    let (mut jobs, mut first_slot) = (Vec::new(), slots.start);
    while first_slot < slots.end {
        let mut end = first_slot;
        while end < slots.end && end - first_slot < wanted {
            end += order.unit_len(end);
        }
        let n_slots = end - first_slot;
        let units = level.split_off_mut(..n_slots * n_units).expect("jobs make up the level");
        let flipped = flipped.as_mut().map(|flipped| {
            let n_units = flipped.len() / (slots.end - first_slot);
            flipped.split_off_mut(..n_slots * n_units).expect("jobs make up the level")
        });
        jobs.push(Job { first_slot, n_slots, units, flipped });
        first_slot = end;
    }
    jobs
}

impl<C: Cells> Job<'_, C> {
    fn run<'s>(self, order: &Slots, solver: &mut C::Solver<'s>) -> Result<(), TooLong> {
        let Job { first_slot, n_slots, units, flipped } = self;
        let n_units = units.len() / n_slots;
        if let Some(flipped) = flipped {
            let n_flipped = flipped.len() / n_slots;
            for (slot, units) in (first_slot..).zip(units.chunks_exact_mut(n_units)) {
                solver.solve(order.men[slot])?;
                solver.store(units);
                let twin = order.twin(slot) - first_slot;
                solver.store_flipped(&mut flipped[twin * n_flipped..][..n_flipped]);
            }
            return Ok(());
        }
        // The twin of a placement is the next slot of the same table.
        let mut units = units.chunks_exact_mut(n_units);
        let mut slot = first_slot;
        while let Some(own) = units.next() {
            solver.solve(order.men[slot])?;
            solver.store(own);
            if order.unit_len(slot) == 2 {
                units.next().into_iter().for_each(|twin| solver.store_flipped(twin));
            }
            slot += order.unit_len(slot);
        }
        Ok(())
    }
}
