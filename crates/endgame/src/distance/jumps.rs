//! The captures of Black in one position.

use super::merit::Merit;
use super::table::Tables;
use crate::index::Pieces;
use crate::men::Men;
use crate::sets::{N_DIRECTIONS, WAYS, squares};

/// Where men of Black are crowned.
pub(crate) const BLACK_CROWN_ROW: u32 = 0xF000_0000;

/// The jumps that the men and the black kings leave open, for any white kings.
#[derive(Debug, Default)]
pub(crate) struct OpenJumps {
    /// The squares jumped over and landed on, as masks.
    jumps: Vec<(u32, u32)>,
}

impl OpenJumps {
    /// Turns to other black pieces.
    pub(crate) fn set(&mut self, men: Men, black_kings: u32, white_kings: u8) {
        self.jumps.clear();
        let black = men.black | black_kings;
        let may_be_white = if white_kings == 0 { men.white } else { !black };
        for from in squares(black) {
            let directions = if black_kings >> from & 1 == 1 { N_DIRECTIONS } else { 2 };
            for way in WAYS[from].iter().take(directions).flatten() {
                let (over, Some(to)) = (1u32 << way.step, way.jump) else { continue };
                let to = 1u32 << to;
                if over & may_be_white != 0 && to & (black | men.white) == 0 {
                    self.jumps.push((over, to));
                }
            }
        }
    }

    /// Can Black capture when the white kings are these?
    #[inline]
    pub(crate) fn any(&self, men: Men, white_kings: u32) -> bool {
        let white = men.white | white_kings;
        self.jumps.iter().any(|&(over, to)| white & over != 0 && white_kings & to == 0)
    }
}

/// A piece on its way.
#[derive(Clone, Copy)]
struct Jumper {
    from: usize,
    at: usize,
    is_king: bool,
    taken: u32,
}

/// What the best capture of Black is worth; [`Merit::HOLE`] when there is none.
pub(crate) fn best_capture(tables: &Tables, pieces: &Pieces) -> Merit {
    let start =
        |from: usize| Jumper { from, at: from, is_king: pieces.black_kings >> from & 1 == 1, taken: 0 };
    let black = squares(pieces.men.black | pieces.black_kings);
    black.map(|from| jump(tables, pieces, start(from))).max().unwrap_or(Merit::HOLE)
}

/// Goes on from where the piece stands. Captured pieces stay on the board until the move has ended.
fn jump(tables: &Tables, pieces: &Pieces, piece: Jumper) -> Merit {
    let black = (pieces.men.black | pieces.black_kings) & !(1 << piece.from);
    let white = pieces.men.white | pieces.white_kings;
    let directions = if piece.is_king { N_DIRECTIONS } else { 2 };
    let mut best = Merit::HOLE;
    for way in WAYS[piece.at].iter().take(directions).flatten() {
        let (over, Some(to)) = (1u32 << way.step, way.jump) else { continue };
        if white & !piece.taken & over != 0 && (black | white) >> to & 1 == 0 {
            let next = Jumper { at: to.into(), taken: piece.taken | over, ..piece };
            best = best.max(jump(tables, pieces, next));
        }
    }
    if best == Merit::HOLE && piece.taken != 0 { land(tables, pieces, piece) } else { best }
}

/// What the position after the last jump is worth to Black.
fn land(tables: &Tables, pieces: &Pieces, piece: Jumper) -> Merit {
    let (from, at) = (1u32 << piece.from, 1u32 << piece.at);
    let mut after = *pieces;
    if piece.is_king {
        after.black_kings = after.black_kings & !from | at;
    } else if at & BLACK_CROWN_ROW != 0 {
        after.men.black &= !from;
        after.black_kings |= at;
    } else {
        after.men.black = after.men.black & !from | at;
    }
    after.men.white &= !piece.taken;
    after.white_kings &= !piece.taken;
    tables.merit(&after).before()
}
