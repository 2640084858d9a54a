//! A table cut into runs of equal values.

use std::ops::Range;

use super::symbol::VALUES;
use crate::build::{Table, ValueCells};
use crate::grid::{Grid, Order};
use crate::men::Men;
use crate::sets::KingSets;
use crate::transpose::transpose;
use crate::{Material, Value};

/// Runs start again after this number of words; a sub-block is some of these stretches.
pub(crate) const STRETCH_WORDS: usize = 16;
/// The maximum number of words in a sub-block that the format allows.
pub(crate) const MAX_SUB_WORDS: usize = 512;

/// Runs of cells that count, in the order of the grid.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    /// Four times the length, and the value.
    runs: Vec<u32>,
    /// Where the runs of each stretch end.
    stretch_ends: Vec<u32>,
}

impl Runs {
    /// The number of runs.
    pub(crate) fn len(&self) -> usize {
        self.runs.len()
    }

    pub(crate) fn n_stretches(&self) -> usize {
        self.stretch_ends.len()
    }

    /// The runs of some stretches, put together: their values and lengths.
    #[inline]
    pub(crate) fn of_stretches(&self, stretches: Range<usize>, joined: &mut Vec<(Value, u32)>) {
        joined.clear();
        let start = if stretches.start == 0 { 0 } else { self.stretch_ends[stretches.start - 1] };
        let end = self.stretch_ends[stretches.end - 1];
        for &run in &self.runs[start as usize..end as usize] {
            let (value, len) = (VALUES[run as usize % 4], run / 4);
            match joined.last_mut() {
                Some(last) if last.0 == value => last.1 += len,
                _ => joined.push((value, len)),
            }
        }
    }
}

/// Reads a table in the order of a grid.
struct RowReader<'a> {
    table: &'a Table<ValueCells>,
    grid: &'a Grid,
    rows: Rows,
    scanner: Scanner,
}

/// How the rows of a placement are found in the values.
enum Rows {
    /// As they are.
    Stored,
    /// A single row, the won cells and then the lost ones.
    Single,
    /// Transposed so that bits stand for sets of black kings.
    Transposed(Vec<u32>),
}

/// The runs of some placements of a table.
pub(crate) fn scan(table: &Table<ValueCells>, grid: &Grid, placements: Range<u32>) -> Runs {
    let mut scanner = Scanner::default();
    if grid.order == Order::Men {
        scan_men(table, placements, &mut scanner);
        return scanner.finish();
    }
    let rows = match grid.order {
        Order::BlackKings if table.shape.n_columns == 1 => Rows::Single,
        Order::BlackKings => Rows::Transposed(vec![0; 2 * grid.words_per_placement()]),
        _ => Rows::Stored,
    };
    let mut reader = RowReader { table, grid, rows, scanner };
    for men in grid.men.iter_from(placements.start).take(placements.len()) {
        reader.placement(men);
    }
    reader.scanner.finish()
}

impl RowReader<'_> {
    fn placement(&mut self, men: Men) {
        let Self { table, grid, .. } = *self;
        let values = table.view().placement(men);
        if let Rows::Transposed(transposed) = &mut self.rows {
            transpose_rows(table, values, transposed);
        }
        let values = if let Rows::Transposed(transposed) = &self.rows { &transposed[..] } else { values };
        let stride = grid.inner.stride;
        for (row, &kings) in values.chunks_exact(2 * stride).zip(&grid.outer.sets) {
            if kings & men.all() != 0 {
                self.scanner.skip(stride);
                continue;
            }
            let (won, lost) = row.split_at(stride);
            if stride == 1 {
                let counting = grid.counting::<1>(men, kings, 0);
                self.scanner.words(&counting, won, lost);
                continue;
            }
            for first in (0..stride).step_by(STRETCH_WORDS) {
                let n = STRETCH_WORDS.min(stride - first);
                let counting = grid.counting::<STRETCH_WORDS>(men, kings, first);
                self.scanner.words(&counting[..n], &won[first..][..n], &lost[first..][..n]);
            }
        }
    }
}

