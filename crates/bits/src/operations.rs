//! Every operation, written once: the list below becomes the methods of [`Bits`] and, for each
//! width, a module of `const fn`.

use core::fmt::{Debug, Display};
use core::hash::Hash;

use crate::arithmetic::{self, ArithmeticError, Division};
use crate::text::Digits;

/// Hands the list to another macro, with `$T` for the type of the values. An operation without
/// `self` before its arguments has no value to work on.
macro_rules! operations {
    ($expand:ident!($T:ty $(, $module:ident)?)) => { $expand! { $T $(, $module)?;
        /// The mask with the one bit at `position`; 0 if the position is out of range.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(u8::mask(3), 0b1000);
        /// assert_eq!(u8::mask(8), 0);
        /// ```
        #[must_use]
        fn mask(; position: u32) -> $T { shift_left(1, position) }

        /// The value with the bit at `position` set to 1; unchanged if the position is out of range.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(0b0100u8.set(0), 0b0101);
        /// assert_eq!(0b0100u8.set(8), 0b0100);
        /// ```
        #[must_use]
        fn set(self value; position: u32) -> $T { value | mask(position) }

        /// The value with the bit at `position` set to 0; unchanged if the position is out of range.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(0b0101u8.clear(2), 0b0001);
        /// assert_eq!(0b0101u8.clear(8), 0b0101);
        /// ```
        #[must_use]
        fn clear(self value; position: u32) -> $T { value & !mask(position) }

        /// The value with the bit at `position` inverted; unchanged if the position is out of range.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(0b0101u8.flip(1), 0b0111);
        /// assert_eq!(0b0101u8.flip(0), 0b0100);
        /// assert_eq!(0b0101u8.flip(8), 0b0101);
        /// ```
        #[must_use]
        fn flip(self value; position: u32) -> $T { value ^ mask(position) }

        /// Whether the bit at `position` is 1; `false` if the position is out of range.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert!(0b0100u8.is_set(2));
        /// assert!(!0b0100u8.is_set(8));
        /// ```
        #[must_use]
        fn is_set(self value; position: u32) -> bool { intersects(value, mask(position)) }

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
        fn move_bit(self value; from: u32, to: u32) -> $T {
            if is_set(value, from) && to < WIDTH { set(clear(value, from), to) } else { value }
        }

        /// The value shifted up by `distance`, filled with zeros; 0 if that is the width or more.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(0b0101u8.shift_left(1), 0b1010);
        /// assert_eq!(0b0101u8.shift_left(8), 0);
        /// ```
        #[must_use]
        fn shift_left(self value; distance: u32) -> $T {
            if distance < WIDTH { value << distance } else { 0 }
        }

        /// The value shifted down by `distance`, filled with zeros; 0 if that is the width or more.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(0b1010u8.shift_right(2), 0b0010);
        /// assert_eq!(0b1010u8.shift_right(8), 0);
        /// ```
        #[must_use]
        fn shift_right(self value; distance: u32) -> $T {
            if distance < WIDTH { value >> distance } else { 0 }
        }

        /// The number of bits that are 1.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(Bits::count_ones(0b0111u8), 3);
        /// ```
        #[must_use]
        fn count_ones(self value;) -> u32 { value.count_ones() }

        /// The position of the lowest bit that is 1, or `None` if there is none.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(0b0110u8.lowest_position(), Some(1));
        /// assert_eq!(0u8.lowest_position(), None);
        /// ```
        #[must_use]
        fn lowest_position(self value;) -> Option<u32> {
            if value == 0 { None } else { Some(value.trailing_zeros()) }
        }

        /// The bits that are 1 in either value.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(0b0011u8.union(0b0110), 0b0111);
        /// ```
        #[must_use]
        fn union(self value; other: $T) -> $T { value | other }

        /// The bits that are 1 in both values.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(0b0011u8.intersection(0b0110), 0b0010);
        /// ```
        #[must_use]
        fn intersection(self value; other: $T) -> $T { value & other }

        /// The bits that are 1 in one of two values and not in the other.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(0b0011u8.xor(0b0110), 0b0101);
        /// ```
        #[must_use]
        fn xor(self value; other: $T) -> $T { value ^ other }

        /// The bits that are 0.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(0b0000_0011u8.inverse(), 0b1111_1100);
        /// ```
        #[must_use]
        fn inverse(self value;) -> $T { !value }

        /// The bits of another value where a mask is 1, and the own ones where it is 0.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(0b1111_0000u8.merge(0b1010_1010, 0b0000_1111), 0b1111_1010);
        /// ```
        #[must_use]
        fn merge(self value; other: $T, mask: $T) -> $T { value & !mask | other & mask }

        /// Whether some bit is 1 in both values.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert!(0b0011u8.intersects(0b0110));
        /// assert!(!0b0011u8.intersects(0b1100));
        /// ```
        #[must_use]
        fn intersects(self value; other: $T) -> bool { value & other != 0 }

        /// The sum, by bitwise operations alone.
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
        fn add(self value; other: $T) -> Result<$T, ArithmeticError> {
            match arithmetic::add(value as u64, other as u64, TOP_BIT) {
                Ok(sum) => Ok(sum as $T),
                Err(error) => Err(error),
            }
        }

        /// The difference, by bitwise operations alone.
        ///
        /// # Errors
        ///
        /// [`ArithmeticError::Underflow`] if `other` is larger.
        ///
        /// ```
        /// # use crownhead_bits::{ArithmeticError, Bits};
        /// assert_eq!(42u8.subtract(22), Ok(20));
        /// assert_eq!(0u8.subtract(1), Err(ArithmeticError::Underflow));
        /// ```
        fn subtract(self value; other: $T) -> Result<$T, ArithmeticError> {
            match arithmetic::subtract(value as u64, other as u64) {
                (difference, false) => Ok(difference as $T),
                (_, true) => Err(ArithmeticError::Underflow),
            }
        }

        /// The product, by bitwise operations alone.
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
        fn multiply(self value; other: $T) -> Result<$T, ArithmeticError> {
            match arithmetic::multiply(value as u64, other as u64, TOP_BIT) {
                Ok(product) => Ok(product as $T),
                Err(error) => Err(error),
            }
        }

        /// The quotient and the remainder, by bitwise operations alone.
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
        fn divide(self value; divisor: $T) -> Result<Division<$T>, ArithmeticError> {
            match arithmetic::divide(value as u64, divisor as u64, TOP_BIT) {
                Ok(Division { quotient, remainder }) => {
                    Ok(Division { quotient: quotient as $T, remainder: remainder as $T })
                }
                Err(error) => Err(error),
            }
        }

        /// The value in binary, with as many digits as the width.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(15u8.binary().to_string(), "0b00001111");
        /// assert_eq!(15u8.binary().grouped(4).to_string(), "0b0000_1111");
        /// ```
        #[must_use]
        fn binary(self value;) -> Digits { Digits::binary(value as u64, WIDTH) }

        /// The value in hexadecimal, with a digit for every four bits of the width.
        ///
        /// ```
        /// # use crownhead_bits::Bits;
        /// assert_eq!(0xFFFu32.hex().to_string(), "0x00000FFF");
        /// ```
        #[must_use]
        fn hex(self value;) -> Digits { Digits::hex(value as u64, WIDTH) }
    } };
}

