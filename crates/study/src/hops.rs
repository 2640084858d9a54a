//! The jumps of one piece, hop by hop, as a program finds them: look in each direction, hop where it can be done, and
//! look again from there.

use crownhead_board::{Bitboard, Position, Square};

use crate::constants::crown_row;

/// One hop of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// How many hops came before it.
    pub depth: usize,
    /// The square that it leaves.
    pub from: Square,
    /// The piece that is jumped.
    pub over: Square,
    /// Where it lands.
    pub to: Square,
    /// Everything that is captured up to here.
    pub captured: Bitboard,
    /// Can the piece go no further?
    pub is_end: bool,
}

/// No position that is met in a game has nearly as many hops of one piece.
const MAX_HOPS: usize = 512;

/// Every hop that the piece on a square can make by the official rules, in the order in which the recursion finds them; none
/// if there is no piece of the side to move. At most 512 are followed.
pub fn hops(pos: &Position, from: Square) -> Vec<Hop> {
    let start = Bitboard::from_square(from);
    if (pos.pieces(pos.turn()) & start).is_empty() {
        return Vec::new();
    }
    let mut search = Search {
        them: pos.pieces(!pos.turn()),
        // The piece has left its square, and may come back to it.
        free: !pos.occupied() | start,
        directions: directions(pos, start),
        // A man that is crowned stops.
        stop: if pos.kings().intersects(start) { Bitboard::EMPTY } else { crown_row(pos.turn()) },
        found: Vec::new(),
    };
    search.from(start, Bitboard::EMPTY, 0);
    search.found
}

type Step = fn(Bitboard) -> Bitboard;

fn directions(pos: &Position, piece: Bitboard) -> Vec<Step> {
    let up: [Step; 2] = [Bitboard::step_up_left, Bitboard::step_up_right];
    let down: [Step; 2] = [Bitboard::step_down_left, Bitboard::step_down_right];
    let is_king = pos.kings().intersects(piece);
    let goes_up = is_king || pos.white().intersects(piece);
    let goes_down = is_king || pos.black().intersects(piece);
    [(goes_up, up), (goes_down, down)]
        .into_iter()
        .filter(|(goes, _)| *goes)
        .flat_map(|(_, steps)| steps)
        .collect()
}

struct Search {
    them: Bitboard,
    free: Bitboard,
    directions: Vec<Step>,
    stop: Bitboard,
    found: Vec<Hop>,
}

impl Search {
    /// Follows every hop from a square; can one be made?
    fn from(&mut self, at: Bitboard, captured: Bitboard, depth: usize) -> bool {
        let mut can_go_on = false;
        for step in self.directions.clone() {
            let over = step(at) & self.them & !captured;
            let to = step(over) & self.free;
            let (Some(from), Some(jumped), Some(landing)) = (single(at), single(over), single(to)) else {
                continue;
            };
            can_go_on = true;
            if self.found.len() >= MAX_HOPS {
                break;
            }
            let captured = captured | over;
            let number = self.found.len();
            self.found.push(Hop { depth, from, over: jumped, to: landing, captured, is_end: true });
            if !to.intersects(self.stop) && self.from(to, captured, depth + 1) {
                self.found[number].is_end = false;
            }
        }
        can_go_on
    }
}

fn single(mask: Bitboard) -> Option<Square> {
    mask.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exercise::random_position;
    use proptest::prelude::*;

    fn told(fen: &str, from: u8) -> Vec<String> {
        let pos: Position = fen.parse().unwrap();
        let line = |hop: &Hop| {
            format!("{}{}x{}{}", ">".repeat(hop.depth), hop.from, hop.to, if hop.is_end { "." } else { "" })
        };
        hops(&pos, Square::new(from).unwrap()).iter().map(line).collect()
    }

    #[test]
    fn a_fork_is_followed_one_way_and_then_the_other() {
        assert_eq!(told("W:W27:B1,14,15,23", 27), ["27x18", ">18x9.", ">18x11."]);
    }

    #[test]
    fn a_man_that_is_crowned_stops_and_a_king_goes_round() {
        assert_eq!(told("W:W11:B6,7", 11), ["11x2."]);
        assert_eq!(told("W:WK26:B14,15,22,23", 26).len(), 8);
        assert!(told("W:W11:B6,7", 6).is_empty());
    }

    proptest! {
        #[test]
        fn the_ends_are_the_legal_jumps(seed: u64, size in 1..12u32) {
            let pos = random_position(seed, size);
            let legal: Vec<_> = pos.legal_moves().into_iter().filter(|mv| mv.is_jump()).collect();
            for from in pos.pieces(pos.turn()) {
                let mut ends: Vec<_> =
                    hops(&pos, from).iter().filter(|hop| hop.is_end).map(|hop| (hop.to, hop.captured.to_row_major())).collect();
                let mut jumps: Vec<_> = legal
                    .iter()
                    .filter(|mv| mv.from() == Some(from))
                    .map(|mv| (mv.to().unwrap(), mv.captured().to_row_major()))
                    .collect();
                for list in [&mut ends, &mut jumps] {
                    list.sort();
                    list.dedup();
                }
                prop_assert_eq!(ends, jumps);
            }
        }
    }
}
