//! All merits of one placement of the men, in which only kings move to and fro.
//!
//! Captures and men's moves lead to positions whose merits are known. From there it goes backwards,
//! from the end of the game on: what is lost in N plies makes its predecessors won in N + 1, and what
//! has only moves that lose, the last of them in N plies, is lost in N + 1.
//!
//! Two sides take turns, each seen from where it is Black: the second side's board is turned.

use std::sync::Arc;

use super::jumps::{OpenJumps, best_capture};
use super::merit::{MAX_PLIES, Merit};
use super::table::{Shape, Tables};
use crate::Material;
use crate::index::Pieces;
use crate::men::Men;
use crate::sets::{KingSets, WAYS, king_rank, squares};

/// One side to move, as Black.
pub(crate) struct Side<'a> {
    tables: &'a Tables,
    material: Material,
    shape: Shape,
    rows: Arc<KingSets>,
    columns: Arc<KingSets>,
    open_jumps: OpenJumps,
    merits: Vec<Merit>,
    /// The replies of each cell that are not known to lose; all moves of men together count as one.
    /// Nothing is left to find out where it is 0.
    left: Vec<u8>,
    /// Cells that men's moves settle, wins, or help to settle, losses, by plies.
    exits: Vec<Vec<u32>>,
    /// Cells that are settled, by plies, until their predecessors have heard of it.
    settled: Vec<Vec<u32>>,
}

/// A distance was met that is too long for the bytes of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooLong;

