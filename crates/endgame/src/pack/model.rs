//! Which codes a material uses: prefix codes, one for each group of contexts.

use super::cluster::{self, Group};
use super::huffman;
use super::symbol::{MEANINGS, Meaning, N_CLASSES, N_SYMBOLS};
use crate::Value;

/// What the decoder knows before a symbol: the value of the run, which of the two other values the
/// run before had, and how long the last two runs were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Context(u32);

/// The number of contexts.
pub(crate) const N_CONTEXTS: usize = 3 * 2 * N_CLASSES * N_CLASSES;

impl Context {
    /// The number of the context of a run with this value.
    pub(crate) fn index(self, value: Value) -> usize {
        Context::index_of(value as u32, self.0)
    }

    /// The context after a run.
    #[must_use]
    pub(crate) fn after_symbol(self, meaning: &Meaning) -> Context {
        Context(Context::next_state(self.0, meaning.second.into(), meaning.class.into()))
    }

    /// [`Context::index`] on bare numbers, for the decoder.
    #[inline(always)]
    pub(crate) fn index_of(value: u32, state: u32) -> usize {
        (value << 7 | state) as usize
    }

    /// [`Context::after_symbol`] on bare numbers, for the decoder: from the highest bit, which value
    /// followed, the class of the last run, the class of the run before.
    #[inline(always)]
    pub(crate) fn next_state(state: u32, second: u32, class: u32) -> u32 {
        second << 6 | class << 3 | state >> 3 & 7
    }
}

/// The codes of a material: for each context which one, and for each the lengths of its words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    pub(crate) code_of: Vec<u8>,
    pub(crate) lengths: Vec<Vec<u8>>,
}

/// How often each symbol follows each context.
pub(crate) struct Counts(Vec<[u32; N_SYMBOLS]>);

impl Counts {
    pub(crate) fn new() -> Counts {
        Counts(vec![[0; N_SYMBOLS]; N_CONTEXTS])
    }

    pub(crate) fn add(&mut self, context: usize, symbol: u16) {
        self.0[context][usize::from(symbol)] += 1;
    }

    /// The contexts that occur.
    fn groups(&self) -> Vec<Group> {
        let contexts = self.0.iter().enumerate();
        let occurring = contexts.filter(|(_, counts)| counts.iter().any(|&count| count > 0));
        occurring.map(|(context, counts)| Group::new(vec![context], counts.to_vec())).collect()
    }
}

impl Model {
    /// Any code will do to begin with: short words for short lengths.
    pub(crate) fn first_guess() -> Model {
        let mut counts = vec![1; N_SYMBOLS];
        for (count, meaning) in counts.iter_mut().zip(&MEANINGS) {
            *count = (1 << 20 >> (64 - meaning.base.leading_zeros()).min(20)).max(1);
        }
        Model { code_of: vec![0; N_CONTEXTS], lengths: vec![huffman::lengths(&counts)] }
    }

    /// A code for each group of contexts that are alike; with few symbols, one code for all.
    pub(crate) fn fit(counts: &Counts) -> Model {
        let mut groups: Vec<Group> = counts.groups();
        cluster::merge(&mut groups);
        Model::of(&groups)
    }

    /// One code for all contexts.
    pub(crate) fn fit_single(counts: &Counts) -> Model {
        let mut sums = vec![0; N_SYMBOLS];
        for counts in &counts.0 {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        Model::of(&[Group::new(Vec::new(), sums)])
    }

    fn of(groups: &[Group]) -> Model {
        let mut code_of = vec![0; N_CONTEXTS];
        for (code, group) in groups.iter().enumerate() {
            for &context in &group.contexts {
                code_of[context] = code as u8;
            }
        }
        let used = std::array::from_fn(|symbol| groups.iter().any(|group| group.uses(symbol)));
        let lengths = groups.iter().map(|group| huffman::lengths(&group.smoothed(&used))).collect();
        Model { code_of, lengths }
    }

    /// The bits a symbol takes in a context, extra bits included; `None` when it has no word.
    pub(crate) fn cost(&self, context: usize, symbol: u16) -> Option<u32> {
        let length = self.lengths[usize::from(self.code_of[context])][usize::from(symbol)];
        (length > 0).then(|| u32::from(length) + u32::from(MEANINGS[usize::from(symbol)].extra))
    }
}
