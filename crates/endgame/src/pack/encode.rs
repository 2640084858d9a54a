//! From runs to bytes.

use super::huffman;
use super::model::{Context, Counts, Model};
use super::runs::{Runs, STRETCH_WORDS};
use super::symbol::{END, MEANINGS, VALUES, next_value, symbol_of, value_code};
use crate::Value;
use crate::parallel::for_each_part;

/// A table, packed.
#[derive(Debug)]
pub(crate) enum Packed {
    /// Every cell that counts has this value.
    Constant(Value),
    Coded(Box<Coded>),
}

/// A table with more than one value.
#[derive(Debug)]
pub(crate) struct Coded {
    pub(crate) model: Model,
    /// Words in a sub-block.
    pub(crate) sub_words: usize,
    /// The value of all cells of a sub-block without bytes.
    pub(crate) usual: Value,
    /// The bytes of each sub-block, and all of them one after the other.
    pub(crate) sub_lens: Vec<u16>,
    pub(crate) bytes: Vec<u8>,
}

/// The minimum size of a sub-block in bytes; with less, its entry in the index would weigh too much.
const ENOUGH_BYTES: usize = 28;
/// The maximum number of words in a sub-block: a probe has to count the cells before the one it wants.
const ENOUGH_WORDS: usize = 128;
/// The bits that a run takes, roughly.
const RUN_BITS: usize = 4;

/// Packs the runs of a table, given in parts of whole sub-blocks of any size.
pub(crate) fn encode(parts: &[Runs], threads: usize) -> Packed {
    let n_runs: usize = parts.iter().map(Runs::len).sum();
    let n_stretches: usize = parts.iter().map(Runs::n_stretches).sum();
    let mut sub_words = STRETCH_WORDS;
    while sub_words < ENOUGH_WORDS
        && n_runs * RUN_BITS / 8 < ENOUGH_BYTES * (n_stretches * STRETCH_WORDS).div_ceil(sub_words)
    {
        sub_words *= 2;
    }
    let usual = usual_value(parts, sub_words, threads);
    let counts = for_each_part(parts, threads, |part| count(part, sub_words, usual));
    let mut all = Counts::new();
    let mut n_coded = 0;
    for (counts, n) in &counts {
        all.join(counts);
        n_coded += n;
    }
    if n_coded == 0 {
        return Packed::Constant(usual);
    }
    let model = Model::fit(&all);
    let words: Vec<Vec<u16>> = model.lengths.iter().map(|lengths| huffman::words(lengths)).collect();
    let written = for_each_part(parts, threads, |part| {
        let mut writer = Writer {
            model: &model,
            words: &words,
            sub_lens: Vec::new(),
            bytes: Vec::new(),
            bits: 0,
            n_bits: 0,
        };
        each_sub(part, sub_words, |runs| writer.sub_block(runs, usual));
        (writer.sub_lens, writer.bytes)
    });
    let (mut sub_lens, mut bytes) = (Vec::new(), Vec::new());
    for (lens, part) in written {
        sub_lens.extend(lens);
        bytes.extend(part);
    }
    Packed::Coded(Box::new(Coded { model, sub_words, usual, sub_lens, bytes }))
}

/// Calls `each` with the runs of every sub-block.
fn each_sub(part: &Runs, sub_words: usize, mut each: impl FnMut(&[(Value, u32)])) {
    let per_sub = sub_words / STRETCH_WORDS;
    let mut runs = Vec::new();
    for first in (0..part.n_stretches()).step_by(per_sub) {
        part.of_stretches(first..(first + per_sub).min(part.n_stretches()), &mut runs);
        each(&runs);
    }
}

/// The value that most sub-blocks of a single value have.
fn usual_value(parts: &[Runs], sub_words: usize, threads: usize) -> Value {
    let single = for_each_part(parts, threads, |part| {
        let mut n = [0u64; 3];
        each_sub(part, sub_words, |runs| {
            if let [(value, _)] = runs {
                n[usize::from(value_code(*value))] += 1;
            }
        });
        n
    });
    let total = |code: &usize| single.iter().map(|n| n[*code]).sum::<u64>();
    // Of equals the first in the circle.
    (0..3).rev().max_by_key(total).map_or(Value::Draw, |code| VALUES[code])
}

/// Does a sub-block with these runs need no bytes?
fn is_usual(runs: &[(Value, u32)], usual: Value) -> bool {
    matches!(runs, [] | [_]) && runs.iter().all(|(value, _)| *value == usual)
}

/// How often each symbol follows each context, and how many sub-blocks have bytes.
fn count(part: &Runs, sub_words: usize, usual: Value) -> (Counts, u64) {
    let (mut counts, mut n_coded) = (Counts::new(), 0);
    each_sub(part, sub_words, |runs| {
        if is_usual(runs, usual) {
            return;
        }
        n_coded += 1;
        let mut context = Context::first(runs[0].0);
        for pair in runs.windows(2) {
            let symbol = symbol_between(pair[0], pair[1].0);
            counts.add(context, symbol);
            context = Context::after(pair[0].0, symbol);
        }
    });
    (counts, n_coded)
}

/// The symbol of a run that is followed by a value.
#[inline]
fn symbol_between((value, len): (Value, u32), next: Value) -> u8 {
    symbol_of(len, next_value(value, true) == next)
}

struct Writer<'a> {
    model: &'a Model,
    words: &'a [Vec<u16>],
    sub_lens: Vec<u16>,
    bytes: Vec<u8>,
    /// The bits that do not fill a byte yet, first bit highest.
    bits: u64,
    n_bits: u32,
}

impl Writer<'_> {
    fn sub_block(&mut self, runs: &[(Value, u32)], usual: Value) {
        if is_usual(runs, usual) {
            return self.sub_lens.push(0);
        }
        let start = self.bytes.len();
        let first = runs[0].0;
        self.put(value_code(first).into(), 2);
        let mut context = Context::first(first);
        for pair in runs.windows(2) {
            let symbol = symbol_between(pair[0], pair[1].0);
            let meaning = MEANINGS[usize::from(symbol)];
            let code = self.model.code(context);
            self.put(
                self.words[code][usize::from(symbol)].into(),
                self.model.lengths[code][usize::from(symbol)].into(),
            );
            self.put((pair[0].1 - meaning.base).into(), meaning.extra.into());
            context = Context::after(pair[0].0, symbol);
        }
        self.end(self.model.code(context));
        self.sub_lens.push((self.bytes.len() - start) as u16);
    }

    /// Fills up the last byte with the first bits of the end symbol. The rest is not written: the reader takes
    /// any word that is cut short for the end.
    fn end(&mut self, code: usize) {
        let n_left = (8 - self.n_bits) % 8;
        let length = u32::from(self.model.lengths[code][usize::from(END)]);
        let word = u64::from(self.words[code][usize::from(END)]);
        let filled = if length >= n_left { word >> (length - n_left) } else { word << (n_left - length) };
        self.put(filled, n_left);
    }

    fn put(&mut self, bits: u64, n_bits: u32) {
        self.bits = self.bits << n_bits | bits;
        self.n_bits += n_bits;
        while self.n_bits >= 8 {
            self.n_bits -= 8;
            self.bytes.push((self.bits >> self.n_bits) as u8);
        }
    }
}
