//! Which bit of a word is which square.

use std::fmt;
use std::str::FromStr;

use crownhead_bits::Bits;
use crownhead_board::{Bitboard, Square};
use thiserror::Error;

/// The order in which squares become the bits of a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BitLayout {
    /// 32 bits, rows downwards: b8 is bit 0, g1 is bit 31. Bit n is square n + 1.
    #[default]
    Down32,
    /// 32 bits, rows upwards: a1 is bit 0, h8 is bit 31.
    Up32,
    /// 64 bits, rows downwards: a8 is bit 0, h1 is bit 63. Light squares are 0.
    Down64,
    /// 64 bits, rows upwards: a1 is bit 0, h8 is bit 63. Light squares are 0.
    Up64,
}

impl BitLayout {
    /// All of them.
    pub const ALL: [BitLayout; 4] = [BitLayout::Down32, BitLayout::Up32, BitLayout::Down64, BitLayout::Up64];

    /// The name that people type.
    pub const fn name(self) -> &'static str {
        match self {
            BitLayout::Down32 => "down32",
            BitLayout::Up32 => "up32",
            BitLayout::Down64 => "down64",
            BitLayout::Up64 => "up64",
        }
    }

    /// How many bits a word has.
    pub const fn width(self) -> u32 {
        match self {
            BitLayout::Down32 | BitLayout::Up32 => 32,
            BitLayout::Down64 | BitLayout::Up64 => 64,
        }
    }

    /// Which bit is which square, in a sentence without its end.
    pub const fn description(self) -> &'static str {
        match self {
            BitLayout::Down32 => "bit 0 is b8, 31 is g1: rows downwards, dark squares only",
            BitLayout::Up32 => "bit 0 is a1, 31 is h8: rows upwards, dark squares only",
            BitLayout::Down64 => "bit 0 is a8, 63 is h1: rows downwards, all squares",
            BitLayout::Up64 => "bit 0 is a1, 63 is h8: rows upwards, all squares",
        }
    }

    /// The number of a square's bit.
    ///
    /// ```
    /// use crownhead_board::Square;
    /// use crownhead_study::BitLayout;
    ///
    /// let a1 = Square::new(29).unwrap();
    /// assert_eq!(BitLayout::ALL.map(|layout| layout.bit(a1)), [28, 0, 56, 0]);
    /// ```
    pub fn bit(self, square: Square) -> u32 {
        let (row, column) = (square.row() as u32, square.column() as u32);
        match self {
            BitLayout::Down32 => u32::from(square.number()) - 1,
            BitLayout::Up32 => 4 * row + column / 2,
            BitLayout::Down64 => 8 * (7 - row) + column,
            BitLayout::Up64 => 8 * row + column,
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
    /// use crownhead_study::BitLayout;
    ///
    /// assert_eq!(BitLayout::Up32.word(Position::START.white()), 0x00000FFF);
    /// assert_eq!(BitLayout::Up64.word(Position::START.white()), 0x000000000055AA55);
    /// ```
    pub fn word(self, squares: Bitboard) -> u64 {
        squares.into_iter().map(|square| 1u64 << self.bit(square)).sum()
    }

    /// The squares of a word; `None` if a bit is no dark square.
    pub fn squares(self, word: u64) -> Option<Bitboard> {
        let set: Bitboard =
            Square::ALL.into_iter().filter(|square| word >> self.bit(*square) & 1 == 1).collect();
        (self.word(set) == word).then_some(set)
    }

    /// A set of squares in binary, in groups of `group` digits.
    pub fn binary(self, squares: Bitboard, group: u32) -> String {
        let word = self.word(squares);
        match u32::try_from(word).ok().filter(|_| self.width() == 32) {
            Some(word) => word.binary().grouped(group).to_string(),
            None => word.binary().grouped(group).to_string(),
        }
    }

    /// A set of squares in hex.
    pub fn hex(self, squares: Bitboard) -> String {
        let word = self.word(squares);
        match self.width() {
            32 => format!("{word:#010X}"),
            _ => format!("{word:#018X}"),
        }
    }
}

impl fmt::Display for BitLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no layout.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no layout \"{0}\"; choose down32, up32, down64 or up64")]
pub struct NoSuchLayout(String);

impl FromStr for BitLayout {
    type Err = NoSuchLayout;

    fn from_str(text: &str) -> Result<BitLayout, NoSuchLayout> {
        let fits = |layout: &BitLayout| layout.name().eq_ignore_ascii_case(text);
        BitLayout::ALL.into_iter().find(fits).ok_or_else(|| NoSuchLayout(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::Position;

    #[test]
    fn every_layout_gives_each_square_a_bit_of_its_own() {
        for layout in BitLayout::ALL {
            for square in Square::ALL {
                let set = Bitboard::from_square(square);
                assert_eq!(layout.word(set).count_ones(), 1);
                assert_eq!(layout.squares(layout.word(set)), Some(set));
                assert_eq!(layout.square(layout.bit(square)), Some(square));
            }
            assert!(layout.word(Bitboard::FULL).count_ones() == 32);
        }
        assert_eq!(BitLayout::Up64.squares(0b10), None);
        assert_eq!(BitLayout::Up32.squares(1 << 32), None);
    }

    #[test]
    fn the_start_has_the_words_that_each_layout_promises() {
        let words =
            |layout: BitLayout| [Position::START.black(), Position::START.white()].map(|set| layout.hex(set));
        assert_eq!(words(BitLayout::Down32), ["0x00000FFF", "0xFFF00000"]);
        assert_eq!(words(BitLayout::Up32), ["0xFFF00000", "0x00000FFF"]);
        assert_eq!(words(BitLayout::Down64), ["0x0000000000AA55AA", "0x55AA550000000000"]);
        assert_eq!(words(BitLayout::Up64), ["0xAA55AA0000000000", "0x000000000055AA55"]);
    }

    #[test]
    fn words_are_as_long_as_their_layout() {
        assert_eq!(BitLayout::Up32.binary(Bitboard::EMPTY, 8), "0b00000000_00000000_00000000_00000000");
        assert_eq!(BitLayout::Up64.binary(Bitboard::EMPTY, 8).len(), 2 + 64 + 7);
    }
}