/// Values of a placement with a row for each set of white kings and a bit for each set of black ones.
fn transpose_rows(table: &Table<ValueCells>, values: &[u32], transposed: &mut [u32]) {
    let [rows, columns] = [table.material.black_kings, table.material.white_kings].map(KingSets::of);
    let stride = columns.stride;
    for part in 0..2 {
        let row = |row: usize| &values[(2 * row + part) * stride..][..stride];
        transpose(row, rows.len(), columns.len(), |column, group, word| {
            transposed[(2 * column + part) * rows.stride + group] = word;
        });
    }
}

/// The runs of a table without kings: all cells count, and positions with a capture are worth what the one
/// before is.
fn scan_men(table: &Table<ValueCells>, placements: Range<u32>, scanner: &mut Scanner) {
    let Material { black_men, white_men, .. } = table.material;
    // Seen with no king on the board, a cell counts if White has no capture.
    let grid = Grid::new(Material::new(black_men, 0, white_men, 0), Order::Men);
    let (mut counting, mut won, mut lost, mut last) = (0, 0, 0, Value::Draw);
    for (index, men) in placements.clone().zip(table.men.iter_from(placements.start)) {
        let bit = 1 << (index % 32);
        if grid.counting::<1>(men, 0, 0) == [1] {
            let values = table.view().placement(men);
            last = VALUES[if values[0] == 1 { 0 } else { 2 - values[1] as usize }];
        }
        counting |= bit;
        won |= if last == Value::Win { bit } else { 0 };
        lost |= if last == Value::Loss { bit } else { 0 };
        if bit == 1 << 31 || index + 1 == placements.end {
            scanner.words(&[counting], &[won], &[lost]);
            (counting, won, lost) = (0, 0, 0);
        }
    }
}

/// Collects runs.
#[derive(Default)]
struct Scanner {
    runs: Runs,
    /// Words so far.
    n_words: usize,
    /// The run that goes on: its value, and its length so far.
    value: usize,
    len: u32,
}

impl Scanner {
    /// Takes words of cells: which of them count, are won, are lost.
    #[inline]
    fn words(&mut self, counting: &[u32], won: &[u32], lost: &[u32]) {
        for ((&counting, won), lost) in counting.iter().zip(won).zip(lost) {
            if counting != 0 {
                self.word(counting, [counting & won, counting & lost, counting & !(won | lost)]);
            }
            self.n_words += 1;
            if self.n_words.is_multiple_of(STRETCH_WORDS) {
                self.end_stretch();
            }
        }
    }

    /// Passes over words of cells that do not count.
    fn skip(&mut self, n_words: usize) {
        for _ in 0..n_words {
            self.n_words += 1;
            if self.n_words.is_multiple_of(STRETCH_WORDS) {
                self.end_stretch();
            }
        }
    }

    /// Takes up to 32 cells, given as the sets of the won, lost and drawn ones.
    #[inline]
    fn word(&mut self, mut rest: u32, values: [u32; 3]) {
        loop {
            let other = rest & !values[self.value];
            if other == 0 {
                self.len += rest.count_ones();
                return;
            }
            let below = (1 << other.trailing_zeros()) - 1;
            self.len += (rest & below).count_ones();
            self.end_run();
            rest &= !below;
            let lowest = other & other.wrapping_neg();
            self.value = if values[0] & lowest != 0 { 0 } else { 1 + usize::from(values[2] & lowest != 0) };
        }
    }

    fn end_run(&mut self) {
        if self.len > 0 {
            self.runs.runs.push(self.len << 2 | self.value as u32);
        }
        self.len = 0;
    }

    fn end_stretch(&mut self) {
        self.end_run();
        self.runs.stretch_ends.push(self.runs.runs.len() as u32);
    }

    fn finish(mut self) -> Runs {
        if !self.n_words.is_multiple_of(STRETCH_WORDS) {
            self.end_stretch();
        }
        self.runs
    }
}
