//! The board in text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display, Write};
use core::str::FromStr;

use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::square::Square;

/// How pieces are drawn: a character for an empty square and one for each piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceStyle {
    empty: char,
    /// Man and king of Black, then of White.
    pieces: [char; 4],
}

/// Letters.
impl Default for PieceStyle {
    fn default() -> PieceStyle {
        PieceStyle::LETTERS
    }
}

impl PieceStyle {
    /// `b` and `w` for men, `B` and `W` for kings, `.` for an empty square.
    pub const LETTERS: PieceStyle = PieceStyle { empty: '.', pieces: ['b', 'B', 'w', 'W'] };
    /// 1 and 2 for black and white men, 3 and 4 for black and white kings, 0 for an empty square.
    pub const DIGITS: PieceStyle = PieceStyle { empty: '0', pieces: ['1', '3', '2', '4'] };
    /// The draughts pieces of Unicode, and a dot for an empty square.
    pub const UNICODE: PieceStyle = PieceStyle { empty: '·', pieces: ['⛂', '⛃', '⛀', '⛁'] };

    /// Any four characters: man and king of Black, man and king of White. An empty square is a dot.
    pub const fn new(pieces: [char; 4]) -> PieceStyle {
        PieceStyle { empty: '.', pieces }
    }

    /// The character for a square's content.
    ///
    /// ```
    /// use crownhead_board::{Color, PieceStyle, Role};
    ///
    /// assert_eq!(PieceStyle::LETTERS.symbol(Some(Role::King.of(Color::White))), 'W');
    /// assert_eq!(PieceStyle::DIGITS.symbol(None), '0');
    /// ```
    pub const fn symbol(self, piece: Option<Piece>) -> char {
        match piece {
            None => self.empty,
            Some(Piece { color, role }) => self.pieces[2 * color as usize + role as usize],
        }
    }
}

/// The name, or the four characters.
impl fmt::Display for PieceStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PieceStyle::LETTERS => f.write_str("letters"),
            PieceStyle::DIGITS => f.write_str("digits"),
            PieceStyle::UNICODE => f.write_str("unicode"),
            PieceStyle { pieces, .. } => pieces.iter().try_for_each(|piece| write!(f, "{piece}")),
        }
    }
}

/// A text that names no pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePieceStyleError(String);

impl fmt::Display for ParsePieceStyleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "\"{}\" names no pieces; choose letters, digits or unicode, or four different characters: \
             Black's man and king, White's man and king, as in rRbB",
            self.0
        )
    }
}

impl core::error::Error for ParsePieceStyleError {}

/// `letters`, `digits`, `unicode`, or four characters as [`PieceStyle::new`] takes them.
///
/// ```
/// use crownhead_board::{Color, PieceStyle, Role};
///
/// let pieces: PieceStyle = "rRbB".parse().unwrap();
/// assert_eq!(pieces.symbol(Some(Role::King.of(Color::Black))), 'R');
/// assert!("bbbb".parse::<PieceStyle>().is_err());
/// ```
impl FromStr for PieceStyle {
    type Err = ParsePieceStyleError;

    fn from_str(text: &str) -> Result<PieceStyle, ParsePieceStyleError> {
        let wrong = || ParsePieceStyleError(String::from(text));
        match text {
            "letters" => return Ok(PieceStyle::LETTERS),
            "digits" => return Ok(PieceStyle::DIGITS),
            "unicode" => return Ok(PieceStyle::UNICODE),
            _ => {}
        }
        let pieces: Vec<char> = text.chars().collect();
        let pieces: [char; 4] = pieces.try_into().map_err(|_| wrong())?;
        let is_clear = |i: usize| {
            let c = pieces[i];
            !c.is_whitespace() && !c.is_control() && c != '.' && !pieces[..i].contains(&c)
        };
        if (0..4).all(is_clear) { Ok(PieceStyle::new(pieces)) } else { Err(wrong()) }
    }
}

/// Draws the board from one player's side with a value on every dark square, ranks at the left, files
/// below and square numbers at the right.
///
/// ```
/// use crownhead_board::{Color, Position, diagram};
///
/// let movers = Position::START.movers();
/// let text = diagram(Color::White, |square| u8::from(movers.contains(square)));
/// assert!(text.lines().nth(2).unwrap().starts_with(" 6     1     1     1     1"));
/// ```
pub fn diagram<T: Display>(side: Color, cell: impl Fn(Square) -> T) -> String {
    let mut text = String::new();
    for row in seen_from(side) {
        let _ = write!(text, " {} ", row + 1);
        for column in columns(side) {
            match Square::from_row_column(row, column) {
                Some(square) => {
                    let _ = write!(text, " {} ", cell(square));
                }
                None => text.push_str("   "),
            }
        }
        text.push_str("   ");
        for square in columns(side).map(|column| Square::from_row_column(row, column)) {
            let _ = match square {
                Some(square) => write!(text, "{square:>2}"),
                None => write!(text, "  "),
            };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str("   ");
    for column in columns(side) {
        let _ = write!(text, " {} ", (b'a' + column as u8) as char);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Rows from the far side to the near one.
fn seen_from(side: Color) -> impl Iterator<Item = usize> {
    (0..8).map(move |i| if side == Color::White { 7 - i } else { i })
}

/// Columns from left to right.
fn columns(side: Color) -> impl Iterator<Item = usize> {
    (0..8).map(move |i| if side == Color::White { i } else { 7 - i })
}

impl Position {
    /// The board in text, from White's side.
    ///
    /// ```
    /// use crownhead_board::{PieceStyle, Position};
    ///
    /// print!("{}", Position::START.draw(PieceStyle::LETTERS));
    /// ```
    pub fn draw(&self, style: PieceStyle) -> String {
        diagram(Color::White, |square| style.symbol(self.piece_at(square)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_looks_like_the_start() {
        let text = Position::START.draw(PieceStyle::LETTERS);
        let lines: alloc::vec::Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " 8     b     b     b     b       1   2   3   4");
        assert_eq!(lines[4], " 4     .     .     .     .      17  18  19  20");
        assert_eq!(lines[7], " 1  w     w     w     w       29  30  31  32");
        assert_eq!(lines[8], "    a  b  c  d  e  f  g  h");
    }

    #[test]
    fn black_sees_the_board_turned() {
        let text = diagram(Color::Black, |square| square.number() % 10);
        assert!(text.starts_with(" 1     2     1     0     9      32  31  30  29"));
    }
}
