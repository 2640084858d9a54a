//! Some squares and what stands on them.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Bitboard, Color, Position, Square};
use thiserror::Error;

use crate::facts::Seen;

/// Some squares and what stands on them, whatever the others hold.
///
/// ```
/// use crownhead_collection::Pattern;
///
/// let pattern: Pattern = "king on 15 and black man on 13".parse()?;
/// assert!(pattern.fits(&"W:WK15,30:B13,5".parse().unwrap()));
/// assert!(!pattern.fits(&"W:WK15,13:B5".parse().unwrap()));
/// assert_eq!(pattern.flip().to_string(), "king on 18, white man on 20");
/// # Ok::<(), crownhead_collection::ParsePatternError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// Squares with black pieces.
    pub black: Bitboard,
    /// Squares with white pieces.
    pub white: Bitboard,
    /// Squares with kings.
    pub kings: Bitboard,
    /// Squares with men.
    pub men: Bitboard,
    /// Squares with pieces.
    pub pieces: Bitboard,
    /// Squares with nothing on them.
    pub empty: Bitboard,
    /// The side to move.
    pub turn: Option<Color>,
}

/// Why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParsePatternError {
    /// A part cannot be read.
    #[error(
        "\"{0}\" is not part of a pattern; parts are written \"king on 15\", \"black man on 13\", \"white on 30\", \"empty 18\" or \"white to move\""
    )]
    Part(String),
    /// There is nothing in it.
    #[error("the pattern is empty; one is written \"king on 15 and black man on 13\"")]
    Empty,
    /// Two parts contradict each other.
    #[error("no position fits the pattern: two of its parts contradict each other on {0}")]
    Contradiction(Square),
}

impl Pattern {
    /// Does a position fit?
    pub fn fits(&self, pos: &Position) -> bool {
        let (occupied, kings) = (pos.occupied(), pos.kings());
        let is_in = |part: Bitboard, whole: Bitboard| (part & !whole).is_empty();
        is_in(self.black, pos.black())
            && is_in(self.white, pos.white())
            && is_in(self.kings, kings)
            && is_in(self.men, occupied & !kings)
            && is_in(self.pieces, occupied)
            && !self.empty.intersects(occupied)
            && self.turn.is_none_or(|turn| turn == pos.turn())
    }

    /// The same with the colors reversed and the board turned around.
    #[must_use]
    pub fn flip(&self) -> Pattern {
        Pattern {
            black: self.white.flip(),
            white: self.black.flip(),
            kings: self.kings.flip(),
            men: self.men.flip(),
            pieces: self.pieces.flip(),
            empty: self.empty.flip(),
            turn: self.turn.map(|turn| !turn),
        }
    }

    /// Can it fit in a game with these pieces on these squares at one time or another?
    pub(crate) fn may_fit(&self, seen: &Seen) -> bool {
        let is_in = |part: Bitboard, whole: Bitboard| (part & !whole).is_empty();
        let [black_men, black_kings, white_men, white_kings] = seen.0;
        let (men, kings) = (black_men | white_men, black_kings | white_kings);
        is_in(self.black & self.kings, black_kings)
            && is_in(self.white & self.kings, white_kings)
            && is_in(self.black & self.men, black_men)
            && is_in(self.white & self.men, white_men)
            && is_in(self.kings, kings)
            && is_in(self.men, men)
            && is_in(self.black, black_men | black_kings)
            && is_in(self.white, white_men | white_kings)
            && is_in(self.pieces, men | kings)
    }

    fn contradiction(&self) -> Option<Square> {
        let pieces = self.black | self.white | self.kings | self.men | self.pieces;
        let both = self.black & self.white | self.kings & self.men | self.empty & pieces;
        let crowned = self.men & self.crown_rows();
        (both | crowned).into_iter().next()
    }

