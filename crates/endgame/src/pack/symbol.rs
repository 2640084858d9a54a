//! The alphabet of the packed runs.
//!
//! A symbol says how long a run is and which of the two other values follows. Lengths up to 8 have a
//! code each. Above that each doubling is cut in four; each quarter has one code for its last length,
//! which needs nothing more, and one code for any of its lengths, followed by extra bits. The end of
//! a run is often free to choose within limits, so most long runs can end at a round length.

use crate::Value;

/// Codes for exact small lengths.
const N_SMALL: u32 = 8;
/// The longest length that has a code.
pub(crate) const MAX_LEN: u64 = 1 << 32;
/// The number of lengths codes.
const N_LENGTHS: u32 = N_SMALL + (32 - 3) * 8;
/// The run goes on to the end of the sub-block.
pub(crate) const END: u16 = 0;
/// The number of symbols.
pub(crate) const N_SYMBOLS: usize = 1 + 2 * N_LENGTHS as usize;

/// What a symbol stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meaning {
    /// The length of the run, less the extra bits.
    pub(crate) base: u64,
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
        meanings[symbol] = if code < N_SMALL {
            Meaning { base: code as u64 + 1, extra: 0, second, class: 0 }
        } else {
            let (doubling, quarter) = ((code - N_SMALL) / 8 + 3, (code - N_SMALL) % 8 / 2);
            let width = 1u64 << (doubling - 2);
            let first = (1u64 << doubling) + quarter as u64 * width + 1;
            if (code - N_SMALL).is_multiple_of(2) {
                Meaning { base: first + width - 1, extra: 0, second, class: 0 }
            } else {
                Meaning { base: first, extra: doubling as u8 - 2, second, class: 0 }
            }
        };
        meanings[symbol].class = class(meanings[symbol].base);
        symbol += 1;
    }
    meanings
};

/// Calls `found` with every symbol, and the extra bits, by which a run of `min` to `max` cells can be
/// coded; of those with extra bits only the first.
pub(crate) fn choices(min: u64, max: u64, second: bool, mut found: impl FnMut(u16, u64)) {
    let symbol = |code: u32| (1 + 2 * code + u32::from(second)) as u16;
    for len in min..=max.min(u64::from(N_SMALL)) {
        found(symbol(len as u32 - 1), 0);
    }
    if max <= u64::from(N_SMALL) {
        return;
    }
    let mut quarter = quarter_of(min.max(u64::from(N_SMALL) + 1));
    loop {
        let exact = N_SMALL + 2 * quarter;
        if exact >= N_LENGTHS {
            return;
        }
        let meaning = MEANINGS[symbol(exact + 1) as usize];
        if meaning.base > max {
            return;
        }
        let last = meaning.base + (1 << meaning.extra) - 1;
        if last <= max {
            found(symbol(exact), 0);
        }
        found(symbol(exact + 1), min.max(meaning.base) - meaning.base);
        quarter += 1;
    }
}

/// The quarter of a doubling that a length above [`N_SMALL`] lies in, counted from there.
fn quarter_of(len: u64) -> u32 {
    let doubling = (len - 1).ilog2();
    (doubling - 3) * 4 + ((len - 1) >> (doubling - 2) & 3) as u32
}

/// A coarse measure of a length, for contexts.
pub(crate) const fn class(len: u64) -> u8 {
    match len {
        0..=1 => 0,
        2 => 1,
        3..=4 => 2,
        5..=8 => 3,
        9..=16 => 4,
        17..=64 => 5,
        65..=512 => 6,
        _ => 7,
    }
}

/// The number of [`class`]es.
pub(crate) const N_CLASSES: usize = 8;

/// The value after a run.
pub(crate) fn next_value(value: Value, second: bool) -> Value {
    let others = match value {
        Value::Win => [Value::Loss, Value::Draw],
        Value::Loss => [Value::Draw, Value::Win],
        Value::Draw => [Value::Win, Value::Loss],
    };
    others[usize::from(second)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_has_a_symbol_that_says_it() {
        for len in (1..5000).chain([1 << 20, (1 << 31) + 12345, MAX_LEN]) {
            let mut n = 0;
            choices(len, len, true, |symbol, extra| {
                let meaning = MEANINGS[symbol as usize];
                assert_eq!(meaning.base + extra, len);
                assert!(extra < 1 << meaning.extra && meaning.second);
                assert_eq!(meaning.class, class(len));
                n += 1;
            });
            assert!((1..=2).contains(&n), "{len} has {n} symbols");
        }
    }

    #[test]
    fn choices_stay_within_their_limits() {
        for (min, max) in [(1, 3), (7, 20), (9, 9), (100, 300), (1000, 1 << 20)] {
            choices(min, max, false, |symbol, extra| {
                let len = MEANINGS[symbol as usize].base + extra;
                assert!((min..=max).contains(&len), "{len} in {min}..={max}");
            });
        }
    }
}
