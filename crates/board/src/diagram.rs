//! The board in text.

use alloc::string::String;
use core::fmt::{Display, Write};

use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::square::Square;

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceStyle {
    /// `b` and `w` for men, `B` and `W` for kings, `.` for an empty square.
    #[default]
    Letters,
    /// 1 and 2 for black and white men, 3 and 4 for black and white kings, 0 for an empty square.
    Digits,
    /// The draughts pieces of Unicode, and a dot for an empty square.
    Unicode,
}

impl PieceStyle {
    /// The character for a square's content.
    ///
    /// ```
    /// use crownhead_board::{Color, PieceStyle, Role};
    ///
    /// assert_eq!(PieceStyle::Letters.symbol(Some(Role::King.of(Color::White))), 'W');
    /// assert_eq!(PieceStyle::Digits.symbol(None), '0');
    /// ```
    pub const fn symbol(self, piece: Option<Piece>) -> char {
        let symbols = match self {
            PieceStyle::Letters => ['.', 'b', 'w', 'B', 'W'],
            PieceStyle::Digits => ['0', '1', '2', '3', '4'],
            PieceStyle::Unicode => ['·', '⛂', '⛀', '⛃', '⛁'],
        };
        match piece {
            None => symbols[0],
            Some(Piece { color, role }) => symbols[1 + color as usize + 2 * role as usize],
        }
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
    /// print!("{}", Position::START.draw(PieceStyle::Letters));
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
        let text = Position::START.draw(PieceStyle::Letters);
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