    /// Squares on which a man of the color that is asked for would be a king.
    fn crown_rows(&self) -> Bitboard {
        let top: Bitboard = Square::ALL.into_iter().take(4).collect();
        self.white & top | self.black & top.flip()
    }

    fn add(&mut self, part: &str) -> Result<(), ParsePatternError> {
        let bad = || ParsePatternError::Part(part.to_owned());
        let words: Vec<&str> =
            part.split_whitespace().filter(|word| !["a", "on", "is"].contains(word)).collect();
        if let [color, "to", "move"] = words[..] {
            self.turn = Some(match color {
                "black" | "red" => Color::Black,
                "white" => Color::White,
                _ => return Err(bad()),
            });
            return Ok(());
        }
        let (square, kinds) = words.split_last().ok_or_else(bad)?;
        let square = Bitboard::from_square(square.parse().ok().and_then(Square::new).ok_or_else(bad)?);
        if kinds.is_empty() {
            return Err(bad());
        }
        for kind in kinds {
            let set = match *kind {
                "black" | "red" => &mut self.black,
                "white" => &mut self.white,
                "king" => &mut self.kings,
                "man" => &mut self.men,
                "piece" => &mut self.pieces,
                "empty" | "nothing" => &mut self.empty,
                _ => return Err(bad()),
            };
            *set |= square;
        }
        Ok(())
    }
}

impl FromStr for Pattern {
    type Err = ParsePatternError;

    fn from_str(text: &str) -> Result<Pattern, ParsePatternError> {
        let lower = text.to_lowercase().replace(" and ", ",");
        let mut pattern = Pattern::default();
        for part in lower.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()) {
            pattern.add(part)?;
        }
        if pattern == Pattern::default() {
            return Err(ParsePatternError::Empty);
        }
        pattern.contradiction().map_or(Ok(pattern), |square| Err(ParsePatternError::Contradiction(square)))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |square: Square| {
            let kinds = [
                (self.black, "black "),
                (self.white, "white "),
                (self.kings, "king "),
                (self.men, "man "),
                (self.pieces, "piece "),
                (self.empty, "nothing "),
            ];
            let words: String =
                kinds.iter().filter(|(set, _)| set.contains(square)).map(|(_, word)| *word).collect();
            (!words.is_empty()).then(|| format!("{words}on {square}"))
        };
        let turn = self.turn.map(|turn| format!("{} to move", turn.to_string().to_lowercase()));
        let parts: Vec<String> = Square::ALL.into_iter().filter_map(part).chain(turn).collect();
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, fen: &str, fits: bool) {
        let pattern: Pattern = pattern.parse().unwrap();
        let pos: Position = fen.parse().unwrap();
        assert_eq!(pattern.fits(&pos), fits, "{pattern} in {pos}");
        assert_eq!(pattern.flip().fits(&pos.flip()), fits, "{pattern} in {pos}, colors reversed");
        assert_eq!(pattern.to_string().parse(), Ok(pattern));
    }

    #[test]
    fn patterns_are_words_about_squares() {
        check("king on 15 and man on 13", "W:WK15:B13", true);
        check("king on 15 and man on 13", "W:W15:B13", false);
        check("White King on 15, empty 18", "W:WK15:B13", true);
        check("white king 15; nothing on 13", "W:WK15:B13", false);
        check("black on 13", "W:WK15:B13", true);
        check("piece on 14", "W:WK15:B13", false);
        check("black to move", "W:WK15:B13", false);
    }

    #[test]
    fn what_fits_nothing_is_refused() {
        for text in ["", " and ", "king", "on 15", "king on 33", "queen on 15", "green to move", "15", "é 1"]
        {
            assert!(text.parse::<Pattern>().is_err(), "{text}");
        }
        for text in ["black on 3, white on 3", "king on 3, man on 3", "empty 3, piece on 3", "white man on 3"]
        {
            assert!(matches!(text.parse::<Pattern>(), Err(ParsePatternError::Contradiction(_))), "{text}");
        }
    }
}
