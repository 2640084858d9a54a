//! A board in text, in several frames.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Color, Square};
use thiserror::Error;

use crate::notation::Notation;

/// What stands around the squares of a board in text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Frame {
    /// Ranks at the left, files below, the names of the squares at the right.
    #[default]
    Diagram,
    /// A rule of `===0=1=2=` above and below, letters A to H at the sides.
    Ruled,
    /// A grid of `+---+`, columns A to H, rows 8 to 1.
    Grid,
    /// Rows and nothing else.
    Rows,
    /// Columns 0 to 7 above, rows 7 to 0 at the left, a dot on every empty square.
    Dots,
}

impl Frame {
    /// All of them.
    pub const ALL: [Frame; 5] = [Frame::Diagram, Frame::Ruled, Frame::Grid, Frame::Rows, Frame::Dots];

    /// The name that people type.
    pub const fn name(self) -> &'static str {
        match self {
            Frame::Diagram => "diagram",
            Frame::Ruled => "ruled",
            Frame::Grid => "grid",
            Frame::Rows => "rows",
            Frame::Dots => "dots",
        }
    }

    /// The board from one player's side. A cell is one character wide, with or without colors.
    ///
    /// ```
    /// use crownhead_board::{Color, Position};
    /// use crownhead_study::Style;
    ///
    /// let letters = Style::named("letters").unwrap().appearance;
    /// let cell = |square| letters.pieces.symbol(Position::START.piece_at(square)).to_string();
    /// let board = letters.frame.draw(Color::White, letters.notation, cell);
    /// assert!(board.starts_with("===0=1=2=3=4=5=6=7===\nA    o   o"));
    /// ```
    pub fn draw(self, side: Color, notation: Notation, cell: impl Fn(Square) -> String) -> String {
        self.text(side, notation, &cell)
    }

    fn text(self, side: Color, notation: Notation, cell: &dyn Fn(Square) -> String) -> String {
        let seen = Seen { side };
        let light = if self == Frame::Dots { "." } else { " " };
        let cells = |row: usize, between: &str| {
            let at = |column| seen.square(row, column).map_or(light.to_owned(), cell);
            (0..8).map(at).collect::<Vec<_>>().join(between)
        };
        let rows = |line: &dyn Fn(usize) -> String| (0..8).map(line).collect::<String>();
        let text = match self {
            Frame::Diagram => {
                let names = |row| (0..8).map(|column| seen.name(row, column, notation)).collect::<String>();
                let files: String = (0..8).map(|column| format!(" {} ", seen.file(column))).collect();
                let line = |row| format!(" {}  {}    {}\n", seen.rank(row), cells(row, "  "), names(row));
                rows(&line) + &format!("   {files}\n")
            }
            Frame::Ruled => {
                let columns: Vec<String> = (0..8).map(|column| seen.column(column).to_string()).collect();
                let rule = format!("==={}===\n", columns.join("="));
                let line = |row| {
                    let letter = seen.row_letter(row);
                    format!("{letter}  {}  {letter}\n", cells(row, " "))
                };
                format!("{rule}{}{rule}", rows(&line))
            }
            Frame::Grid => {
                let files: String =
                    (0..8).map(|column| format!("   {}", seen.file(column).to_ascii_uppercase())).collect();
                let rule = format!("  {}+\n", "+---".repeat(8));
                let line = |row| {
                    let rank = seen.rank(row);
                    format!("{rank} | {} | {rank}\n{rule}", cells(row, " | "))
                };
                format!(" {files}\n{rule}{} {files}\n", rows(&line))
            }
            Frame::Rows => rows(&|row| format!("{}\n", cells(row, " "))),
            Frame::Dots => {
                let columns: Vec<String> = (0..8).map(|column| seen.column(column).to_string()).collect();
                let line = |row| format!("{} {}\n", seen.rank(row) - 1, cells(row, " "));
                format!("  {}\n{}", columns.join(" "), rows(&line))
            }
        };
        text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// What this frame writes beside a row of the board, counted from the top.
    pub fn row_label(self, side: Color, row: usize) -> String {
        let seen = Seen { side };
        match self {
            Frame::Diagram | Frame::Grid => seen.rank(row).to_string(),
            Frame::Ruled => seen.row_letter(row).to_string(),
            Frame::Rows => String::new(),
            Frame::Dots => (seen.rank(row) - 1).to_string(),
        }
    }

    /// What this frame writes at a column of the board, counted from the left.
    pub fn column_label(self, side: Color, column: usize) -> String {
        let seen = Seen { side };
        match self {
            Frame::Diagram => seen.file(column).to_string(),
            Frame::Grid => seen.file(column).to_ascii_uppercase().to_string(),
            Frame::Rows => String::new(),
            Frame::Ruled | Frame::Dots => seen.column(column).to_string(),
        }
    }
}

