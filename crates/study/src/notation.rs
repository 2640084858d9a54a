//! What squares and moves are called on the screen.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Color, Move, Square, SquareNames};
use thiserror::Error;

/// How squares are named, in what is shown and in what is typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Numbers 1 to 32.
    #[default]
    Pdn,
    /// Files and ranks, a1 to h8.
    Algebraic,
    /// Bit numbers of a 32-bit word, 0 to 31.
    Index32,
    /// Numbers 0 to 31 of the dark squares, with a1 as 0.
    Up32,
    /// Bit numbers of a 64-bit board, 0 to 63, with a1 as 0.
    Index64,
    /// Numbers 0 to 63 from the top left, with a8 as 0.
    Top64,
    /// Files and ranks in capitals, and moves with a word: B6 to A5.
    Coordinates,
    /// A letter for the row from the top, a digit for the column: b8 is A1.
    RowColumn,
}

impl Notation {
    /// All of them.
    pub const ALL: [Notation; 8] = [
        Notation::Pdn,
        Notation::Algebraic,
        Notation::Index32,
        Notation::Up32,
        Notation::Index64,
        Notation::Top64,
        Notation::Coordinates,
        Notation::RowColumn,
    ];

    /// The name that people type.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Pdn => "pdn",
            Notation::Algebraic => "algebraic",
            Notation::Index32 => "index32",
            Notation::Up32 => "up32",
            Notation::Index64 => "index64",
            Notation::Top64 => "top64",
            Notation::Coordinates => "coordinates",
            Notation::RowColumn => "rows",
        }
    }

    /// The name of a square.
    ///
    /// ```
    /// use crownhead_board::Square;
    /// use crownhead_study::Notation;
    ///
    /// let square = Square::new(11).unwrap();
    /// let names = Notation::ALL.map(|notation| notation.square(square));
    /// assert_eq!(names, ["11", "f6", "10", "22", "45", "21", "F6", "C5"]);
    /// ```
    pub fn square(self, square: Square) -> String {
        match self {
            Notation::Pdn => square.number().to_string(),
            Notation::Algebraic => square.algebraic().to_string(),
            Notation::Index32 => (square.number() - 1).to_string(),
            Notation::Up32 => (square.row() * 4 + square.column() / 2).to_string(),
            Notation::Index64 => (square.row() * 8 + square.column()).to_string(),
            Notation::Top64 => ((7 - square.row()) * 8 + square.column()).to_string(),
            Notation::Coordinates => square.algebraic().to_string().to_ascii_uppercase(),
            Notation::RowColumn => {
                format!("{}{}", char::from(b'A' + (7 - square.row()) as u8), square.column())
            }
        }
    }

    /// Do the names of squares begin with a letter?
    pub const fn has_letters(self) -> bool {
        matches!(self, Notation::Algebraic | Notation::Coordinates | Notation::RowColumn)
    }

    /// The square with this name. Numbers and letters both do where both are usual.
    ///
    /// ```
    /// use crownhead_study::Notation;
    ///
    /// assert_eq!(Notation::Pdn.read_square("11"), Notation::Algebraic.read_square("f6"));
    /// assert_eq!(Notation::Index32.read_square("32"), None);
    /// ```
    pub fn read_square(self, name: &str) -> Option<Square> {
        let is_named = |square: &Square| match self {
            Notation::Pdn | Notation::Algebraic | Notation::Coordinates => {
                [Notation::Pdn, Notation::Algebraic]
                    .iter()
                    .any(|notation| notation.square(*square).eq_ignore_ascii_case(name))
            }
            _ => self.square(*square).eq_ignore_ascii_case(name),
        };
        Square::ALL.into_iter().find(is_named)
    }

    /// Some squares as a sentence has them: `9, 10 and 11`.
    pub fn squares(self, squares: impl IntoIterator<Item = Square>) -> String {
        joined(squares.into_iter().map(|square| self.square(square)).collect(), "and")
    }

    /// A move with all its landing squares.
    pub fn mv(self, mv: Move) -> String {
        if mv.is_end_turn() {
            return mv.to_string();
        }
        let names: Vec<String> = mv.route().into_iter().map(|square| self.square(square)).collect();
        names.join(self.joint(mv.is_jump()))
    }

    /// What stands between the squares of a move.
    pub const fn joint(self, is_jump: bool) -> &'static str {
        match (self, is_jump) {
            (Notation::Coordinates | Notation::RowColumn, _) => " to ",
            (Notation::Top64, _) => " ",
            (_, true) => "x",
            (_, false) => "-",
        }
    }

    /// Some moves as a sentence has them: `11-15, 11-16 or 12-16`.
    pub fn moves(self, moves: impl IntoIterator<Item = Move>) -> String {
        joined(moves.into_iter().map(|mv| self.mv(mv)).collect(), "or")
    }

    /// Moves behind each other, as in a line of the engine.
    pub fn line(self, moves: &[Move]) -> String {
        let moves: Vec<String> = moves.iter().map(|mv| self.mv(*mv)).collect();
        moves.join(" ")
    }

    /// How typed squares are read.
    pub const fn reader(self) -> SquareNames {
        match self {
            Notation::Pdn | Notation::Algebraic | Notation::Coordinates => SquareNames::Standard,
            Notation::Index32 => SquareNames::Index32,
            Notation::Up32 => SquareNames::Up32,
            Notation::Index64 => SquareNames::Index64,
            Notation::Top64 => SquareNames::Top64,
            Notation::RowColumn => SquareNames::RowColumn,
        }
    }

    /// A move, for messages.
    pub fn example(self) -> String {
        Move::from_route(&[Square::S11, Square::S15]).map_or(String::new(), |mv| self.mv(mv))
    }

    /// A board with the name of every square on it.
    pub fn reference(self, side: Color) -> String {
        let rows = (0..8).map(|i| if side == Color::White { 7 - i } else { i });
        let mut board = String::new();
        for row in rows {
            for i in 0..8 {
                let column = if side == Color::White { i } else { 7 - i };
                let name =
                    Square::from_row_column(row, column).map_or(String::new(), |square| self.square(square));
                board.push_str(&format!("{name:>3} "));
            }
            board.truncate(board.trim_end().len());
            board.push('\n');
        }
        board
    }
}

fn joined(mut names: Vec<String>, word: &str) -> String {
    match names.pop() {
        None => String::new(),
        Some(last) if names.is_empty() => last,
        Some(last) => format!("{} {word} {last}", names.join(", ")),
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "there is no notation \"{0}\"; choose pdn, algebraic, index32, up32, index64, top64, coordinates or rows"
)]
pub struct NoSuchNotation(String);

impl FromStr for Notation {
    type Err = NoSuchNotation;

    fn from_str(text: &str) -> Result<Notation, NoSuchNotation> {
        let fits = |notation: &Notation| notation.name().eq_ignore_ascii_case(text);
        Notation::ALL.into_iter().find(fits).ok_or_else(|| NoSuchNotation(text.to_owned()))
    }
}
