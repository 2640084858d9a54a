//! Openings: the three-move ballots, the eleven-man ballots, and the names of openings.

mod eleven_man;
mod names;
mod three_move;

pub use eleven_man::eleven_man_ballots;
pub use names::{NamedOpening, named_openings, opening_name, opening_name_of};
pub use three_move::{Ballot, BallotStatus, three_move_ballots};

use crownhead_board::{Move, Position, Square, SquareMatch, match_squares};

/// The lines of a data file that say something.
fn data_lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// A move of our own data, which a test reads through.
fn read_move(pos: &Position, text: &str) -> Move {
    let squares: Vec<Square> =
        text.split(['-', 'x']).filter_map(|number| Square::new(number.parse().ok()?)).collect();
    match match_squares(&pos.legal_moves(), &squares) {
        SquareMatch::One(mv) => mv,
        other => panic!("{text} in our data is not one move in {pos}: {other:?}"),
    }
}
