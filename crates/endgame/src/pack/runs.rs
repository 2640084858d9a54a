//! A table cut into runs of equal values.

use std::borrow::Cow;
use std::sync::Arc;

use super::care::{with_black_kings, with_white_kings};
use crate::build::{Shape, Table, ValidColumns, transpose};
use crate::index::{Order, rank_among_free};
use crate::men::{Men, spread};
use crate::sets::{BINOMIAL, KingSets, rank as set_rank, unrank};
use crate::{Material, Value};

/// A run: its value, and where it may end.
///
/// It has to reach past the last cell with its value and may go on up to the first cell with
/// another one: what lies between is not asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) value: Value,
    /// From the latest possible end of the run before to the earliest possible end of this one.
    pub(crate) needed: u64,
    /// From there to the latest possible end.
    pub(crate) spare: u64,
}

/// All runs of a table, in the order of its cells.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    pub(crate) runs: Vec<Run>,
    pub(crate) n_cells: u64,
}

impl Runs {
    /// Goes through a table in the order that makes fewer runs.
    pub(crate) fn of(table: &Table) -> (Order, Runs) {
        let Shape { n_rows, n_columns, .. } = table.shape;
        if n_columns == 1 || n_rows == 1 {
            // A row of one position would be slow to read, and there is little to gain.
            let order = if n_columns == 1 { Order::WhiteKingsFirst } else { Order::BlackKingsFirst };
            return (order, RowReader::new(table, order).scan(1));
        }
        let mut readers = Order::ALL.map(|order| RowReader::new(table, order));
        let [black_first, white_first] = readers.each_mut().map(RowReader::n_runs_in_sample);
        let [black_reader, white_reader] = &mut readers;
        if black_first <= white_first {
            (Order::BlackKingsFirst, black_reader.scan(1))
        } else {
            (Order::WhiteKingsFirst, white_reader.scan(1))
        }
    }
}

/// Reads a table row by row: the kings of one color are known, a bit stands for each set of the other.
struct RowReader<'a> {
    table: &'a Table,
    order: Order,
    /// The values, as they are or turned over so that bits stand for sets of black kings.
    values: Cow<'a, [u32]>,
    /// The sets that rows stand for, and the sets that bits stand for.
    inner: Arc<KingSets>,
    n_outer: u8,
    /// Words of a placement, and of a row of bits.
    n_words: usize,
    valid_columns: ValidColumns,
    valid: Vec<u32>,
    captures: Vec<u32>,
}

