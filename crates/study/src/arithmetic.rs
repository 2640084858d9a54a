//! Sums, differences, products and quotients by bit operations alone, round by round.
//!
//! Results wrap around at the width, as they do in a processor, and say so.

use crate::expression::Width;

/// What every register holds after a round. The names are those of the code: `sum`, `carry`, ...
pub type Round = Vec<(&'static str, u64)>;

/// A calculation that was worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worked {
    /// What came of it, wrapped around at the width.
    pub result: u64,
    /// The true result is too large for the width, or below zero.
    pub overflows: bool,
    /// The registers before the first round, and after each.
    pub rounds: Vec<Round>,
}

/// `a + b`: exclusive or adds without carries, and a bit is carried where both words have a 1.
pub fn add(a: u64, b: u64, width: Width) -> Worked {
    combine(["sum", "carry"], a, b, width, |a, b| a & b)
}

/// `a - b`: exclusive or subtracts without borrowing, and a bit is borrowed where only `b` has a 1.
pub fn subtract(a: u64, b: u64, width: Width) -> Worked {
    combine(["difference", "borrow"], a, b, width, |a, b| !a & b)
}

fn combine(
    names: [&'static str; 2],
    mut a: u64,
    mut b: u64,
    width: Width,
    passed_on: fn(u64, u64) -> u64,
) -> Worked {
    let mut worked = Worked { result: a, overflows: false, rounds: vec![vec![(names[0], a), (names[1], b)]] };
    while b != 0 {
        let passed = passed_on(a, b);
        worked.overflows |= passed & width.top_bit() != 0;
        a ^= b;
        b = passed << 1 & width.max();
        worked.rounds.push(vec![(names[0], a), (names[1], b)]);
    }
    Worked { result: a, ..worked }
}

/// `a * b`: `a` is doubled from round to round, and added for each 1 of `b`.
pub fn multiply(a: u64, b: u64, width: Width) -> Worked {
    let (mut product, mut doubled, mut factor, mut has_lost) = (0, a, b, false);
    let mut worked = Worked { result: 0, overflows: false, rounds: Vec::new() };
    loop {
        worked.rounds.push(vec![("product", product), ("doubled", doubled), ("factor", factor)]);
        if factor == 0 {
            return Worked { result: product, ..worked };
        }
        if factor & 1 != 0 {
            let sum = add(product, doubled, width);
            worked.overflows |= sum.overflows || has_lost;
            product = sum.result;
        }
        factor >>= 1;
        has_lost |= doubled & width.top_bit() != 0;
        doubled = doubled << 1 & width.max();
    }
}

/// `a / b` and `a % b`, in this order; none by zero. Long division: a bit of `a` comes down each round, and `b` is taken
/// away where it fits.
pub fn divide(a: u64, b: u64, width: Width) -> Option<[Worked; 2]> {
    if b == 0 {
        return None;
    }
    let (mut quotient, mut remainder, mut digit) = (0, 0, width.top_bit());
    let mut rounds: Vec<Round> = vec![vec![("quotient", 0), ("remainder", 0)]];
    while digit != 0 {
        // If this shift loses a bit, what is left is larger than any divisor, and the wrapped difference is right.
        let has_lost = remainder & width.top_bit() != 0;
        remainder = remainder << 1 & width.max() | u64::from(a & digit != 0);
        let difference = subtract(remainder, b, width);
        if has_lost || !difference.overflows {
            remainder = difference.result;
            quotient |= digit;
        }
        digit >>= 1;
        rounds.push(vec![("quotient", quotient), ("remainder", remainder)]);
    }
    let worked = |result| Worked { result, overflows: false, rounds: rounds.clone() };
    Some([worked(quotient), worked(remainder)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_bits::{ArithmeticError, Bits};
    use proptest::prelude::*;

    fn agrees<T: Bits>(width: Width, a: u64, b: u64) {
        let word = |value: u64| T::try_from(value & width.max()).unwrap_or_default();
        let (a, b) = (word(a), word(b));
        let check = |worked: Worked, exact: Result<T, ArithmeticError>, wrapped: u64| {
            assert_eq!(worked.result, wrapped & width.max());
            assert_eq!(exact.ok().map(Into::into), (!worked.overflows).then_some(worked.result));
        };
        let (x, y): (u64, u64) = (a.into(), b.into());
        check(add(x, y, width), a.add(b), x.wrapping_add(y));
        check(subtract(x, y, width), a.subtract(b), x.wrapping_sub(y));
        check(multiply(x, y, width), a.multiply(b), x.wrapping_mul(y));
        let exact = a.divide(b).ok().map(|division| [division.quotient.into(), division.remainder.into()]);
        assert_eq!(divide(x, y, width).map(|both| both.map(|worked| worked.result)), exact);
    }

    proptest! {
        #[test]
        fn rounds_end_where_the_operations_of_the_game_do(a: u64, b: u64, small in 0..300u64) {
            for (a, b) in [(a, b), (a, small), (small, b)] {
                agrees::<u8>(Width::W8, a, b);
                agrees::<u16>(Width::W16, a, b);
                agrees::<u32>(Width::W32, a, b);
                agrees::<u64>(Width::W64, a, b);
            }
        }
    }

    #[test]
    fn a_sum_is_told_round_by_round() {
        let rounds = add(0b0110, 0b0011, Width::W8).rounds;
        let texts: Vec<[u64; 2]> = rounds.iter().map(|round| [round[0].1, round[1].1]).collect();
        assert_eq!(texts, [[0b0110, 0b0011], [0b0101, 0b0100], [0b0001, 0b1000], [0b1001, 0]]);
    }
}
