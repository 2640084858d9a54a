//! Captures, for a whole row of positions at once.
//!
//! Black is to move. The men and the black kings are known, the white kings are not: a row of bits
//! stands for all sets of them. A path of jumps holds for those sets that have a king on every
//! square jumped where no man stands, and none on the squares where the piece lands.

use std::sync::Arc;

use crate::Material;
use crate::men::Men;
use crate::sets::{KingSets, N_DIRECTIONS, WAYS, squares};

/// No piece jumps more often than this in one move.
pub(crate) const MAX_JUMPS: usize = 9;

/// Where a capture ends, for some sets of white kings.
pub(crate) struct Landing {
    /// The material, the men and the black kings afterwards.
    pub(crate) material: Material,
    pub(crate) men: Men,
    pub(crate) black_kings: u32,
    /// The white kings taken.
    pub(crate) taken_kings: u32,
}

/// The jumps of Black in one placement.
pub(crate) struct Captures {
    material: Material,
    men: Men,
    white_kings: Arc<KingSets>,
    /// Pairs of squares, as masks, that a jump over a white man joins; for men only forward.
    man_jumps: Vec<(u32, u32)>,
    king_jumps: Vec<(u32, u32)>,
    masks: Vec<u32>,
    /// The columns where Black can capture.
    pub(crate) any: Vec<u32>,
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

impl Captures {
    pub(crate) fn new(material: Material) -> Captures {
        let white_kings = KingSets::of(material.white_kings);
        Captures {
            material,
            men: Men::NONE,
            man_jumps: Vec::new(),
            king_jumps: Vec::new(),
            masks: vec![0; (MAX_JUMPS + 2) * 2 * white_kings.stride],
            any: vec![0; white_kings.stride],
            white_kings,
        }
    }

    /// Goes to another placement.
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

    /// Goes over the captures of a row: the black kings are these, and `valid` are the sets of white
    /// kings. Calls `land` with the end of each capture and the columns that it holds for. Returns
    /// whether there is any capture; if so `any` says in which columns.
    ///
    /// Like all functions with this parameter it is compiled for the common widths of rows; 0 means
    /// any.
    pub(crate) fn row<const STRIDE: usize>(
        &mut self,
        black_kings: u32,
        valid: &[u32],
        mut land: impl FnMut(&Landing, &[u32]),
    ) -> bool {
        if self.material.white_kings == 0 && !self.jumps_a_man(black_kings) {
            return false;
        }
        self.any.fill(0);
        let stride = self.stride::<STRIDE>();
        self.masks[..stride].copy_from_slice(valid);
        for from in squares(self.men.black | black_kings) {
            let is_king = black_kings >> from & 1 == 1;
            let start =
                Jumper { from, at: from, is_king, black_kings, taken_men: 0, taken_kings: 0, depth: 0 };
            self.jump::<STRIDE>(start, &mut land);
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
    fn jump<const STRIDE: usize>(&mut self, piece: Jumper, land: &mut impl FnMut(&Landing, &[u32])) {
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
            self.jump::<STRIDE>(piece, land);
        }
        let ending = &self.masks[here + stride..next];
        if piece.depth > 0 && ending.iter().any(|&word| word != 0) {
            land(&self.landing(piece), ending);
        }
    }

    /// What is on the board after the last jump.
    fn landing(&self, piece: Jumper) -> Landing {
        let (men, black_kings) = self.men.after_black(piece.black_kings, piece.from, piece.at);
        let men = Men { white: men.white & !piece.taken_men, ..men };
        let material = Material {
            black_men: men.black.count_ones() as u8,
            black_kings: black_kings.count_ones() as u8,
            white_men: men.white.count_ones() as u8,
            white_kings: self.material.white_kings - piece.taken_kings.count_ones() as u8,
        };
        Landing { material, men, black_kings, taken_kings: piece.taken_kings }
    }
}