impl<'a> Side<'a> {
    fn new(tables: &'a Tables, material: Material) -> Side<'a> {
        let shape = Shape::of(material);
        Side {
            tables,
            material,
            shape,
            rows: KingSets::of(material.black_kings),
            columns: KingSets::of(material.white_kings),
            open_jumps: OpenJumps::default(),
            merits: vec![Merit::HOLE; shape.n_cells()],
            left: vec![0; shape.n_cells()],
            exits: vec![Vec::new(); MAX_PLIES + 2],
            settled: vec![Vec::new(); MAX_PLIES + 2],
        }
    }

    /// Starts a placement with what captures and men's moves lead to.
    fn start(&mut self, men: Men) {
        self.merits.fill(Merit::HOLE);
        self.left.fill(0);
        self.start_men(men);
        let (rows, columns) = (Arc::clone(&self.rows), Arc::clone(&self.columns));
        let mut steps = Vec::new();
        for (row, &black_kings) in rows.sets.iter().enumerate() {
            let cells = row * self.shape.n_columns;
            if black_kings & men.all() != 0 {
                self.merits[cells..][..self.shape.n_columns].fill(Merit::HOLE);
                continue;
            }
            self.open_jumps.set(men, black_kings, self.material.white_kings);
            let targets = rows.reached(row).iter().map(|&to| rows.sets[to as usize] & !black_kings);
            steps.clear();
            steps.extend(targets.filter(|to| to & men.all() == 0));
            let taken = men.all() | black_kings;
            for (column, &white_kings) in columns.sets.iter().enumerate() {
                let cell = cells + column;
                if white_kings & taken != 0 {
                    self.merits[cell] = Merit::HOLE;
                } else if self.open_jumps.any(men, white_kings) {
                    let merit = best_capture(self.tables, &Pieces { men, black_kings, white_kings });
                    self.settle(cell, merit);
                } else {
                    let n_steps = steps.iter().filter(|&to| to & white_kings == 0).count();
                    self.open(cell, n_steps);
                }
            }
        }
    }

    /// Notes the merit of a cell for good.
    #[inline]
    fn settle(&mut self, cell: usize, merit: Merit) {
        self.merits[cell] = merit;
        self.left[cell] = 0;
        if let Some(plies) = merit.plies() {
            self.settled[plies].push(cell as u32);
        }
    }

    /// Starts a cell without a capture, for which the best move of a man is in its place.
    #[inline]
    fn open(&mut self, cell: usize, n_steps: usize) {
        let by_man = self.merits[cell];
        if by_man == Merit::HOLE && n_steps == 0 {
            return self.settle(cell, Merit::LOST_NOW);
        }
        self.merits[cell] = Merit::DRAW;
        self.left[cell] = n_steps as u8 + u8::from(by_man != Merit::HOLE);
        if let Some(plies) = by_man.plies() {
            self.exits[plies].push(cell as u32);
        }
    }

    /// The best move of a man without a capture, for all cells.
    fn start_men(&mut self, men: Men) {
        for from in squares(men.black) {
            for way in WAYS[from].iter().take(2).flatten() {
                let to = 1u32 << way.step;
                if men.all() & to != 0 {
                    continue;
                }
                let black = men.black & !(1 << from);
                let crowned = if way.step >= 28 { to } else { 0 };
                let black = if crowned == 0 { black | to } else { black };
                self.man_move(Men { black, ..men }, crowned);
            }
        }
    }

    /// Takes the merits after a man's move into account. A crowned man joins the kings.
    fn man_move(&mut self, men: Men, crowned: u32) {
        let mut material = self.material;
        if crowned != 0 {
            material.black_men -= 1;
            material.black_kings += 1;
        }
        let replies = self.tables.get(material).placement(men);
        let n_columns = self.shape.n_columns;
        for (row, &kings) in self.rows.sets.iter().enumerate() {
            if kings & crowned != 0 {
                continue;
            }
            let to = if crowned == 0 { row } else { king_rank(kings | crowned) as usize };
            let merits = &mut self.merits[row * n_columns..][..n_columns];
            for (merit, reply) in merits.iter_mut().zip(&replies[to * n_columns..][..n_columns]) {
                *merit = (*merit).max(reply.before());
            }
        }
    }

    /// Settles what men's moves decide at this distance.
    fn take_exits(&mut self, plies: usize) {
        let mut exits = std::mem::take(&mut self.exits[plies]);
        for &cell in &exits {
            let cell = cell as usize;
            match self.left[cell] {
                0 => {}
                // No move of a king is left: the men's moves lose as well.
                1 => self.settle(cell, Merit::ends_in(plies)),
                _ if plies % 2 == 1 => self.settle(cell, Merit::win(plies)),
                _ => self.left[cell] -= 1,
            }
        }
        exits.clear();
        self.exits[plies] = exits;
    }

    /// Tells the predecessors of what is settled at this distance, in which the other side moved.
    fn tell(&mut self, other: &mut Side<'_>, plies: usize) {
        let mut settled = std::mem::take(&mut self.settled[plies]);
        let (merit, rows) = (Merit::ends_in(plies + 1), Arc::clone(&other.rows));
        let n_columns = self.shape.n_columns as u32;
        for &cell in &settled {
            let (row, column) = ((cell / n_columns) as usize, (cell % n_columns) as usize);
            let (to, from) = (self.rows.turned[row] as usize, self.columns.turned[column] as usize);
            for &before in rows.reached(from) {
                other.hear(before as usize * other.shape.n_columns + to, merit);
            }
        }
        settled.clear();
        self.settled[plies] = settled;
    }

    /// A king's move from this cell leads to a merit.
    #[inline]
    fn hear(&mut self, cell: usize, merit: Merit) {
        match self.left[cell] {
            0 => {}
            1 => self.settle(cell, merit),
            _ if merit.is_win() => self.settle(cell, merit),
            _ => self.left[cell] -= 1,
        }
    }

    /// The merits with this side to move as White, row by row: the board is turned.
    pub(crate) fn turned_merits(&self) -> Vec<Merit> {
        let mut turned = vec![Merit::HOLE; self.merits.len()];
        for (row, merits) in self.merits.chunks_exact(self.shape.n_columns).enumerate() {
            let to = self.rows.turned[row] as usize;
            for (merit, &column) in merits.iter().zip(&self.columns.turned) {
                turned[column as usize * self.shape.n_rows + to] = *merit;
            }
        }
        turned
    }
}

/// A material and its mirror, ready to solve placements.
pub(crate) struct Pair<'a> {
    /// Black to move.
    pub(crate) black: Side<'a>,
    /// White to move, on the turned board.
    pub(crate) white: Side<'a>,
}

impl<'a> Pair<'a> {
    pub(crate) fn new(tables: &'a Tables, material: Material) -> Pair<'a> {
        Pair { black: Side::new(tables, material), white: Side::new(tables, material.mirror()) }
    }

    /// Solves a placement for both sides to move.
    pub(crate) fn solve(&mut self, men: Men) -> Result<(), TooLong> {
        let Pair { black, white } = self;
        black.start(men);
        white.start(men.turned());
        for plies in 0..=MAX_PLIES {
            black.take_exits(plies);
            white.take_exits(plies);
            black.tell(white, plies);
            white.tell(black, plies);
        }
        let is_too_long = |side: &Side<'_>| {
            !side.exits[MAX_PLIES + 1].is_empty() || !side.settled[MAX_PLIES + 1].is_empty()
        };
        if is_too_long(black) || is_too_long(white) { Err(TooLong) } else { Ok(()) }
    }
}
