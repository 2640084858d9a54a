//! Moves as people type them.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::explain::IllegalReason;
use crate::mv::{END_TURN_TEXT, MAX_JUMPS, Move, Route};
use crate::square::Square;
use crate::state::State;

/// How squares are named in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum SquareNames {
    /// PDN numbers 1 to 32 or algebraic names with a1 at White's left.
    #[default]
    Standard,
    /// Bit numbers 0 to 31 of the row-major layout: the PDN number less one.
    Index32,
    /// Numbers 0 to 31 of the dark squares from the bottom left, rows upwards: a1 is 0, c1 is 1, h8 is 31.
    Up32,
    /// Bit numbers 0 to 63 of the 64-bit board: a1 is 0, b1 is 1, h8 is 63.
    Index64,
    /// Numbers 0 to 63 from the top left: a8 is 0, b8 is 1, h1 is 63.
    Top64,
    /// A letter A to H for the row from the top, and a digit 0 to 7 for the column: b8 is A1.
    RowColumn,
}

impl SquareNames {
    fn square(self, number: u32) -> Option<Square> {
        let number = usize::try_from(number).ok()?;
        match self {
            SquareNames::Standard => Square::ALL.get(number.wrapping_sub(1)).copied(),
            SquareNames::Index32 => Square::ALL.get(number).copied(),
            SquareNames::Up32 => Square::from_row_column(number / 4, 2 * (number % 4) + number / 4 % 2),
            SquareNames::Index64 => Square::from_row_column(number / 8, number % 8),
            SquareNames::Top64 => Square::from_row_column(7usize.checked_sub(number / 8)?, number % 8),
            SquareNames::RowColumn => None,
        }
    }

    /// The square that a letter and a digit name.
    fn lettered(self, letter: u8, digit: u8) -> Option<Square> {
        match self {
            SquareNames::Standard => Square::from_algebraic(char::from(letter), digit - b'0'),
            SquareNames::RowColumn => {
                let from_top = usize::from(letter.to_ascii_uppercase() - b'A');
                Square::from_row_column(7 - from_top, usize::from(digit - b'0'))
            }
            _ => None,
        }
    }

    const fn description(self) -> &'static str {
        match self {
            SquareNames::Standard => "squares are 1 to 32, or a1 to h8 for the dark ones",
            SquareNames::Index32 | SquareNames::Up32 => "squares are 0 to 31",
            SquareNames::Index64 => "squares are 0 to 63, the dark ones: 0, 2, 4, 6, 9 and so on",
            SquareNames::Top64 => "squares are 0 to 63, the dark ones: 1, 3, 5, 7, 8 and so on",
            SquareNames::RowColumn => {
                "squares are a row A to H and a column 0 to 7, the dark ones: A1, A3, A5, A7, B0 and so on"
            }
        }
    }
}

impl State {
    /// [`Position::parse_move`](crate::Position::parse_move) by the rules of this state; `--` or
    /// `end` ends a turn.
    ///
    /// # Errors
    ///
    /// As [`Position::parse_move`](crate::Position::parse_move).
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        self.parse_move_with(text, SquareNames::Standard)
    }

    /// [`State::parse_move`] with squares named in another way.
    ///
    /// # Errors
    ///
    /// As [`Position::parse_move`](crate::Position::parse_move).
    pub fn parse_move_with(&self, text: &str, names: SquareNames) -> Result<Move, ParseMoveError> {
        let legal = self.legal_moves();
        if is_end_turn(text) {
            return match legal.contains(&Move::END_TURN) {
                true => Ok(Move::END_TURN),
                false => {
                    Err(ParseMoveError::Illegal { squares: Vec::new(), why: IllegalReason::TurnNotOver })
                }
            };
        }
        let readings = readings(text, names)?;
        let mut fitting: Vec<Move> = Vec::new();
        for squares in &readings {
            match match_squares(&legal, squares) {
                SquareMatch::None => {}
                SquareMatch::One(mv) => fitting.push(mv),
                SquareMatch::Several(moves) => fitting.extend(moves),
            }
        }
        match (fitting.as_slice(), readings.as_slice()) {
            ([mv], _) => Ok(*mv),
            ([], [squares, ..]) => {
                let why = self.explain_illegal(squares);
                Err(ParseMoveError::Illegal { squares: squares.to_vec(), why })
            }
            _ => Err(ParseMoveError::Ambiguous(fitting)),
        }
    }
}

fn is_end_turn(text: &str) -> bool {
    let text = text.trim();
    [END_TURN_TEXT, "end", "end turn", "pass", "-1", "-1 -1"]
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word))
}

/// The moves that match given squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SquareMatch {
    /// No move.
    None,
    /// One move, perhaps by several routes.
    One(Move),
    /// Several different moves.
    Several(Vec<Move>),
}

/// Finds the moves from the first to the last of some squares that pass the others in order.
///
/// ```
/// use crownhead_board::{Position, Square, SquareMatch, match_squares};
///
/// let moves = Position::START.legal_moves();
/// let step = match_squares(&moves, &[Square::S11, Square::S15]);
/// assert_eq!(step, SquareMatch::One("11-15".parse().unwrap()));
/// ```
pub fn match_squares(moves: &[Move], squares: &[Square]) -> SquareMatch {
    let mut fitting = moves.iter().filter(|mv| fits(**mv, squares));
    let Some(first) = fitting.next() else { return SquareMatch::None };
    let mut several = Vec::new();
    for other in fitting.filter(|other| *other != first) {
        if several.is_empty() {
            several.push(*first);
        }
        if !several.contains(other) {
            several.push(*other);
        }
    }
    if several.is_empty() { SquareMatch::One(*first) } else { SquareMatch::Several(several) }
}

