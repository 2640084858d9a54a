//! Building: from no pieces upwards, each material from those it can turn into.

mod capture;
mod checkpoint;
mod count;
mod driver;
mod lonely;
mod plan;
mod solve;
mod table;
mod transpose;
mod values;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::thread;

use capture::Finished;
pub use driver::{BuildError, BuildOptions, BuildReport, Progress, build, file_name, shipped_bytes};
use solve::Pair;
pub(crate) use table::{Shape, Table};
pub(crate) use transpose::transpose;

use crate::Material;
use crate::men::{MenIndex, Slots};
use table::TableView;
use values::Values;

/// Finished tables in memory.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    tables: HashMap<Material, Table>,
    slots: HashMap<(u8, u8), Arc<Slots>>,
}

impl Tables {
    pub(crate) fn get(&self, material: Material) -> Option<&Table> {
        self.tables.get(&material)
    }

    fn insert(&mut self, table: Table) {
        self.tables.insert(table.material, table);
    }

    /// Drops the tables of all other materials, which it answers.
    fn retain(&mut self, mut is_needed: impl FnMut(Material) -> bool) -> Vec<Material> {
        self.tables.extract_if(|&material, _| !is_needed(material)).map(|(material, _)| material).collect()
    }

    fn slots(&mut self, material: Material) -> Arc<Slots> {
        let (black, white) = (material.black_men, material.white_men);
        let slots = self.slots.entry((black, white));
        Arc::clone(slots.or_insert_with(|| Arc::new(Slots::new(&MenIndex::of(black, white)))))
    }

    fn new_table(&mut self, material: Material, values: Values) -> Table {
        let slots = self.slots(material);
        Table::new(material, slots, values)
    }

    /// Solves a material and its mirror in memory. Everything it can turn into must be there.
    pub(crate) fn build_pair(&mut self, material: Material, threads: usize) {
        let values = |material| Values::in_memory(Table::n_words(material));
        let mirror = (material != material.mirror()).then(|| values(material.mirror()));
        self.build_pair_in(material, values(material), mirror, threads, &mut |_| {});
    }

    /// The same with room for the values of both. Tells now and then which share of it is solved.
    fn build_pair_in(
        &mut self,
        material: Material,
        values: Values,
        mirror: Option<Values>,
        threads: usize,
        solved: &mut dyn FnMut(f64),
    ) {
        let mut table = self.new_table(material, values);
        let mut mirror = mirror.map(|values| self.new_table(material.mirror(), values));
        let level_ends = table.slots.level_ends.clone();
        let mut start = 0;
        for end in level_ends {
            let end = end as usize;
            self.build_level(&mut table, mirror.as_mut(), start..end, threads);
            start = end;
            solved(end as f64 / table.slots.men.len() as f64);
        }
        self.insert(table);
        mirror.into_iter().for_each(|mirror| self.insert(mirror));
    }

    fn build_level(
        &self,
        table: &mut Table,
        mirror: Option<&mut Table>,
        slots: std::ops::Range<usize>,
        threads: usize,
    ) {
        let mut finished = Finished::new();
        for (&material, table) in &self.tables {
            finished.insert(material, table.view());
        }
        let (order, material) = (Arc::clone(&table.slots), table.material);
        let level = Level::split(table, &slots, &mut finished);
        let mirror_level = mirror.map(|mirror| Level::split(mirror, &slots, &mut finished));
        let jobs = Mutex::new(jobs(&order, slots, level, mirror_level).into_iter());
        let work = || {
            let mut pair = Pair::new(&finished, material);
            while let Some(job) = next(&jobs) {
                job.run(&order, &mut pair);
            }
        };
        let n_jobs = jobs.lock().map_or(0, |jobs| jobs.len());
        if threads < 2 || n_jobs < 2 {
            return work();
        }
        thread::scope(|scope| {
            for _ in 0..threads.min(n_jobs) {
                scope.spawn(work);
            }
        });
    }
}

fn next<'a>(jobs: &Mutex<std::vec::IntoIter<Job<'a>>>) -> Option<Job<'a>> {
    jobs.lock().ok()?.next()
}

/// The slots of one level of a table, to be filled.
struct Level<'a> {
    values: &'a mut [u32],
    n_words: usize,
}

impl<'a> Level<'a> {
    /// Cuts a table in the levels that are finished, which anybody may read, and the next one.
    fn split(table: &'a mut Table, slots: &std::ops::Range<usize>, finished: &mut Finished<'a>) -> Level<'a> {
        let n_words = table.shape.n_words();
        let (done, rest) = table.values.split_at_mut(slots.start * n_words);
        let view = TableView { shape: table.shape, men: &table.men, slots: &table.slots, values: done };
        finished.insert(table.material, view);
        Level { values: &mut rest[..slots.len() * n_words], n_words }
    }

    /// Takes the first slots off.
    fn take(&mut self, n_slots: usize) -> &'a mut [u32] {
        let (first, rest) = std::mem::take(&mut self.values).split_at_mut(n_slots * self.n_words);
        self.values = rest;
        first
    }
}

/// Some slots of a level, for one thread.
struct Job<'a> {
    first_slot: usize,
    values: &'a mut [u32],
    /// The same slots of the mirror, unless the material is its own.
    mirror: Option<&'a mut [u32]>,
}

/// About so many words make a job.
const JOB_WORDS: usize = 1 << 15;

fn jobs<'a>(
    order: &Slots,
    slots: std::ops::Range<usize>,
    mut level: Level<'a>,
    mut mirror: Option<Level<'a>>,
) -> Vec<Job<'a>> {
    let wanted = (JOB_WORDS / level.n_words).max(1);
    let (mut jobs, mut first_slot) = (Vec::new(), slots.start);
    while first_slot < slots.end {
        let mut end = first_slot;
        while end < slots.end && end - first_slot < wanted {
            end += order.unit_len(end);
        }
        let n_slots = end - first_slot;
        let values = level.take(n_slots);
        let mirror = mirror.as_mut().map(|mirror| mirror.take(n_slots));
        jobs.push(Job { first_slot, values, mirror });
        first_slot = end;
    }
    jobs
}

impl Job<'_> {
    fn run(self, order: &Slots, pair: &mut Pair<'_>) {
        let n_words = pair.first.n_words();
        let Some(mirror) = self.mirror else {
            let mut values = self.values.chunks_exact_mut(n_words);
            let mut slot = self.first_slot;
            while let Some(own) = values.next() {
                pair.solve(order.men[slot]);
                pair.first.store(own);
                if order.unit_len(slot) == 2 {
                    values.next().into_iter().for_each(|twin| pair.second.store(twin));
                    slot += 1;
                }
                slot += 1;
            }
            return;
        };
        let mirror_words = pair.second.n_words();
        for (i, own) in self.values.chunks_exact_mut(n_words).enumerate() {
            let slot = self.first_slot + i;
            let twin = order.twin(slot) - self.first_slot;
            pair.solve(order.men[slot]);
            pair.first.store(own);
            pair.second.store(&mut mirror[twin * mirror_words..][..mirror_words]);
        }
    }
}
