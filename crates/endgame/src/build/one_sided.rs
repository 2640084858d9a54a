//! Placements in which only one side has kings.
//!
//! The other side's moves are all irreversible, so what it can reach is known before, and one pass
//! over the kings' moves settles everything. Rows of a single column would waste 31 bits of every
//! word; here a row of bits stands for all sets of *Black's own* kings instead.

use std::sync::Arc;

use super::capture::MAX_JUMPS;
use super::table::{Finished, TableView, ValidColumns};
use super::value_solver::ValueCells;
use crate::Material;
use crate::men::Men;
use crate::sets::{KingSets, WAYS, king_rank, squares};

/// Black has kings and is to move, White has none.
pub(crate) struct OneSidedKings<'a> {
    finished: &'a Finished<'a, ValueCells>,
    material: Material,
    kings: Arc<KingSets>,
    valid_columns: ValidColumns,
    men: Men,
    masks: Vec<u32>,
    /// Positions, then those without a capture.
    open: Vec<u32>,
    any: Vec<u32>,
    won: Vec<u32>,
    saved: Vec<u32>,
    doomed: Vec<u32>,
}

/// What is known with White to move, a word for each set of kings.
#[derive(Clone, Copy)]
pub(crate) struct Replies<'a> {
    pub(crate) won: &'a [u32],
    pub(crate) lost: &'a [u32],
}

#[derive(Clone, Copy)]
struct Jumper {
    from: usize,
    at: usize,
    is_king: bool,
    taken: u32,
    depth: usize,
}

