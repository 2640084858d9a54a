//! Names of puzzles.

use std::fmt;
use std::str::FromStr;

use crownhead_board::Position;
use thiserror::Error;

/// The name of a puzzle: eight letters and digits, made from its position.
///
/// Positions that differ in the colors alone have the same one.
///
/// ```
/// use crownhead_board::Position;
/// use crownhead_puzzles::PuzzleId;
///
/// let pos: Position = "W:WK18,K22:BK3".parse()?;
/// let id = PuzzleId::of(&pos);
/// assert_eq!(id, PuzzleId::of(&pos.flip()));
/// assert_eq!(id.to_string().parse(), Ok(id));
/// # Ok::<(), crownhead_board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleId(u64);

/// Without letters that look like digits, or like each other.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LETTERS: u32 = 8;
const BITS: u32 = 5;

impl PuzzleId {
    /// The name of the puzzle that starts with this position.
    pub fn of(pos: &Position) -> PuzzleId {
        let key = pos.key().min(pos.flip().key());
        PuzzleId(key >> (u64::BITS - LETTERS * BITS))
    }

    /// The name as a number.
    pub(crate) fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |place: u32| char::from(ALPHABET[(self.0 >> (place * BITS)) as usize % ALPHABET.len()]);
        let text: String = (0..LETTERS).rev().map(letter).collect();
        f.pad(&text)
    }
}

/// A text that is not the name of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not the name of a puzzle, which is eight letters and digits, as in 3f7kq02m")]
pub struct NoSuchId(String);

impl FromStr for PuzzleId {
    type Err = NoSuchId;

    fn from_str(text: &str) -> Result<PuzzleId, NoSuchId> {
        let wrong = || NoSuchId(text.to_owned());
        let digit = |letter: u8| ALPHABET.iter().position(|known| *known == letter.to_ascii_lowercase());
        if text.len() != LETTERS as usize {
            return Err(wrong());
        }
        let digits: Option<Vec<usize>> = text.bytes().map(digit).collect();
        let number = digits.ok_or_else(wrong)?.into_iter().fold(0, |sum, digit| sum << BITS | digit as u64);
        Ok(PuzzleId(number))
    }
}
