//! Values: two bits for each cell, and the fixed point over the kings of one placement.
//!
//! A row of a table has a bit for each set of white kings, once for "won" and once for "lost". A cell in
//! which two pieces share a square is marked **won**: only a blocked move leads there, and a move to
//! a position that the opponent wins neither wins nor saves anything.
//!
//! Two sides take turns, each seen from where it is Black: the second side's board is flipped. A side
//! holds what is known with itself to move, and reads what is known with the opponent to move.

use std::sync::Arc;

use super::capture::{Captures, Landing};
use super::count::count;
use super::one_sided::{OneSidedKings, Replies};
use super::table::{Finished, Shape, Table, ValidColumns};
use super::{Cells, Content, Solver, TooLong};
use crate::file::{Counts, Section, to_bytes};
use crate::men::Men;
use crate::pack::pack;
use crate::sets::{KingSets, king_rank, squares};
use crate::transpose::flip_matrix;
use crate::{Database, Material};

/// Tables of values.
#[derive(Debug)]
pub(crate) struct ValueCells;

impl Cells for ValueCells {
    type Unit = u32;
    type Solver<'a> = Pair<'a>;
    const CONTENT: Content = Content::Values;

    fn n_units(shape: Shape) -> usize {
        2 * if is_packed(shape) { shape.n_rows.div_ceil(32) } else { shape.n_rows * shape.stride }
    }

    /// A solver has six matrices of bits for each side. The runs of a table that is packed take about
    /// half a byte for each position.
    fn work_bytes(material: Material) -> (u64, u64) {
        let shape = Shape::of(material);
        ((12 * 4 * shape.n_rows * shape.stride) as u64, material.n_boards() / 2)
    }

    fn pack(tables: &[&Table<ValueCells>], threads: usize) -> (Vec<u8>, Vec<(Material, Counts)>) {
        let counts = ValueCells::count(tables, threads);
        let section = |(table, &(material, counts)): (&&Table<ValueCells>, _)| {
            let (order, packed) = pack(table, threads);
            Section { material, order, counts, packed }
        };
        (to_bytes(&tables.iter().zip(&counts).map(section).collect::<Vec<_>>()), counts)
    }

    fn count(tables: &[&Table<ValueCells>], threads: usize) -> Vec<(Material, Counts)> {
        tables.iter().map(|table| (table.material, count(table, threads))).collect()
    }

    fn is_in(database: &Database, material: Material) -> bool {
        database.covers(material)
    }
}

/// One cell in a row? Then the rows are packed into words.
fn is_packed(shape: Shape) -> bool {
    shape.n_columns == 1
}

/// The won bits and the lost bits of a row of a placement.
pub(crate) fn value_row<'a>(
    shape: Shape,
    values: &'a [u32],
    row: usize,
    single: &'a mut [u32; 2],
) -> [&'a [u32]; 2] {
    if is_packed(shape) {
        let (won, lost) = values.split_at(values.len() / 2);
        *single = [won[row / 32] >> (row % 32) & 1, lost[row / 32] >> (row % 32) & 1];
        return [&single[..1], &single[1..]];
    }
    let row = &values[2 * row * shape.stride..][..2 * shape.stride];
    let (won, lost) = row.split_at(shape.stride);
    [won, lost]
}

/// One side to move, as Black.
pub(crate) struct Side<'a> {
    finished: &'a Finished<'a, ValueCells>,
    material: Material,
    shape: Shape,
    rows: Arc<KingSets>,
    columns: Arc<KingSets>,
    captures: Captures,
    capture_values: CaptureValues,
    valid_columns: ValidColumns,
    men: Men,
    /// With Black to move: won and lost so far. Cells that are no positions count as won.
    won: Vec<u32>,
    lost: Vec<u32>,
    /// Positions without a capture.
    open: Vec<u32>,
    /// Positions without a capture in which every man's move loses.
    doomed: Vec<u32>,
    /// With White to move: won and lost so far.
    pub(crate) replied_won: Vec<u32>,
    pub(crate) replied_lost: Vec<u32>,
    /// Rows of the replies that changed since the last pass.
    stale: Vec<bool>,
    /// Rows in which nothing is left to find out.
    settled: Vec<bool>,
    changes: Changes,
}

