//! Merits in memory: a byte for each cell.
//!
//! A table holds the merits with White to move. For each placement of the men there is a matrix: a
//! row for each set of black kings on the 32 squares, a column for each set of white kings.

use std::collections::HashMap;
use std::sync::Arc;

use super::merit::Merit;
use crate::Material;
use crate::index::Pieces;
use crate::material::n_placements;
use crate::men::{Men, MenIndex, Slots};
use crate::sets::{BINOMIAL, king_rank};

/// How many rows and columns the matrix of a placement has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) n_rows: usize,
    pub(crate) n_columns: usize,
}

impl Shape {
    pub(crate) fn of(material: Material) -> Shape {
        let n_sets = |kings: u8| BINOMIAL[usize::from(kings)][32] as usize;
        Shape { n_rows: n_sets(material.black_kings), n_columns: n_sets(material.white_kings) }
    }

    pub(crate) fn n_cells(self) -> usize {
        self.n_rows * self.n_columns
    }
}

/// The merits of a material.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) material: Material,
    pub(crate) shape: Shape,
    pub(crate) slots: Arc<Slots>,
    men: Arc<MenIndex>,
    merits: Vec<Merit>,
}

impl Table {
    /// The memory a table takes.
    pub(crate) fn n_bytes(material: Material) -> u64 {
        n_placements(material.black_men, material.white_men) * Shape::of(material).n_cells() as u64
    }

    /// The merits of a placement, row by row.
    pub(crate) fn placement(&self, men: Men) -> &[Merit] {
        let n_cells = self.shape.n_cells();
        &self.merits[self.slots.slot_of(self.men.index(men)) * n_cells..][..n_cells]
    }

    pub(crate) fn fill_slot(&mut self, slot: usize, merits: &[Merit]) {
        let n_cells = self.shape.n_cells();
        self.merits[slot * n_cells..][..n_cells].copy_from_slice(merits);
    }

    fn merit(&self, pieces: &Pieces) -> Merit {
        let (row, column) = (king_rank(pieces.black_kings) as usize, king_rank(pieces.white_kings) as usize);
        self.placement(pieces.men)[row * self.shape.n_columns + column]
    }
}

/// The tables that are finished, and those on their way.
#[derive(Debug)]
pub(crate) struct Tables {
    tables: Vec<Option<Table>>,
    slots: HashMap<(u8, u8), Arc<Slots>>,
}

impl Tables {
    pub(crate) fn new() -> Tables {
        let tables = std::iter::repeat_with(|| None).take(Material::N_CODES).collect();
        Tables { tables, slots: HashMap::new() }
    }

    /// Adds an empty table.
    pub(crate) fn add(&mut self, material: Material) {
        let (black, white) = (material.black_men, material.white_men);
        let men = MenIndex::of(black, white);
        let slots = self.slots.entry((black, white)).or_insert_with(|| Arc::new(Slots::new(&men)));
        let shape = Shape::of(material);
        let merits = vec![Merit::HOLE; men.len() as usize * shape.n_cells()];
        let table = Table { material, shape, slots: Arc::clone(slots), men, merits };
        self.tables[material.code()] = Some(table);
    }

    /// Drops the tables of all other materials.
    pub(crate) fn retain(&mut self, is_needed: impl Fn(Material) -> bool) {
        for place in &mut self.tables {
            place.take_if(|table| !is_needed(table.material));
        }
    }

    /// The table of a material.
    ///
    /// # Panics
    ///
    /// When there is none: the order of materials guarantees that every capture and crowning leads
    /// to a finished one.
    pub(crate) fn get(&self, material: Material) -> &Table {
        self.tables[material.code()].as_ref().expect("materials are built in order")
    }

    /// The same, to be filled.
    ///
    /// # Panics
    ///
    /// When there is none.
    pub(crate) fn get_mut(&mut self, material: Material) -> &mut Table {
        self.tables[material.code()].as_mut().expect("materials are built in order")
    }

    /// The merit of a position with White to move.
    pub(crate) fn merit(&self, pieces: &Pieces) -> Merit {
        let material = pieces.material();
        if material.n_white() == 0 { Merit::LOST_NOW } else { self.get(material).merit(pieces) }
    }
}
