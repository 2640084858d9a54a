//! Moves as they are written, legal or not.

use std::fmt;
use std::str::FromStr;

use crownhead_board::Square;
use thiserror::Error;

use crate::lexer::{Step, Token, lex};

/// The most squares a move may name. A king can take at most nine pieces, which is ten squares.
pub const MAX_SQUARES: usize = 12;

/// A move as a file has it: its squares, the separator, and a strength mark.
///
/// It is not checked against a position. Old files write quiet moves with `x` and jumps with `-`, and a jump
/// may name all its squares, some, or only the first and last; all of that is kept.
///
/// ```
/// use crownhead_board::Square;
/// use crownhead_pdn::{MoveText, Separator};
///
/// let jump: MoveText = "24x15x6!".parse().unwrap();
/// assert_eq!(jump.from(), Square::new(24).unwrap());
/// assert_eq!(jump.to(), Square::new(6).unwrap());
/// assert_eq!(jump.squares().len(), 3);
/// assert_eq!(jump.separator(), Separator::Capture);
/// assert_eq!(jump.to_string(), "24x15x6!");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// Those from `len` on are square 1, so that derived equality holds.
    squares: [Square; MAX_SQUARES],
    len: u8,
    separator: Separator,
    strength: Option<Strength>,
}

impl MoveText {
    /// A move through the given squares.
    ///
    /// # Errors
    ///
    /// Returns an error for fewer than two squares, for more than [`MAX_SQUARES`], or for a quiet move to
    /// its own square. A capture may repeat a square: `5x5` is a king that jumps in a circle.
    pub fn new(separator: Separator, squares: &[Square]) -> Result<MoveText, MoveTextError> {
        let (&first, rest) = squares.split_first().ok_or(MoveTextError::CutShort)?;
        let mut text = MoveText::begin(first, separator);
        for &square in rest {
            text.push(square)?;
        }
        if rest.is_empty() { Err(MoveTextError::CutShort) } else { Ok(text) }
    }

    /// The start of a move, to be continued with [`MoveText::push`].
    pub(crate) fn begin(from: Square, separator: Separator) -> MoveText {
        let mut squares = [Square::ALL[0]; MAX_SQUARES];
        squares[0] = from;
        MoveText { squares, len: 1, separator, strength: None }
    }

    /// A move of two different squares.
    pub(crate) fn plain(from: Square, separator: Separator, to: Square) -> MoveText {
        let mut text = MoveText::begin(from, separator);
        text.squares[1] = to;
        text.len = 2;
        text
    }

    pub(crate) fn push(&mut self, square: Square) -> Result<(), MoveTextError> {
        if self.separator == Separator::Quiet && self.to() == square {
            return Err(MoveTextError::GoesNowhere);
        }
        let next = self.squares.get_mut(usize::from(self.len)).ok_or(MoveTextError::TooLong)?;
        *next = square;
        self.len += 1;
        Ok(())
    }

    pub(crate) fn set_separator(&mut self, separator: Separator) {
        self.separator = separator;
    }

    /// The squares in order; at least two.
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }

    /// The square moved from.
    pub fn from(&self) -> Square {
        self.squares[0]
    }

    /// The square moved to.
    pub fn to(&self) -> Square {
        self.squares[usize::from(self.len) - 1]
    }

    /// The separator of the squares.
    pub fn separator(&self) -> Separator {
        self.separator
    }

    /// The mark after the move, if there is one.
    pub fn strength(&self) -> Option<Strength> {
        self.strength
    }

    /// The move with another mark, or with none.
    #[must_use]
    pub fn with_strength(mut self, strength: Option<Strength>) -> MoveText {
        self.strength = strength;
        self
    }

    /// The move with each square turned to the other side of the board.
    pub(crate) fn flip(mut self) -> MoveText {
        let named = &mut self.squares[..usize::from(self.len)];
        named.iter_mut().for_each(|square| *square = square.flip());
        self
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from())?;
        for square in &self.squares()[1..] {
            write!(f, "{}{square}", self.separator)?;
        }
        match self.strength {
            Some(strength) => write!(f, "{strength}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MoveText({self})")
    }
}

/// Reads one move in any form a file may have it, such as `11-15`, `09-13`, `5x 14` or `c3xe5`
/// (with `a1` at White's left).
impl FromStr for MoveText {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<MoveText, MoveTextError> {
        let input = text.trim().as_bytes();
        let Step::Token(first) = lex(input, true) else { return Err(MoveTextError::NotAMove) };
        let text = first.token.move_text().ok_or(MoveTextError::NotAMove)?;
        match lex(&input[first.end..], true) {
            Step::End => Ok(text),
            Step::Token(mark) if first.end + mark.end == input.len() => match mark.token {
                Token::Strength(strength) => Ok(text.with_strength(Some(strength))),
                _ => Err(MoveTextError::NotAMove),
            },
            _ => Err(MoveTextError::NotAMove),
        }
    }
}

