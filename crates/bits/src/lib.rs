#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod arithmetic;
mod operations;
mod parse;
mod text;

pub use arithmetic::{ArithmeticError, Division};
pub use operations::{Bits, bits8, bits16, bits32, bits64};
pub use parse::{ParseBitsError, ParseBitsErrorKind, parse};
pub use text::Digits;