/// Cells that were found out in a pass, or too many to list.
#[derive(Default)]
struct Changes {
    won: Vec<(u32, u32)>,
    lost: Vec<(u32, u32)>,
    limit: usize,
    overflowed: bool,
}

impl Changes {
    fn clear(&mut self) {
        self.won.clear();
        self.lost.clear();
        self.overflowed = false;
    }

    fn is_empty(&self) -> bool {
        self.won.is_empty() && self.lost.is_empty() && !self.overflowed
    }

    fn add(&mut self, row: usize, word: usize, won: u32, lost: u32) {
        if self.won.len() + self.lost.len() >= self.limit {
            self.overflowed = true;
            return;
        }
        let first = word as u32 * 32;
        self.won.extend(squares(won).map(|bit| (row as u32, first + bit as u32)));
        self.lost.extend(squares(lost).map(|bit| (row as u32, first + bit as u32)));
    }
}

impl<'a> Side<'a> {
    fn new(finished: &'a Finished<'a, ValueCells>, material: Material) -> Side<'a> {
        let shape = Shape::of(material);
        let matrix = || vec![0; shape.n_rows * shape.stride];
        Side {
            finished,
            material,
            shape,
            rows: KingSets::of(material.black_kings),
            columns: KingSets::of(material.white_kings),
            captures: Captures::new(material),
            capture_values: CaptureValues { won: vec![0; shape.stride], saved: vec![0; shape.stride] },
            valid_columns: ValidColumns::new(material.white_kings),
            men: Men::NONE,
            won: matrix(),
            lost: matrix(),
            open: matrix(),
            doomed: matrix(),
            replied_won: matrix(),
            replied_lost: matrix(),
            stale: vec![true; shape.n_rows],
            settled: vec![false; shape.n_rows],
            changes: Changes { limit: (shape.n_cells() / 32).max(4), ..Changes::default() },
        }
    }

    #[inline(always)]
    fn stride<const STRIDE: usize>(&self) -> usize {
        if STRIDE == 0 { self.shape.stride } else { STRIDE }
    }

    /// Starts a placement: captures, men's moves and crownings lead to finished values.
    fn start(&mut self, men: Men) {
        match self.shape.stride {
            1 => self.start_rows::<1>(men),
            16 => self.start_rows::<16>(men),
            _ => self.start_rows::<0>(men),
        }
    }

    /// The start with the stride known to the compiler, or 0 for any.
    fn start_rows<const STRIDE: usize>(&mut self, men: Men) {
        self.men = men;
        self.stale.fill(true);
        self.captures.set_men(men);
        self.valid_columns.set_men(men);
        let stride = self.stride::<STRIDE>();
        for row in 0..self.shape.n_rows {
            let cells = row * stride..(row + 1) * stride;
            let kings = self.rows.sets[row];
            self.settled[row] = kings & men.all() != 0;
            if self.settled[row] {
                self.won[cells.clone()].fill(u32::MAX);
                self.lost[cells.clone()].fill(0);
                self.open[cells.clone()].fill(0);
                self.doomed[cells].fill(0);
                continue;
            }
            self.valid_columns.row(kings, &mut self.open[cells.clone()]);
            self.capture_values.clear();
            let has_capture =
                self.captures.row::<STRIDE>(kings, &self.open[cells.clone()], |landing, columns| {
                    self.capture_values.add(self.finished, &self.columns, landing, columns);
                });
            for (word, i) in cells.enumerate() {
                self.won[i] = !self.open[i];
                self.lost[i] = 0;
                if has_capture {
                    self.won[i] |= self.capture_values.won[word];
                    self.lost[i] = self.captures.any[word] & !self.capture_values.saved[word];
                    self.open[i] &= !self.captures.any[word];
                }
                self.doomed[i] = self.open[i];
            }
        }
        self.start_men::<STRIDE>();
    }

    /// The men's moves without a capture, one after the other, each for all rows.
    fn start_men<const STRIDE: usize>(&mut self) {
        for (from, to) in self.men.black_steps() {
            let (men, crowned) = self.men.after_black(0, from, to);
            self.man_move::<STRIDE>(men, crowned);
        }
    }

    /// Takes the values after a man's move into account. A crowned man joins the kings.
    fn man_move<const STRIDE: usize>(&mut self, men: Men, crowned: u32) {
        let material = if crowned == 0 { self.material } else { self.material.with_black_crowned() };
        let stride = self.stride::<STRIDE>();
        let table = self.finished.table(material);
        let values = table.placement(men);
        let mut single = [0; 2];
        for row in 0..self.shape.n_rows {
            let kings = self.rows.sets[row];
            if self.settled[row] || kings & crowned != 0 {
                continue;
            }
            let to = if crowned == 0 { row } else { king_rank(kings | crowned) as usize };
            let [won, lost] = value_row(table.shape, values, to, &mut single);
            let cells = row * stride..(row + 1) * stride;
            let (known_won, doomed) = (&mut self.won[cells.clone()], &mut self.doomed[cells.clone()]);
            let (open, won, lost) = (&self.open[cells], &won[..stride], &lost[..stride]);
            for i in 0..stride {
                known_won[i] |= open[i] & lost[i];
                doomed[i] &= won[i];
            }
        }
    }

    /// One pass over the kings' moves. Returns whether anything was found out.
    fn pass(&mut self) -> bool {
        self.changes.clear();
        match self.shape.stride {
            1 => self.pass_rows::<1>(),
            16 => self.pass_rows::<16>(),
            _ => self.pass_rows::<0>(),
        }
        self.stale.fill(false);
        !self.changes.is_empty()
    }

    /// The pass with the stride known to the compiler, or 0 for any.
    fn pass_rows<const STRIDE: usize>(&mut self) {
        let stride = self.stride::<STRIDE>();
        let rows = Arc::clone(&self.rows);
        for row in 0..self.shape.n_rows {
            let reached = rows.reached(row);
            let is_stale = reached.is_empty() || reached.iter().any(|&to| self.stale[to as usize]);
            if self.settled[row] || !is_stale {
                continue;
            }
            let mut unsettled = 0;
            for word in 0..stride {
                let i = row * stride + word;
                let (mut some_lost, mut all_won) = (0, u32::MAX);
                for &to in reached {
                    some_lost |= self.replied_lost[to as usize * stride + word];
                    all_won &= self.replied_won[to as usize * stride + word];
                }
                let won = self.open[i] & some_lost & !self.won[i];
                let lost = self.doomed[i] & all_won & !self.lost[i];
                self.won[i] |= won;
                self.lost[i] |= lost;
                unsettled |= self.open[i] & !(self.won[i] | self.lost[i]);
                if won | lost != 0 {
                    self.changes.add(row, word, won, lost);
                }
            }
            self.settled[row] = unsettled == 0;
        }
    }

    /// Hands what this side found out to the side that reads it as replies.
    fn propagate_all(&self, other: &mut Side<'_>) {
        let stale = &mut other.stale;
        flip_matrix(&self.won, &mut other.replied_won, &self.rows, &self.columns, |row| stale[row] = true);
        flip_matrix(&self.lost, &mut other.replied_lost, &self.rows, &self.columns, |row| stale[row] = true);
    }

    /// Hands over what the last pass found out.
    fn propagate(&self, other: &mut Side<'_>) {
        if self.changes.overflowed {
            return self.propagate_all(other);
        }
        for (cells, replies) in
            [(&self.changes.won, &mut other.replied_won), (&self.changes.lost, &mut other.replied_lost)]
        {
            for &(row, column) in cells {
                let (to, bit) = (self.columns.flipped[column as usize], self.rows.flipped[row as usize]);
                replies[to as usize * self.rows.stride + bit as usize / 32] |= 1 << (bit % 32);
                other.stale[to as usize] = true;
            }
        }
    }

    /// Writes the values with White to move into their place in the table.
    fn store(&self, values: &mut [u32]) {
        let stride = self.shape.stride;
        if is_packed(self.shape) {
            let (won, lost) = values.split_at_mut(values.len() / 2);
            pack_bits(&self.replied_won, won);
            pack_bits(&self.replied_lost, lost);
            return;
        }
        for (row, to) in values.chunks_exact_mut(2 * stride).enumerate() {
            to[..stride].copy_from_slice(&self.replied_won[row * stride..][..stride]);
            to[stride..].copy_from_slice(&self.replied_lost[row * stride..][..stride]);
        }
    }
}