/// Why squares or text are not a [`MoveText`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoveTextError {
    /// Fewer than two squares.
    #[error("a move names at least two squares")]
    CutShort,
    /// More than [`MAX_SQUARES`].
    #[error("a move names at most {MAX_SQUARES} squares")]
    TooLong,
    /// A quiet move to its own square.
    #[error("a quiet move ends on another square")]
    GoesNowhere,
    /// The text is not a move.
    #[error("not a move; a move looks like 11-15 or 15x22")]
    NotAMove,
}

/// The separator of the squares of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Separator {
    /// `-`, meant for quiet moves.
    Quiet,
    /// `x`, meant for captures; `:` is read as the same.
    Capture,
}

impl fmt::Display for Separator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Separator::Quiet => "-",
            Separator::Capture => "x",
        })
    }
}

/// A mark after a move: `!`, or `(!)` if the annotator is less sure.
///
/// ```
/// use crownhead_pdn::{Mark, Strength};
///
/// let strength = Strength { mark: Mark::Interesting, bracketed: true };
/// assert_eq!(strength.to_string(), "(!?)");
/// assert_eq!(strength.mark.nag(), 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strength {
    /// The mark itself.
    pub mark: Mark,
    /// Whether it is in parentheses.
    pub bracketed: bool,
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = self.mark.as_str();
        if self.bracketed { write!(f, "({mark})") } else { f.write_str(mark) }
    }
}

/// The six marks of annotators. Of a longer run the first two characters count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// `!`
    Good,
    /// `?`
    Mistake,
    /// `!!`
    Brilliant,
    /// `??`
    Blunder,
    /// `!?`
    Interesting,
    /// `?!`
    Dubious,
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 6] =
        [Mark::Good, Mark::Mistake, Mark::Brilliant, Mark::Blunder, Mark::Interesting, Mark::Dubious];

    /// The mark as text.
    pub fn as_str(self) -> &'static str {
        match self {
            Mark::Good => "!",
            Mark::Mistake => "?",
            Mark::Brilliant => "!!",
            Mark::Blunder => "??",
            Mark::Interesting => "!?",
            Mark::Dubious => "?!",
        }
    }

    /// The numeric annotation (`$1` to `$6`) of the same meaning.
    pub fn nag(self) -> u16 {
        self as u16 + 1
    }

    /// The mark of a numeric annotation from 1 to 6.
    pub fn from_nag(nag: u16) -> Option<Mark> {
        Mark::ALL.into_iter().find(|mark| mark.nag() == nag)
    }

    /// The mark at the start of a run of `!` and `?`.
    pub(crate) fn from_run(run: &[u8]) -> Mark {
        match run {
            [b'!', b'!', ..] => Mark::Brilliant,
            [b'!', b'?', ..] => Mark::Interesting,
            [b'?', b'!', ..] => Mark::Dubious,
            [b'?', b'?', ..] => Mark::Blunder,
            [b'?', ..] => Mark::Mistake,
            _ => Mark::Good,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, written: &str) {
        assert_eq!(text.parse::<MoveText>().unwrap().to_string(), written);
    }

    #[test]
    fn forms_of_a_move() {
        reads("11-15", "11-15");
        reads("09-13", "9-13");
        reads("5x 14", "5x14");
        reads("1- 7", "1-7");
        reads("15:22", "15x22");
        reads("24X15x6??", "24x15x6??");
        reads("11-15 (?!)", "11-15(?!)");
        reads("5x5", "5x5");
        reads("a3-b4", "21-17");
    }

    #[test]
    fn what_is_no_move() {
        for text in ["", "11", "11-", "1-0", "11-15 22-18", "11-33", "5-5", "11-15 {good}", "word"] {
            assert_eq!(text.parse::<MoveText>(), Err(MoveTextError::NotAMove), "{text}");
        }
        assert_eq!(MoveText::new(Separator::Quiet, &[]), Err(MoveTextError::CutShort));
        assert_eq!(MoveText::new(Separator::Quiet, &Square::ALL), Err(MoveTextError::TooLong));
    }

    #[test]
    fn moves_are_small() {
        assert_eq!(size_of::<MoveText>(), 16);
    }
}