macro_rules! define_trait {
    ($T:ty; $($(#[$attribute:meta])* fn $name:ident($($self:ident $value:ident)?; $($arg:ident: $type:ty),*) -> $result:ty $body:block)*) => {
        /// An unsigned integer seen as a row of bits; implemented for `u8`, `u16`, `u32` and `u64`
        /// only.
        ///
        /// Positions count from 0 at the lowest bit. No method panics: each says what a position
        /// out of range gives. For constants, use the functions of the same names in [`bits8`],
        /// [`bits16`], [`bits32`] and [`bits64`].
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
            Copy + Ord + Hash + Default + Debug + Display + Into<u64> + TryFrom<u64> + Sealed + 'static
        {
            /// The number of bits.
            const WIDTH: u32;

            /// The largest value, all bits 1.
            const MAX: Self;

            $($(#[$attribute])* fn $name($($self,)? $($arg: $type),*) -> $result;)*
        }
    };
}

operations!(define_trait!(Self));

macro_rules! define_width {
    ($T:ty, $module:ident; $($(#[$attribute:meta])* fn $name:ident($($self:ident $value:ident)?; $($arg:ident: $type:ty),*) -> $result:ty $body:block)*) => {
        #[doc = concat!("The operations of [`Bits`](crate::Bits) on `", stringify!($T), "`, as `const fn`.")]
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        #[doc = concat!("const MASK: ", stringify!($T), " = bits::union(bits::mask(0), bits::mask(2));")]
        /// assert_eq!(MASK, 0b101);
        /// ```
        pub mod $module {
            use super::*;

            /// The number of bits in a value.
            pub const WIDTH: u32 = <$T>::BITS;

            const TOP_BIT: u64 = 1 << (WIDTH - 1);

            $(
                #[doc = concat!("[`Bits::", stringify!($name), "`], as a `const fn`.")]
                #[allow(clippy::unnecessary_cast, reason = "needed for the other widths")]
                #[inline]
                pub const fn $name($($value: $T,)? $($arg: $type),*) -> $result $body
            )*
        }

        impl Sealed for $T {}

        impl Bits for $T {
            const WIDTH: u32 = $module::WIDTH;
            const MAX: Self = <$T>::MAX;

            $(
                #[inline]
                fn $name($($self,)? $($arg: $type),*) -> $result {
                    $module::$name($($self,)? $($arg),*)
                }
            )*
        }
    };
}

operations!(define_width!(u8, bits8));
operations!(define_width!(u16, bits16));
operations!(define_width!(u32, bits32));
operations!(define_width!(u64, bits64));

mod sealed {
    /// Other crates cannot name this trait, so they cannot implement [`Bits`](crate::Bits).
    pub trait Sealed {}
}
use sealed::Sealed;
