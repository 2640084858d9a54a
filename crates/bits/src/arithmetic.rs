//! Addition, subtraction, multiplication and division out of bitwise operations.
//!
//! The values meet only and, or, exclusive or, not, shifts by one, and comparison with zero.

use core::error::Error;
use core::fmt;

/// Why a calculation has no result in its width.
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

/// What a division gives: `dividend = quotient × divisor + remainder`, with `remainder < divisor`.
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

/// Defines arithmetic for one width; expands inside the module of that width.
macro_rules! bitwise_arithmetic {
    ($module:ident, $uint:ident) => {
        use crate::{ArithmeticError, Division};

        const TOP_BIT: $uint = !(<$uint>::MAX >> 1);

        /// `a + b`, by carrying: exclusive or adds without carries, and marks them.
        ///
        /// # Errors
        ///
        /// [`ArithmeticError::Overflow`] if the sum is too large for the width.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::{ArithmeticError, ", stringify!($module), " as bits};")]
        ///
        /// assert_eq!(bits::add(20, 22), Ok(42));
        #[doc = concat!("assert_eq!(bits::add(", stringify!($uint), "::MAX, 1), Err(ArithmeticError::Overflow));")]
        /// ```
        #[inline]
        pub const fn add(a: $uint, b: $uint) -> Result<$uint, ArithmeticError> {
            match carrying_sum(a, b) {
                (sum, false) => Ok(sum),
                (_, true) => Err(ArithmeticError::Overflow),
            }
        }

        /// `a - b`, by borrowing.
        ///
        /// # Errors
        ///
        /// [`ArithmeticError::Underflow`] if `b` is larger than `a`.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::{ArithmeticError, ", stringify!($module), " as bits};")]
        ///
        /// assert_eq!(bits::subtract(42, 22), Ok(20));
        /// assert_eq!(bits::subtract(0, 1), Err(ArithmeticError::Underflow));
        /// ```
        #[inline]
        pub const fn subtract(a: $uint, b: $uint) -> Result<$uint, ArithmeticError> {
            match borrowing_difference(a, b) {
                (difference, false) => Ok(difference),
                (_, true) => Err(ArithmeticError::Underflow),
            }
        }

        /// `a × b`, by doubling `a` and adding it up for each 1 in `b`.
        ///
        /// # Errors
        ///
        /// [`ArithmeticError::Overflow`] if the product is too large for the width.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::{ArithmeticError, ", stringify!($module), " as bits};")]
        ///
        /// assert_eq!(bits::multiply(6, 7), Ok(42));
        #[doc = concat!("assert_eq!(bits::multiply(", stringify!($uint), "::MAX, 2), Err(ArithmeticError::Overflow));")]
        /// ```
        pub const fn multiply(a: $uint, b: $uint) -> Result<$uint, ArithmeticError> {
            let (mut doubled, mut factor, mut product) = (a, b, 0);
            while factor != 0 {
                if factor & 1 != 0 {
                    product = match add(product, doubled) {
                        Ok(sum) => sum,
                        Err(overflow) => return Err(overflow),
                    };
                }
                factor >>= 1;
                // The last doubling is never added, so only a factor that is left makes it count.
                if factor != 0 && doubled & TOP_BIT != 0 {
                    return Err(ArithmeticError::Overflow);
                }
                doubled <<= 1;
            }
            Ok(product)
        }

        /// `a ÷ b` with its remainder, by long division from the highest bit down.
        ///
        /// # Errors
        ///
        /// [`ArithmeticError::DivisionByZero`] if `b` is zero.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use crownhead_bits::{ArithmeticError, Division, ", stringify!($module), " as bits};")]
        ///
        /// assert_eq!(bits::divide(17, 5), Ok(Division { quotient: 3, remainder: 2 }));
        /// assert_eq!(bits::divide(17, 0), Err(ArithmeticError::DivisionByZero));
        /// ```
        pub const fn divide(a: $uint, b: $uint) -> Result<Division<$uint>, ArithmeticError> {
            if b == 0 {
                return Err(ArithmeticError::DivisionByZero);
            }
            let (mut quotient, mut remainder) = (0, 0);
            let mut digit = TOP_BIT;
            while digit != 0 {
                // A bit lost in this shift makes the true remainder larger than any divisor; the
                // subtraction then borrows, and wraps back to the right difference.
                let lost_bit = remainder & TOP_BIT != 0;
                remainder <<= 1;
                if a & digit != 0 {
                    remainder |= 1;
                }
                let (difference, borrowed) = borrowing_difference(remainder, b);
                if lost_bit || !borrowed {
                    remainder = difference;
                    quotient |= digit;
                }
                digit >>= 1;
            }
            Ok(Division { quotient, remainder })
        }

        /// The sum modulo the width, and whether a carry left the highest bit.
        #[inline]
        const fn carrying_sum(mut a: $uint, mut b: $uint) -> ($uint, bool) {
            let mut carried = false;
            while b != 0 {
                let carry = a & b;
                carried |= carry & TOP_BIT != 0;
                a ^= b;
                b = carry << 1;
            }
            (a, carried)
        }

        /// The difference modulo the width, and whether the highest bit had to borrow.
        #[inline]
        const fn borrowing_difference(mut a: $uint, mut b: $uint) -> ($uint, bool) {
            let mut borrowed = false;
            while b != 0 {
                let borrow = !a & b;
                borrowed |= borrow & TOP_BIT != 0;
                a ^= b;
                b = borrow << 1;
            }
            (a, borrowed)
        }
    };
}

pub(crate) use bitwise_arithmetic;
