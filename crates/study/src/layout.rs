//! Which bit of a word stands for which square.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Bitboard, Square};
use thiserror::Error;

/// Which bit of a word stands for which square. Rows run from left to right, with White at the bottom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// The 32 dark squares from the top: bit 0 is b8, square 1.
    #[default]
    Top32,
    /// The 32 dark squares from the bottom: bit 0 is a1, square 29.
    Bottom32,
    /// All 64 squares from the top: bit 0 is a8, which is light, and bit 63 is h1.
    Top64,
    /// All 64 squares from the bottom: bit 0 is a1 and bit 63 is h8.
    Bottom64,
}

impl Layout {
    /// All of them.
    pub const ALL: [Layout; 4] = [Layout::Top32, Layout::Bottom32, Layout::Top64, Layout::Bottom64];

    /// The name that people type.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Top32 => "top32",
            Layout::Bottom32 => "bottom32",
            Layout::Top64 => "top64",
            Layout::Bottom64 => "bottom64",
        }
    }

    /// The number of bits in a word.
    pub const fn width(self) -> u32 {
        match self {
            Layout::Top32 | Layout::Bottom32 => 32,
            Layout::Top64 | Layout::Bottom64 => 64,
        }
    }

    /// The bit of a square.
    ///
    /// ```
    /// use crownhead_board::Square;
    /// use crownhead_study::Layout;
    ///
    /// // f6, the square 11.
    /// assert_eq!(Layout::ALL.map(|layout| layout.bit(Square::S11)), [10, 22, 21, 45]);
    /// ```
    pub const fn bit(self, square: Square) -> u32 {
        let (row, column) = (square.row() as u32, square.column() as u32);
        match self {
            Layout::Top32 => (7 - row) * 4 + column / 2,
            Layout::Bottom32 => row * 4 + column / 2,
            Layout::Top64 => (7 - row) * 8 + column,
            Layout::Bottom64 => row * 8 + column,
        }
    }

    /// The square of a bit; `None` for light squares and for bits that no word has.
    pub fn square(self, bit: u32) -> Option<Square> {
        Square::ALL.into_iter().find(|square| self.bit(*square) == bit)
    }

    /// A set of squares as a word.
    ///
    /// ```
    /// use crownhead_board::Position;
    /// use crownhead_study::Layout;
    ///
    /// let black = Position::START.black();
    /// assert_eq!(Layout::Top32.word(black), 0x0000_0FFF);
    /// assert_eq!(Layout::Bottom64.word(black), 0xAA55_AA00_0000_0000);
    /// ```
    pub fn word(self, set: Bitboard) -> u64 {
        set.into_iter().fold(0, |word, square| word | 1 << self.bit(square))
    }

    /// A set of squares as a word in hex, with all its digits.
    pub fn hex(self, set: Bitboard) -> String {
        format!("{:#0digits$X}", self.word(set), digits = self.width() as usize / 4 + 2)
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no layout \"{0}\"; choose top32, bottom32, top64 or bottom64")]
pub struct NoSuchLayout(String);

impl FromStr for Layout {
    type Err = NoSuchLayout;

    fn from_str(text: &str) -> Result<Layout, NoSuchLayout> {
        let fits = |layout: &Layout| layout.name().eq_ignore_ascii_case(text);
        Layout::ALL.into_iter().find(fits).ok_or_else(|| NoSuchLayout(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_a_bit_of_its_own() {
        for layout in Layout::ALL {
            assert_eq!(layout.word(Bitboard::FULL).count_ones(), 32, "{layout}");
            assert_eq!(layout.to_string().parse(), Ok(layout));
            for square in Square::ALL {
                assert_eq!(layout.square(layout.bit(square)), Some(square));
            }
        }
    }

    #[test]
    fn words_agree_with_those_of_bitboards() {
        for square in Square::ALL {
            let set = Bitboard::from_square(square);
            assert_eq!(Layout::Top32.word(set), u64::from(set.to_row_major()));
            assert_eq!(Layout::Bottom64.word(set), set.to_board64());
        }
    }
}