impl<'a> RowReader<'a> {
    fn new(table: &'a Table, order: Order) -> RowReader<'a> {
        let Material { black_kings, white_kings, .. } = table.material;
        let (n_outer, n_inner) = match order {
            Order::BlackKingsFirst => (black_kings, white_kings),
            Order::WhiteKingsFirst => (white_kings, black_kings),
        };
        let inner = KingSets::of(n_inner);
        let is_turned = order == Order::WhiteKingsFirst && white_kings > 0;
        let values =
            if is_turned { Cow::Owned(turned_over(table)) } else { Cow::Borrowed(&table.values[..]) };
        RowReader {
            table,
            order,
            n_words: values.len() / table.men.len() as usize,
            values,
            n_outer,
            valid_columns: ValidColumns::new(n_inner),
            valid: vec![0; inner.stride],
            captures: vec![0; inner.stride],
            inner,
        }
    }

    /// How many runs a part of the table makes, for each of its cells.
    fn n_runs_in_sample(&mut self) -> f64 {
        const N_ROWS: usize = 12;
        let free = 32 - usize::from(self.table.material.n_men());
        let n_rows = BINOMIAL[usize::from(self.n_outer)][free] as usize;
        let sample = self.scan(n_rows.div_ceil(N_ROWS));
        sample.runs.len() as f64 / sample.n_cells as f64
    }

    /// Reads every row, or every so many sets of the slowest kings.
    fn scan(&mut self, step: usize) -> Runs {
        let mut scanner = Scanner::default();
        let table = self.table;
        let free = 32 - usize::from(table.material.n_men());
        let n_inner = u64::from(BINOMIAL[self.inner_len()][free]);
        let first = step as u32 / 2;
        for rank in (first..BINOMIAL[usize::from(self.n_outer)][free]).step_by(step) {
            let among_free = unrank(rank, self.n_outer.into());
            for (index, men) in (0..).zip(table.men.iter()) {
                self.row(index, men, spread(among_free, !men.all()), &mut scanner);
                scanner.row_start += n_inner;
            }
        }
        scanner.finish()
    }

    fn inner_len(&self) -> usize {
        let Material { black_kings, white_kings, .. } = self.table.material;
        usize::from(black_kings + white_kings - self.n_outer)
    }

    fn row(&mut self, index: u32, men: Men, kings: u32, scanner: &mut Scanner) {
        self.valid_columns.set_men(men);
        self.valid_columns.row(kings, &mut self.valid);
        match self.order {
            Order::BlackKingsFirst => with_white_kings(men, kings, &self.inner, &mut self.captures),
            Order::WhiteKingsFirst => with_black_kings(men, kings, &self.inner, &mut self.captures),
        }
        let values = &self.values[self.table.slots.slot_of(index) * self.n_words..][..self.n_words];
        let stride = self.inner.stride;
        let row = &values[2 * stride * set_rank(kings) as usize..][..2 * stride];
        let (won, lost) = row.split_at(stride);
        for i in 0..stride {
            let care = self.valid[i] & !self.captures[i];
            if care != 0 {
                let values = [care & won[i], care & lost[i], care & !(won[i] | lost[i])];
                let sets = &self.inner.sets[i * 32..];
                scanner.word(values, |bit| rank_among_free(sets[bit as usize], men.all()));
            }
        }
    }
}

/// The values of a table with a row for each set of white kings and a bit for each set of black ones.
fn turned_over(table: &Table) -> Vec<u32> {
    let [rows, columns] = [table.material.black_kings, table.material.white_kings].map(KingSets::of);
    let n_words = columns.len() * 2 * rows.stride;
    let mut turned = vec![0; table.men.len() as usize * n_words];
    let stride = columns.stride;
    for (values, to) in table.values.chunks_exact(table.shape.n_words()).zip(turned.chunks_exact_mut(n_words))
    {
        for part in 0..2 {
            let row = |row: usize| &values[(2 * row + part) * stride..][..stride];
            transpose(row, rows.len(), columns.len(), |column, group, word| {
                to[(2 * column + part) * rows.stride + group] = word;
            });
        }
    }
    turned
}

/// Collects runs.
#[derive(Default)]
struct Scanner {
    runs: Vec<Run>,
    value: Option<Value>,
    row_start: u64,
    /// Where the run before ends at the latest, and this one at the earliest.
    last_start: u64,
    earliest_end: u64,
}

impl Scanner {
    /// Takes up to 32 cells of one row, given as the sets of the won, lost and drawn ones.
    #[inline]
    fn word(&mut self, values: [u32; 3], place: impl Fn(u32) -> u32) {
        let mut rest = values[0] | values[1] | values[2];
        while rest != 0 {
            let Some(value) = self.value else {
                self.value = Some(value_at(values, rest.trailing_zeros()));
                continue;
            };
            let other = rest & !values[value as usize];
            if other == 0 {
                self.earliest_end = self.row_start + u64::from(place(31 - rest.leading_zeros())) + 1;
                return;
            }
            let first = other.trailing_zeros();
            let before = rest & ((1 << first) - 1);
            if before != 0 {
                self.earliest_end = self.row_start + u64::from(place(31 - before.leading_zeros())) + 1;
            }
            self.end_run(value, self.row_start + u64::from(place(first)));
            self.value = Some(value_at(values, first));
            rest &= !((1 << first) - 1);
        }
    }

    fn end_run(&mut self, value: Value, latest_end: u64) {
        let needed = self.earliest_end - self.last_start;
        self.runs.push(Run { value, needed, spare: latest_end - self.earliest_end });
        self.last_start = latest_end;
        self.earliest_end = latest_end + 1;
    }

    fn finish(mut self) -> Runs {
        let n_cells = self.row_start;
        self.end_run(self.value.unwrap_or(Value::Draw), n_cells.max(self.earliest_end));
        Runs { runs: self.runs, n_cells }
    }
}

fn value_at(values: [u32; 3], bit: u32) -> Value {
    if values[0] >> bit & 1 == 1 {
        Value::Win
    } else if values[1] >> bit & 1 == 1 {
        Value::Loss
    } else {
        Value::Draw
    }
}