/// A board as one side sees it; rows are counted from the top, columns from the left.
#[derive(Clone, Copy)]
struct Seen {
    side: Color,
}

impl Seen {
    fn is_white(self) -> bool {
        self.side == Color::White
    }

    fn rank(self, row: usize) -> usize {
        if self.is_white() { 8 - row } else { row + 1 }
    }

    fn column(self, column: usize) -> usize {
        if self.is_white() { column } else { 7 - column }
    }

    fn file(self, column: usize) -> char {
        char::from(b'a' + self.column(column) as u8)
    }

    /// A for the row at White's far side.
    fn row_letter(self, row: usize) -> char {
        char::from(b'A' + (8 - self.rank(row)) as u8)
    }

    fn square(self, row: usize, column: usize) -> Option<Square> {
        Square::from_row_column(self.rank(row) - 1, self.column(column))
    }

    fn name(self, row: usize, column: usize, notation: Notation) -> String {
        self.square(row, column).map_or("  ".to_owned(), |square| format!("{:>2}", notation.square(square)))
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no frame.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no frame \"{0}\"; choose diagram, ruled, grid, rows or dots")]
pub struct NoSuchFrame(String);

impl FromStr for Frame {
    type Err = NoSuchFrame;

    fn from_str(text: &str) -> Result<Frame, NoSuchFrame> {
        let fits = |frame: &Frame| frame.name().eq_ignore_ascii_case(text);
        Frame::ALL.into_iter().find(fits).ok_or_else(|| NoSuchFrame(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::{PieceStyle, Position};

    fn lines(frame: Frame, side: Color) -> Vec<String> {
        let pieces = PieceStyle::LETTERS;
        let cell = |square| pieces.symbol(Position::START.piece_at(square)).to_string();
        frame.draw(side, Notation::Pdn, cell).lines().map(str::to_owned).collect()
    }

    #[test]
    fn the_diagram_is_the_one_of_the_board() {
        let text = lines(Frame::Diagram, Color::White).join("\n") + "\n";
        assert_eq!(text, Position::START.draw(PieceStyle::LETTERS));
    }

    #[test]
    fn a_rule_has_columns_and_rows_have_letters() {
        let lines = lines(Frame::Ruled, Color::White);
        assert_eq!(lines[0], "===0=1=2=3=4=5=6=7===");
        assert_eq!(lines[1], "A    b   b   b   b  A");
        assert_eq!(lines[2], "B  b   b   b   b    B");
        assert_eq!(lines[9], lines[0]);
    }

    #[test]
    fn a_grid_has_lines_between_all_squares() {
        let lines = lines(Frame::Grid, Color::White);
        assert_eq!(lines[0], "    A   B   C   D   E   F   G   H");
        assert_eq!(lines[1], "  +---+---+---+---+---+---+---+---+");
        assert_eq!(lines[2], "8 |   | b |   | b |   | b |   | b | 8");
        assert_eq!(lines.len(), 1 + 17 + 1);
    }

    #[test]
    fn dots_stand_on_every_empty_square() {
        let dots = lines(Frame::Dots, Color::White);
        assert_eq!(dots[0], "  0 1 2 3 4 5 6 7");
        assert_eq!(dots[1], "7 . b . b . b . b");
        assert_eq!(dots[4], "4 . . . . . . . .");
        assert_eq!(lines(Frame::Rows, Color::White)[0], "  b   b   b   b");
    }

    #[test]
    fn black_sees_the_board_turned() {
        assert_eq!(lines(Frame::Dots, Color::Black)[1], "0 . w . w . w . w");
        assert_eq!(lines(Frame::Ruled, Color::Black)[1], "H    w   w   w   w  H");
        assert_eq!(lines(Frame::Dots, Color::Black)[0], "  7 6 5 4 3 2 1 0");
    }
}
