//! FEN: read in every form in use, written in one.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::piece::Role;
use crate::setup::Setup;
use crate::square::Square;

/// Reads a setup from FEN in any of the forms in use.
///
/// Ranges (`W21-32`), a trailing dot, an unknown side to move (`?`), squares in any order, empty
/// sides, either case, quotes or a tag around it, counters behind it, algebraic squares, and the
/// strings of 32 cells that engines exchange are all understood.
///
/// ```
/// use crownhead_board::{Color, Setup};
///
/// let setup: Setup = "W:WK3,21-23:B12,5.".parse().unwrap();
/// assert_eq!(setup.turn, Some(Color::White));
/// assert_eq!(setup.to_string(), "W:WK3,21,22,23:B5,12");
/// assert_eq!("?:W29:B2".parse::<Setup>().unwrap().turn, None);
/// ```
impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let text = unwrapped(text);
        match split_turn(text)? {
            Some((turn, fields)) => read_fields(turn, fields),
            None => read_cells(text).ok_or_else(|| FenError::NoColon(text.to_string())),
        }
    }
}

/// The FEN, squares in ascending order, White first: `B:W21,22,K30:B1,2`.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = self.turn.map_or('?', Color::letter);
        write!(f, "{turn}")?;
        for color in [Color::White, Color::Black] {
            write!(f, ":{}", color.letter())?;
            for (i, square) in self.pieces(color).into_iter().enumerate() {
                let comma = if i == 0 { "" } else { "," };
                let king = if self.kings.contains(square) { "K" } else { "" };
                write!(f, "{comma}{king}{square}")?;
            }
        }
        Ok(())
    }
}

/// Why a text is not FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenError {
    /// There is no colon in it, and it is not a string of 32 cells either.
    NoColon(String),
    /// No side to move before the first colon.
    NoTurn(String),
    /// A field that is neither a side's pieces nor one of the known counters.
    Field(String),
    /// Something that is not a square where a square should be.
    Square(String),
    /// A range that runs backwards.
    Range(String),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::NoColon(text) => {
                write!(f, "\"{text}\" is not a FEN; one looks like B:W21-32:B1-12")
            }
            FenError::NoTurn(text) => {
                write!(f, "\"{text}\" stands where the side to move should be; give B, W or ?")
            }
            FenError::Field(text) => {
                write!(f, "\"{text}\" is not a list of pieces; it should begin with B or W, as in W21,K30")
            }
            FenError::Square(text) => {
                write!(
                    f,
                    "\"{text}\" is not a square; squares are 1 to 32 or a1 to h8, kings have a K before them"
                )
            }
            FenError::Range(text) => write!(f, "the range \"{text}\" runs backwards"),
        }
    }
}

impl core::error::Error for FenError {}

/// The text without a tag, quotes, dots and blanks around it.
fn unwrapped(text: &str) -> &str {
    let text = text.trim();
    let text = text.strip_prefix("[FEN").unwrap_or(text);
    text.trim_matches(|c: char| c.is_whitespace() || "\"'`.;]\u{feff}\u{201c}\u{201d}".contains(c))
}

/// The side to move and what follows its colon; `None` without any colon. Other text may stand
/// before the side to move, even with colons in it.
fn split_turn(text: &str) -> Result<Option<(Option<Color>, &str)>, FenError> {
    let mut colons = text.match_indices(':').map(|(at, _)| (text[..at].trim_end(), &text[at + 1..]));
    let Some((head, _)) = colons.clone().next() else { return Ok(None) };
    let turn = colons.find_map(|(head, fields)| turn_letter(head).map(|turn| (turn, fields)));
    turn.map(Some).ok_or_else(|| FenError::NoTurn(head.to_string()))
}

/// The side to move if it is the last word of a text.
fn turn_letter(head: &str) -> Option<Option<Color>> {
    let mut letters = head.chars().rev();
    let (letter, before) = (letters.next()?, letters.next());
    // The tables of all letters there are weigh much in a browser, so signs of other scripts count as letters.
    let is_letter = |c: char| c.is_ascii_alphanumeric() || !(c.is_ascii() || c.is_whitespace());
    if before.is_some_and(is_letter) {
        return None;
    }
    if letter == '?' { Some(None) } else { Color::from_letter(letter).map(Some) }
}

