//! Bitwise arithmetic against the operators of the language.

use crownhead_bits::ArithmeticError::{DivisionByZero, Overflow, Underflow};
use crownhead_bits::{ArithmeticError, Bits, Division};
use proptest::prelude::*;

macro_rules! arithmetic_matches_native {
    ($($name:ident: $uint:ident,)*) => { $(mod $name {
        use super::*;

        #[track_caller]
        pub(super) fn check(a: $uint, b: $uint) {
            assert_eq!(a.add(b), a.checked_add(b).ok_or(Overflow), "{a} + {b}");
            assert_eq!(a.subtract(b), a.checked_sub(b).ok_or(Underflow), "{a} - {b}");
            assert_eq!(a.multiply(b), a.checked_mul(b).ok_or(Overflow), "{a} * {b}");
            assert_eq!(a.divide(b), native_division(a, b), "{a} / {b}");
        }

        fn native_division(a: $uint, b: $uint) -> Result<Division<$uint>, ArithmeticError> {
            match (a.checked_div(b), a.checked_rem(b)) {
                (Some(quotient), Some(remainder)) => Ok(Division { quotient, remainder }),
                _ => Err(DivisionByZero),
            }
        }

        /// Values of every size: uniform ones are nearly all large, and their products overflow.
        fn values() -> impl Strategy<Value = $uint> {
            (any::<$uint>(), 0..$uint::BITS).prop_map(|(value, distance)| value >> distance)
        }

        proptest! {
            #![proptest_config(ProptestConfig::with_cases(2000))]

            #[test]
            fn any_values(a in values(), b in values()) {
                check(a, b);
            }

            #[test]
            fn near_the_limit(a in values(), slack in 0..3 as $uint) {
                check(a, ($uint::MAX - a).saturating_add(slack));
                check(a, a.saturating_add(slack));
                if let Some(b) = $uint::MAX.checked_div(a) {
                    check(a, b.saturating_add(slack));
                }
            }
        }

        #[test]
        fn extremes() {
            let top = 1 << ($uint::BITS - 1);
            let values = [0, 1, 2, 3, top - 1, top, top + 1, $uint::MAX - 1, $uint::MAX];
            for a in values {
                for b in values {
                    check(a, b);
                }
            }
        }
    })* };
}

arithmetic_matches_native! {
    width_8: u8,
    width_16: u16,
    width_32: u32,
    width_64: u64,
}

#[test]
fn every_pair_of_bytes() {
    for a in 0..=u8::MAX {
        for b in 0..=u8::MAX {
            width_8::check(a, b);
        }
    }
}

#[test]
fn errors_read_well() {
    assert_eq!(Overflow.to_string(), "the result is too large for the width");
    assert_eq!(Underflow.to_string(), "the result is below zero");
    assert_eq!(DivisionByZero.to_string(), "division by zero");
}
