//! The jumps of one piece, hop by hop, as a program finds them: look in each direction, hop where it can be done, and
//! look again from there.

use crownhead_board::{Bitboard, Move, Square, State};

use crate::style::Appearance;

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

impl Hop {
    /// The hop in words: `22 over 18 to 15`, with what is captured up to here.
    pub fn text(&self, appearance: &Appearance) -> String {
        let name = |square| appearance.notation.square(square);
        let (indent, hex) = ("  ".repeat(self.depth), appearance.layout.hex(self.captured));
        let end = if self.is_end { ", nothing more to jump" } else { "" };
        format!(
            "{indent}{} over {} to {}: captured {hex}{end}",
            name(self.from),
            name(self.over),
            name(self.to)
        )
    }
}

/// Every hop that the piece on a square can make, in the order in which a recursion finds them that looks up before down
/// and left before right; none if it cannot jump.
pub fn hops(state: &State, from: Square) -> Vec<Hop> {
    let moves: Vec<Move> = state.legal_moves().iter().copied().filter(|mv| mv.from() == Some(from)).collect();
    of_moves(&moves)
}

/// The hops of some moves as a tree, a hop that several moves begin with once.
pub(crate) fn of_moves(moves: &[Move]) -> Vec<Hop> {
    let mut routes: Vec<Vec<Square>> =
        moves.iter().filter(|mv| mv.is_jump()).map(|mv| mv.route().to_vec()).collect();
    // Squares further up, and further to the left in a row, have smaller numbers.
    routes.sort();
    let mut found: Vec<(Vec<Square>, Hop)> = Vec::new();
    for route in &routes {
        for n in 2..=route.len() {
            let path = &route[..n];
            if found.iter().any(|(other, _)| other == path) {
                continue;
            }
            let captured: Bitboard = path.windows(2).filter_map(|leg| between(leg[0], leg[1])).collect();
            let (from, to) = (path[n - 2], path[n - 1]);
            let Some(over) = between(from, to) else { continue };
            let is_end = !routes.iter().any(|other| other.len() > n && other.starts_with(path));
            found.push((path.to_vec(), Hop { depth: n - 2, from, over, to, captured, is_end }));
        }
    }
    found.into_iter().map(|(_, hop)| hop).collect()
}

fn between(from: Square, to: Square) -> Option<Square> {
    Square::from_row_column((from.row() + to.row()) / 2, (from.column() + to.column()) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::Position;

    fn told(fen: &str, from: u8) -> Vec<String> {
        let pos: Position = fen.parse().unwrap();
        let line = |hop: &Hop| {
            format!("{}{}x{}{}", ">".repeat(hop.depth), hop.from, hop.to, if hop.is_end { "." } else { "" })
        };
        hops(&State::from(pos), Square::new(from).unwrap()).iter().map(line).collect()
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
}