fn read_fields(turn: Option<Color>, fields: &str) -> Result<Setup, FenError> {
    let mut setup = Setup { turn, ..Setup::default() };
    for field in fields.split(':') {
        let field = field.trim().trim_end_matches('.').trim();
        let mut letters = field.chars();
        match letters.next() {
            None => {}
            Some(letter) => match Color::from_letter(letter) {
                Some(color) => read_pieces(&mut setup, color, letters.as_str())?,
                None if is_counter(field) => {}
                None => return Err(FenError::Field(field.to_string())),
            },
        }
    }
    Ok(setup)
}

/// `H0` and `F1` (half-move clock and move number) and `+0+0` (king moves) say nothing about the
/// pieces.
fn is_counter(field: &str) -> bool {
    field.starts_with(['H', 'h', 'F', 'f', '+']) && field[1..].chars().all(|c| c.is_ascii_digit() || c == '+')
}

fn read_pieces(setup: &mut Setup, color: Color, list: &str) -> Result<(), FenError> {
    for item in list.split([',', ' ']).map(str::trim).filter(|item| !item.is_empty()) {
        read_item(setup, color, item)?;
    }
    Ok(())
}

/// One square or range, with the letter that says what stands there.
fn read_item(setup: &mut Setup, color: Color, item: &str) -> Result<(), FenError> {
    let (is_king, squares) = match item.as_bytes() {
        [b'K' | b'k', ..] => (true, &item[1..]),
        // Captured pieces that are still on the board. A small g would be a file.
        [b'G', b'1'..=b'9', ..] | [b'P' | b'p', ..] => return Ok(()),
        _ => (false, item),
    };
    let (first, last) = match squares.split_once('-') {
        Some((first, last)) => (first, last.trim_start_matches(['K', 'k'])),
        None => (squares, squares),
    };
    let (first, last) = (read_square(first, item)?, read_square(last, item)?);
    if first > last {
        return Err(FenError::Range(item.to_string()));
    }
    for square in &Square::ALL[first.index()..=last.index()] {
        // Not `put`: the validation reports squares that are given to both sides.
        match color {
            Color::Black => setup.black.insert(*square),
            Color::White => setup.white.insert(*square),
        }
        if is_king {
            setup.kings.insert(*square);
        }
    }
    Ok(())
}

fn read_square(text: &str, item: &str) -> Result<Square, FenError> {
    text.trim().parse().map_err(|_| FenError::Square(item.to_string()))
}

/// The side to move and 32 cells without separators: the form of the Hub and DXP protocols
/// (`w`, `b` or `z`, capitals for kings, `e` for empty, squares 1 to 32) or the one with `P`, `p`,
/// `K`, `k`, digits for empty squares, and each row from right to left.
fn read_cells(text: &str) -> Option<Setup> {
    let mut letters = text.chars();
    let turn = letters.next()?;
    let cells = letters.as_str();
    let protocol = !cells.is_empty() && cells.chars().all(|c| "wbzWBZe".contains(c));
    if protocol { read_protocol_cells(turn, cells) } else { read_mirrored_cells(turn, cells) }
}

fn read_protocol_cells(turn: char, cells: &str) -> Option<Setup> {
    let color = |letter: char| match letter.to_ascii_lowercase() {
        'w' => Some(Color::White),
        'b' | 'z' => Some(Color::Black),
        _ => None,
    };
    let mut setup = Setup { turn: Some(color(turn)?), ..Setup::default() };
    if cells.len() != Square::COUNT {
        return None;
    }
    for (square, cell) in Square::ALL.into_iter().zip(cells.chars()) {
        let role = if cell.is_ascii_uppercase() { Role::King } else { Role::Man };
        setup.put(square, color(cell).map(|color| role.of(color)));
    }
    Some(setup)
}

fn read_mirrored_cells(turn: char, cells: &str) -> Option<Setup> {
    let turn = match turn {
        'r' => Color::Black,
        'w' => Color::White,
        _ => return None,
    };
    let mut setup = Setup { turn: Some(turn), ..Setup::default() };
    let mut place = 0;
    for cell in cells.chars() {
        let color = if cell.is_ascii_uppercase() { Color::Black } else { Color::White };
        match cell {
            '1'..='4' => place += cell as usize - '0' as usize,
            'P' | 'p' | 'K' | 'k' if place < Square::COUNT => {
                let role = if cell.eq_ignore_ascii_case(&'k') { Role::King } else { Role::Man };
                // Each row runs from right to left.
                setup.put(Square::ALL[place ^ 3], Some(role.of(color)));
                place += 1;
            }
            _ => return None,
        }
    }
    (place == Square::COUNT).then_some(setup)
}
