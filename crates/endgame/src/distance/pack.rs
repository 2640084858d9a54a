//! From tables in memory to the blocks of a file.

use std::thread;

use super::block::{ANY, BLOCK_CELLS, pack};
use super::file::{Longest, Section};
use super::jumps::OpenJumps;
use super::merit::Merit;
use super::table::Table;
use crate::Layout;
use crate::men::Men;
use crate::sets::{KingSets, turn};

/// Packs a table.
pub(crate) fn pack_table(table: &Table, layout: &Layout, threads: usize) -> Section {
    let mut halves = vec![ANY; layout.n_cells() as usize];
    let longest = fill_halves(table, layout, &mut halves, threads);
    let blocks: Vec<&[u8]> = halves.chunks(BLOCK_CELLS).collect();
    let share = blocks.len().div_ceil(threads.max(1));
    let pack_all = |blocks: &[&[u8]]| -> Vec<Vec<u8>> {
        blocks.iter().map(|block| pack(block, layout.width())).collect()
    };
    let blocks = thread::scope(|scope| {
        let parts: Vec<_> = blocks.chunks(share).map(|part| scope.spawn(|| pack_all(part))).collect();
        parts.into_iter().flat_map(|part| part.join().expect("packing does not panic")).collect()
    });
    Section { material: table.material, longest, blocks }
}

/// Fills in the halves of the distances that are kept, and finds the longest win.
fn fill_halves(table: &Table, layout: &Layout, halves: &mut [u8], threads: usize) -> Longest {
    let (n_placements, n_cells) = layout.planes();
    let share = n_placements.div_ceil(threads.max(1));
    let fill = |first: usize, halves: &mut [u8]| {
        let mut plane = Plane::new(table);
        let mut longest = Longest { plies: 0, cell: 0 };
        for (i, halves) in (first..).zip(halves.chunks_mut(n_cells)) {
            let (plies, cell) = plane.fill(table, layout.placement(i), halves);
            if plies > longest.plies {
                longest = Longest { plies, cell: (i * n_cells + cell) as u64 };
            }
        }
        longest
    };
    thread::scope(|scope| {
        let parts = halves.chunks_mut(share * n_cells).enumerate();
        let parts: Vec<_> = parts.map(|(i, part)| scope.spawn(move || fill(i * share, part))).collect();
        let found = parts.into_iter().map(|part| part.join().expect("filling does not panic"));
        found.reduce(|best, next| if next.plies > best.plies { next } else { best })
    })
    .unwrap_or(Longest { plies: 0, cell: 0 })
}

/// What it takes to go over the cells of a placement.
struct Plane {
    black_kings: std::sync::Arc<KingSets>,
    white_kings: std::sync::Arc<KingSets>,
    open_jumps: Vec<OpenJumps>,
}

impl Plane {
    fn new(table: &Table) -> Plane {
        let black_kings = KingSets::of(table.material.black_kings);
        let white_kings = KingSets::of(table.material.white_kings);
        let open_jumps = white_kings.sets.iter().map(|_| OpenJumps::default()).collect();
        Plane { black_kings, white_kings, open_jumps }
    }

    /// Fills in a placement; answers the length of its longest win and the first cell with it.
    fn fill(&mut self, table: &Table, men: Men, halves: &mut [u8]) -> (u32, usize) {
        let Plane { black_kings, white_kings, open_jumps } = self;
        let merits = table.placement(men);
        // White is to move: the captures are those of Black on the turned board.
        let (all, turned) = (men.all(), men.turned());
        let is_free = |kings: &u32| kings & all == 0;
        let columns = by_rank(white_kings, is_free);
        for &column in &columns {
            open_jumps[column].set(turned, turn(white_kings.sets[column]), table.material.black_kings);
        }
        let (mut longest, mut cell) = ((0, 0), 0);
        for row in by_rank(black_kings, is_free) {
            let waiting = turn(black_kings.sets[row]);
            let merits = &merits[row * table.shape.n_columns..][..table.shape.n_columns];
            for &column in &columns {
                let merit: Merit = merits[column];
                let plies = merit.plies().unwrap_or(0);
                if merit.is_loss() && !open_jumps[column].any(turned, waiting) {
                    halves[cell] = (plies / 2) as u8;
                } else if merit.is_win() && plies as u32 > longest.0 {
                    longest = (plies as u32, cell);
                }
                cell += 1;
            }
        }
        longest
    }
}

/// The sets that fit, in the order of their ranks in a file: that of the sets as numbers.
fn by_rank(kings: &KingSets, fits: impl Fn(&u32) -> bool) -> Vec<usize> {
    let mut sets: Vec<usize> = (0..kings.len()).filter(|&i| fits(&kings.sets[i])).collect();
    sets.sort_unstable_by_key(|&i| kings.sets[i]);
    sets
}
