//! Positions that can be played.

use core::fmt;
use core::str::FromStr;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::fen::FenError;
use crate::game::Outcome;
use crate::layout::{self, BOTTOM_ROW, TOP_ROW};
use crate::move_list::MoveList;
use crate::movegen;
use crate::mv::Move;
use crate::notation::ParseMoveError;
use crate::piece::Piece;
use crate::setup::{Setup, SetupError};
use crate::square::Square;
use crate::state::State;

/// A position: three 32-bit words and the side to move.
///
/// No two pieces share a square, no man stands on its crown row, and every king is a piece. The
/// only ways to get one are the start, a valid [`Setup`], and a move. Its moves are those of the
/// official rules; for house rules see [`State`].
///
/// Two positions are equal if the repetition rule calls them so: same pieces, same side to move.
///
/// ```
/// use crownhead_board::{Color, Position};
///
/// let start = Position::START;
/// assert_eq!(start.turn(), Color::Black);
/// assert_eq!(start.legal_moves().len(), 7);
///
/// let after = start.play(start.legal_moves()[0]).unwrap();
/// assert_eq!(after.turn(), Color::White);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    black: u32,
    white: u32,
    kings: u32,
    turn: Color,
}

impl Position {
    /// The start of the game: twelve men each, Black to move.
    pub const START: Position = Position {
        black: layout::from_row_major(0x0000_0FFF),
        white: layout::from_row_major(0xFFF0_0000),
        kings: 0,
        turn: Color::Black,
    };

    /// The side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Squares with a black piece.
    pub const fn black(&self) -> Bitboard {
        Bitboard(self.black)
    }

    /// Squares with a white piece.
    pub const fn white(&self) -> Bitboard {
        Bitboard(self.white)
    }

    /// Squares with a king of either side.
    pub const fn kings(&self) -> Bitboard {
        Bitboard(self.kings)
    }

    /// Squares with a piece of this side.
    pub const fn pieces(&self, color: Color) -> Bitboard {
        Bitboard(self.words(color).0)
    }

