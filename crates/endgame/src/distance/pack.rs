//! From tables in memory to the blocks of a file.

use super::block::{ANY, BLOCK_CELLS, pack};
use super::file::{Longest, Section};
use crate::Layout;
use crate::build::{DistanceCells, Table};
use crate::grid::{Grid, Order};
use crate::men::Men;
use crate::parallel::for_each_part;
use crate::sets::KingSets;

/// Packs a table.
pub(crate) fn pack_table(table: &Table<DistanceCells>, threads: usize) -> Section {
    let layout = Layout::new(table.material).expect("only what a database can hold is built");
    let (n_placements, n_cells) = layout.planes();
    let placements: Vec<usize> = (0..n_placements).collect();
    let parts: Vec<&[usize]> = placements.chunks(n_placements.div_ceil(threads.max(1))).collect();
    let filled = for_each_part(&parts, threads, |part| {
        let mut reader = CellReader::new(table);
        let mut halves = Vec::with_capacity(part.len() * n_cells);
        part.iter().for_each(|&i| reader.placement(layout.placement(i), &mut halves));
        (halves, reader.longest)
    });
    let mut halves = Vec::with_capacity(n_placements * n_cells);
    let mut longest = Longest::NONE;
    for (part, mut found) in filled {
        found.cell += halves.len() as u64;
        longest = longest.or_longer(found);
        halves.extend(part);
    }
    let blocks: Vec<&[u8]> = halves.chunks(BLOCK_CELLS).collect();
    let blocks = for_each_part(&blocks, threads, |block| pack(block, layout.width()));
    Section { material: table.material, longest, blocks }
}

/// Reads a table in the order of a file.
struct CellReader<'a> {
    table: &'a Table<DistanceCells>,
    grid: Grid,
    /// The cells of a row that are positions without a capture.
    counting: Vec<u32>,
    longest: Longest,
}

impl<'a> CellReader<'a> {
    fn new(table: &'a Table<DistanceCells>) -> CellReader<'a> {
        let grid = Grid::new(table.material, Order::WhiteKings);
        CellReader { table, grid, counting: Vec::new(), longest: Longest::NONE }
    }

    /// Appends the halves of the distances of a placement, or [`ANY`] where none is kept.
    fn placement(&mut self, men: Men, halves: &mut Vec<u8>) {
        let CellReader { table, grid, counting, longest } = self;
        let verdicts = table.view().placement(men);
        let columns = by_number(&grid.inner, men);
        for row in by_number(&grid.outer, men) {
            grid.counting_row(men, grid.outer.sets[row], counting);
            let verdicts = &verdicts[row * grid.inner.len()..][..grid.inner.len()];
            for &column in &columns {
                let verdict = verdicts[column];
                let plies = verdict.plies().unwrap_or(0);
                let is_kept = verdict.is_loss() && counting[column / 32] >> (column % 32) & 1 == 1;
                if verdict.is_win() {
                    *longest = longest.or_longer(Longest { plies: plies as u32, cell: halves.len() as u64 });
                }
                halves.push(if is_kept { (plies / 2) as u8 } else { ANY });
            }
        }
    }
}

/// The ranks of the sets that avoid the men, in the order of a file: that of the sets as numbers.
fn by_number(kings: &KingSets, men: Men) -> Vec<usize> {
    let mut ranks: Vec<usize> = (0..kings.len()).filter(|&i| kings.sets[i] & men.all() == 0).collect();
    ranks.sort_unstable_by_key(|&i| kings.sets[i]);
    ranks
}
