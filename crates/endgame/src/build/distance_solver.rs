//! Distances: a byte for each cell, found backwards from the end of the game.
//!
//! Within a placement only kings move to and fro. Captures and men's moves lead to finished positions.
//! What is lost in N plies makes its predecessors won in N + 1, and what has only moves that lose, the last
//! of them in N plies, is lost in N + 1.
//!
//! Two sides take turns, each seen from where it is Black: the second side's board is flipped.

use std::sync::Arc;

use super::byte_verdict::{ByteVerdict, MAX_PLIES};
use super::capture::{Captures, Landing};
use super::table::{Finished, Shape, Table, ValidColumns};
use super::{Cells, Content, Solver, TooLong};
use crate::distance::{pack_table, to_bytes};
use crate::file::Counts;
use crate::men::Men;
use crate::sets::{KingSets, king_rank, squares};
use crate::{Database, Material};

/// Tables of distances.
#[derive(Debug)]
pub(crate) struct DistanceCells;

impl Cells for DistanceCells {
    type Unit = ByteVerdict;
    type Solver<'a> = Pair<'a>;
    const CONTENT: Content = Content::Distances;

    fn n_units(shape: Shape) -> usize {
        shape.n_cells()
    }

    /// For each side and cell a solver has a byte for the verdict, one for the moves left and up to four
    /// in a list. Packing takes a byte for each cell.
    fn work_bytes(material: Material) -> (u64, u64) {
        (12 * Shape::of(material).n_cells() as u64, material.n_boards())
    }

    fn pack(tables: &[&Table<DistanceCells>], threads: usize) -> (Vec<u8>, Vec<(Material, Counts)>) {
        (to_bytes(&tables.iter().map(|table| pack_table(table, threads)).collect::<Vec<_>>()), Vec::new())
    }

    /// Values are counted where they are built.
    fn count(_: &[&Table<DistanceCells>], _: usize) -> Vec<(Material, Counts)> {
        Vec::new()
    }

    fn is_in(database: &Database, material: Material) -> bool {
        database.has_distances(material)
    }
}

/// One side to move, as Black.
struct Side<'a> {
    finished: &'a Finished<'a, DistanceCells>,
    material: Material,
    shape: Shape,
    rows: Arc<KingSets>,
    columns: Arc<KingSets>,
    captures: Captures,
    valid_columns: ValidColumns,
    verdicts: Vec<ByteVerdict>,
    /// The replies of each cell that are not known to lose; all moves of men together count as one.
    /// A cell with 0 is settled.
    left: Vec<u8>,
    /// Cells that men's moves settle (wins) or help to settle (losses), by plies.
    exits: Vec<Vec<u32>>,
    /// Cells that are settled, by plies, until their predecessors have received it.
    settled: Vec<Vec<u32>>,
}

