//! The trait that code generic over the width is written against.

use core::fmt::{Debug, Display};
use core::hash::Hash;

use crate::{ArithmeticError, Digits, Division};

/// An unsigned integer seen as a row of bits; implemented for `u8`, `u16`, `u32` and `u64` only.
///
/// Positions count from 0 at the lowest bit. No method panics: each says what a position out of
/// range gives. For constants, use the functions of the same names in
/// [`bits8`](crate::bits8), [`bits16`](crate::bits16), [`bits32`](crate::bits32) and
/// [`bits64`](crate::bits64), which these methods call.
///
/// # Examples
///
/// ```
/// use crownhead_bits::Bits;
///
/// fn outermost<T: Bits>() -> T {
///     T::mask(0).union(T::mask(T::WIDTH - 1))
/// }
///
/// assert_eq!(outermost::<u8>(), 0x81);
/// assert_eq!(outermost::<u32>(), 0x8000_0001);
/// ```
pub trait Bits:
    Copy + Ord + Hash + Default + Debug + Display + Into<u64> + TryFrom<u64> + sealed::Sealed + 'static
{
    /// The number of bits.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(<u16 as Bits>::WIDTH, 16);
    /// ```
    const WIDTH: u32;

    /// The largest value, all bits 1.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(<u16 as Bits>::MAX, 0xFFFF);
    /// ```
    const MAX: Self;

    /// The mask with the one bit at `position`; 0 if the position is out of range.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(u8::mask(3), 0b1000);
    /// assert_eq!(u8::mask(8), 0);
    /// ```
    #[must_use]
    fn mask(position: u32) -> Self;

    /// The value with the bit at `position` made 1; unchanged if the position is out of range.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(0b0100u8.set(0), 0b0101);
    /// assert_eq!(0b0100u8.set(8), 0b0100);
    /// ```
    #[must_use]
    fn set(self, position: u32) -> Self;

    /// The value with the bit at `position` made 0; unchanged if the position is out of range.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(0b0101u8.clear(2), 0b0001);
    /// assert_eq!(0b0101u8.clear(8), 0b0101);
    /// ```
    #[must_use]
    fn clear(self, position: u32) -> Self;

    /// The value with the bit at `position` inverted; unchanged if the position is out of range.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(0b0101u8.flip(1), 0b0111);
    /// assert_eq!(0b0101u8.flip(8), 0b0101);
    /// ```
    #[must_use]
    fn flip(self, position: u32) -> Self;

    /// Whether the bit at `position` is 1; `false` if the position is out of range.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert!(0b0100u8.is_set(2));
    /// assert!(!0b0100u8.is_set(8));
    /// ```
    #[must_use]
    fn is_set(self, position: u32) -> bool;

    /// Moves the bit at `from`, if it is 1, to `to`: the source becomes 0 and the target 1.
    ///
    /// The value is unchanged if the source is 0, if the positions are equal, or if either
    /// is out of range. A target that was already 1 stays 1, so the value then loses a bit.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(0b0101u8.move_bit(2, 3), 0b1001);
    /// assert_eq!(0b0101u8.move_bit(1, 3), 0b0101);
    /// assert_eq!(0b0101u8.move_bit(2, 8), 0b0101);
    /// ```
    #[must_use]
    fn move_bit(self, from: u32, to: u32) -> Self;

    /// The value moved `distance` positions up; 0 if that is the width or more.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(0b0101u8.shift_left(1), 0b1010);
    /// assert_eq!(0b0101u8.shift_left(8), 0);
    /// ```
    #[must_use]
    fn shift_left(self, distance: u32) -> Self;

    /// The value moved `distance` positions down; 0 if that is the width or more.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(0b1010u8.shift_right(2), 0b0010);
    /// assert_eq!(0b1010u8.shift_right(8), 0);
    /// ```
    #[must_use]
    fn shift_right(self, distance: u32) -> Self;

    /// How many bits are 1.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(0b0111u8.n_ones(), 3);
    /// ```
    #[must_use]
    fn n_ones(self) -> u32;

    /// The position of the lowest bit that is 1, or `None` if there is none.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(0b0110u8.lowest_position(), Some(1));
    /// assert_eq!(0u8.lowest_position(), None);
    /// ```
    #[must_use]
    fn lowest_position(self) -> Option<u32>;

    /// The bits that are 1 in either value.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(0b0011u8.union(0b0110), 0b0111);
    /// ```
    #[must_use]
    fn union(self, other: Self) -> Self;

    /// The bits that are 1 in both values.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(0b0011u8.intersection(0b0110), 0b0010);
    /// ```
    #[must_use]
    fn intersection(self, other: Self) -> Self;

    /// Whether some bit is 1 in both values.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert!(0b0011u8.overlaps(0b0110));
    /// assert!(!0b0011u8.overlaps(0b1100));
    /// ```
    #[must_use]
    fn overlaps(self, other: Self) -> bool;

    /// The sum, out of bitwise operations alone.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::Overflow`] if the sum is too large for the width.
    ///
    /// ```
    /// # use crownhead_bits::{ArithmeticError, Bits};
    /// assert_eq!(20u8.add(22), Ok(42));
    /// assert_eq!(255u8.add(1), Err(ArithmeticError::Overflow));
    /// ```
    fn add(self, other: Self) -> Result<Self, ArithmeticError>;

    /// The difference, out of bitwise operations alone.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::Underflow`] if `other` is the larger.
    ///
    /// ```
    /// # use crownhead_bits::{ArithmeticError, Bits};
    /// assert_eq!(42u8.subtract(22), Ok(20));
    /// assert_eq!(0u8.subtract(1), Err(ArithmeticError::Underflow));
    /// ```
    fn subtract(self, other: Self) -> Result<Self, ArithmeticError>;

    /// The product, out of bitwise operations alone.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::Overflow`] if the product is too large for the width.
    ///
    /// ```
    /// # use crownhead_bits::{ArithmeticError, Bits};
    /// assert_eq!(6u8.multiply(7), Ok(42));
    /// assert_eq!(16u8.multiply(16), Err(ArithmeticError::Overflow));
    /// ```
    fn multiply(self, other: Self) -> Result<Self, ArithmeticError>;

    /// The quotient and the remainder, out of bitwise operations alone.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::DivisionByZero`] if `divisor` is zero.
    ///
    /// ```
    /// # use crownhead_bits::{ArithmeticError, Bits, Division};
    /// assert_eq!(17u8.divide(5), Ok(Division { quotient: 3, remainder: 2 }));
    /// assert_eq!(17u8.divide(0), Err(ArithmeticError::DivisionByZero));
    /// ```
    fn divide(self, divisor: Self) -> Result<Division<Self>, ArithmeticError>;

    /// The value in binary, as many digits as the width, to be displayed.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(15u8.binary().to_string(), "0b00001111");
    /// assert_eq!(15u8.binary().grouped(4).to_string(), "0b0000_1111");
    /// ```
    #[must_use]
    fn binary(self) -> Digits;

    /// The value in hexadecimal, a digit for every four bits of the width, to be displayed.
    ///
    /// ```
    /// # use crownhead_bits::Bits;
    /// assert_eq!(0xFFFu32.hex().to_string(), "0x00000FFF");
    /// ```
    #[must_use]
    fn hex(self) -> Digits;
}

/// Only this crate can name the trait, so only this crate can implement [`Bits`].
pub(crate) mod sealed {
    pub trait Sealed {}
}
