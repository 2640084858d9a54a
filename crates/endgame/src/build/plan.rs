//! What is built, in which order, and how long its tables are needed.

use super::Cells;
use super::options::BuildOptions;
use super::table::Table;
use crate::Material;
use crate::material::n_placements;

/// The materials of a build, the greater one of each pair of flips, in order.
pub(super) struct Plan {
    pub(super) pairs: Vec<Material>,
}

impl Plan {
    pub(super) fn new(options: &BuildOptions) -> Plan {
        let all = (2..=options.pieces).flat_map(|pieces| Material::pairs(pieces, options.max_side));
        let mut pairs: Vec<Material> = all.collect();
        if let Some(only) = options.only {
            let mut wanted = vec![only.max(only.flip())];
            pairs.reverse();
            pairs.retain(|&pair| {
                let is_wanted = wanted.iter().any(|&other| other == pair || needs(other, pair));
                wanted.extend(is_wanted.then_some(pair));
                is_wanted
            });
            pairs.reverse();
        }
        Plan { pairs }
    }

    /// Is the material read when pairs from this place on are built?
    pub(super) fn is_needed_from(&self, place: usize, material: Material) -> bool {
        self.pairs[place..].iter().any(|&pair| needs(pair, material))
    }

    /// The memory that a build takes, in bytes.
    pub(super) fn memory<C: Cells>(&self, options: &BuildOptions) -> u64 {
        let tables = if options.on_disk { 0 } else { self.memory_for_tables::<C>() };
        tables + self.memory_for_work::<C>(options.threads)
    }

    /// The memory for the tables that are there at the same time.
    fn memory_for_tables<C: Cells>(&self) -> u64 {
        let n_bytes = |pair: &Material| pair.with_flip().map(|m| Table::<C>::n_bytes(m) as u64).sum::<u64>();
        let at = |place: usize| {
            let kept = self.pairs[..place].iter().filter(|pair| self.is_needed_from(place, **pair));
            kept.map(n_bytes).sum::<u64>() + n_bytes(&self.pairs[place])
        };
        (0..self.pairs.len()).map(at).max().unwrap_or(0)
    }

    /// The memory that solving and packing take beside the tables.
    fn memory_for_work<C: Cells>(&self, threads: usize) -> u64 {
        let work = |pair: &Material| {
            let (solver, packing) = C::work_bytes(*pair);
            (solver * n_placements(pair.black_men, pair.white_men).min(threads as u64)).max(packing)
        };
        self.pairs.iter().map(work).max().unwrap_or(0)
    }
}

/// Does building a pair read the tables of a material?
pub(super) fn needs(pair: Material, material: Material) -> bool {
    pair.may_become(material) || pair.may_become(material.flip())
}

/// Positions of a material and its flip, with White to move.
pub(super) fn n_positions(pair: Material) -> u64 {
    pair.with_flip().map(Material::n_boards).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_there_when_it_is_needed() {
        for only in [None, Some(Material::new(1, 1, 0, 2)), Some(Material::new(2, 0, 2, 0))] {
            let plan = Plan::new(&BuildOptions { only, ..BuildOptions::new(4) });
            for (place, &pair) in plan.pairs.iter().enumerate() {
                let all = (2..=4).flat_map(|pieces| Material::all(pieces, 7));
                for other in all.filter(|&other| pair.may_become(other)) {
                    let earlier = &plan.pairs[..place];
                    assert!(earlier.contains(&other) || earlier.contains(&other.flip()), "{pair}: {other}");
                }
            }
        }
    }

    #[test]
    fn one_material_takes_only_what_it_can_become() {
        let only = Some(Material::new(0, 2, 0, 1));
        let plan = Plan::new(&BuildOptions { only, ..BuildOptions::new(3) });
        assert_eq!(plan.pairs, [Material::new(0, 1, 0, 1), Material::new(0, 2, 0, 1)]);
    }
}