impl<'a> Side<'a> {
    fn new(finished: &'a Finished<'a, DistanceCells>, material: Material) -> Side<'a> {
        let shape = Shape::of(material);
        Side {
            finished,
            material,
            shape,
            rows: KingSets::of(material.black_kings),
            columns: KingSets::of(material.white_kings),
            captures: Captures::new(material),
            valid_columns: ValidColumns::new(material.white_kings),
            verdicts: vec![ByteVerdict::HOLE; shape.n_cells()],
            left: vec![0; shape.n_cells()],
            exits: vec![Vec::new(); MAX_PLIES + 2],
            settled: vec![Vec::new(); MAX_PLIES + 2],
        }
    }

    /// Starts a placement with what captures and men's moves lead to.
    fn start(&mut self, men: Men) {
        self.verdicts.fill(ByteVerdict::HOLE);
        self.left.fill(0);
        self.captures.set_men(men);
        self.valid_columns.set_men(men);
        for (from, to) in men.black_steps() {
            let (men, crowned) = men.after_black(0, from, to);
            self.man_move(men, crowned);
        }
        let (rows, columns) = (Arc::clone(&self.rows), Arc::clone(&self.columns));
        let (mut valid, mut best) = (vec![0; columns.stride], vec![ByteVerdict::HOLE; columns.len()]);
        let mut steps = Vec::new();
        for (row, &black_kings) in rows.sets.iter().enumerate() {
            let first = row * columns.len();
            if black_kings & men.all() != 0 {
                self.verdicts[first..][..columns.len()].fill(ByteVerdict::HOLE);
                continue;
            }
            self.valid_columns.row(black_kings, &mut valid);
            best.fill(ByteVerdict::HOLE);
            let has_capture = self.captures.row::<0>(black_kings, &valid, |landing, some| {
                best_captures(self.finished, &columns, landing, some, &mut best);
            });
            let targets = rows.reached(row).iter().map(|&to| rows.sets[to as usize] & !black_kings);
            steps.clear();
            steps.extend(targets.filter(|to| to & men.all() == 0));
            for (column, &white_kings) in columns.sets.iter().enumerate() {
                let cell = first + column;
                if valid[column / 32] >> (column % 32) & 1 == 0 {
                    self.verdicts[cell] = ByteVerdict::HOLE;
                } else if has_capture && best[column] != ByteVerdict::HOLE {
                    self.settle(cell, best[column]);
                } else {
                    let n_steps = steps.iter().filter(|&to| to & white_kings == 0).count();
                    self.open(cell, n_steps);
                }
            }
        }
    }

    /// Notes the verdict of a cell for good.
    #[inline]
    fn settle(&mut self, cell: usize, verdict: ByteVerdict) {
        self.verdicts[cell] = verdict;
        self.left[cell] = 0;
        if let Some(plies) = verdict.plies() {
            self.settled[plies].push(cell as u32);
        }
    }

    /// Starts a cell without a capture. The best move of a man is in its place.
    #[inline]
    fn open(&mut self, cell: usize, n_steps: usize) {
        let by_man = self.verdicts[cell];
        if by_man == ByteVerdict::HOLE && n_steps == 0 {
            return self.settle(cell, ByteVerdict::LOST_NOW);
        }
        self.verdicts[cell] = ByteVerdict::DRAW;
        self.left[cell] = n_steps as u8 + u8::from(by_man != ByteVerdict::HOLE);
        if let Some(plies) = by_man.plies() {
            self.exits[plies].push(cell as u32);
        }
    }

    /// Takes the verdicts after a man's move into account. A crowned man joins the kings.
    fn man_move(&mut self, men: Men, crowned: u32) {
        let material = if crowned == 0 { self.material } else { self.material.with_black_crowned() };
        let replies = self.finished.table(material).placement(men);
        let n_columns = self.shape.n_columns;
        for (row, &kings) in self.rows.sets.iter().enumerate() {
            if kings & crowned != 0 {
                continue;
            }
            let to = if crowned == 0 { row } else { king_rank(kings | crowned) as usize };
            let verdicts = &mut self.verdicts[row * n_columns..][..n_columns];
            for (verdict, reply) in verdicts.iter_mut().zip(&replies[to * n_columns..][..n_columns]) {
                *verdict = (*verdict).max(reply.before());
            }
        }
    }

    /// Settles what men's moves decide at this distance.
    fn take_exits(&mut self, plies: usize) {
        let mut exits = std::mem::take(&mut self.exits[plies]);
        exits.iter().for_each(|&cell| self.receive(cell as usize, ByteVerdict::ends_in(plies)));
        exits.clear();
        self.exits[plies] = exits;
    }

    /// Hands what is settled at this distance to its predecessors, in which the other side moved.
    fn propagate(&mut self, other: &mut Side<'_>, plies: usize) {
        let mut settled = std::mem::take(&mut self.settled[plies]);
        let (verdict, rows) = (ByteVerdict::ends_in(plies + 1), Arc::clone(&other.rows));
        let n_columns = self.shape.n_columns as u32;
        for &cell in &settled {
            let (row, column) = ((cell / n_columns) as usize, (cell % n_columns) as usize);
            let (to, from) = (self.rows.flipped[row] as usize, self.columns.flipped[column] as usize);
            for &before in rows.reached(from) {
                other.receive(before as usize * other.shape.n_columns + to, verdict);
            }
        }
        settled.clear();
        self.settled[plies] = settled;
    }

    /// A move from this cell leads to a verdict, or all moves of men do.
    #[inline]
    fn receive(&mut self, cell: usize, verdict: ByteVerdict) {
        match self.left[cell] {
            0 => {}
            1 => self.settle(cell, verdict),
            _ if verdict.is_win() => self.settle(cell, verdict),
            _ => self.left[cell] -= 1,
        }
    }

    /// Writes the verdicts with this side to move as White: the board is flipped.
    fn store(&self, verdicts: &mut [ByteVerdict]) {
        for (row, own) in self.verdicts.chunks_exact(self.shape.n_columns).enumerate() {
            let to = self.rows.flipped[row] as usize;
            for (verdict, &column) in own.iter().zip(&self.columns.flipped) {
                verdicts[column as usize * self.shape.n_rows + to] = *verdict;
            }
        }
    }
}

/// Looks up the positions after a capture, for some columns, and keeps the best for each.
fn best_captures(
    finished: &Finished<'_, DistanceCells>,
    white_kings: &KingSets,
    landing: &Landing,
    some: &[u32],
    best: &mut [ByteVerdict],
) {
    let columns = some.iter().enumerate().flat_map(|(i, &word)| squares(word).map(move |bit| i * 32 + bit));
    if landing.material.n_white() == 0 {
        return columns.for_each(|column| best[column] = ByteVerdict::LOST_NOW.before());
    }
    let table = finished.table(landing.material);
    let row = king_rank(landing.black_kings) as usize * table.shape.n_columns;
    let row = &table.placement(landing.men)[row..][..table.shape.n_columns];
    for column in columns {
        let left = match landing.taken_kings {
            0 => column,
            taken => white_kings.without(column, taken),
        };
        best[column] = best[column].max(row[left].before());
    }
}

/// A material and its flip, ready to solve placements.
pub(crate) struct Pair<'a> {
    /// Black to move.
    black: Side<'a>,
    /// White to move, on the flipped board.
    white: Side<'a>,
}

impl<'a> Solver<'a, DistanceCells> for Pair<'a> {
    fn new(finished: &'a Finished<'a, DistanceCells>, material: Material) -> Pair<'a> {
        Pair { black: Side::new(finished, material), white: Side::new(finished, material.flip()) }
    }

    fn solve(&mut self, men: Men) -> Result<(), TooLong> {
        let Pair { black, white } = self;
        black.start(men);
        white.start(men.flip());
        for plies in 0..=MAX_PLIES {
            black.take_exits(plies);
            white.take_exits(plies);
            black.propagate(white, plies);
            white.propagate(black, plies);
        }
        let is_too_long = |side: &Side<'_>| {
            !side.exits[MAX_PLIES + 1].is_empty() || !side.settled[MAX_PLIES + 1].is_empty()
        };
        if is_too_long(black) || is_too_long(white) { Err(TooLong) } else { Ok(()) }
    }

    fn store(&self, units: &mut [ByteVerdict]) {
        self.white.store(units);
    }

    fn store_flipped(&self, units: &mut [ByteVerdict]) {
        self.black.store(units);
    }
}
