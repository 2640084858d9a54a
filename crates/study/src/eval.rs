//! What positions are worth, and how comments in game files carry it.

use std::fmt;
use std::str::FromStr;

use crownhead_board::Color;
use thiserror::Error;

/// What a position is worth to Black, who moves first: `0.35` is a third of a man for Black, `-1.20` more than one for White,
/// `#4` that Black wins in four moves, and `#-4` that White does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Hundredths of a man: above 0 Black is better.
    Men(i32),
    /// The game is won.
    Win {
        /// By this side.
        winner: Color,
        /// The number of its moves until then.
        moves: u32,
    },
}

/// What is beyond this, in hundredths of a man, counts as won.
const WON: i32 = 10_000;
/// The most moves to a win that are written.
const MOST_MOVES: u32 = 999;

impl Eval {
    /// A score in hundredths of a man for Black, and the plies to the end of the game if it is won for certain.
    pub fn new(for_black: i32, ends_in: Option<u32>) -> Eval {
        let winner = if for_black > 0 { Color::Black } else { Color::White };
        match ends_in {
            Some(plies) => Eval::Win { winner, moves: plies.div_ceil(2).min(MOST_MOVES) },
            None => Eval::Men(for_black.clamp(1 - WON, WON - 1)),
        }
    }

    /// Hundredths of a man for Black; 10,000 is a win and -10,000 a loss.
    pub fn for_black(self) -> i32 {
        match self {
            Eval::Men(hundredths) => hundredths,
            Eval::Win { winner: Color::Black, .. } => WON,
            Eval::Win { winner: Color::White, .. } => -WON,
        }
    }
}

impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.for_black() < 0 { "-" } else { "" };
        match self {
            Eval::Men(hundredths) => {
                let size = hundredths.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)
            }
            Eval::Win { moves, .. } => write!(f, "#{sign}{moves}"),
        }
    }
}

/// A text that is no evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an evaluation is men with two decimals, as in -0.35, or moves to a win, as in #4")]
pub struct NoEval;

impl FromStr for Eval {
    type Err = NoEval;

    fn from_str(text: &str) -> Result<Eval, NoEval> {
        let (rest, is_win) = text.strip_prefix('#').map_or((text, false), |rest| (rest, true));
        let (size, is_white) = rest.strip_prefix('-').map_or((rest, false), |size| (size, true));
        if is_win {
            let moves = digits(size, 3).ok_or(NoEval)?;
            let winner = if is_white { Color::White } else { Color::Black };
            return Ok(Eval::Win { winner, moves });
        }
        let size = size.strip_prefix('+').filter(|_| !is_white).unwrap_or(size);
        let (whole, part) = size.split_once('.').unwrap_or((size, "0"));
        let scale = if part.len() == 1 { 10 } else { 1 };
        let whole = digits(whole, 2).ok_or(NoEval)?;
        let part = digits(part, 2).ok_or(NoEval)? * scale;
        let hundredths = (100 * whole + part) as i32;
        Ok(Eval::Men(if is_white { -hundredths } else { hundredths }))
    }
}

/// A number of one to `most` digits.
fn digits(text: &str, most: usize) -> Option<u32> {
    let is_number = (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_is_read_as_it_is_written() {
        for text in ["0.35", "-1.20", "0.00", "99.99", "#4", "#-12", "#0"] {
            assert_eq!(text.parse::<Eval>().unwrap().to_string(), text);
        }
        for (text, same) in [("0.3", "0.30"), ("+1", "1.00"), ("-2", "-2.00")] {
            assert_eq!(text.parse::<Eval>().unwrap().to_string(), same);
        }
        for text in ["", "-", "#", "1.234", "100", ".5", "1.", "-+1", "0.3,20", "#x"] {
            assert_eq!(text.parse::<Eval>(), Err(NoEval), "{text}");
        }
    }

    #[test]
    fn a_win_is_told_in_moves_of_the_winner() {
        assert_eq!(Eval::new(12_000, Some(7)).to_string(), "#4");
        assert_eq!(Eval::new(-12_000, Some(2)).to_string(), "#-1");
        assert_eq!(Eval::new(-10_400, None).to_string(), "-99.99");
        assert_eq!(Eval::new(-35, None).to_string(), "-0.35");
    }
}
