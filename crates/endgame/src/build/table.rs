//! Tables in memory, while they are built.
//!
//! A table holds what is known with White to move. For each placement of the men there is a matrix: a
//! row for each set of black kings on the 32 squares, a column for each set of white kings.

use std::collections::HashMap;
use std::sync::Arc;

use super::Cells;
use super::storage::Storage;
use crate::Material;
use crate::material::n_placements;
use crate::men::{Men, MenIndex, Slots};
use crate::sets::{BINOMIAL, KingSets, squares};

/// The matrix of one placement.
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

    pub(crate) fn n_cells(self) -> usize {
        self.n_rows * self.n_columns
    }
}

/// The table of a material.
#[derive(Debug)]
pub(crate) struct Table<C: Cells> {
    pub(crate) material: Material,
    pub(crate) shape: Shape,
    pub(crate) men: Arc<MenIndex>,
    pub(crate) slots: Arc<Slots>,
    pub(crate) units: Storage<C::Unit>,
}

impl<C: Cells> Table<C> {
    /// The units of a table.
    pub(crate) fn n_units(material: Material) -> usize {
        n_placements(material.black_men, material.white_men) as usize * C::n_units(Shape::of(material))
    }

    /// The memory a table takes.
    pub(crate) fn n_bytes(material: Material) -> usize {
        size_of::<C::Unit>() * Table::<C>::n_units(material)
    }

    pub(crate) fn view(&self) -> TableView<'_, C> {
        TableView { shape: self.shape, men: &self.men, slots: &self.slots, units: &self.units }
    }

    /// The table cut into the levels before `slots`, which any thread may read, and the units of `slots`.
    pub(crate) fn split(&mut self, slots: &std::ops::Range<usize>) -> (TableView<'_, C>, &mut [C::Unit]) {
        let n_units = C::n_units(self.shape);
        let (done, rest) = self.units.split_at_mut(slots.start * n_units);
        let view = TableView { shape: self.shape, men: &self.men, slots: &self.slots, units: done };
        (view, &mut rest[..slots.len() * n_units])
    }
}

/// The finished part of a table.
#[derive(Debug)]
pub(crate) struct TableView<'a, C: Cells> {
    pub(crate) shape: Shape,
    men: &'a MenIndex,
    slots: &'a Slots,
    units: &'a [C::Unit],
}

impl<'a, C: Cells> TableView<'a, C> {
    /// The units of a placement.
    pub(crate) fn placement(&self, men: Men) -> &'a [C::Unit] {
        let n_units = C::n_units(self.shape);
        &self.units[self.slots.slot_of(self.men.index(men)) * n_units..][..n_units]
    }
}

/// The finished tables by the code of their material.
pub(crate) struct Finished<'a, C: Cells>(Vec<Option<TableView<'a, C>>>);

impl<'a, C: Cells> Finished<'a, C> {
    pub(crate) fn new() -> Finished<'a, C> {
        Finished(std::iter::repeat_with(|| None).take(Material::N_CODES).collect())
    }

    pub(crate) fn insert(&mut self, material: Material, view: TableView<'a, C>) {
        self.0[material.code()] = Some(view);
    }

    /// The table of a material.
    ///
    /// # Panics
    ///
    /// When there is none: the order of materials guarantees that every capture and crowning leads
    /// to a finished one.
    pub(crate) fn table(&self, material: Material) -> &TableView<'a, C> {
        self.0[material.code()].as_ref().expect("materials are built in order")
    }
}

/// The tables that are there.
#[derive(Debug)]
pub(crate) struct Tables<C: Cells> {
    tables: HashMap<Material, Table<C>>,
    slots: HashMap<(u8, u8), Arc<Slots>>,
}

impl<C: Cells> Tables<C> {
    pub(crate) fn new() -> Tables<C> {
        Tables { tables: HashMap::new(), slots: HashMap::new() }
    }

    /// The tables of a material and its flip.
    pub(crate) fn pair(&self, material: Material) -> Vec<&Table<C>> {
        material.with_flip().filter_map(|material| self.tables.get(&material)).collect()
    }

    pub(crate) fn get_mut(&mut self, material: Material) -> Option<&mut Table<C>> {
        self.tables.get_mut(&material)
    }

    pub(crate) fn insert(&mut self, table: Table<C>) {
        self.tables.insert(table.material, table);
    }

    /// Drops the tables of all other materials, and returns those materials.
    pub(crate) fn retain(&mut self, mut is_needed: impl FnMut(Material) -> bool) -> Vec<Material> {
        self.tables.extract_if(|&material, _| !is_needed(material)).map(|(material, _)| material).collect()
    }

    /// All tables, to be read.
    pub(crate) fn finished(&self) -> Finished<'_, C> {
        let mut finished = Finished::new();
        self.tables.iter().for_each(|(&material, table)| finished.insert(material, table.view()));
        finished
    }

    /// A table with room for its units, not among the others yet.
    pub(crate) fn new_table(&mut self, material: Material, units: Storage<C::Unit>) -> Table<C> {
        let (black, white) = (material.black_men, material.white_men);
        let men = MenIndex::of(black, white);
        let slots = self.slots.entry((black, white)).or_insert_with(|| Arc::new(Slots::new(&men)));
        Table { material, shape: Shape::of(material), slots: Arc::clone(slots), men, units }
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

    /// Goes to another placement.
    pub(crate) fn set_men(&mut self, men: Men) {
        self.columns.fill(u32::MAX);
        if !self.kings.len().is_multiple_of(32) {
            self.columns[self.kings.stride - 1] = (1 << (self.kings.len() % 32)) - 1;
        }
        remove(&mut self.columns, &self.kings, men.all());
    }

    /// Fills a row with the columns whose kings avoid these black kings and the men.
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
