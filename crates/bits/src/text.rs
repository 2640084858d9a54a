//! Binary and hexadecimal text of fixed width.

use core::fmt;

/// The digits of a value, leading zeros included.
///
/// Created by [`Bits::binary`](crate::Bits::binary) and [`Bits::hex`](crate::Bits::hex). Fill,
/// alignment and width of the format string apply.
///
/// # Examples
///
/// ```
/// use crownhead_bits::Bits;
///
/// assert_eq!(15u8.binary().to_string(), "0b00001111");
/// assert_eq!(15u8.hex().to_string(), "0x0F");
/// assert_eq!(format!("{:>8}", 15u8.hex()), "    0x0F");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digits {
    value: u64,
    n_digits: u32,
    bits_per_digit: u32,
    group: u32,
    prefix: &'static str,
}

impl Digits {
    pub(crate) const fn binary(value: u64, width: u32) -> Digits {
        Digits { value, n_digits: width, bits_per_digit: 1, group: 0, prefix: "0b" }
    }

    pub(crate) const fn hex(value: u64, width: u32) -> Digits {
        Digits { value, n_digits: width / 4, bits_per_digit: 4, group: 0, prefix: "0x" }
    }

    /// Puts an underscore between groups of `n` digits, counted from the right; 0 means none.
    ///
    /// # Examples
    ///
    /// ```
    /// use crownhead_bits::Bits;
    ///
    /// assert_eq!(15u8.binary().grouped(4).to_string(), "0b0000_1111");
    /// assert_eq!(15u8.binary().grouped(3).to_string(), "0b00_001_111");
    /// assert_eq!(15u32.hex().grouped(4).to_string(), "0x0000_000F");
    /// ```
    #[must_use]
    pub const fn grouped(self, n: u32) -> Digits {
        Digits { group: n, ..self }
    }

    /// Leaves out `0b` or `0x`.
    ///
    /// # Examples
    ///
    /// ```
    /// use crownhead_bits::Bits;
    ///
    /// assert_eq!(15u8.binary().without_prefix().to_string(), "00001111");
    /// assert_eq!(15u8.hex().without_prefix().to_string(), "0F");
    /// ```
    #[must_use]
    pub const fn without_prefix(self) -> Digits {
        Digits { prefix: "", ..self }
    }

    fn starts_group(self, index: u32) -> bool {
        self.group != 0 && index != 0 && index.is_multiple_of(self.group)
    }

    fn digit(self, index: u32) -> u8 {
        let digit = (self.value >> (index * self.bits_per_digit)) & ((1 << self.bits_per_digit) - 1);
        b"0123456789ABCDEF"[digit as usize]
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The formatter can only pad a whole text, so it is built first.
        let mut text = RightToLeft::new();
        for index in 0..self.n_digits {
            if self.starts_group(index) {
                text.push(b'_');
            }
            text.push(self.digit(index));
        }
        self.prefix.bytes().rev().for_each(|byte| text.push(byte));
        f.pad(core::str::from_utf8(text.as_bytes()).map_err(|_| fmt::Error)?)
    }
}

/// A prefix, and 64 digits with an underscore between any two.
const LONGEST: usize = 2 + 64 + 63;

struct RightToLeft {
    bytes: [u8; LONGEST],
    start: usize,
}

impl RightToLeft {
    fn new() -> RightToLeft {
        RightToLeft { bytes: [0; LONGEST], start: LONGEST }
    }

    fn push(&mut self, byte: u8) {
        self.start -= 1;
        self.bytes[self.start] = byte;
    }

    fn as_bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
    }
}
