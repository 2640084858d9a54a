//! Words of 8 to 64 bits, as numbers, as texts, and as squares.

use crownhead_bits::Bits;
use crownhead_board::Bitboard;

/// How many bits a word has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 8 bits.
    W8,
    /// 16 bits.
    W16,
    /// 32 bits: the dark squares.
    W32,
    /// 64 bits: all squares.
    W64,
}

impl Width {
    /// All of them.
    pub const ALL: [Width; 4] = [Width::W8, Width::W16, Width::W32, Width::W64];

    /// The width of this many bits.
    pub fn new(bits: u32) -> Option<Width> {
        Width::ALL.into_iter().find(|width| width.bits() == bits)
    }

    /// How many bits they are.
    pub const fn bits(self) -> u32 {
        match self {
            Width::W8 => 8,
            Width::W16 => 16,
            Width::W32 => 32,
            Width::W64 => 64,
        }
    }

    /// The word with all bits.
    pub const fn max(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The word with the highest bit alone.
    pub const fn top_bit(self) -> u64 {
        1 << (self.bits() - 1)
    }

    /// A word in hex, with all its digits.
    pub fn hex(self, word: u64) -> String {
        match self {
            Width::W8 => (word as u8).hex(),
            Width::W16 => (word as u16).hex(),
            Width::W32 => (word as u32).hex(),
            Width::W64 => word.hex(),
        }
        .to_string()
    }

    /// A word in binary, in groups: of four bits, or of eight where that is a row of the board.
    pub fn binary(self, word: u64) -> String {
        match self {
            Width::W8 => (word as u8).binary().grouped(4),
            Width::W16 => (word as u16).binary().grouped(4),
            Width::W32 => (word as u32).binary().grouped(4),
            Width::W64 => word.binary().grouped(8),
        }
        .to_string()
    }

    /// The squares of a word, where its bits are squares.
    pub fn squares(self, word: u64) -> Option<Bitboard> {
        match self {
            Width::W32 => u32::try_from(word).ok().map(Bitboard::from_row_major),
            Width::W64 => Bitboard::from_board64(word),
            Width::W8 | Width::W16 => None,
        }
    }

    /// The word of a set of squares.
    pub fn word(self, squares: Bitboard) -> u64 {
        match self {
            Width::W64 => squares.to_board64(),
            _ => u64::from(squares.to_row_major()) & self.max(),
        }
    }

    pub(super) fn read(self, text: &str) -> Option<u64> {
        crownhead_bits::parse::<u64>(text).ok().filter(|number| *number <= self.max())
    }
}
