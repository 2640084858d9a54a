//! Addition, subtraction, multiplication and division by bitwise operations.
//!
//! The values are only combined by and, or, exclusive or and not, shifted by one, and compared
//! with zero.

use core::error::Error;
use core::fmt;

/// Why a calculation has no result.
///
/// # Examples
///
/// ```
/// use crownhead_bits::{ArithmeticError, Bits};
///
/// assert_eq!(200u8.add(100), Err(ArithmeticError::Overflow));
/// assert_eq!(1u8.subtract(2), Err(ArithmeticError::Underflow));
/// assert_eq!(1u8.divide(0), Err(ArithmeticError::DivisionByZero));
/// assert_eq!(ArithmeticError::DivisionByZero.to_string(), "division by zero");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ArithmeticError {
    /// The result is larger than the largest value of the width.
    Overflow,
    /// The result is below zero.
    Underflow,
    /// The divisor is zero.
    DivisionByZero,
}

impl fmt::Display for ArithmeticError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ArithmeticError::Overflow => "the result is too large for the width",
            ArithmeticError::Underflow => "the result is below zero",
            ArithmeticError::DivisionByZero => "division by zero",
        })
    }
}

impl Error for ArithmeticError {}

/// The result of a division: `dividend = quotient × divisor + remainder`, with `remainder < divisor`.
///
/// # Examples
///
/// ```
/// use crownhead_bits::{Bits, Division};
///
/// let Division { quotient, remainder } = 17u8.divide(5)?;
/// assert_eq!((quotient, remainder), (3, 2));
/// # Ok::<(), crownhead_bits::ArithmeticError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Division<T> {
    /// How many times the divisor fits into the dividend.
    pub quotient: T,
    /// What is left of the dividend.
    pub remainder: T,
}

/// The sum of two values whose highest bit is `top`.
///
/// Exclusive or adds without carries; a bit is carried where both values have a 1.
pub(crate) const fn add(mut a: u64, mut b: u64, top: u64) -> Result<u64, ArithmeticError> {
    while b != 0 {
        let carry = a & b;
        if carry & top != 0 {
            return Err(ArithmeticError::Overflow);
        }
        a ^= b;
        b = carry << 1;
    }
    Ok(a)
}

/// The difference, wrapped around if it is below zero, and whether it is.
pub(crate) const fn subtract(mut a: u64, mut b: u64) -> (u64, bool) {
    let mut underflows = false;
    while b != 0 {
        let borrow = !a & b;
        underflows |= borrow & TOP_BIT != 0;
        a ^= b;
        b = borrow << 1;
    }
    (a, underflows)
}

/// The product: `a` is doubled, and added for each 1 in `b`.
pub(crate) const fn multiply(a: u64, b: u64, top: u64) -> Result<u64, ArithmeticError> {
    let (mut doubled, mut factor, mut product) = (a, b, 0);
    while factor != 0 {
        if factor & 1 != 0 {
            product = match add(product, doubled, top) {
                Ok(sum) => sum,
                Err(overflow) => return Err(overflow),
            };
        }
        factor >>= 1;
        // The last doubling is never added, so its overflow does not matter.
        if factor != 0 && doubled & top != 0 {
            return Err(ArithmeticError::Overflow);
        }
        doubled <<= 1;
    }
    Ok(product)
}

/// Long division from the highest bit down.
pub(crate) const fn divide(a: u64, b: u64, top: u64) -> Result<Division<u64>, ArithmeticError> {
    if b == 0 {
        return Err(ArithmeticError::DivisionByZero);
    }
    let (mut quotient, mut remainder) = (0, 0);
    let mut digit = top;
    while digit != 0 {
        // If this shift loses a bit, the true remainder is larger than any divisor, and the
        // wrapped difference is the right one.
        let lost_bit = remainder & TOP_BIT != 0;
        remainder <<= 1;
        if a & digit != 0 {
            remainder |= 1;
        }
        let (difference, underflows) = subtract(remainder, b);
        if lost_bit || !underflows {
            remainder = difference;
            quotient |= digit;
        }
        digit >>= 1;
    }
    Ok(Division { quotient, remainder })
}

const TOP_BIT: u64 = 1 << 63;
