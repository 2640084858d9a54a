//! Kinds of positions: a FEN in which a piece may stand on any of several squares.

use crownhead_board::{Bitboard, Color, Piece, Position, Role, Setup, Square};
use fastrand::Rng;

/// A kind of positions, written like a FEN with `/` between the squares that a piece may stand on, `-` for all
/// squares from one to another and `*` for the whole board: `W:WK14/15,K*:BK28/32,5-12`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    turn: Color,
    pieces: Vec<(Piece, Bitboard)>,
}

impl Kind {
    /// Reads a kind; `None` when it is not written as it should be.
    pub(crate) fn parse(text: &str) -> Option<Kind> {
        let mut fields = text.split(':');
        let turn = color(fields.next()?)?;
        let mut pieces = Vec::new();
        for field in fields {
            let (side, places) = field.split_at_checked(1)?;
            let color = color(side)?;
            for place in places.split(',') {
                let (role, squares) = match place.strip_prefix('K') {
                    Some(squares) => (Role::King, squares),
                    None => (Role::Man, place),
                };
                let squares = squares.split('/').map(squares_of).collect::<Option<Vec<Bitboard>>>()?;
                pieces.push((
                    role.of(color),
                    squares.into_iter().fold(Bitboard::EMPTY, |all, some| all | some),
                ));
            }
        }
        Some(Kind { turn, pieces })
    }

    /// A position of this kind, with pieces on squares at random; `None` when they do not fit together.
    pub(crate) fn draw(&self, rng: &mut Rng) -> Option<Position> {
        let mut setup = Setup { turn: Some(self.turn), ..Setup::default() };
        for (piece, squares) in &self.pieces {
            let free: Vec<Square> = (*squares - (setup.black | setup.white)).into_iter().collect();
            setup.put(*rng.choice(&free)?, Some(*piece));
        }
        Position::try_from(setup).ok()
    }

    /// Is a position of this kind?
    pub(crate) fn has(&self, pos: &Position) -> bool {
        let pieces: Vec<(Square, Piece)> = pos.iter_pieces().collect();
        pos.turn() == self.turn && pieces.len() == self.pieces.len() && fits(&self.pieces, &pieces)
    }
}

/// Can each piece of a kind be one of a position?
fn fits(kind: &[(Piece, Bitboard)], pieces: &[(Square, Piece)]) -> bool {
    let Some(((wanted, squares), others)) = kind.split_first() else { return true };
    pieces.iter().enumerate().any(|(i, (square, piece))| {
        let rest: Vec<(Square, Piece)> = [&pieces[..i], &pieces[i + 1..]].concat();
        piece == wanted && squares.contains(*square) && fits(others, &rest)
    })
}

fn color(text: &str) -> Option<Color> {
    text.chars().next().and_then(Color::from_letter)
}

fn squares_of(text: &str) -> Option<Bitboard> {
    if text == "*" {
        return Some(!Bitboard::EMPTY);
    }
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last): (u8, u8) = (first.parse().ok()?, last.parse().ok()?);
    (first..=last).map(Square::new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_written_one_by_one_as_ranges_or_all() {
        let kind = Kind::parse("B:WK*,20:BK1/5,9-12").unwrap();
        assert_eq!(kind.turn, Color::Black);
        let sizes: Vec<usize> = kind.pieces.iter().map(|(_, squares)| squares.len()).collect();
        assert_eq!(sizes, [32, 1, 2, 4]);
        for bad in ["", "X:W1:B2", "W:W0:B1", "W:W1-33:B2", "W:WK:B1", "W:Wa:B1", "W::B1"] {
            assert_eq!(Kind::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn positions_are_of_their_kind() {
        let kind = Kind::parse("W:WK*,20-24:BK28/32,5-12").unwrap();
        let mut rng = Rng::with_seed(1);
        let positions: Vec<Position> = (0..100).filter_map(|_| kind.draw(&mut rng)).collect();
        assert!(positions.len() > 80 && positions.iter().all(|pos| kind.has(pos)));
        assert!(!kind.has(&"W:WK1,20:BK28,13".parse().unwrap()));
        // Two pieces do not stand on one square.
        assert_eq!(Kind::parse("W:WK1:BK1").unwrap().draw(&mut rng), None);
    }
}
