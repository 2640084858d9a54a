//! Pieces on squares, not yet known to be a valid position.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::piece::{Piece, Role};
use crate::square::Square;

/// Any arrangement of pieces, valid or not, with the side to move if it is known.
///
/// [`Position::try_from`](crate::Position) makes a playable position of it, or says everything that
/// is wrong with it.
///
/// ```
/// use crownhead_board::{Color, Position, Role, Setup, Square};
///
/// let mut setup = Setup { turn: Some(Color::White), ..Setup::default() };
/// setup.put(Square::S3, Some(Role::Man.of(Color::White)));
/// setup.put(Square::S12, Some(Role::Man.of(Color::Black)));
/// let error = Position::try_from(setup).unwrap_err();
/// assert_eq!(error.uncrowned.to_string(), "3");
///
/// setup.kings.insert(Square::S3);
/// assert!(Position::try_from(setup).is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Setup {
    /// Squares with a black piece.
    pub black: Bitboard,
    /// Squares with a white piece.
    pub white: Bitboard,
    /// Which of the pieces are kings.
    pub kings: Bitboard,
    /// The side to move, if known.
    pub turn: Option<Color>,
}

impl Setup {
    /// The squares of one side.
    pub const fn pieces(&self, color: Color) -> Bitboard {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The piece on a square; a black one if the square holds a piece of each side.
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.black.contains(square) {
            Color::Black
        } else if self.white.contains(square) {
            Color::White
        } else {
            return None;
        };
        let role = if self.kings.contains(square) { Role::King } else { Role::Man };
        Some(role.of(color))
    }

    /// The pieces and their squares, in the order of the squares.
    pub fn iter_pieces(self) -> impl Iterator<Item = (Square, Piece)> + Clone {
        (self.black | self.white).into_iter().filter_map(move |square| Some((square, self.piece_at(square)?)))
    }

    /// Replaces what is on a square; `None` empties it.
    ///
    /// ```
    /// # use crownhead_board::{Color, Role, Setup, Square};
    /// let mut setup = Setup::default();
    /// let king = Some(Role::King.of(Color::Black));
    /// setup.put(Square::S18, king);
    /// assert_eq!(setup.piece_at(Square::S18), king);
    /// setup.put(Square::S18, None);
    /// assert_eq!(setup, Setup::default());
    /// ```
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        for set in [&mut self.black, &mut self.white, &mut self.kings] {
            set.remove(square);
        }
        if let Some(piece) = piece {
            match piece.color {
                Color::Black => self.black.insert(square),
                Color::White => self.white.insert(square),
            }
            if piece.is_king() {
                self.kings.insert(square);
            }
        }
    }

    /// The same setup with every man on its crown row crowned: a mistake that is common in files
    /// and easy to correct.
    #[must_use]
    pub fn with_men_crowned(mut self) -> Setup {
        self.kings |= self.uncrowned();
        self
    }

    /// Men that stand where they should have been crowned.
    fn uncrowned(&self) -> Bitboard {
        (self.black & Bitboard::BOTTOM_ROW | self.white & Bitboard::TOP_ROW) - self.kings
    }

    /// The side to move, or everything that is wrong with the setup.
    pub(crate) fn check(&self) -> Result<Color, SetupError> {
        let error = SetupError {
            overlapping: self.black & self.white,
            uncrowned: self.uncrowned(),
            stray_kings: self.kings - (self.black | self.white),
            no_turn: self.turn.is_none(),
        };
        match self.turn {
            Some(turn) if error == SetupError::default() => Ok(turn),
            _ => Err(error),
        }
    }
}

/// Everything that is wrong with a [`Setup`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetupError {
    /// Squares that hold a piece of each side.
    pub overlapping: Bitboard,
    /// Men on the row where they would have been crowned.
    pub uncrowned: Bitboard,
    /// Squares marked as kings that hold no piece.
    pub stray_kings: Bitboard,
    /// The side to move is not given.
    pub no_turn: bool,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults = [
            (self.overlapping, "pieces of both sides on"),
            (self.uncrowned, "a man on its own crown row (make it a king) on"),
            (self.stray_kings, "a king mark without a piece on"),
        ];
        let mut between = "";
        for (squares, fault) in faults {
            if !squares.is_empty() {
                write!(f, "{between}{fault} {squares}")?;
                between = "; ";
            }
        }
        if self.no_turn {
            write!(f, "{between}the side to move is not given (B or W)")?;
        }
        Ok(())
    }
}

impl core::error::Error for SetupError {}
