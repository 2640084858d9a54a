//! What is built, in which order, and how long its values are needed.

use super::driver::BuildOptions;
use super::table::{Shape, Table};
use crate::Material;
use crate::material::n_placements;

/// The materials of a build, the greater one of each pair of mirrors, in order.
pub(super) struct Plan {
    pub(super) pairs: Vec<Material>,
}

impl Plan {
    pub(super) fn new(options: &BuildOptions) -> Plan {
        let all = (2..=options.pieces).flat_map(|pieces| Material::pairs(pieces, options.max_side));
        let mut pairs: Vec<Material> = all.collect();
        if let Some(only) = options.only {
            let mut wanted = vec![only.max(only.mirror())];
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

    /// The memory for the values that are there at the same time, in bytes.
    pub(super) fn memory_for_values(&self) -> u64 {
        let n_bytes = |pair: &Material| n_tables(*pair) * Table::n_bytes(*pair);
        let at = |place: usize| {
            let kept = self.pairs[..place].iter().filter(|pair| self.is_needed_from(place, **pair));
            kept.map(n_bytes).sum::<u64>() + n_bytes(&self.pairs[place])
        };
        (0..self.pairs.len()).map(at).max().unwrap_or(0)
    }

    /// The memory that solving and packing take beside the values, in bytes.
    pub(super) fn memory_for_work(&self, threads: usize) -> u64 {
        let work = |pair: &Material| {
            // Six matrices of bits for each side and thread; the runs of a table that is packed take
            // about half a byte for each position.
            let shape = Shape::of(*pair);
            let matrix = (shape.n_rows * shape.stride * 4) as u64;
            let n_busy = n_placements(pair.black_men, pair.white_men).min(threads as u64);
            (12 * matrix * n_busy).max(pair.n_boards() / 2)
        };
        self.pairs.iter().map(work).max().unwrap_or(0)
    }
}

/// Does building a pair read the values of a material?
pub(super) fn needs(pair: Material, material: Material) -> bool {
    pair.may_become(material) || pair.may_become(material.mirror())
}

/// A material and its mirror make two tables.
pub(super) fn n_tables(pair: Material) -> u64 {
    if pair == pair.mirror() { 1 } else { 2 }
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
                    assert!(earlier.contains(&other) || earlier.contains(&other.mirror()), "{pair}: {other}");
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
