//! The values of a material in memory: two bits for each cell.
//!
//! A table holds the values with White to move. For each placement of the men there is a matrix: a
//! row for each set of black kings on the 32 squares, a bit for each set of white kings, once for
//! "won" and once for "lost". A cell in which two pieces share a square is marked **won**: whoever
//! asks about it came by a move that is blocked, and a move to a position that the opponent wins
//! neither wins nor saves anything.

use std::sync::Arc;

use super::values::Values;
use crate::Material;
use crate::material::n_placements;
use crate::men::{Men, MenIndex, Slots};
use crate::sets::{BINOMIAL, KingSets, squares};

/// How the values of one placement are laid out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// The number of rows: sets of black kings.
    pub(crate) n_rows: usize,
    /// The number of cells in a row: sets of white kings.
    pub(crate) n_columns: usize,
    /// Words in a row of bits.
    pub(crate) stride: usize,
}

impl Shape {
    pub(crate) fn of(material: Material) -> Shape {
        let n_rows = BINOMIAL[usize::from(material.black_kings)][32] as usize;
        let n_columns = BINOMIAL[usize::from(material.white_kings)][32] as usize;
        Shape { n_rows, n_columns, stride: n_columns.div_ceil(32) }
    }

    /// One cell in a row? Then the rows are packed into words.
    pub(crate) fn is_packed(&self) -> bool {
        self.n_columns == 1
    }

    /// Words for one placement.
    pub(crate) fn n_words(&self) -> usize {
        2 * if self.is_packed() { self.n_rows.div_ceil(32) } else { self.n_rows * self.stride }
    }

    /// Reads a row of won bits and a row of lost bits.
    pub(crate) fn row<'a>(&self, values: &'a [u32], row: usize, single: &'a mut [u32; 2]) -> [&'a [u32]; 2] {
        if self.is_packed() {
            let (won, lost) = values.split_at(values.len() / 2);
            *single = [won[row / 32] >> (row % 32) & 1, lost[row / 32] >> (row % 32) & 1];
            return [&single[..1], &single[1..]];
        }
        let row = &values[2 * row * self.stride..][..2 * self.stride];
        let (won, lost) = row.split_at(self.stride);
        [won, lost]
    }
}

/// The values of a material.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) material: Material,
    pub(crate) shape: Shape,
    pub(crate) men: Arc<MenIndex>,
    pub(crate) slots: Arc<Slots>,
    pub(crate) values: Values,
}

impl Table {
    /// A table with room for its values.
    pub(crate) fn new(material: Material, slots: Arc<Slots>, values: Values) -> Table {
        let men = MenIndex::of(material.black_men, material.white_men);
        Table { material, shape: Shape::of(material), men, slots, values }
    }

    /// The words of a table.
    pub(crate) fn n_words(material: Material) -> usize {
        n_placements(material.black_men, material.white_men) as usize * Shape::of(material).n_words()
    }

    /// The memory a table takes.
    pub(crate) fn n_bytes(material: Material) -> u64 {
        4 * Table::n_words(material) as u64
    }

    pub(crate) fn view(&self) -> TableView<'_> {
        TableView { shape: self.shape, men: &self.men, slots: &self.slots, values: &self.values }
    }
}

/// The part of a table that is finished.
#[derive(Clone, Copy)]
pub(crate) struct TableView<'a> {
    pub(crate) shape: Shape,
    pub(crate) men: &'a MenIndex,
    pub(crate) slots: &'a Slots,
    pub(crate) values: &'a [u32],
}

impl<'a> TableView<'a> {
    /// The values of a placement.
    pub(crate) fn placement(&self, men: Men) -> &'a [u32] {
        let n_words = self.shape.n_words();
        &self.values[self.slots.slot_of(self.men.index(men)) * n_words..][..n_words]
    }
}

/// The cells of a placement that are positions.
pub(crate) struct ValidColumns {
    /// White king sets that avoid the men.
    columns: Vec<u32>,
    kings: Arc<KingSets>,
}

impl ValidColumns {
    pub(crate) fn new(white_kings: u8) -> ValidColumns {
        let kings = KingSets::of(white_kings);
        ValidColumns { columns: vec![0; kings.stride], kings }
    }

    /// Turns to another placement.
    pub(crate) fn set_men(&mut self, men: Men) {
        self.columns.fill(u32::MAX);
        if !self.kings.len().is_multiple_of(32) {
            self.columns[self.kings.stride - 1] = (1 << (self.kings.len() % 32)) - 1;
        }
        remove(&mut self.columns, &self.kings, men.all());
    }

    /// Fills a row with the columns whose kings stand beside these black kings and the men.
    pub(crate) fn row(&self, black_kings: u32, row: &mut [u32]) {
        row.copy_from_slice(&self.columns);
        remove(row, &self.kings, black_kings);
    }
}

fn remove(columns: &mut [u32], kings: &KingSets, taken: u32) {
    if kings.len() == 1 {
        return;
    }
    for square in squares(taken) {
        for (word, with) in columns.iter_mut().zip(kings.with(square)) {
            *word &= !with;
        }
    }
}
