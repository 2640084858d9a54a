//! [`Bits`] for each width, every method forwarded to the function of the same name.

use crate::bits::sealed::Sealed;
use crate::{ArithmeticError, Bits, Digits, Division, bits8, bits16, bits32, bits64};

macro_rules! implement_bits {
    ($module:ident, $uint:ident) => {
        impl Sealed for $uint {}

        impl Bits for $uint {
            const WIDTH: u32 = $module::WIDTH;
            const MAX: Self = <$uint>::MAX;

            #[inline]
            fn mask(position: u32) -> Self {
                $module::mask(position)
            }

            #[inline]
            fn set(self, position: u32) -> Self {
                $module::set(self, position)
            }

            #[inline]
            fn clear(self, position: u32) -> Self {
                $module::clear(self, position)
            }

            #[inline]
            fn flip(self, position: u32) -> Self {
                $module::flip(self, position)
            }

            #[inline]
            fn is_set(self, position: u32) -> bool {
                $module::is_set(self, position)
            }

            #[inline]
            fn move_bit(self, from: u32, to: u32) -> Self {
                $module::move_bit(self, from, to)
            }

            #[inline]
            fn shift_left(self, distance: u32) -> Self {
                $module::shift_left(self, distance)
            }

            #[inline]
            fn shift_right(self, distance: u32) -> Self {
                $module::shift_right(self, distance)
            }

            #[inline]
            fn n_ones(self) -> u32 {
                $module::n_ones(self)
            }

            #[inline]
            fn lowest_position(self) -> Option<u32> {
                $module::lowest_position(self)
            }

            #[inline]
            fn union(self, other: Self) -> Self {
                $module::union(self, other)
            }

            #[inline]
            fn intersection(self, other: Self) -> Self {
                $module::intersection(self, other)
            }

            #[inline]
            fn overlaps(self, other: Self) -> bool {
                $module::overlaps(self, other)
            }

            #[inline]
            fn add(self, other: Self) -> Result<Self, ArithmeticError> {
                $module::add(self, other)
            }

            #[inline]
            fn subtract(self, other: Self) -> Result<Self, ArithmeticError> {
                $module::subtract(self, other)
            }

            #[inline]
            fn multiply(self, other: Self) -> Result<Self, ArithmeticError> {
                $module::multiply(self, other)
            }

            #[inline]
            fn divide(self, divisor: Self) -> Result<Division<Self>, ArithmeticError> {
                $module::divide(self, divisor)
            }

            #[inline]
            fn binary(self) -> Digits {
                $module::binary(self)
            }

            #[inline]
            fn hex(self) -> Digits {
                $module::hex(self)
            }
        }
    };
}

implement_bits!(bits8, u8);
implement_bits!(bits16, u16);
implement_bits!(bits32, u32);
implement_bits!(bits64, u64);