fn pack_bits(words: &[u32], packed: &mut [u32]) {
    for (chunk, to) in words.chunks(32).zip(packed) {
        *to = chunk.iter().enumerate().fold(0, |bits, (i, word)| bits | (word & 1) << i);
    }
}

/// The values that captures lead to, for one row.
struct CaptureValues {
    /// The columns where a capture wins.
    won: Vec<u32>,
    /// The columns where a capture does not lose.
    saved: Vec<u32>,
}

impl CaptureValues {
    fn clear(&mut self) {
        self.won.fill(0);
        self.saved.fill(0);
    }

    /// Looks up the positions after a capture, for some columns.
    fn add(
        &mut self,
        finished: &Finished<'_, ValueCells>,
        white_kings: &KingSets,
        landing: &Landing,
        columns: &[u32],
    ) {
        if landing.material.n_white() == 0 {
            for (i, word) in columns.iter().enumerate() {
                self.won[i] |= word;
                self.saved[i] |= word;
            }
            return;
        }
        let table = finished.table(landing.material);
        let mut single = [0; 2];
        let row = king_rank(landing.black_kings) as usize;
        let [won, lost] = value_row(table.shape, table.placement(landing.men), row, &mut single);
        for (i, &word) in columns.iter().enumerate() {
            if landing.taken_kings == 0 {
                self.won[i] |= word & lost[i];
                self.saved[i] |= word & !won[i];
                continue;
            }
            for bit in squares(word) {
                let left = white_kings.without(i * 32 + bit, landing.taken_kings);
                self.won[i] |= (lost[left / 32] >> (left % 32) & 1) << bit;
                self.saved[i] |= (!won[left / 32] >> (left % 32) & 1) << bit;
            }
        }
    }
}

