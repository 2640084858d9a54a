//! Packing: runs of equal values, as symbols with words of fitting length.

mod cluster;
mod encode;
pub(crate) mod huffman;
pub(crate) mod model;
mod runs;
pub(crate) mod symbol;

use crate::build::{Table, ValueCells};
use crate::grid::{Grid, Order};
use crate::parallel::for_each_part;
pub(crate) use encode::Packed;
pub(crate) use runs::{MAX_SUB_WORDS, STRETCH_WORDS};
use runs::{Runs, scan};

/// The number of words in a part for one thread, roughly.
const PART_WORDS: usize = 1 << 17;
/// The number of parts that are tried in each order.
const N_TRIED: usize = 8;

/// Packs a table in the order that makes fewer runs.
pub(crate) fn pack(table: &Table<ValueCells>, threads: usize) -> (Order, Packed) {
    let orders = Order::ALL.into_iter().filter(|order| order.suits(table.material));
    let grids: Vec<Grid> = orders.map(|order| Grid::new(table.material, order)).collect();
    let all_parts = parts(&grids[0]);
    let tried: Vec<_> = all_parts.iter().step_by(all_parts.len().div_ceil(N_TRIED)).collect();
    let n_runs = |grid: &&Grid| -> usize {
        let runs = for_each_part(&tried, threads, |part| scan(table, grid, (*part).clone()).len());
        runs.into_iter().sum()
    };
    let best = if grids.len() == 1 { grids.first() } else { grids.iter().min_by_key(n_runs) };
    let grid = best.expect("every material has an order");
    let runs: Vec<Runs> = for_each_part(&parts(grid), threads, |part| scan(table, grid, part.clone()));
    (grid.order, encode::encode(&runs, threads))
}

/// The placements of the men, cut where any sub-blocks end.
fn parts(grid: &Grid) -> Vec<std::ops::Range<u32>> {
    let n_words = grid.words_per_placement();
    let aligned = if n_words == 0 {
        32 * MAX_SUB_WORDS
    } else {
        MAX_SUB_WORDS / (1 << n_words.trailing_zeros().min(MAX_SUB_WORDS.ilog2()))
    };
    let wanted = if n_words == 0 { 32 * PART_WORDS } else { PART_WORDS.div_ceil(n_words) };
    let len = wanted.next_multiple_of(aligned);
    (0..grid.men.len()).step_by(len).map(|first| first..(first + len as u32).min(grid.men.len())).collect()
}
