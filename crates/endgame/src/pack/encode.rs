//! From runs to bytes.

use super::huffman;
use super::model::{Context, Counts, Model};
use super::runs::{Run, Runs};
use super::symbol::{END, MAX_LEN, MEANINGS, choices, next_value};
use crate::Value;

/// Bytes in a sub-block: what is decoded to answer a question.
pub(crate) const SUB_BYTES: usize = 64;
const SUB_BITS: u32 = 8 * SUB_BYTES as u32;

/// A table, packed.
#[derive(Debug)]
pub(crate) enum Packed {
    /// Every cell that is asked for has this value.
    Constant(Value),
    Coded {
        model: Model,
        /// The first cell of each sub-block.
        first_cells: Vec<u64>,
        /// The sub-blocks one after the other.
        bytes: Vec<u8>,
    },
}

/// With fewer runs than this one code is enough.
const FEW_RUNS: usize = 1000;

/// Packs the runs of a table.
pub(crate) fn encode(runs: &Runs) -> Packed {
    if let [only] = &runs.runs[..] {
        return Packed::Constant(only.value);
    }
    // Symbols are chosen by what they cost, and costs depend on which symbols are chosen.
    let mut model = Model::fit_single(&count(runs, &Model::first_guess()));
    if runs.runs.len() >= FEW_RUNS {
        model = Model::fit(&count(runs, &model));
        model = Model::fit(&count(runs, &model));
    }
    let mut writer = Writer::new(&model);
    for (i, run) in runs.runs.iter().enumerate() {
        writer.run(run, runs.runs.get(i + 1).map(|next| next.value));
    }
    writer.end_sub_block();
    let Writer { first_cells, bytes, .. } = writer;
    Packed::Coded { model, first_cells, bytes }
}

/// Which symbols a model would choose.
fn count(runs: &Runs, model: &Model) -> Counts {
    let mut counts = Counts::new();
    let (mut context, mut behind) = (Context::default(), 0);
    for pair in runs.runs.windows(2) {
        let (run, next) = (pair[0], pair[1].value);
        let max = run.needed + behind + run.spare;
        match choose(model, context.index(run.value), &run, behind, next) {
            Some((symbol, len, _)) => {
                counts.add(context.index(run.value), symbol);
                context = context.after_symbol(&MEANINGS[usize::from(symbol)]);
                behind = max - len;
            }
            None => (context, behind) = (Context::default(), 0),
        }
    }
    counts
}

/// The cheapest symbol for a run that began so many cells early: the symbol, the length, the bits.
fn choose(model: &Model, context: usize, run: &Run, behind: u64, next: Value) -> Option<(u16, u64, u32)> {
    let min = run.needed + behind;
    if min > MAX_LEN {
        return None;
    }
    let second = next_value(run.value, true) == next;
    let mut best: Option<(u16, u64, u32)> = None;
    choices(min, (min + run.spare).min(MAX_LEN), second, |symbol, extra| {
        if let Some(cost) = model.cost(context, symbol)
            && best.is_none_or(|(.., least)| cost < least)
        {
            best = Some((symbol, MEANINGS[usize::from(symbol)].base + extra, cost));
        }
    });
    best
}

struct Writer<'a> {
    model: &'a Model,
    words: Vec<Vec<u16>>,
    first_cells: Vec<u64>,
    bytes: Vec<u8>,
    /// The bits of the sub-block, first bit highest.
    bits: u64,
    n_bits: u32,
    /// Bits used in the sub-block; 0 before it has a first value.
    used: u32,
    context: Context,
    /// The first cell of the run to come, and how many cells early that is.
    cell: u64,
    behind: u64,
}

impl<'a> Writer<'a> {
    fn new(model: &'a Model) -> Writer<'a> {
        let words = model.lengths.iter().map(|lengths| huffman::words(lengths)).collect();
        Writer {
            model,
            words,
            first_cells: Vec::new(),
            bytes: Vec::new(),
            bits: 0,
            n_bits: 0,
            used: 0,
            context: Context::default(),
            cell: 0,
            behind: 0,
        }
    }

    fn run(&mut self, run: &Run, next: Option<Value>) {
        if self.used == 0 {
            self.first_cells.push(self.cell);
            self.context = Context::default();
            self.put(run.value as u64, 2);
        }
        let context = self.context.index(run.value);
        let max = run.needed + self.behind + run.spare;
        let chosen = next.and_then(|next| choose(self.model, context, run, self.behind, next));
        match chosen {
            Some((symbol, len, cost)) if self.used + cost + u32::from(huffman::MAX_LENGTH) <= SUB_BITS => {
                let meaning = MEANINGS[usize::from(symbol)];
                self.put_word(context, symbol);
                self.put(len - meaning.base, meaning.extra.into());
                self.context = self.context.after_symbol(&meaning);
                self.cell += len;
                self.behind = max - len;
            }
            _ => {
                self.put_word(context, END);
                self.end_sub_block();
                self.cell += max;
                self.behind = 0;
            }
        }
    }

    fn put_word(&mut self, context: usize, symbol: u16) {
        let code = usize::from(self.model.code_of[context]);
        let length = self.model.lengths[code][usize::from(symbol)];
        self.put(self.words[code][usize::from(symbol)].into(), length.into());
    }

    fn put(&mut self, bits: u64, n_bits: u32) {
        self.bits = self.bits << n_bits | bits;
        self.n_bits += n_bits;
        self.used += n_bits;
        while self.n_bits >= 8 {
            self.n_bits -= 8;
            self.bytes.push((self.bits >> self.n_bits) as u8);
        }
    }

    fn end_sub_block(&mut self) {
        if self.n_bits > 0 {
            self.put(0, 8 - self.n_bits);
        }
        self.bytes.resize(self.bytes.len().next_multiple_of(SUB_BYTES), 0);
        self.used = 0;
    }
}
