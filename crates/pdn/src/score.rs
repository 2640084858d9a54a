//! Results: how they are written and what they mean.

use std::fmt;
use std::str::FromStr;

use crownhead_board::Color;
use thiserror::Error;

/// A result as files write it, in the `Result` tag or after the last move.
///
/// The first number is Black's in English checkers; [`Record::result`](crate::Record::result) knows the
/// exceptions.
///
/// ```
/// use crownhead_board::Color;
/// use crownhead_pdn::{GameResult, Score};
///
/// let score: Score = "1-0".parse().unwrap();
/// assert_eq!(score.result(Color::Black), Some(GameResult::BlackWins));
/// assert_eq!(score.result(Color::White), Some(GameResult::WhiteWins));
/// assert_eq!(Score::Open.result(Color::Black), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Score {
    /// `1-0`
    OneZero,
    /// `0-1`
    ZeroOne,
    /// `1/2-1/2`
    HalfHalf,
    /// `2-0`, a win in international scoring
    TwoZero,
    /// `0-2`
    ZeroTwo,
    /// `1-1`, a draw in international scoring
    OneOne,
    /// `0-0`, a loss for both
    ZeroZero,
    /// `*`, no result, or just the end of the game
    #[default]
    Open,
}

impl Score {
    /// All scores.
    pub const ALL: [Score; 8] = [
        Score::OneZero,
        Score::ZeroOne,
        Score::HalfHalf,
        Score::TwoZero,
        Score::ZeroTwo,
        Score::OneOne,
        Score::ZeroZero,
        Score::Open,
    ];

    /// The score as text.
    pub fn as_str(self) -> &'static str {
        match self {
            Score::OneZero => "1-0",
            Score::ZeroOne => "0-1",
            Score::HalfHalf => "1/2-1/2",
            Score::TwoZero => "2-0",
            Score::ZeroTwo => "0-2",
            Score::OneOne => "1-1",
            Score::ZeroZero => "0-0",
            Score::Open => "*",
        }
    }

    /// The result if the first number is that of `first`; `None` for [`Score::Open`].
    pub fn result(self, first: Color) -> Option<GameResult> {
        match self {
            Score::OneZero | Score::TwoZero => Some(GameResult::win(first)),
            Score::ZeroOne | Score::ZeroTwo => Some(GameResult::win(!first)),
            Score::HalfHalf | Score::OneOne => Some(GameResult::Draw),
            Score::ZeroZero => Some(GameResult::BothLose),
            Score::Open => None,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Ignores white space and reads `1/2` alone as a draw.
impl FromStr for Score {
    type Err = ParseScoreError;

    fn from_str(text: &str) -> Result<Score, ParseScoreError> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if text == "1/2" {
            return Ok(Score::HalfHalf);
        }
        Score::ALL.into_iter().find(|score| score.as_str() == text).ok_or(ParseScoreError)
    }
}

/// The text is not a [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a result; results are 1-0, 0-1, 1/2-1/2, 2-0, 0-2, 1-1, 0-0 and *")]
pub struct ParseScoreError;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Black, who moves first, won.
    BlackWins,
    /// White won.
    WhiteWins,
    /// A draw.
    Draw,
    /// A loss for both sides (`0-0`), for example if neither appeared.
    BothLose,
}

impl GameResult {
    /// A win for `color`.
    pub fn win(color: Color) -> GameResult {
        match color {
            Color::Black => GameResult::BlackWins,
            Color::White => GameResult::WhiteWins,
        }
    }

    /// The score of this result in English checkers, where Black's number comes first.
    ///
    /// ```
    /// use crownhead_pdn::{GameResult, Score};
    ///
    /// assert_eq!(GameResult::WhiteWins.to_score(), Score::ZeroOne);
    /// ```
    pub fn to_score(self) -> Score {
        match self {
            GameResult::BlackWins => Score::OneZero,
            GameResult::WhiteWins => Score::ZeroOne,
            GameResult::Draw => Score::HalfHalf,
            GameResult::BothLose => Score::ZeroZero,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_score_reads_itself() {
        for score in Score::ALL {
            assert_eq!(score.as_str().parse(), Ok(score));
        }
        assert_eq!(" 1/2 - 1/2".parse(), Ok(Score::HalfHalf));
        assert_eq!("1/2".parse(), Ok(Score::HalfHalf));
        assert_eq!("1-10".parse::<Score>(), Err(ParseScoreError));
    }
}
