//! Every position of two to four pieces against a solver too simple to be wrong in the same way: it
//! knows nothing but the rules of the board crate, and goes over all positions until nothing changes.
#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use std::collections::HashMap;

use crownhead_board::{Color, Piece, Position, Setup, Square};
use crownhead_endgame::{Database, Value};

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
            for is_king in [false, true] {
                let mut setup = setup;
                setup.put(square, Some(Piece { color, is_king }));
                add_pieces(setup, i + 1, left - 1, positions);
            }
        }
    }
}

/// Values with White to move; positions with Black to move are turned round.
#[derive(Default)]
struct Solver {
    values: HashMap<Position, Value>,
}

impl Solver {
    fn normal(pos: Position) -> Position {
        if pos.turn() == Color::White { pos } else { pos.flip() }
    }

    /// Solves all positions with so many pieces; those with fewer must be solved.
    fn solve(&mut self, pieces: usize) -> usize {
        let mut open: Vec<(Position, Vec<Position>)> = all_positions(pieces)
            .into_iter()
            .map(|pos| {
                let moves = pos.legal_moves();
                (pos, moves.iter().map(|&mv| Solver::normal(pos.play(mv).unwrap())).collect())
            })
            .collect();
        let (n, mut last) = (open.len(), usize::MAX);
        while last != open.len() {
            last = open.len();
            open.retain(|(pos, successors)| {
                let known = self.outcome(successors);
                known.inspect(|&value| {
                    self.values.insert(*pos, value);
                });
                known.is_none()
            });
        }
        self.values.extend(open.iter().map(|(pos, _)| (*pos, Value::Draw)));
        n
    }

    /// The value that the successors known so far force.
    fn outcome(&self, successors: &[Position]) -> Option<Value> {
        let value = |pos: &Position| {
            if pos.white().is_empty() { Some(Value::Loss) } else { self.values.get(pos).copied() }
        };
        if successors.iter().any(|pos| value(pos) == Some(Value::Loss)) {
            return Some(Value::Win);
        }
        let all_won = successors.iter().all(|pos| value(pos) == Some(Value::Win));
        all_won.then_some(Value::Loss)
    }
}

fn check(pieces: usize) {
    let mut solver = Solver::default();
    for n in 2..=pieces {
        solver.solve(n);
    }
    let database = Database::shipped();
    for (pos, value) in &solver.values {
        assert_eq!(database.probe(pos).unwrap(), Some(*value), "{pos}");
        assert_eq!(database.probe(&pos.flip()).unwrap(), Some(*value), "{pos} turned");
    }
}

#[test]
fn two_and_three_pieces_agree() {
    check(3);
}

#[test]
#[ignore = "takes a minute and three gigabytes"]
fn four_pieces_agree() {
    check(4);
}