fn fits(mv: Move, squares: &[Square]) -> bool {
    let [first, between @ .., last] = squares else { return false };
    if (mv.from(), mv.to()) != (Some(*first), Some(*last)) {
        return false;
    }
    if between.is_empty() {
        return true;
    }
    let route = mv.route();
    let mut landings = route[1..route.len() - 1].iter();
    between.iter().all(|square| landings.any(|landing| landing == square))
}

/// The ways to read a text as squares; more than one only if digits run together.
fn readings(text: &str, names: SquareNames) -> Result<Vec<Route>, ParseMoveError> {
    let mut readings = alloc::vec![Route::new()];
    let mut rest = text.trim();
    while let Some(c) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let unknown = || ParseMoveError::Square { text: word(rest).to_string(), names };
        if digits > 0 {
            let splits = splits(&rest[..digits], names);
            readings = joined(&readings, &splits);
            rest = &rest[digits..];
        } else if let [letter @ (b'a'..=b'h' | b'A'..=b'H'), digit @ b'0'..=b'9', ..] = rest.as_bytes() {
            let square = names.lettered(*letter, *digit).ok_or_else(unknown)?;
            readings = joined(&readings, &[Route::from(square)]);
            rest = &rest[2..];
        } else if let Some(len) = separator(rest) {
            rest = &rest[len..];
        } else {
            return Err(ParseMoveError::Unreadable { text: text.trim().to_string(), found: c });
        }
        if readings.is_empty() {
            return Err(unknown());
        }
    }
    readings.retain(|squares| squares.len() >= 2);
    if readings.is_empty() {
        return Err(ParseMoveError::TooFewSquares(text.trim().to_string()));
    }
    Ok(readings)
}

/// Every beginning with every continuation, unless that is too long for a move.
fn joined(beginnings: &[Route], continuations: &[Route]) -> Vec<Route> {
    let join = |mut squares: Route, continuation: &Route| {
        continuation.iter().all(|square| squares.try_push(*square)).then_some(squares)
    };
    beginnings.iter().flat_map(|b| continuations.iter().filter_map(move |c| join(*b, c))).collect()
}

/// The ways to split a run of digits into squares. Up to two digits are one square.
fn splits(digits: &str, names: SquareNames) -> Vec<Route> {
    const MAX_DIGITS: usize = 2 * (MAX_JUMPS + 1);
    let square = |digits: &str| digits.parse().ok().and_then(|number| names.square(number)).map(Route::from);
    if digits.len() > MAX_DIGITS {
        return Vec::new();
    }
    if digits.len() <= 2 {
        return square(digits).into_iter().collect();
    }
    let cut = |at: usize| joined(square(&digits[..at]).as_slice(), &splits(&digits[at..], names));
    let mut all = cut(2);
    all.extend(cut(1));
    all
}

/// The length of what separates squares.
fn separator(text: &str) -> Option<usize> {
    let c = text.chars().next()?;
    let words = ["to", "takes"];
    let is_word = |word: &&str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    if c.is_whitespace() || "-xX:*>,×\u{2013}\u{2014}\u{2212}".contains(c) {
        Some(c.len_utf8())
    } else {
        words.into_iter().find(is_word).map(str::len)
    }
}

/// The text before the next blank.
fn word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or(text)
}

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "with", rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// A character that has no place in a move.
    Unreadable {
        /// The whole text.
        text: String,
        /// The character.
        found: char,
    },
    /// Something that looks like a square but is not one.
    Square {
        /// The text from there on.
        text: String,
        /// How squares are named.
        names: SquareNames,
    },
    /// Fewer than two squares.
    TooFewSquares(String),
    /// Several moves fit.
    Ambiguous(Vec<Move>),
    /// The move is not legal.
    Illegal {
        /// The squares that were read.
        squares: Vec<Square>,
        /// The reason.
        why: IllegalReason,
    },
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseMoveError::Unreadable { text, found } => {
                write!(f, "cannot read '{found}' in \"{text}\"; a move looks like 11-15, 22x15 or b6-a5")
            }
            ParseMoveError::Square { text, names } => {
                write!(f, "no square at \"{text}\"; {}", names.description())
            }
            ParseMoveError::TooFewSquares(text) => {
                write!(
                    f,
                    "\"{text}\" is not a whole move; give the square you leave and the one you go to, as in 11-15"
                )
            }
            ParseMoveError::Ambiguous(moves) => {
                f.write_str("several moves fit; choose one of ")?;
                write_routes(f, moves)
            }
            ParseMoveError::Illegal { squares, why } => {
                for (i, square) in squares.iter().enumerate() {
                    write!(f, "{}{square}", if i == 0 { "" } else { "-" })?;
                }
                write!(f, "{}{why}", if squares.is_empty() { "" } else { ": " })
            }
        }
    }
}

impl core::error::Error for ParseMoveError {}

/// Writes moves with all their landing squares, separated by commas.
pub(crate) fn write_routes(f: &mut fmt::Formatter<'_>, moves: &[Move]) -> fmt::Result {
    for (i, mv) in moves.iter().enumerate() {
        write!(f, "{}{}", if i == 0 { "" } else { ", " }, mv.route_text())?;
    }
    Ok(())
}
