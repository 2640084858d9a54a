//! Which codes a material uses: prefix codes, one for each group of contexts.

use super::cluster::{self, Group};
use super::huffman;
use super::symbol::{MEANINGS, N_CLASSES, N_SYMBOLS, VALUES, next_value, value_code};
use crate::Value;

/// What the decoder knows before a symbol: the value of the run and, unless it is the first one, the length of
/// the last run and which of the two other values it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Context(u8);

/// The contexts of one value: the first run, then by the last run.
const N_OF_VALUE: usize = 1 + 2 * N_CLASSES;
/// The number of contexts.
pub(crate) const N_CONTEXTS: usize = 3 * N_OF_VALUE;

/// The maximum number of codes of a material.
pub(crate) const MAX_CODES: usize = 3 * cluster::MAX_CODES;

impl Context {
    /// The context of the first run of a sub-block.
    pub(crate) const fn first(value: Value) -> Context {
        Context(value_code(value) * N_OF_VALUE as u8)
    }

    /// The context of the run after a symbol other than the end; `value` is that of the run before.
    pub(crate) const fn after(value: Value, symbol: u8) -> Context {
        let meaning = &MEANINGS[symbol as usize];
        let first = Context::first(next_value(value, meaning.second));
        Context(first.0 + 1 + meaning.second as u8 * N_CLASSES as u8 + meaning.class)
    }

    /// The number of the context.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The codes of a material: for each context which one, and for each the lengths of its words. Contexts
/// of different values have different codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Model {
    pub(crate) code_of: Vec<u8>,
    pub(crate) lengths: Vec<Vec<u8>>,
}

/// How often each symbol follows each context.
#[derive(Clone)]
pub(crate) struct Counts(Vec<[u32; N_SYMBOLS]>);

impl Counts {
    pub(crate) fn new() -> Counts {
        Counts(vec![[0; N_SYMBOLS]; N_CONTEXTS])
    }

    #[inline]
    pub(crate) fn add(&mut self, context: Context, symbol: u8) {
        self.0[context.index()][usize::from(symbol)] += 1;
    }

    /// Adds those of another part.
    pub(crate) fn join(&mut self, other: &Counts) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
    }
}

impl Model {
    /// A code for each group of contexts that are alike.
    pub(crate) fn fit(counts: &Counts) -> Model {
        let mut code_of = vec![0; N_CONTEXTS];
        let mut lengths = Vec::new();
        let used = std::array::from_fn(|symbol| counts.0.iter().any(|counts| counts[symbol] > 0));
        for contexts in counts.0.chunks(N_OF_VALUE).enumerate().map(|(value, part)| {
            let first = value * N_OF_VALUE;
            part.iter().enumerate().map(move |(i, counts)| Group::new(vec![first + i], counts.to_vec()))
        }) {
            let mut groups: Vec<Group> = contexts.collect();
            cluster::merge(&mut groups);
            for group in groups {
                for &context in &group.contexts {
                    code_of[context] = lengths.len() as u8;
                }
                lengths.push(huffman::lengths(&group.smoothed(&used)));
            }
        }
        Model { code_of, lengths }
    }

    /// The code of a context.
    #[inline]
    pub(crate) fn code(&self, context: Context) -> usize {
        usize::from(self.code_of[context.index()])
    }

    /// The value that the runs of each code have; `None` when contexts of different values share one.
    pub(crate) fn values(&self) -> Option<Vec<Value>> {
        let mut values = vec![None; self.lengths.len()];
        for value in VALUES {
            for &code in &self.code_of[Context::first(value).index()..][..N_OF_VALUE] {
                let known = values.get_mut(usize::from(code))?.get_or_insert(value);
                if *known != value {
                    return None;
                }
            }
        }
        values.into_iter().collect()
    }
}
