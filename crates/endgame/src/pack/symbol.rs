//! The alphabet of the packed runs.
//!
//! A symbol says how long a run is and which of the two other values follows. Lengths up to 16 have a
//! code each. Above that each doubling is cut in half, and extra bits say which length it is.

use crate::Value;

/// Codes for exact small lengths.
const N_SMALL: u32 = 16;
/// The longest length that has a code: all cells of the largest sub-block.
pub(crate) const MAX_LEN: u32 = 1 << 14;
/// The number of codes for lengths.
const N_LENGTHS: u32 = N_SMALL + 2 * (MAX_LEN.ilog2() - N_SMALL.ilog2());
/// The run goes on to the end of the sub-block.
pub(crate) const END: u8 = 0;
/// The number of symbols.
pub(crate) const N_SYMBOLS: usize = 1 + 2 * N_LENGTHS as usize;

/// What a symbol stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meaning {
    /// The length of the run, less the extra bits.
    pub(crate) base: u32,
    /// How many extra bits follow.
    pub(crate) extra: u8,
    /// Which of the two other values comes next.
    pub(crate) second: bool,
    /// The [`class`] of the length, which the extra bits do not change.
    pub(crate) class: u8,
}

/// The meaning of every symbol.
pub(crate) static MEANINGS: [Meaning; N_SYMBOLS] = {
    let mut meanings = [Meaning { base: MAX_LEN, extra: 0, second: false, class: 0 }; N_SYMBOLS];
    let mut symbol = 1;
    while symbol < N_SYMBOLS {
        let (code, second) = ((symbol as u32 - 1) / 2, symbol.is_multiple_of(2));
        let (mut base, mut extra) = (code + 1, 0);
        if code >= N_SMALL {
            let (doubling, half) = ((code - N_SMALL) / 2 + N_SMALL.ilog2(), (code - N_SMALL) % 2);
            extra = doubling as u8 - 1;
            base = (1 << doubling) + (half << extra) + 1;
        }
        meanings[symbol] = Meaning { base, extra, second, class: class(base) };
        symbol += 1;
    }
    meanings
};

/// The symbol of a run of this length; the base of its meaning and the extra bits make up the length.
pub(crate) fn symbol_of(len: u32, second: bool) -> u8 {
    let code = if len <= N_SMALL {
        len - 1
    } else {
        let doubling = (len - 1).ilog2();
        N_SMALL + 2 * (doubling - N_SMALL.ilog2()) + ((len - 1) >> (doubling - 1) & 1)
    };
    (1 + 2 * code + u32::from(second)) as u8
}

/// A coarse measure of a length, for contexts.
const fn class(len: u32) -> u8 {
    match len {
        0..=1 => 0,
        2 => 1,
        3..=4 => 2,
        5..=8 => 3,
        9..=16 => 4,
        17..=32 => 5,
        33..=64 => 6,
        _ => 7,
    }
}

/// The number of classes of lengths.
pub(crate) const N_CLASSES: usize = 8;

/// The values by their number in files.
pub(crate) const VALUES: [Value; 3] = [Value::Win, Value::Loss, Value::Draw];

/// The number of a value in files.
pub(crate) const fn value_code(value: Value) -> u8 {
    match value {
        Value::Win => 0,
        Value::Loss => 1,
        Value::Draw => 2,
    }
}

/// The value after a run: one of the next two in the circle of [`VALUES`].
pub(crate) const fn next_value(value: Value, second: bool) -> Value {
    VALUES[(value_code(value) as usize + 1 + second as usize) % 3]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_has_a_symbol_that_says_it() {
        for len in 1..=MAX_LEN {
            for second in [false, true] {
                let meaning = MEANINGS[usize::from(symbol_of(len, second))];
                assert!(meaning.base <= len && len - meaning.base < 1 << meaning.extra);
                assert_eq!((meaning.second, meaning.class), (second, class(len)));
            }
        }
    }

    #[test]
    fn after_any_run_come_the_two_other_values() {
        for value in VALUES {
            let next = [false, true].map(|second| next_value(value, second));
            assert!(next[0] != next[1] && !next.contains(&value));
        }
    }
}
