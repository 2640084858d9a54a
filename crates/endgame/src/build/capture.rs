//! Captures, for a whole row of positions at once.
//!
//! Black is to move. The men and the black kings are known, the white kings are not: a row of bits
//! stands for all sets of them. A path of jumps holds for those sets that have a king on every
//! square jumped where no man stands, and none on the squares where the piece lands.

use std::sync::Arc;

use super::table::TableView;
use crate::Material;
use crate::men::Men;
use crate::sets::{KingSets, N_DIRECTIONS, WAYS, king_rank, squares};

/// No piece jumps more often than this in one move.
pub(crate) const MAX_JUMPS: usize = 9;

/// Where men of Black are crowned.
pub(crate) const BLACK_CROWN_ROW: u32 = 0xF000_0000;

/// The finished tables by the code of their material.
pub(crate) struct Finished<'a>(Vec<Option<TableView<'a>>>);

impl<'a> Finished<'a> {
    pub(crate) fn new() -> Finished<'a> {
        Finished(vec![None; Material::N_CODES])
    }

    pub(crate) fn insert(&mut self, material: Material, view: TableView<'a>) {
        self.0[material.code()] = Some(view);
    }

    /// The table of a material.
    ///
    /// # Panics
    ///
    /// When there is none: the order of materials guarantees that every capture and crowning leads
    /// to a finished one.
    pub(crate) fn table(&self, material: Material) -> &TableView<'a> {
        self.0[material.code()].as_ref().expect("materials are built in order")
    }
}

/// The jumps of Black in one placement.
pub(crate) struct Captures<'a> {
    finished: &'a Finished<'a>,
    material: Material,
    men: Men,
    white_kings: Arc<KingSets>,
    /// Pairs of squares, as masks, that a jump over a white man joins; for men only forward.
    man_jumps: Vec<(u32, u32)>,
    king_jumps: Vec<(u32, u32)>,
    masks: Vec<u32>,
    /// The columns where Black can capture.
    pub(crate) any: Vec<u32>,
    /// The columns where a capture wins.
    pub(crate) won: Vec<u32>,
    /// The columns where a capture does not lose.
    pub(crate) saved: Vec<u32>,
}

/// A piece on its way.
#[derive(Clone, Copy)]
struct Jumper {
    from: usize,
    at: usize,
    is_king: bool,
    black_kings: u32,
    taken_men: u32,
    taken_kings: u32,
    depth: usize,
}