    /// Squares with a piece.
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.black | self.white)
    }

    /// The piece on a square.
    ///
    /// ```
    /// # use crownhead_board::{Color, Position, Role, Square};
    /// assert_eq!(Position::START.piece_at(Square::S11), Some(Role::Man.of(Color::Black)));
    /// assert_eq!(Position::START.piece_at(Square::S15), None);
    /// ```
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.setup().piece_at(square)
    }

    /// The pieces and their squares, in the order of the squares.
    ///
    /// ```
    /// # use crownhead_board::{Position, Square};
    /// let pos: Position = "W:W18,K29:B14".parse().unwrap();
    /// let kings = pos.iter_pieces().filter(|(_, piece)| piece.is_king());
    /// assert!(kings.map(|(square, _)| square).eq([Square::S29]));
    /// ```
    pub fn iter_pieces(&self) -> impl Iterator<Item = (Square, Piece)> + Clone {
        self.setup().iter_pieces()
    }

    /// All legal moves of the official rules, each route of a jump listed by itself.
    ///
    /// An empty list means that the side to move has lost.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        movegen::fill(self, &mut moves);
        moves
    }

    /// [`Position::legal_moves`] into a list, which is cleared first.
    ///
    /// ```
    /// # use crownhead_board::{MoveList, Position};
    /// let mut moves = MoveList::new();
    /// Position::START.legal_moves_into(&mut moves);
    /// assert_eq!(moves.len(), 7);
    /// ```
    #[inline]
    pub fn legal_moves_into(&self, moves: &mut MoveList) {
        movegen::fill(self, moves);
    }

    /// Squares with a piece that can jump.
    ///
    /// ```
    /// # use crownhead_board::Position;
    /// let pos: Position = "W:W18,30:B14,6".parse().unwrap();
    /// assert_eq!(pos.jumpers().to_string(), "18");
    /// assert_eq!(pos.movers().to_string(), "18");
    /// ```
    pub fn jumpers(&self) -> Bitboard {
        Bitboard(movegen::jumpers(self))
    }

    /// Squares with a piece of this side that could jump if it were its turn.
    ///
    /// ```
    /// # use crownhead_board::{Color, Position};
    /// let pos: Position = "B:W18,22,23:B14".parse().unwrap();
    /// assert_eq!(pos.jumpers_of(Color::White).to_string(), "18");
    /// assert!(pos.jumpers_of(Color::Black).is_empty());
    /// ```
    #[inline]
    pub fn jumpers_of(&self, color: Color) -> Bitboard {
        let (own, other) = self.words(color);
        Bitboard(movegen::jumpers(&Position::from_words(color, own, other, self.kings)))
    }

    /// A 64-bit hash, the same in every run and on every machine.
    ///
    /// ```
    /// # use crownhead_board::Position;
    /// assert_eq!(Position::START.key(), Position::default().key());
    /// assert_ne!(Position::START.key(), Position::START.flip().key());
    /// ```
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        // A wide multiplication, folded in half, and one that mixes the high bits. The constants
        // are digits of pi and of the golden ratio.
        let pieces = ((self.black as u64) << 32 | self.white as u64) ^ 0x243F_6A88_85A3_08D3;
        let rest = ((self.kings as u64) << 32 | self.turn as u64) ^ 0x9E37_79B9_7F4A_7C15;
        let product = pieces as u128 * rest as u128;
        ((product >> 64) as u64 ^ product as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Squares with a piece that may move: the jumpers if there are any, because captures are forced.
    pub fn movers(&self) -> Bitboard {
        let jumpers = self.jumpers();
        if jumpers.is_empty() { Bitboard(movegen::steppers(self)) } else { jumpers }
    }

    /// Does the side to move have a legal move?
    ///
    /// ```
    /// # use crownhead_board::Position;
    /// assert!(Position::START.has_legal_move());
    /// assert!(!"B:W25,30:B21".parse::<Position>().unwrap().has_legal_move());
    /// ```
    pub fn has_legal_move(&self) -> bool {
        !self.movers().is_empty()
    }

    /// Is this one of the legal moves of the official rules?
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// Reads a move as people type it: `11-15`, `11 15`, `1115`, `22x15x8`, `22x8`, `b6-a5`,
    /// `B6 to A5`.
    ///
    /// A jump may be given by its first and last square, with or without squares between. Any of the
    /// usual characters may separate the squares.
    ///
    /// # Errors
    ///
    /// The text cannot be read, several captures fit, or the move is not legal. The message tells a
    /// beginner why.
    ///
    /// ```
    /// # use crownhead_board::Position;
    /// let start = Position::START;
    /// assert_eq!(start.parse_move("11-15"), start.parse_move("f6 to e5"));
    /// let error = start.parse_move("9-18").unwrap_err();
    /// assert_eq!(error.to_string(), "9-18: there is nothing to jump on 14");
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        State::from(*self).parse_move(text)
    }

    /// Is the position before the move out of reach after it? It is after a capture or the move of
    /// a man.
    ///
    /// ```
    /// # use crownhead_board::Position;
    /// let pos: Position = "W:W22,K30:BK1".parse().unwrap();
    /// assert!(pos.is_irreversible("22-18".parse().unwrap()));
    /// assert!(!pos.is_irreversible("30-26".parse().unwrap()));
    /// ```
    #[inline]
    pub const fn is_irreversible(&self, mv: Move) -> bool {
        mv.is_jump() || !mv.is_end_turn() && self.kings >> mv.start_bit() & 1 == 0
    }

    /// The number of plies since the last irreversible move, after a move, given the number before
    /// it. The end of a turn is not a ply.
    #[inline]
    pub const fn quiet_plies_after(&self, mv: Move, quiet_plies: u32) -> u32 {
        if self.is_irreversible(mv) { 0 } else { quiet_plies + !mv.is_end_turn() as u32 }
    }

    /// Who has won, if the side to move has no pieces or no moves, or its opponent has no pieces.
    ///
    /// ```
    /// # use crownhead_board::{Color, Outcome, Position, WinReason};
    /// assert_eq!(Position::START.outcome(), None);
    /// let stuck: Position = "B:W25,30:B21".parse().unwrap();
    /// assert_eq!(stuck.outcome(), Some(Outcome::Win(Color::White, WinReason::NoMoves)));
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        State::from(*self).outcome()
    }

    /// The position after a move of the official rules.
    ///
    /// # Errors
    ///
    /// Gives the move and the unchanged position back when the move is not legal.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMove { mv, position: *self }) }
    }

    /// The position after a move that the caller knows to be legal.
    ///
    /// For any other move the result is unspecified.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> Position {
        let (own, other) = self.words(self.turn);
        let (from, to) = (1u32 << mv.start_bit(), 1u32 << mv.end_bit());
        let captured = mv.captured_word();
        let moved_king = self.kings >> mv.start_bit() & 1;
        let own = own & !from | to;
        let other = other & !captured;
        let crowned = to & crown_row(self.turn);
        let kings = self.kings & !(from | captured) | moved_king << mv.end_bit() | crowned;
        Position::from_words(self.turn, own, other, kings).with_turn_passed()
    }

    /// The same position with the colors exchanged and the board turned around.
    ///
    /// ```
    /// # use crownhead_board::{Color, Position};
    /// let flipped = Position::START.flip();
    /// assert_eq!(flipped.black(), Position::START.black());
    /// assert_eq!(flipped.turn(), Color::White);
    /// ```
    #[must_use]
    pub fn flip(&self) -> Position {
        Position {
            black: layout::flip(self.white),
            white: layout::flip(self.black),
            kings: layout::flip(self.kings),
            turn: !self.turn,
        }
    }

    /// The pieces and the side to move.
    pub const fn setup(&self) -> Setup {
        Setup { black: self.black(), white: self.white(), kings: self.kings(), turn: Some(self.turn) }
    }

    /// The words of one side and of the other.
    #[inline(always)]
    pub(crate) const fn words(&self, color: Color) -> (u32, u32) {
        match color {
            Color::Black => (self.black, self.white),
            Color::White => (self.white, self.black),
        }
    }

    #[inline(always)]
    pub(crate) const fn kings_word(&self) -> u32 {
        self.kings
    }

    /// A position from the words of a side that is to move and of its opponent.
    #[inline(always)]
    pub(crate) const fn from_words(turn: Color, own: u32, other: u32, kings: u32) -> Position {
        let (black, white) = match turn {
            Color::Black => (own, other),
            Color::White => (other, own),
        };
        Position { black, white, kings, turn }
    }

    /// The same pieces with the other side to move.
    #[inline(always)]
    pub(crate) fn with_turn_passed(self) -> Position {
        Position { turn: !self.turn, ..self }
    }
}

