//! A board as 32 letters, before anybody knows in which frame they stand.

use std::fmt;

use crownhead_board::{Color, Piece, Setup, Square};

/// The letters a protocol uses for the two sides: the man's in lower case, the king's and the side's
/// own in upper case. An empty square is `e`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alphabet {
    pub(crate) white: char,
    pub(crate) black: char,
}

impl Alphabet {
    /// The side a letter stands for, in either case.
    pub(crate) fn color(self, letter: char) -> Option<Color> {
        match letter.to_ascii_lowercase() {
            letter if letter == self.white => Some(Color::White),
            letter if letter == self.black => Some(Color::Black),
            _ => None,
        }
    }

    /// The letter of a side, in upper case.
    pub(crate) fn letter(self, color: Color) -> char {
        self.man(color).to_ascii_uppercase()
    }

    fn man(self, color: Color) -> char {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    fn piece(self, letter: char) -> Option<Option<Piece>> {
        if letter == 'e' {
            return Some(None);
        }
        let color = self.color(letter)?;
        Some(Some(Piece { color, is_king: letter.is_ascii_uppercase() }))
    }

    fn cell(self, piece: Option<Piece>) -> char {
        match piece {
            None => 'e',
            Some(Piece { color, is_king: false }) => self.man(color),
            Some(Piece { color, is_king: true }) => self.letter(color),
        }
    }

    /// Reads the letter of the side to move and 32 letters, the first for square 1.
    pub(crate) fn parse(self, text: &str) -> Result<Setup, BoardTextError> {
        let wrong = |at: usize, found: char| BoardTextError::Letter { at, found };
        let len = text.chars().count();
        if len != Square::COUNT + 1 {
            return Err(BoardTextError::Length { len });
        }
        let mut setup = Setup::default();
        let mut letters = text.chars();
        if let Some(letter) = letters.next() {
            setup.turn = Some(self.color(letter).ok_or_else(|| wrong(0, letter))?);
        }
        for (square, letter) in Square::ALL.into_iter().zip(letters) {
            let piece = self.piece(letter).ok_or_else(|| wrong(square.index() + 1, letter))?;
            setup.put(square, piece);
        }
        Ok(setup)
    }

    /// Writes the side to move and 32 letters.
    pub(crate) fn write(self, setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |square: Square| self.cell(piece_at(setup, square));
        let cells: String = Square::ALL.into_iter().map(letter).collect();
        write!(f, "{}{cells}", self.letter(setup.turn.unwrap_or(Color::Black)))
    }
}

fn piece_at(setup: &Setup, square: Square) -> Option<Piece> {
    let color = Color::ALL.into_iter().find(|color| setup.pieces(*color).contains(square))?;
    Some(Piece { color, is_king: setup.kings.contains(square) })
}

/// The pieces with the board turned and the colors exchanged; the side to move stays.
pub(crate) fn turned(setup: Setup) -> Setup {
    Setup {
        black: setup.white.flip(),
        white: setup.black.flip(),
        kings: setup.kings.flip(),
        turn: setup.turn,
    }
}

/// Why a text is not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardTextError {
    /// It is too short or too long.
    #[error("a board is 33 characters, the side to move and 32 squares, not {len}")]
    Length {
        /// Its length in characters.
        len: usize,
    },
    /// A letter that has no meaning there.
    #[error("'{found}' has no meaning {}", place(*at))]
    Letter {
        /// Its place: 0 for the side to move, otherwise the number of the square.
        at: usize,
        /// The letter.
        found: char,
    },
}

fn place(at: usize) -> String {
    match at {
        0 => "as the side to move".to_owned(),
        at => format!("as square {at} of a board"),
    }
}
