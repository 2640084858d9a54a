//! `Arbitrary` for types with invariants.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::{Color, Move, Position, Setup, Square};

impl<'a> Arbitrary<'a> for Square {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Square> {
        u.choose(&Square::ALL).copied()
    }
}

/// Any pieces anywhere, made valid.
impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Position> {
        let setup = Setup::arbitrary(u)?;
        let white = setup.white - setup.black;
        let kings = setup.kings & (setup.black | white);
        let turn = Some(setup.turn.unwrap_or(Color::Black));
        let setup = Setup { white, kings, turn, ..setup }.with_men_crowned();
        Position::try_from(setup).map_err(|_| arbitrary::Error::IncorrectFormat)
    }
}

/// A move that some piece could make on some board.
impl<'a> Arbitrary<'a> for Move {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Move> {
        let moves = Position::arbitrary(u)?.legal_moves();
        if moves.is_empty() { Ok(Move::END_TURN) } else { u.choose(&moves).copied() }
    }
}
