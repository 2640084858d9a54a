//! The eleven-man ballots: a man of each side is taken off, then a move is made for each.

use std::collections::HashSet;

use crownhead_board::{Color, Position, Setup, Square};

/// The positions of the eleven-man ballot (J. W. Banks, 1907), each once.
///
/// Black loses one of the men on 5 to 12, White one of those on 21 to 28. Then one first move is
/// drawn for each; where its man is missing, the man behind it makes the same step, and where there
/// is none, the move is drawn again. Nothing is said about who stands better.
///
/// ```
/// assert_eq!(crownhead_engine::eleven_man_ballots().len(), 2500);
/// ```
pub fn eleven_man_ballots() -> Vec<Position> {
    let mut seen = HashSet::new();
    let mut ballots = Vec::new();
    for (black, white) in pairs(5..=12, 21..=28) {
        for (first, second) in pairs(BLACK_MOVES, WHITE_MOVES) {
            let mut setup = Position::START.setup();
            setup.put(square(black), None);
            setup.put(square(white), None);
            let moved = step(&mut setup, Color::Black, first) && step(&mut setup, Color::White, second);
            let pos = Position::try_from(setup).expect("men stay off their crown rows");
            if moved && seen.insert(pos) {
                ballots.push(pos);
            }
        }
    }
    ballots
}

const BLACK_MOVES: [(u8, u8); 7] = [(9, 13), (9, 14), (10, 14), (10, 15), (11, 15), (11, 16), (12, 16)];
const WHITE_MOVES: [(u8, u8); 7] = [(21, 17), (22, 17), (22, 18), (23, 18), (23, 19), (24, 19), (24, 20)];

fn pairs<A: Clone, B: Clone>(
    a: impl IntoIterator<Item = A>,
    b: impl IntoIterator<Item = B> + Clone,
) -> impl Iterator<Item = (A, B)> {
    a.into_iter().flat_map(move |a| b.clone().into_iter().map(move |b| (a.clone(), b)))
}

fn square(number: u8) -> Square {
    Square::new(number).expect("our own numbers are squares")
}

/// Makes a drawn move, by the man behind if its own is missing; `false` if there is none.
fn step(setup: &mut Setup, color: Color, (from, to): (u8, u8)) -> bool {
    let (mut from, mut to) = (square(from), square(to));
    if !setup.pieces(color).contains(from) {
        let Some(behind) = behind(from, to) else { return false };
        (from, to) = (behind, from);
    }
    let men = match color {
        Color::Black => &mut setup.black,
        Color::White => &mut setup.white,
    };
    let has_man = men.contains(from);
    if has_man {
        men.remove(from);
        men.insert(to);
    }
    has_man
}

/// The square from which the same step leads to `from`.
fn behind(from: Square, to: Square) -> Option<Square> {
    let row = (2 * from.row()).checked_sub(to.row())?;
    let column = (2 * from.column()).checked_sub(to.column())?;
    Square::from_row_column(row, column)
}