/// The row on which a side's men are crowned.
#[inline(always)]
pub(crate) const fn crown_row(color: Color) -> u32 {
    match color {
        Color::Black => BOTTOM_ROW,
        Color::White => TOP_ROW,
    }
}

impl Default for Position {
    /// The start of the game.
    fn default() -> Position {
        Position::START
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        let turn = setup.check()?;
        let Setup { black, white, kings, .. } = setup;
        Ok(Position { black: black.0, white: white.0, kings: kings.0, turn })
    }
}

/// Reads FEN in any of the forms in use.
impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let setup: Setup = text.parse().map_err(ParsePositionError::Fen)?;
        Position::try_from(setup).map_err(ParsePositionError::Setup)
    }
}

/// The FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// It is not FEN.
    Fen(FenError),
    /// It is FEN, but not of a valid position.
    Setup(SetupError),
}

/// The whole message; there is no `source`.
impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePositionError::Fen(error) => error.fmt(f),
            ParsePositionError::Setup(error) => write!(f, "not a position: {error}"),
        }
    }
}

impl core::error::Error for ParsePositionError {}

/// A move that is not legal, with the position in which it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The position, unchanged.
    pub position: Position,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move in {}", self.mv.route_text(), self.position)
    }
}

impl core::error::Error for IllegalMove {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_different_positions_differ() {
        let mut positions = alloc::vec![Position::START];
        for _ in 0..5 {
            let next = |pos: &Position| {
                let moves = pos.legal_moves();
                moves.iter().map(|mv| pos.play_unchecked(*mv)).collect::<alloc::vec::Vec<_>>()
            };
            let mut all: alloc::vec::Vec<Position> = positions.iter().flat_map(next).collect();
            all.sort_by_key(Position::key);
            all.dedup();
            assert!(all.windows(2).all(|pair| pair[0].key() != pair[1].key()));
            positions = all;
        }
    }

    #[test]
    fn a_position_is_at_most_sixteen_bytes() {
        assert!(size_of::<Position>() <= 16);
        assert_eq!(size_of::<Move>(), 8);
    }
}
