//! Moves as the protocols write them.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{
    Bitboard, IllegalReason, MAX_JUMPS, Move, Position, Square, SquareMatch, State, match_squares,
};

/// A move as Hub and DXP write it: from, to, and the captured squares in any order.
///
/// [`MoveText::resolve`] finds the legal move in a position. It also accepts a jump by its ends alone, or by
/// the squares it lands on, as in PDN. The two cannot be confused: a piece lands on rows of one parity and
/// captures on rows of the other.
///
/// ```
/// use crownhead_board::Position;
/// use crownhead_protocol::MoveText;
///
/// let pos: Position = "W:W18:B14,6".parse()?;
/// let text: MoveText = "18x2x14x6".parse()?;
/// let mv = text.resolve(&pos)?;
/// assert_eq!(mv.route_text().to_string(), "18x9x2");
/// assert_eq!(MoveText::from_move(mv).unwrap().to_string(), "18x2x6x14");
///
/// let path: MoveText = "18x9x2".parse()?;
/// assert_eq!(path.resolve(&pos)?, mv);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveText {
    from: Square,
    to: Square,
    captured: Vec<Square>,
    is_jump: bool,
}

impl MoveText {
    /// A move by its squares. Captures beyond the most a move can make are dropped.
    pub fn new(from: Square, to: Square, captured: impl IntoIterator<Item = Square>) -> MoveText {
        let captured: Vec<Square> = captured.into_iter().take(MAX_JUMPS).collect();
        let is_jump = !captured.is_empty();
        MoveText { from, to, captured, is_jump }
    }

    /// The text of a move; `None` for the end of a turn, which the protocols cannot express.
    pub fn from_move(mv: Move) -> Option<MoveText> {
        Some(MoveText::new(mv.from()?, mv.to()?, mv.captured()))
    }

    /// The square moved from.
    pub const fn from(&self) -> Square {
        self.from
    }

    /// The square moved to.
    pub const fn to(&self) -> Square {
        self.to
    }

    /// The captured squares, in the order given.
    pub fn captured(&self) -> &[Square] {
        &self.captured
    }

    /// Finds the legal move.
    ///
    /// # Errors
    ///
    /// Returns an error if no legal move matches, or several do.
    pub fn resolve(&self, pos: &Position) -> Result<Move, MoveError> {
        let legal = pos.legal_moves();
        let captured: Bitboard = self.captured.iter().copied().collect();
        let meant = (Some(self.from), Some(self.to), captured);
        let is_meant = |mv: &&Move| (mv.from(), mv.to(), mv.captured()) == meant;
        let names_each_once = captured.len() == self.captured.len();
        if let Some(mv) = legal.iter().find(is_meant).filter(|_| names_each_once) {
            return Ok(*mv);
        }
        match match_squares(&legal, &self.squares()) {
            SquareMatch::One(mv) => Ok(mv),
            SquareMatch::Several(moves) => Err(MoveError::Ambiguous { text: self.to_string(), moves }),
            SquareMatch::None => Err(self.fault(pos, &legal)),
        }
    }

    /// Why no legal move matches.
    fn fault(&self, pos: &Position, legal: &[Move]) -> MoveError {
        let text = self.to_string();
        let ends = [self.from, self.to];
        match match_squares(legal, &ends) {
            SquareMatch::None => MoveError::Illegal { text, why: State::from(*pos).explain_illegal(&ends) },
            SquareMatch::One(mv) => MoveError::Captures { text, moves: vec![mv] },
            SquareMatch::Several(moves) => MoveError::Captures { text, moves },
        }
    }

    fn squares(&self) -> Vec<Square> {
        [self.from, self.to].into_iter().chain(self.captured.iter().copied()).collect()
    }
}

/// The form of Hub: `11-15`, `18x2x6x14`.
impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.is_jump { 'x' } else { '-' };
        write!(f, "{}{separator}{}", self.from, self.to)?;
        self.captured.iter().try_for_each(|square| write!(f, "x{square}"))
    }
}

