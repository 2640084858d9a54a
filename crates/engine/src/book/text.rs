//! A book as text: the words of a position in hexadecimal, and its moves with their scores.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Bitboard, Color, Position, Setup};
use thiserror::Error;

use super::{Book, BookMove};

/// The first line, with the version of the format.
const HEADING: &str = "crownhead book 1";

/// Sorted, so that the same book is the same text.
impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING}")?;
        writeln!(f, "# black, white and kings (bit n is square n + 1), side to move, moves and scores")?;
        let mut lines: Vec<String> = self.positions.iter().map(|(pos, moves)| line(pos, moves)).collect();
        lines.sort();
        lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

fn line(pos: &Position, moves: &[BookMove]) -> String {
    let words = [pos.black(), pos.white(), pos.kings()].map(|set| format!("{:08X}", set.to_row_major()));
    let moves: Vec<String> =
        moves.iter().map(|book_move| format!("{} {}", book_move.mv.route_text(), book_move.score)).collect();
    format!("{} {}: {}", words.join(" "), pos.turn().letter(), moves.join(", "))
}

impl FromStr for Book {
    type Err = BookError;

    fn from_str(text: &str) -> Result<Book, BookError> {
        let mut lines = text.lines().zip(1..);
        if lines.next().map(|(line, _)| line) != Some(HEADING) {
            return Err(BookError { line: 1, fault: format!("a book begins with \"{HEADING}\"") });
        }
        let mut book = Book::default();
        for (text, line) in lines.filter(|(text, _)| !text.starts_with('#') && !text.is_empty()) {
            let (pos, moves) = read_line(text).map_err(|fault| BookError { line, fault })?;
            book.insert(pos, moves);
        }
        Ok(book)
    }
}

fn read_line(text: &str) -> Result<(Position, Vec<BookMove>), String> {
    let (position, moves) = text.split_once(": ").ok_or("there is no colon behind the position")?;
    let [black, white, kings, turn] = position.split(' ').collect::<Vec<_>>()[..] else {
        return Err("a position is three words and the side to move".to_owned());
    };
    let set = |word: &str| {
        u32::from_str_radix(word, 16).map(Bitboard::from_row_major).map_err(|error| error.to_string())
    };
    let turn = turn.chars().next().and_then(Color::from_letter);
    let setup = Setup { black: set(black)?, white: set(white)?, kings: set(kings)?, turn };
    let pos = Position::try_from(setup).map_err(|error| error.to_string())?;
    let moves: Result<Vec<BookMove>, String> = moves.split(", ").map(|text| read_move(&pos, text)).collect();
    Ok((pos, moves?))
}

fn read_move(pos: &Position, text: &str) -> Result<BookMove, String> {
    let (mv, score) = text.split_once(' ').ok_or("a move has a score behind it")?;
    let mv = pos.parse_move(mv).map_err(|error| error.to_string())?;
    let score = score.parse().map_err(|_| format!("\"{score}\" is not a score"))?;
    Ok(BookMove { mv, score })
}

/// Why a text is no book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {fault}")]
pub struct BookError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| text.parse::<Book>().unwrap_err().to_string();
        assert!(error("").starts_with("line 1: a book begins with"));
        let start = "00000FFF FFF00000 00000000 B";
        assert!(error(&format!("{HEADING}\n{start}: 11-18 3")).contains("line 2: 11-18"));
        assert!(error(&format!("{HEADING}\n{start} 11-15 3")).contains("no colon"));
        assert!(error(&format!("{HEADING}\n{start}: 11-15 good")).contains("\"good\" is not a score"));
    }
}
