//! Errors of reading, and their place.

use std::error::Error;
use std::fmt;
use std::io;

use memchr::memchr;

use crate::lexer::Flaw;
use crate::move_text::MAX_SQUARES;
use crate::source::Place;
use crate::text::decode;

/// A game that could not be read, and the place where reading it stopped.
///
/// The reader continues with the next game. It does not know the name of the file;
/// [`ReadError::in_file`] adds it.
///
/// ```
/// use crownhead_pdn::Reader;
///
/// let error = Reader::from_text("1. 11-15 22-81 *").next().unwrap().unwrap_err();
/// assert_eq!((error.game(), error.place().column), (1, 10));
/// assert_eq!(
///     error.to_string(),
///     "game 1, line 1, column 10: `22-81` names no square 81; squares are 1 to 32"
/// );
/// assert!(error.in_file("match.pdn").to_string().starts_with("match.pdn:1:10: game 1: `22-81`"));
/// ```
#[derive(Debug)]
pub struct ReadError {
    pub(crate) game: u64,
    pub(crate) place: Place,
    pub(crate) problem: Problem,
}

impl ReadError {
    /// The number of the game in its file, from 1. Games that could not be read count too.
    pub fn game(&self) -> u64 {
        self.game
    }

    /// Where reading stopped.
    pub fn place(&self) -> Place {
        self.place
    }

    /// What is wrong there.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The whole message, causes included, with a file name in front in the form that editors and terminals
    /// can follow: `file:line:column: …`.
    pub fn in_file(&self, file: impl fmt::Display) -> impl fmt::Display {
        let ReadError { game, place: Place { line, column }, problem } = self;
        let cause = self.source().map(|cause| format!(": {cause}")).unwrap_or_default();
        format!("{file}:{line}:{column}: game {game}: {problem}{cause}")
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadError { game, place: Place { line, column }, problem } = self;
        write!(f, "game {game}, line {line}, column {column}: {problem}")
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.problem.source()
    }
}

/// Why a game could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The source failed. No more games follow.
    #[error("the input failed")]
    Io(#[from] io::Error),
    /// Its `GameType` is that of another game, and it has squares or moves that this one does not have.
    #[error(
        "`{found}` belongs to a game of {name}, as the GameType says, and not to one of English/American checkers"
    )]
    OtherGame {
        /// What was found.
        found: String,
        /// What it is.
        name: &'static str,
    },
    /// Something that begins no part of a game.
    #[error(
        "`{found}` is not expected here; expected a move such as 11-15, a comment in braces, a variation in parentheses, a tag, or a result"
    )]
    Unexpected {
        /// What was found.
        found: String,
    },
    /// A `{` without its `}`.
    #[error("the comment `{found}` is never closed; it should end with a closing brace")]
    UnclosedComment {
        /// How it begins.
        found: String,
    },
    /// A `(` without its `)` before the next game.
    #[error("the variation `{found}` is never closed; it should end with `)`")]
    UnclosedVariation {
        /// How it begins.
        found: String,
    },
    /// A `[` that begins no tag.
    #[error(
        "`{found}` is not a tag; a tag is a name and a quoted value on one line, as in [Event \"Match\"]"
    )]
    BadTag {
        /// What was found.
        found: String,
    },
    /// A `/` that begins no setup.
    #[error("`{found}` is not a setup; a setup looks like /FEN \"W:W21,K30:B1,2\"/")]
    BadSetup {
        /// What was found.
        found: String,
    },
    /// A move with a square that is not on the board.
    #[error("`{found}` names no square {square}; squares are 1 to 32")]
    BadSquare {
        /// The move.
        found: String,
        /// The square.
        square: String,
    },
    /// An algebraic move with a light square.
    #[error("`{found}` names the light square {square}; the game is played on dark ones such as a1 and b2")]
    LightSquare {
        /// The move.
        found: String,
        /// The square.
        square: String,
    },
    /// A move without its last square.
    #[error("`{found}` is cut short; a move looks like 11-15 or 15x22")]
    CutMove {
        /// What was found.
        found: String,
    },
    /// A quiet move that goes nowhere.
    #[error("`{found}` goes nowhere; a move ends on another square")]
    NoMove {
        /// The move.
        found: String,
    },
    /// A move longer than any the game has.
    #[error("`{found}` has too many squares; the longest move has {MAX_SQUARES}")]
    LongMove {
        /// How it begins.
        found: String,
    },
    /// A number that is neither a move number nor part of a move.
    #[error(
        "the number `{found}` is not part of a move; expected a move number such as 1. or a move such as 11-15"
    )]
    BareNumber {
        /// The number.
        found: String,
    },
    /// A `$` without a number, or with one that is too large.
    #[error("`{found}` is not an annotation; expected $ and a number up to 65535")]
    BadNag {
        /// What was found.
        found: String,
    },
    /// White space or a token that goes on for too long to be meant.
    #[error("`{found}` goes on for more than 16 MiB; is this a game file?")]
    TooLong {
        /// How it begins.
        found: String,
    },
}

impl Problem {
    /// The same problem in a game of something else, where a square or a move that is none here is none there.
    pub(crate) fn in_other_game(self, name: Option<&'static str>) -> Problem {
        match (self, name) {
            (Problem::BadSquare { found, .. } | Problem::LightSquare { found, .. }, Some(name)) => {
                Problem::OtherGame { found, name }
            }
            (problem, _) => problem,
        }
    }

    /// The problem for a flaw in the part of `input` from `start` to `end`.
    pub(crate) fn new(flaw: Flaw, input: &[u8], start: usize, end: usize) -> Problem {
        let end = end.clamp(start, input.len());
        // What is never closed goes on to the end of the input; its first line is enough.
        let whole = excerpt(&input[start..end]);
        let line = || excerpt(first_line(&input[start..]));
        match flaw {
            Flaw::UnclosedComment => Problem::UnclosedComment { found: line() },
            Flaw::UnclosedVariation => Problem::UnclosedVariation { found: line() },
            Flaw::BadTag => Problem::BadTag { found: line() },
            Flaw::BadSetup => Problem::BadSetup { found: line() },
            Flaw::BadSquare(digits) => Problem::BadSquare { found: whole, square: excerpt(digits.of(input)) },
            Flaw::LightSquare(name) => Problem::LightSquare { found: whole, square: excerpt(&name) },
            Flaw::CutMove => Problem::CutMove { found: whole },
            Flaw::NoMove => Problem::NoMove { found: whole },
            Flaw::LongMove => Problem::LongMove { found: whole },
            Flaw::BareNumber => Problem::BareNumber { found: whole },
            Flaw::BadNag => Problem::BadNag { found: whole },
            Flaw::TooLong => Problem::TooLong { found: whole },
            // A source that fails gives its own reason.
            Flaw::Unexpected | Flaw::NoMoreInput => Problem::Unexpected { found: whole },
        }
    }
}

fn first_line(bytes: &[u8]) -> &[u8] {
    &bytes[..memchr(b'\n', bytes).unwrap_or(bytes.len())]
}

/// Bytes as text for a message, shortened.
fn excerpt(bytes: &[u8]) -> String {
    const MAX_CHARS: usize = 32;
    let text = decode(&bytes[..bytes.len().min(4 * MAX_CHARS)]).replace(char::is_control, " ");
    let text = text.trim();
    match text.char_indices().nth(MAX_CHARS) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
