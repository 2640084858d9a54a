//! From the bytes of a sub-block to a value.

use crate::Value;
use crate::file::value_from;
use crate::pack::huffman;
use crate::pack::model::{Context, Model};
use crate::pack::symbol::{END, MAX_LEN, MEANINGS};
use crate::packed::Broken;

/// Tables that turn the next bits into a run.
#[derive(Debug)]
pub(crate) struct Decoder {
    /// The value of the runs of each code.
    values: Vec<Value>,
    /// The code of a first run with each value.
    first_codes: [u8; 3],
    /// For each code, and for each value of the next bits, the word they begin with, or 16 times the
    /// place where the words are that begin with these bits and go on; from there on those words.
    entries: Vec<Entry>,
}

/// A word of a code, taken apart in advance so that a step of the decoder is a single look-up.
///
/// From the lowest bit: length of the word (4 bits, 0 when there is none), number of extra bits (4), the
/// length of the run less the extra bits (16), and the code of the run that follows (8).
#[derive(Clone, Copy, Debug, Default)]
struct Entry(u32);

impl Entry {
    fn new(symbol: u8, length: u8, next_code: u8) -> Entry {
        let meaning = &MEANINGS[usize::from(symbol)];
        let base = if symbol == END { 2 * MAX_LEN } else { meaning.base };
        Entry(u32::from(length) | u32::from(meaning.extra) << 4 | base << 8 | u32::from(next_code) << 24)
    }

    #[inline(always)]
    fn length(self) -> u32 {
        self.0 & 15
    }

    #[inline(always)]
    fn extra(self) -> u32 {
        self.0 >> 4 & 15
    }

    #[inline(always)]
    fn base(self) -> u32 {
        self.0 >> 8 & 0xFFFF
    }

    #[inline(always)]
    fn next_code(self) -> usize {
        (self.0 >> 24) as usize
    }
}

/// So many bits are looked up at once; the few longer words take a second look.
const FAST_BITS: u8 = 7;
/// The bits of the second look.
const SLOW_BITS: u8 = huffman::MAX_LENGTH - FAST_BITS;

impl Decoder {
    pub(crate) fn new(model: &Model) -> Decoder {
        let values = model.values().unwrap_or_default();
        let first_codes =
            [Value::Win, Value::Loss, Value::Draw].map(|value| model.code(Context::first(value)) as u8);
        let mut decoder =
            Decoder { entries: vec![Entry::default(); values.len() << FAST_BITS], values, first_codes };
        for (code, lengths) in model.lengths.iter().enumerate() {
            decoder.fill(model, code, lengths);
        }
        decoder
    }

    /// Fills the part of a code, and appends what long words need. Small tables stay in the fast
    /// caches of the processor, where a decoder spends its time.
    fn fill(&mut self, model: &Model, code: usize, lengths: &[u8]) {
        let (start, value) = (code << FAST_BITS, self.values[code]);
        for (symbol, word) in (0..).zip(huffman::words(lengths)) {
            let (length, word) = (lengths[usize::from(symbol)], usize::from(word));
            if length == 0 {
                continue;
            }
            let next = if symbol == END { code } else { model.code(Context::after(value, symbol)) };
            let entry = Entry::new(symbol, length, next as u8);
            if length <= FAST_BITS {
                let first = start + (word << (FAST_BITS - length));
                self.entries[first..first + (1 << (FAST_BITS - length))].fill(entry);
                continue;
            }
            let all_bits = word << (huffman::MAX_LENGTH - length);
            let fast = start + (all_bits >> SLOW_BITS);
            if self.entries[fast].0 == 0 {
                self.entries[fast] = Entry((self.entries.len() as u32) << 4);
                self.entries.resize(self.entries.len() + (1 << SLOW_BITS), Entry::default());
            }
            let slow = (self.entries[fast].0 >> 4) as usize + (all_bits & ((1 << SLOW_BITS) - 1));
            self.entries[slow..slow + (1 << (huffman::MAX_LENGTH - length))].fill(entry);
        }
    }

    /// The word at the front of a window.
    #[inline(always)]
    fn word(&self, code: usize, window: u64) -> Option<Entry> {
        let fast = *self.entries.get(code << FAST_BITS | (window >> (64 - FAST_BITS)) as usize)?;
        if fast.length() != 0 {
            return Some(fast);
        }
        let slow = (window >> (64 - huffman::MAX_LENGTH)) as usize & ((1 << SLOW_BITS) - 1);
        self.entries.get((fast.0 >> 4) as usize + slow).copied().filter(|entry| entry.length() != 0)
    }

    /// The value of the cell before which so many count. The sub-block is the first `len` of the bytes.
    #[inline]
    pub(crate) fn value(&self, bytes: &[u8], len: usize, n_before: u32) -> Result<Value, Broken> {
        let mut window = Window { bytes, place: 0, bits: 0, n_bits: 0 };
        window.fill();
        let first = value_from((window.bits >> 62) as u8).ok_or(Broken)?;
        let mut code = usize::from(self.first_codes[first as usize]);
        window.pass(2);
        // Bits that are left; a word that goes beyond them is the end.
        let (mut n_left, mut rest) = (8 * len as i64 - 2, n_before);
        loop {
            window.fill();
            let entry = self.word(code, window.bits).ok_or(Broken)?;
            let (length, extra) = (entry.length(), entry.extra());
            n_left -= i64::from(length + extra);
            let run = entry.base() + (window.bits << length >> 1 >> (63 - extra)) as u32;
            if rest < run || n_left < 0 {
                return self.values.get(code).copied().ok_or(Broken);
            }
            rest -= run;
            code = entry.next_code();
            window.pass(length + extra);
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
