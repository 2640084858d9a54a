//! Every position of two to four pieces against a solver too simple to be wrong in the same way: it
//! knows nothing but the rules of the board crate, and goes over all positions once for every ply.
#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use std::collections::HashMap;

use crownhead_board::{Color, Position, Role, Setup, Square};
use crownhead_endgame::{Database, Value, Verdict};

/// All positions with this many pieces and White to move, both sides present.
fn all_positions(pieces: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    add_pieces(Setup { turn: Some(Color::White), ..Setup::default() }, 0, pieces, &mut positions);
    positions
}

fn add_pieces(setup: Setup, first: usize, left: usize, positions: &mut Vec<Position>) {
    if left == 0 {
        if !setup.black.is_empty() && !setup.white.is_empty() {
            positions.extend(Position::try_from(setup).ok());
        }
        return;
    }
    for (i, &square) in Square::ALL.iter().enumerate().skip(first) {
        for color in Color::ALL {
            for role in Role::ALL {
                let mut setup = setup;
                setup.put(square, Some(role.of(color)));
                add_pieces(setup, i + 1, left - 1, positions);
            }
        }
    }
}

/// Plies to the end with White to move, `None` for draws; positions with Black to move are
/// flipped. The side that makes the last move wins, so an odd number is a win and an even one a loss.
#[derive(Default)]
struct Solver {
    positions: Vec<Position>,
    plies: Vec<Option<u16>>,
    places: HashMap<Position, usize>,
}

impl Solver {
    /// Solves all positions with this number of pieces; those with fewer must be solved.
    fn solve(&mut self, pieces: usize) {
        let first = self.positions.len();
        for pos in all_positions(pieces) {
            self.places.insert(pos, self.positions.len());
            self.positions.push(pos);
        }
        self.plies.resize(self.positions.len(), None);
        let mut open: Vec<(usize, Vec<usize>)> =
            (first..self.positions.len()).map(|place| (place, self.successors(place))).collect();
        // What ends in `plies` leads to something that ends a ply sooner.
        let mut plies = 0;
        while plies <= 1 + self.plies.iter().flatten().max().copied().unwrap_or(0) {
            let ends_now: Vec<usize> =
                open.iter().filter(|(_, next)| self.ends_in(next, plies)).map(|(place, _)| *place).collect();
            for place in ends_now {
                self.plies[place] = Some(plies);
            }
            open.retain(|(place, _)| self.plies[*place].is_none());
            plies += 1;
        }
    }

    /// The places of the positions after each move.
    fn successors(&self, place: usize) -> Vec<usize> {
        let pos = self.positions[place];
        let normal = |pos: Position| if pos.turn() == Color::White { pos } else { pos.flip() };
        pos.legal_moves()
            .iter()
            .map(|&mv| normal(pos.play(mv).unwrap()))
            .map(|next| if next.white().is_empty() { END } else { self.places[&next] })
            .collect()
    }

    /// Does a position with these successors, which does not end sooner, end in `plies`?
    fn ends_in(&self, successors: &[usize], plies: u16) -> bool {
        let is_sooner = |place: usize, parity: u16| {
            let after = if place == END { Some(0) } else { self.plies[place] };
            after.is_some_and(|after| after < plies && after % 2 == parity)
        };
        if plies % 2 == 1 {
            successors.iter().any(|&place| is_sooner(place, 0))
        } else {
            successors.iter().all(|&place| is_sooner(place, 1))
        }
    }
}

/// The place of every position in which the side to move has no pieces.
const END: usize = usize::MAX;

fn verdict(plies: Option<u16>) -> Verdict {
    let value = match plies {
        None => Value::Draw,
        Some(plies) if plies % 2 == 1 => Value::Win,
        Some(_) => Value::Loss,
    };
    Verdict { value, plies }
}

/// Compares every position, and the longest win of each number of pieces with the published one.
fn check(longest: &[u16]) {
    let mut solver = Solver::default();
    for (pieces, longest) in (2..).zip(longest) {
        solver.solve(pieces);
        let wins = solver.plies.iter().flatten().filter(|plies| **plies % 2 == 1);
        assert_eq!(wins.max(), Some(longest), "{pieces} pieces");
    }
    let mut database = Database::with_shipped();
    database.set_cache_size(32 << 20);
    for (pos, plies) in solver.positions.iter().zip(&solver.plies) {
        let verdict = Some(verdict(*plies));
        assert_eq!(database.verdict(pos).unwrap(), verdict, "{pos}");
        assert_eq!(database.verdict(&pos.flip()).unwrap(), verdict, "{pos} flipped");
    }
}

#[test]
fn two_and_three_pieces_agree() {
    check(&[13, 61]);
}

#[test]
#[ignore = "takes minutes and two gigabytes"]
fn four_pieces_agree() {
    check(&[13, 61, 109]);
}
