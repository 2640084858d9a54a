//! From no pieces upwards, each material from those it can turn into.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::merit::Merit;
use super::solve::{Pair, TooLong};
use super::table::Tables;
use crate::Material;
use crate::men::Slots;

/// A placement and the same seen from the other side, solved.
struct Solved {
    slot: usize,
    merits: Vec<Merit>,
    twin: usize,
    twin_merits: Vec<Merit>,
}

impl Tables {
    /// Solves a material and its mirror. Everything it can turn into must be there.
    pub(crate) fn build_pair(&mut self, material: Material, threads: usize) -> Result<(), TooLong> {
        self.add(material);
        if material != material.mirror() {
            self.add(material.mirror());
        }
        let level_ends = self.get(material).slots.level_ends.clone();
        let mut start = 0;
        for end in level_ends {
            let end = end as usize;
            for solved in self.solve_level(material, start..end, threads)? {
                self.get_mut(material).fill_slot(solved.slot, &solved.merits);
                self.get_mut(material.mirror()).fill_slot(solved.twin, &solved.twin_merits);
            }
            start = end;
        }
        Ok(())
    }

    /// The placements of a level, whose men's moves lead to levels before it.
    fn solve_level(
        &self,
        material: Material,
        slots: std::ops::Range<usize>,
        threads: usize,
    ) -> Result<Vec<Solved>, TooLong> {
        let order = &*self.get(material).slots;
        let is_own_mirror = material == material.mirror();
        let next = AtomicUsize::new(slots.start);
        let all = Mutex::new(Vec::with_capacity(slots.len()));
        let work = || {
            let mut pair = Pair::new(self, material);
            let mut own = Vec::new();
            loop {
                let slot = next.fetch_add(1, Ordering::Relaxed);
                if slot >= slots.end {
                    break;
                }
                // Whoever solves a placement of such a material has solved its twin as well.
                if !is_own_mirror || order.twin(slot) >= slot {
                    own.push(solve_slot(&mut pair, order, slot)?);
                }
            }
            if let Ok(mut all) = all.lock() {
                all.append(&mut own);
            }
            Ok(())
        };
        if threads < 2 || slots.len() < 2 {
            work()?;
        } else {
            thread::scope(|scope| {
                let workers: Vec<_> = (0..threads.min(slots.len())).map(|_| scope.spawn(work)).collect();
                workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Err(TooLong)))
            })?;
        }
        Ok(all.into_inner().unwrap_or_default())
    }
}

fn solve_slot(pair: &mut Pair<'_>, order: &Slots, slot: usize) -> Result<Solved, TooLong> {
    pair.solve(order.men[slot])?;
    Ok(Solved {
        slot,
        merits: pair.white.turned_merits(),
        twin: order.twin(slot),
        twin_merits: pair.black.turned_merits(),
    })
}
