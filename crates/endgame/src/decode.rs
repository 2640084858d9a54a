//! From the bytes of a sub-block to a value.

use crate::Value;
use crate::pack::huffman;
use crate::pack::model::{Context, Model};
use crate::pack::symbol::{END, MEANINGS, Meaning, VALUES};
use crate::packed::Broken;

/// Tables that turn the next bits into a run.
#[derive(Debug)]
pub(crate) struct Decoder {
    /// The value of the runs of each code.
    values: Vec<Value>,
    /// The code of a first run with each value.
    first_codes: [u8; 3],
    /// For each code, and for each value of the next bits, the word they begin with, or where the words are
    /// that begin with these bits and go on.
    entries: Vec<Entry>,
    /// Those words, by the bits that follow.
    slow_entries: Vec<[Entry; 1 << SLOW_BITS]>,
}

/// A word of a code, small so that the tables stay in the fast caches of the processor.
///
/// From the lowest bit: length of the word and of the extra bits together (5 bits, 0 when there is none), the code of
/// the run that follows (4), the symbol (7).
#[derive(Clone, Copy, Debug, Default)]
struct Entry(u16);

impl Entry {
    fn new(symbol: u8, length: u8, next_code: usize) -> Entry {
        let n_bits = length + MEANINGS[usize::from(symbol)].extra;
        Entry(u16::from(n_bits) | (next_code as u16) << 5 | u16::from(symbol) << 9)
    }

    /// Not a word, but the place of the words that begin with the same bits.
    fn further(slow_place: usize) -> Entry {
        Entry((slow_place as u16) << 5)
    }

    #[inline(always)]
    fn slow_place(self) -> usize {
        usize::from(self.0 >> 5)
    }

    #[inline(always)]
    fn n_bits(self) -> u32 {
        u32::from(self.0) & 31
    }

    #[inline(always)]
    fn next_code(self) -> usize {
        usize::from(self.0) >> 5 & 15
    }

    #[inline(always)]
    fn meaning(self) -> Option<&'static Meaning> {
        MEANINGS.get(usize::from(self.0 >> 9))
    }
}

/// The number of bits that are looked up at once; the few longer words take a second look.
const FAST_BITS: u8 = 7;
/// The bits of the second look.
const SLOW_BITS: u8 = huffman::MAX_LENGTH - FAST_BITS;

impl Decoder {
    pub(crate) fn new(model: &Model) -> Decoder {
        let values = model.values().unwrap_or_default();
        let first_codes = VALUES.map(|value| model.code(Context::first(value)) as u8);
        let entries = vec![Entry::default(); values.len() << FAST_BITS];
        let mut decoder = Decoder { values, first_codes, entries, slow_entries: Vec::new() };
        for (code, lengths) in model.lengths.iter().enumerate() {
            decoder.fill(model, code, lengths);
        }
        decoder
    }

    /// Fills the part of a code, and appends what long words need.
    fn fill(&mut self, model: &Model, code: usize, lengths: &[u8]) {
        let (start, value) = (code << FAST_BITS, self.values[code]);
        for (symbol, word) in (0..).zip(huffman::words(lengths)) {
            let (length, word) = (lengths[usize::from(symbol)], usize::from(word));
            if length == 0 {
                continue;
            }
            let next = if symbol == END { code } else { model.code(Context::after(value, symbol)) };
            let entry = Entry::new(symbol, length, next);
            if length <= FAST_BITS {
                let first = start + (word << (FAST_BITS - length));
                self.entries[first..first + (1 << (FAST_BITS - length))].fill(entry);
                continue;
            }
            let all_bits = word << (huffman::MAX_LENGTH - length);
            let fast = start + (all_bits >> SLOW_BITS);
            if self.entries[fast].slow_place() == 0 {
                self.slow_entries.push([Entry::default(); 1 << SLOW_BITS]);
                self.entries[fast] = Entry::further(self.slow_entries.len());
            }
            let slow = all_bits & ((1 << SLOW_BITS) - 1);
            let words = &mut self.slow_entries[self.entries[fast].slow_place() - 1];
            words[slow..slow + (1 << (huffman::MAX_LENGTH - length))].fill(entry);
        }
    }

    /// The word at the front of a window.
    #[inline(always)]
    fn word(&self, code: usize, window: u64) -> Option<Entry> {
        let fast = *self.entries.get(code << FAST_BITS | (window >> (64 - FAST_BITS)) as usize)?;
        if fast.n_bits() != 0 {
            return Some(fast);
        }
        let slow = (window >> (64 - huffman::MAX_LENGTH)) as usize & ((1 << SLOW_BITS) - 1);
        let words = self.slow_entries.get(fast.slow_place().checked_sub(1)?)?;
        Some(words[slow]).filter(|entry| entry.n_bits() != 0)
    }

    /// The value of the cell that `n_before` cells that count come before. The sub-block is the first `len` bytes.
    #[inline(always)]
    pub(crate) fn value(&self, bytes: &[u8], len: usize, n_before: u32) -> Result<Value, Broken> {
        let mut window = Window { bytes, place: 0, bits: 0, n_bits: 0 };
        window.fill();
        let first = self.first_codes.get((window.bits >> 62) as usize).ok_or(Broken)?;
        let mut code = usize::from(*first);
        window.pass(2);
        // Bits that are left; a word that goes beyond them is the end.
        let (mut n_left, mut rest) = (8 * len as i64 - 2, n_before);
        loop {
            window.fill();
            let entry = self.word(code, window.bits).ok_or(Broken)?;
            let (n_bits, meaning) = (entry.n_bits(), entry.meaning().ok_or(Broken)?);
            n_left -= i64::from(n_bits);
            // The extra bits are the last of them.
            let extra = (window.bits >> (64 - n_bits)) as u32 & ((1 << meaning.extra) - 1);
            let run = meaning.base + extra;
            if rest < run || n_left < 0 {
                return self.values.get(code).copied().ok_or(Broken);
            }
            rest -= run;
            code = entry.next_code();
            window.pass(n_bits);
        }
    }
}

/// The next bits, the first one highest.
struct Window<'a> {
    bytes: &'a [u8],
    /// Where the bytes are that come after the bits.
    place: usize,
    bits: u64,
    n_bits: u32,
}

impl Window<'_> {
    /// Takes in bytes until there are more bits than any symbol has; zeros after the last byte.
    #[inline(always)]
    fn fill(&mut self) {
        const ENOUGH: u32 = 32;
        if self.n_bits >= ENOUGH {
            return;
        }
        let word = match self.bytes.get(self.place..).and_then(|bytes| bytes.first_chunk::<8>()) {
            Some(bytes) => u64::from_be_bytes(*bytes),
            None => self.last_bytes(),
        };
        self.bits |= word >> self.n_bits;
        let n_taken = (63 - self.n_bits) / 8;
        self.place += n_taken as usize;
        self.n_bits += 8 * n_taken;
    }

    #[cold]
    fn last_bytes(&self) -> u64 {
        let mut bytes = [0; 8];
        let rest = self.bytes.get(self.place..).unwrap_or_default();
        bytes[..rest.len()].copy_from_slice(rest);
        u64::from_be_bytes(bytes)
    }

    #[inline(always)]
    fn pass(&mut self, n_bits: u32) {
        self.bits <<= n_bits;
        self.n_bits -= n_bits;
    }
}