impl FromStr for MoveText {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<MoveText, MoveTextError> {
        let error = |fault| MoveTextError { text: text.to_owned(), fault };
        let is_capture = |c: char| matches!(c, 'x' | 'X' | ':');
        let mut squares = Vec::new();
        for part in text.split(|c| c == '-' || is_capture(c)) {
            squares.push(square(part).ok_or_else(|| error(Fault::Square(part.to_owned())))?);
        }
        match squares.as_slice() {
            [_] | [] => Err(error(Fault::TooShort)),
            [.., _] if squares.len() > MAX_JUMPS + 2 => Err(error(Fault::TooLong)),
            [from, to, captured @ ..] => {
                let is_jump = !captured.is_empty() || text.contains(is_capture);
                Ok(MoveText { from: *from, to: *to, captured: captured.to_vec(), is_jump })
            }
        }
    }
}

/// A number of one or two digits.
fn square(text: &str) -> Option<Square> {
    let is_number = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { Square::new(text.parse().ok()?) } else { None }
}

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not a move: {fault}")]
pub struct MoveTextError {
    text: String,
    fault: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Fault {
    #[error("\"{0}\" is not a square from 1 to 32")]
    Square(String),
    #[error("it needs two squares")]
    TooShort,
    #[error("no move captures that many pieces")]
    TooLong,
}

/// Why a move cannot be made in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// It is not legal.
    #[error("{text}: {why}")]
    Illegal {
        /// The move.
        text: String,
        /// The reason.
        why: IllegalReason,
    },
    /// Legal moves between these squares capture other pieces.
    #[error("{text} does not name the captured squares of {}", listed(moves))]
    Captures {
        /// The move.
        text: String,
        /// The legal moves.
        moves: Vec<Move>,
    },
    /// Several legal moves match.
    #[error("{text} may be {}", listed(moves))]
    Ambiguous {
        /// The move.
        text: String,
        /// The legal moves.
        moves: Vec<Move>,
    },
}

fn listed(moves: &[Move]) -> String {
    let texts: Vec<String> =
        moves.iter().filter_map(|mv| Some(MoveText::from_move(*mv)?.to_string())).collect();
    texts.join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, text: &str, expected: &str) {
        let pos: Position = fen.parse().unwrap();
        let found = match text.parse::<MoveText>().unwrap().resolve(&pos) {
            Ok(mv) => mv.route_text().to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn moves_are_read_against_a_position() {
        let start = Position::START.to_string();
        check(&start, "11-15", "11-15");
        check(&start, "11x15", "11-15");
        check(&start, "09-13", "9-13");
        check("W:W18:B14,6", "18x2x6x14", "18x9x2");
        check("W:W18:B14,6", "18x2x14x6", "18x9x2");
        check("W:W18:B14,6", "18x2", "18x9x2");
        check("W:W18:B14,6", "18x9x2", "18x9x2");
    }

    #[test]
    fn what_cannot_be_moved_is_explained() {
        check("W:W18:B14,6", "18x2x14", "18x2x14 does not name the captured squares of 18x2x6x14");
        check("W:W18:B14,6", "18x2x6x6", "18x2x6x6 does not name the captured squares of 18x2x6x14");
        check(
            &Position::START.to_string(),
            "22-18",
            "22-18: the piece on 22 is White's, and it is Black's turn",
        );
    }

    #[test]
    fn ends_alone_may_not_be_enough() {
        let fen = "W:W22:B17,18,9,10";
        check(fen, "22x6", "22x6 may be 22x6x9x17 or 22x6x10x18");
        check(fen, "22x6x18x10", "22x15x6");
        check(fen, "22x13x6", "22x13x6");
    }

    #[test]
    fn texts_that_are_no_moves_are_named() {
        for (text, error) in [
            ("", "\"\" is not a move: \"\" is not a square from 1 to 32"),
            ("11", "\"11\" is not a move: it needs two squares"),
            ("11-33", "\"11-33\" is not a move: \"33\" is not a square from 1 to 32"),
            (
                "1-2-3-4-5-6-7-8-9-10-11-12",
                "\"1-2-3-4-5-6-7-8-9-10-11-12\" is not a move: no move captures that many pieces",
            ),
        ] {
            assert_eq!(text.parse::<MoveText>().unwrap_err().to_string(), error);
        }
    }
}