impl<'a> OneSidedKings<'a> {
    pub(crate) fn new(finished: &'a Finished<'a, ValueCells>, material: Material) -> OneSidedKings<'a> {
        let kings = KingSets::of(material.black_kings);
        let row = || vec![0; kings.stride];
        OneSidedKings {
            finished,
            material,
            valid_columns: ValidColumns::new(material.black_kings),
            men: Men::NONE,
            masks: vec![0; (MAX_JUMPS + 2) * 2 * kings.stride],
            open: row(),
            any: row(),
            won: row(),
            saved: row(),
            doomed: row(),
            kings,
        }
    }

    /// Solves a placement and writes a word for each set of kings: won or not, lost or not.
    pub(crate) fn solve(&mut self, men: Men, replies: Replies<'_>, won: &mut [u32], lost: &mut [u32]) {
        self.men = men;
        self.valid_columns.set_men(men);
        self.valid_columns.row(0, &mut self.open);
        for (to, set) in won.iter_mut().zip(&self.kings.sets) {
            *to = u32::from(set & men.all() != 0);
        }
        lost.fill(0);
        self.captures();
        for i in 0..self.open.len() {
            for bit in squares(self.won[i]) {
                won[i * 32 + bit] = 1;
            }
            for bit in squares(self.any[i] & !self.saved[i]) {
                lost[i * 32 + bit] = 1;
            }
            self.open[i] &= !self.any[i];
            self.won[i] = 0;
        }
        self.doomed.copy_from_slice(&self.open);
        self.men_moves();
        self.king_moves(replies, won, lost);
    }

    fn captures(&mut self) {
        for row in [&mut self.any, &mut self.won, &mut self.saved] {
            row.fill(0);
        }
        let stride = self.kings.stride;
        for from in squares(!self.men.white) {
            let is_king = self.men.black >> from & 1 == 0;
            let jumps_man = |way: &crate::sets::Way| self.men.white >> way.step & 1 == 1;
            if !WAYS[from].iter().flatten().any(jumps_man) {
                continue;
            }
            self.masks[..stride].copy_from_slice(&self.open);
            if is_king {
                for (mask, with) in self.masks.iter_mut().zip(self.kings.with(from)) {
                    *mask &= with;
                }
            }
            self.jump(Jumper { from, at: from, is_king, taken: 0, depth: 0 });
        }
    }

    fn jump(&mut self, piece: Jumper) {
        let stride = self.kings.stride;
        // Two rows for each depth: the sets in question, and those of them that end here.
        let (here, next) = (piece.depth * 2 * stride, (piece.depth + 1) * 2 * stride);
        self.masks.copy_within(here..here + stride, here + stride);
        let directions = if piece.is_king { 4 } else { 2 };
        for way in WAYS[piece.at].iter().take(directions).flatten() {
            let (over, Some(to)) = (1u32 << way.step, way.jump) else { continue };
            if self.men.white & !piece.taken & over == 0 || self.men.all() >> to & 1 == 1 {
                continue;
            }
            let returns = usize::from(to) == piece.from;
            let blocked = self.kings.with(to.into());
            let (upto, after) = self.masks.split_at_mut(next);
            let (columns, ending) = upto[here..].split_at_mut(stride);
            let mut some = 0;
            for i in 0..stride {
                let word = if returns { columns[i] } else { columns[i] & !blocked[i] };
                after[i] = word;
                ending[i] &= !word;
                some |= word;
                if piece.depth == 0 {
                    self.any[i] |= word;
                }
            }
            if some != 0 {
                let taken = piece.taken | over;
                self.jump(Jumper { at: to.into(), taken, depth: piece.depth + 1, ..piece });
            }
        }
        if piece.depth > 0 && self.masks[here + stride..next].iter().any(|&word| word != 0) {
            self.land(piece, here + stride);
        }
    }

    fn land(&mut self, piece: Jumper, ending: usize) {
        let ending = &self.masks[ending..][..self.kings.stride];
        let white = self.men.white & !piece.taken;
        if white == 0 {
            for (i, word) in ending.iter().enumerate() {
                self.won[i] |= word;
                self.saved[i] |= word;
            }
            return;
        }
        let after = self.after(piece, white);
        for (i, &word) in ending.iter().enumerate() {
            let (won, saved) = after.outcome(&self.kings, i, word);
            self.won[i] |= won;
            self.saved[i] |= saved;
        }
    }

    /// The values after a move of a piece that leaves these white men.
    fn after(&self, piece: Jumper, white: u32) -> After<'a> {
        // The move of a king as if there were no other: what it leaves and where it ends.
        let leaves = if piece.is_king { 1u32 << piece.from } else { 0 };
        let (men, joins) = self.men.after_black(leaves, piece.from, piece.at);
        let crowned = !piece.is_king && joins != 0;
        let material = if crowned { self.material.with_black_crowned() } else { self.material };
        let material = Material { white_men: white.count_ones() as u8, ..material };
        After::new(self.finished.table(material), Men { white, ..men }, leaves, joins)
    }

    fn men_moves(&mut self) {
        for (from, at) in self.men.black_steps() {
            let piece = Jumper { from, at, is_king: false, taken: 0, depth: 0 };
            let after = self.after(piece, self.men.white);
            for i in 0..self.open.len() {
                // A king on the square where the man would go is in the way.
                let free = self.open[i] & !(self.kings.with(at)[i]);
                let (won, saved) = after.outcome(&self.kings, i, free);
                self.won[i] |= won;
                self.doomed[i] &= !saved;
            }
        }
    }

    fn king_moves(&mut self, replies: Replies<'_>, won: &mut [u32], lost: &mut [u32]) {
        for i in 0..self.open.len() {
            for bit in squares(self.won[i]) {
                won[i * 32 + bit] = 1;
            }
            for bit in squares(self.open[i] & !self.won[i]) {
                let cell = i * 32 + bit;
                let (mut some_lost, mut all_won) = (0, 1);
                for &to in self.kings.reached(cell) {
                    some_lost |= replies.lost[to as usize];
                    all_won &= replies.won[to as usize];
                }
                won[cell] = some_lost;
                lost[cell] = all_won & self.doomed[i] >> bit & 1;
            }
        }
    }
}

/// Finished values after a move, for all sets of kings.
struct After<'a> {
    won: &'a [u32],
    lost: &'a [u32],
    /// The king that moved, and where it or the crowned man ends.
    leaves: u32,
    joins: u32,
}

impl<'a> After<'a> {
    fn new(table: &TableView<'a, ValueCells>, men: Men, leaves: u32, joins: u32) -> After<'a> {
        let values = table.placement(men);
        let (won, lost) = values.split_at(values.len() / 2);
        After { won, lost, leaves, joins }
    }

    /// Which of the sets in a word are won by the move, and which are not lost.
    fn outcome(&self, kings: &KingSets, i: usize, word: u32) -> (u32, u32) {
        if self.leaves == self.joins {
            return (word & self.lost[i], word & !self.won[i]);
        }
        let (mut won, mut saved) = (0, 0);
        for bit in squares(word) {
            let to = king_rank(kings.sets[i * 32 + bit] & !self.leaves | self.joins) as usize;
            won |= (self.lost[to / 32] >> (to % 32) & 1) << bit;
            saved |= (!self.won[to / 32] >> (to % 32) & 1) << bit;
        }
        (won, saved)
    }
}
