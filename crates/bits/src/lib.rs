#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod arithmetic;
mod bits;
mod ops;
mod parse;
mod text;
mod widths;

pub use arithmetic::{ArithmeticError, Division};
pub use bits::Bits;
pub use parse::{ParseBitsError, ParseBitsErrorKind, parse};
pub use text::Digits;

macro_rules! width_module {
    ($module:ident, $uint:ident) => {
        #[doc = concat!("The operations of [`Bits`] on `", stringify!($uint), "`, as `const fn`.")]
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::", stringify!($module), " as bits;")]
        ///
        #[doc = concat!("const MASK: ", stringify!($uint), " = bits::union(bits::mask(0), bits::mask(2));")]
        /// assert_eq!(MASK, 0b101);
        /// ```
        pub mod $module {
            crate::ops::bit_operations!($module, $uint);
            crate::arithmetic::bitwise_arithmetic!($module, $uint);
            crate::text::digit_text!($module, $uint);
        }
    };
}

width_module!(bits8, u8);
width_module!(bits16, u16);
width_module!(bits32, u32);
width_module!(bits64, u64);