impl<'a> Captures<'a> {
    pub(crate) fn new(finished: &'a Finished<'a>, material: Material) -> Captures<'a> {
        let white_kings = KingSets::of(material.white_kings);
        let row = || vec![0; white_kings.stride];
        let masks = vec![0; (MAX_JUMPS + 2) * 2 * white_kings.stride];
        let (any, won, saved) = (row(), row(), row());
        let men = Men { black: 0, white: 0 };
        let (man_jumps, king_jumps) = (Vec::new(), Vec::new());
        Captures { finished, material, men, white_kings, man_jumps, king_jumps, masks, any, won, saved }
    }

    /// Turns to another placement.
    pub(crate) fn set_men(&mut self, men: Men) {
        self.men = men;
        self.man_jumps.clear();
        self.king_jumps.clear();
        for over in squares(men.white) {
            for direction in 0..N_DIRECTIONS {
                // A jump in one direction starts from the neighbor in the opposite one.
                let (Some(to), Some(from)) = (WAYS[over][direction], WAYS[over][3 - direction]) else {
                    continue;
                };
                let (from, to) = (1 << from.step, 1 << to.step);
                if men.all() & to != 0 {
                    continue;
                }
                self.king_jumps.push((from, to));
                if direction < 2 && men.black & from != 0 {
                    self.man_jumps.push((from, to));
                }
            }
        }
    }

    /// Works out a row: the black kings are these, and `valid` are the sets of white kings. Answers
    /// whether there is any capture; if so the public rows hold the outcome.
    ///
    /// Like all functions with this parameter it is compiled for the common widths of rows; 0 means
    /// any.
    pub(crate) fn row<const STRIDE: usize>(&mut self, black_kings: u32, valid: &[u32]) -> bool {
        if self.material.white_kings == 0 && !self.jumps_a_man(black_kings) {
            return false;
        }
        self.any.fill(0);
        self.won.fill(0);
        self.saved.fill(0);
        let stride = self.stride::<STRIDE>();
        self.masks[..stride].copy_from_slice(valid);
        for from in squares(self.men.black | black_kings) {
            let is_king = black_kings >> from & 1 == 1;
            let start =
                Jumper { from, at: from, is_king, black_kings, taken_men: 0, taken_kings: 0, depth: 0 };
            self.jump::<STRIDE>(start);
        }
        self.any.iter().any(|&word| word != 0)
    }

    #[inline(always)]
    fn stride<const STRIDE: usize>(&self) -> usize {
        if STRIDE == 0 { self.white_kings.stride } else { STRIDE }
    }

    /// Is there a jump over a white man? Enough when there is no white king.
    fn jumps_a_man(&self, black_kings: u32) -> bool {
        let open = |jumps: &[(u32, u32)], movers: u32| {
            jumps.iter().any(|&(from, to)| movers & from != 0 && black_kings & to == 0)
        };
        open(&self.man_jumps, u32::MAX) || open(&self.king_jumps, black_kings)
    }

    /// Goes on from where the piece stands. The columns in question are in the mask of its depth.
    fn jump<const STRIDE: usize>(&mut self, piece: Jumper) {
        let stride = self.stride::<STRIDE>();
        // Two rows for each depth: the columns in question, and those of them that end here.
        let (here, next) = (piece.depth * 2 * stride, (piece.depth + 1) * 2 * stride);
        self.masks.copy_within(here..here + stride, here + stride);
        let black = (self.men.black | piece.black_kings) & !(1 << piece.from);
        let directions = if piece.is_king { 4 } else { 2 };
        for way in WAYS[piece.at].iter().take(directions).flatten() {
            let (over, Some(to)) = (1u32 << way.step, way.jump) else { continue };
            if (black | self.men.white) >> to & 1 == 1 || black & over != 0 {
                continue;
            }
            let over_man = self.men.white & over != 0;
            if (piece.taken_men | piece.taken_kings) & over != 0
                || !over_man && self.material.white_kings == 0
            {
                continue;
            }
            let blocked = &self.white_kings.with(to.into())[..stride];
            let jumped = &self.white_kings.with(way.step.into())[..stride];
            let over_man_mask = if over_man { u32::MAX } else { 0 };
            let (upto, after) = self.masks.split_at_mut(next);
            let after = &mut after[..stride];
            let (columns, ending) = upto[here..].split_at_mut(stride);
            let (columns, ending) = (&columns[..stride], &mut ending[..stride]);
            let mut some = 0;
            for i in 0..stride {
                let word = columns[i] & !blocked[i] & (jumped[i] | over_man_mask);
                after[i] = word;
                ending[i] &= !word;
                some |= word;
            }
            if some == 0 {
                continue;
            }
            if piece.depth == 0 {
                for (any, word) in self.any.iter_mut().zip(&after[..stride]) {
                    *any |= word;
                }
            }
            let mut piece = Jumper { at: to.into(), depth: piece.depth + 1, ..piece };
            if over_man {
                piece.taken_men |= over;
            } else {
                piece.taken_kings |= over;
            }
            self.jump::<STRIDE>(piece);
        }
        let ending = &self.masks[here + stride..next];
        if piece.depth > 0 && ending.iter().any(|&word| word != 0) {
            self.land::<STRIDE>(piece, here + stride);
        }
    }

    /// Looks up the position after the last jump, for the columns in the mask at `ending`.
    fn land<const STRIDE: usize>(&mut self, piece: Jumper, ending: usize) {
        let ending = &self.masks[ending..][..self.stride::<STRIDE>()];
        let (from, at) = (1u32 << piece.from, 1u32 << piece.at);
        let mut black = self.men.black;
        let mut black_kings = piece.black_kings;
        if piece.is_king {
            black_kings = black_kings & !from | at;
        } else if at & BLACK_CROWN_ROW != 0 {
            black &= !from;
            black_kings |= at;
        } else {
            black = black & !from | at;
        }
        let white = self.men.white & !piece.taken_men;
        let material = Material {
            black_men: black.count_ones() as u8,
            black_kings: black_kings.count_ones() as u8,
            white_men: white.count_ones() as u8,
            white_kings: self.material.white_kings - piece.taken_kings.count_ones() as u8,
        };
        if material.n_white() == 0 {
            for (i, word) in ending.iter().enumerate() {
                self.won[i] |= word;
                self.saved[i] |= word;
            }
            return;
        }
        let table = self.finished.table(material);
        let values = table.placement(Men { black, white });
        let mut single = [0; 2];
        let [won, lost] = table.shape.row(values, king_rank(black_kings) as usize, &mut single);
        if piece.taken_kings == 0 {
            for (i, word) in ending.iter().enumerate() {
                self.won[i] |= word & lost[i];
                self.saved[i] |= word & !won[i];
            }
            return;
        }
        for (i, &word) in ending.iter().enumerate() {
            let (mut won_here, mut saved_here) = (0, 0);
            for bit in squares(word) {
                let left = self.white_kings_left(i * 32 + bit, piece.taken_kings);
                won_here |= (lost[left / 32] >> (left % 32) & 1) << bit;
                saved_here |= (!won[left / 32] >> (left % 32) & 1) << bit;
            }
            self.won[i] |= won_here;
            self.saved[i] |= saved_here;
        }
    }

    /// The rank of a set of white kings without the taken ones.
    fn white_kings_left(&self, column: usize, taken: u32) -> usize {
        if taken & (taken - 1) == 0 {
            return self.white_kings.without(column, taken.trailing_zeros() as usize) as usize;
        }
        king_rank(self.white_kings.sets[column] & !taken) as usize
    }
}
