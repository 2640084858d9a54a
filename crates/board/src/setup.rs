//! What somebody typed: pieces on squares, not yet known to be a position.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::square::Square;

/// A piece: whose it is, and whether it is crowned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side that owns it.
    pub color: Color,
    /// A king, not a man?
    pub is_king: bool,
}

/// Any arrangement of pieces, sensible or not, with a side to move if it was given.
///
/// Equality is that of the fields. [`Position::try_from`](crate::Position) makes a playable
/// position of it, or says everything that is wrong with it.
///
/// ```
/// use crownhead_board::{Color, Position, Setup, Square};
///
/// let mut setup = Setup::default();
/// setup.turn = Some(Color::White);
/// setup.white.insert(Square::new(3).unwrap());
/// setup.black.insert(Square::new(12).unwrap());
/// let error = Position::try_from(setup).unwrap_err();
/// assert_eq!(error.uncrowned.to_string(), "3");
///
/// setup.kings.insert(Square::new(3).unwrap());
/// assert!(Position::try_from(setup).is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

    /// Puts a piece on a square, in the place of what stood there; `None` empties the square.
    ///
    /// ```
    /// # use crownhead_board::{Color, Piece, Setup, Square};
    /// let mut setup = Setup::default();
    /// let square = Square::new(18).unwrap();
    /// setup.put(square, Some(Piece { color: Color::Black, is_king: true }));
    /// assert!(setup.black.contains(square) && setup.kings.contains(square));
    /// setup.put(square, None);
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
            if piece.is_king {
                self.kings.insert(square);
            }
        }
    }

    /// The same setup with every man on its crown row made a king: the one fault that is common
    /// in files and has an obvious remedy.
    #[must_use]
    pub fn with_men_crowned(mut self) -> Setup {
        self.kings |= self.uncrowned();
        self
    }

    /// Men that stand where they should have been crowned.
    fn uncrowned(&self) -> Bitboard {
        (self.black & Bitboard::BOTTOM_ROW | self.white & Bitboard::TOP_ROW) - self.kings
    }

    /// Everything that keeps the setup from being a position; `Ok` holds the side to move.
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

/// All the reasons why a [`Setup`] is not a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SetupError {
    /// Squares that hold a piece of each side.
    pub overlapping: Bitboard,
    /// Men on the row where they would have been crowned.
    pub uncrowned: Bitboard,
    /// Squares marked as kings that hold no piece.
    pub stray_kings: Bitboard,
    /// Nobody is to move.
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