/// A material and its flip, ready to solve placements.
pub(crate) struct Pair<'a> {
    first: Side<'a>,
    second: Side<'a>,
    one_sided: Option<OneSidedKings<'a>>,
}

impl<'a> Solver<'a, ValueCells> for Pair<'a> {
    fn new(finished: &'a Finished<'a, ValueCells>, material: Material) -> Pair<'a> {
        let with_kings = if material.black_kings > 0 { material } else { material.flip() };
        let is_one_sided = with_kings.black_kings > 0 && with_kings.white_kings == 0;
        Pair {
            first: Side::new(finished, material),
            second: Side::new(finished, material.flip()),
            one_sided: is_one_sided.then(|| OneSidedKings::new(finished, with_kings)),
        }
    }

    fn solve(&mut self, men: Men) -> Result<(), TooLong> {
        let Pair { first, second, one_sided } = self;
        match one_sided {
            Some(kings) if first.material.black_kings > 0 => solve_one_sided(kings, first, second, men),
            Some(kings) => solve_one_sided(kings, second, first, men.flip()),
            None => solve_both(first, second, men),
        }
        Ok(())
    }

    fn store(&self, units: &mut [u32]) {
        self.first.store(units);
    }

    fn store_flipped(&self, units: &mut [u32]) {
        self.second.store(units);
    }
}

fn solve_both(first: &mut Side<'_>, second: &mut Side<'_>, men: Men) {
    first.start(men);
    second.start(men.flip());
    first.propagate_all(second);
    second.propagate_all(first);
    let mut n_idle = 0;
    while n_idle < 2 {
        n_idle = if first.pass() { 0 } else { n_idle + 1 };
        first.propagate(second);
        n_idle = if second.pass() { 0 } else { n_idle + 1 };
        second.propagate(first);
    }
}

/// Only one side has kings: the other one needs no replies.
fn solve_one_sided(solver: &mut OneSidedKings<'_>, kings: &mut Side<'_>, men_only: &mut Side<'_>, men: Men) {
    men_only.start(men.flip());
    men_only.pass();
    men_only.propagate_all(kings);
    let replies = Replies { won: &kings.replied_won, lost: &kings.replied_lost };
    solver.solve(men, replies, &mut kings.won, &mut kings.lost);
    kings.propagate_all(men_only);
}
