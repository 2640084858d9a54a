//! A material as it lies in a file: one question decodes one sub-block.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::file::{BLOCK_BYTES, Content, Counts, Record, SUBS_PER_BLOCK, value_from};
use crate::hash::checksum;
use crate::index::{Order, Pieces};
use crate::pack::model::{Context, Model, N_CONTEXTS};
use crate::pack::symbol::{END, MEANINGS, Meaning};
use crate::pack::{SUB_BYTES, huffman};
use crate::{Layout, Material, Value};

/// A material in a file.
#[derive(Debug)]
pub(crate) struct PackedTable {
    pub(crate) layout: Layout,
    order: Order,
    pub(crate) counts: Counts,
    content: PackedContent,
}

#[derive(Debug)]
enum PackedContent {
    Constant(Value),
    Coded(Box<Coded>),
}

#[derive(Debug)]
struct Coded {
    n_cells: u64,
    n_subs: usize,
    /// Where the blocks begin in the file.
    offset: usize,
    first_cells: Vec<u64>,
    checksums: Vec<u64>,
    /// Blocks whose checksum was found right.
    verified: Vec<AtomicBool>,
    model: Model,
    decoder: OnceLock<Decoder>,
}

/// The bytes are not what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Broken;

impl PackedTable {
    /// A table from its record; `None` when the record makes no sense.
    pub(crate) fn new(record: Record) -> Option<PackedTable> {
        let layout = Layout::new(record.material)?;
        let content = match record.content {
            Content::Constant(value) => PackedContent::Constant(value),
            Content::Coded { model, n_subs, offset, blocks } => PackedContent::Coded(Box::new(Coded {
                n_cells: record.n_cells,
                n_subs,
                offset,
                first_cells: blocks.iter().map(|block| block.first_cell).collect(),
                checksums: blocks.iter().map(|block| block.checksum).collect(),
                verified: blocks.iter().map(|_| AtomicBool::new(false)).collect(),
                model,
                decoder: OnceLock::new(),
            })),
        };
        Some(PackedTable { layout, order: record.order, counts: record.counts, content })
    }

    /// The cell of pieces of this material, in the order of this table.
    #[inline]
    pub(crate) fn cell(&self, pieces: &Pieces) -> u64 {
        self.layout.ordered_cell(pieces, self.order)
    }

    pub(crate) fn material(&self) -> Material {
        self.layout.material()
    }

    /// The value of a cell. What it is for a hole or for a position with a capture means nothing.
    pub(crate) fn value(&self, file: &[u8], cell: u64) -> Result<Value, Broken> {
        match self.find(file, cell)? {
            Found::Constant(value) => Ok(value),
            Found::Sub(sub) => self.value_in(sub, cell),
        }
    }

    /// The value of a cell of a sub-block.
    #[inline]
    pub(crate) fn value_in(&self, sub: Sub<'_>, cell: u64) -> Result<Value, Broken> {
        match &self.content {
            PackedContent::Constant(value) => Ok(*value),
            PackedContent::Coded(coded) => coded.decoder().value(sub.bytes, cell - sub.first_cell),
        }
    }

    /// Finds the sub-block of a cell, unless all cells are worth the same.
    pub(crate) fn find<'a>(&self, file: &'a [u8], cell: u64) -> Result<Found<'a>, Broken> {
        match &self.content {
            PackedContent::Constant(value) => Ok(Found::Constant(*value)),
            PackedContent::Coded(coded) => coded.find(file, cell).map(Found::Sub),
        }
    }

    /// Decodes all of a sub-block: where each run ends, counted from its first cell, and its value.
    pub(crate) fn decode_all(&self, sub: Sub<'_>, runs: &mut Vec<(u32, Value)>) -> Result<(), Broken> {
        match &self.content {
            PackedContent::Constant(_) => Err(Broken),
            PackedContent::Coded(coded) => coded.decoder().runs(sub.bytes, |end, value| {
                runs.push((end.min(u64::from(u32::MAX)) as u32, value_from(value).unwrap_or(Value::Draw)));
                true
            }),
        }
    }

    /// Checks every block.
    pub(crate) fn verify_checksums(&self, file: &[u8]) -> Result<(), Broken> {
        match &self.content {
            PackedContent::Constant(_) => Ok(()),
            PackedContent::Coded(coded) => {
                (0..coded.checksums.len()).try_for_each(|block| coded.block(file, block).map(|_| ()))
            }
        }
    }
}

/// Where the answer is.
pub(crate) enum Found<'a> {
    Constant(Value),
    Sub(Sub<'a>),
}

/// A sub-block of a verified block.
#[derive(Clone, Copy)]
pub(crate) struct Sub<'a> {
    pub(crate) first_cell: u64,
    bytes: &'a [u8],
}

impl Coded {
    fn decoder(&self) -> &Decoder {
        self.decoder.get_or_init(|| Decoder::new(&self.model))
    }

    /// The bytes of a block, verified the first time.
    #[inline]
    fn block<'a>(&self, file: &'a [u8], block: usize) -> Result<&'a [u8], Broken> {
        let n_subs = SUBS_PER_BLOCK.min(self.n_subs - block * SUBS_PER_BLOCK);
        let start = self.offset + block * BLOCK_BYTES;
        let bytes = file.get(start..start + n_subs * (4 + SUB_BYTES)).ok_or(Broken)?;
        if !self.verified[block].load(Ordering::Relaxed) {
            if checksum(bytes) != self.checksums[block] {
                return Err(Broken);
            }
            self.verified[block].store(true, Ordering::Relaxed);
        }
        Ok(bytes)
    }

    #[inline]
    fn find<'a>(&self, file: &'a [u8], cell: u64) -> Result<Sub<'a>, Broken> {
        if cell >= self.n_cells {
            return Err(Broken);
        }
        let block = self.first_cells.partition_point(|&first| first <= cell) - 1;
        let bytes = self.block(file, block)?;
        let n_subs = bytes.len() / (4 + SUB_BYTES);
        let (index, subs) = bytes.split_at(4 * n_subs);
        let within = cell - self.first_cells[block];
        let (firsts, _) = index.as_chunks::<4>();
        let sub = firsts.partition_point(|first| u64::from(u32::from_le_bytes(*first)) <= within);
        let sub = sub.checked_sub(1).ok_or(Broken)?;
        let first_cell = self.first_cells[block] + u64::from(u32::from_le_bytes(firsts[sub]));
        Ok(Sub { first_cell, bytes: &subs[sub * SUB_BYTES..][..SUB_BYTES] })
    }
}

/// Tables that turn the next bits into a run.
#[derive(Debug)]
struct Decoder {
    code_of: [u8; N_CONTEXTS],
    /// For each code, and for each value of the next bits, the word they begin with, or 16 times the
    /// place where the words are that begin with these bits and go on; from there on those words.
    entries: Vec<Entry>,
}

/// A word of a code, taken apart in advance so that a step of the decoder is a single look-up.
///
/// From the lowest bit: length of the word (4 bits, 0 when there is none), number of extra bits (5),
/// which value follows (1), class of the length (3), then the length of the run less the extra bits as
/// a factor (4), a shift (5) and one more or not (1), and whether this is the end (1).
#[derive(Clone, Copy, Debug, Default)]
struct Entry(u32);

impl Entry {
    fn new(symbol: u16, length: u8) -> Entry {
        let Meaning { base, extra, second, class } = MEANINGS[usize::from(symbol)];
        // A base is round, or one more than round if extra bits follow.
        let more = u64::from(extra > 0);
        let shift = (base - more).ilog2().saturating_sub(3);
        let factor = (base - more) >> shift;
        debug_assert!(factor < 16 && (factor << shift) + more == base);
        let fields = [
            (u32::from(length), 4),
            (u32::from(extra), 5),
            (u32::from(second), 1),
            (u32::from(class), 3),
            (factor as u32, 4),
            (shift, 5),
            (more as u32, 1),
            (u32::from(symbol == END), 1),
        ];
        Entry(fields.iter().rev().fold(0, |entry, &(field, n_bits)| entry << n_bits | field))
    }

    #[inline(always)]
    fn field(self, first: u32, n_bits: u32) -> u32 {
        self.0 >> first & ((1 << n_bits) - 1)
    }

    #[inline(always)]
    fn base(self) -> u64 {
        (u64::from(self.field(13, 4)) << self.field(17, 5)) + u64::from(self.field(22, 1))
    }

    #[inline(always)]
    fn is_end(self) -> bool {
        self.field(23, 1) == 1
    }
}

/// So many bits are looked up at once; the few longer words take a second look.
const FAST_BITS: u8 = 8;
/// The bits of the second look.
const SLOW_BITS: u8 = huffman::MAX_LENGTH - FAST_BITS;

impl Decoder {
    fn new(model: &Model) -> Decoder {
        let mut entries = vec![Entry::default(); model.lengths.len() << FAST_BITS];
        for (code, lengths) in model.lengths.iter().enumerate() {
            Decoder::fill(&mut entries, code << FAST_BITS, lengths);
        }
        let mut code_of = [0; N_CONTEXTS];
        code_of.copy_from_slice(&model.code_of);
        Decoder { code_of, entries }
    }

    /// Fills the part of a code, and appends what long words need. Small tables stay in the fast
    /// caches of the processor, where a decoder spends its time.
    fn fill(entries: &mut Vec<Entry>, start: usize, lengths: &[u8]) {
        for (symbol, word) in huffman::words(lengths).into_iter().enumerate() {
            let (length, word) = (lengths[symbol], usize::from(word));
            let entry = Entry::new(symbol as u16, length.max(1));
            if length == 0 {
                continue;
            }
            if length <= FAST_BITS {
                let first = start + (word << (FAST_BITS - length));
                entries[first..first + (1 << (FAST_BITS - length))].fill(entry);
                continue;
            }
            let all_bits = word << (huffman::MAX_LENGTH - length);
            let fast = start + (all_bits >> SLOW_BITS);
            if entries[fast].0 == 0 {
                entries[fast] = Entry((entries.len() as u32) << 4);
                entries.resize(entries.len() + (1 << SLOW_BITS), Entry::default());
            }
            let slow = (entries[fast].0 >> 4) as usize + (all_bits & ((1 << SLOW_BITS) - 1));
            entries[slow..slow + (1 << (huffman::MAX_LENGTH - length))].fill(entry);
        }
    }

    /// The word at the front of a window; one of length 0 if there is none.
    #[inline(always)]
    fn word(&self, code: usize, window: u64) -> Option<Entry> {
        let fast = *self.entries.get(code << FAST_BITS | (window >> (64 - FAST_BITS)) as usize)?;
        if fast.field(0, 4) != 0 {
            return Some(fast);
        }
        let slow = (window >> (64 - huffman::MAX_LENGTH)) as usize & ((1 << SLOW_BITS) - 1);
        self.entries.get((fast.0 >> 4) as usize + slow).copied().filter(|entry| entry.field(0, 4) != 0)
    }

    /// The value of the cell so many cells after the first one.
    #[inline]
    fn value(&self, sub: &[u8], place: u64) -> Result<Value, Broken> {
        let mut found = Err(Broken);
        self.runs(sub, |end, value| {
            found = value_from(value).ok_or(Broken);
            end <= place
        })?;
        found
    }

    /// Calls `each` with the end and the value of each run until it wants no more.
    #[inline(always)]
    fn runs(&self, sub: &[u8], mut each: impl FnMut(u64, u8) -> bool) -> Result<(), Broken> {
        // Room to load eight bytes at every place.
        let mut bytes = [0; SUB_BYTES + 8];
        bytes[..SUB_BYTES].copy_from_slice(sub.get(..SUB_BYTES).ok_or(Broken)?);
        let mut value = u32::from(bytes[0] >> 6);
        if value > 2 {
            return Err(Broken);
        }
        let (mut bit, mut end, mut state) = (2usize, 0u64, 0);
        while bit < 8 * SUB_BYTES {
            let (window, _) = bytes[bit / 8..].split_first_chunk::<8>().ok_or(Broken)?;
            let window = u64::from_be_bytes(*window) << (bit % 8);
            let context = Context::index_of(value, state);
            let code = usize::from(self.code_of[context]);
            let entry = self.word(code, window).ok_or(Broken)?;
            let (length, extra) = (entry.field(0, 4), entry.field(4, 5));
            if entry.is_end() {
                each(u64::MAX, value as u8);
                return Ok(());
            }
            end += entry.base() + (window << length >> 1 >> (63 - extra));
            if !each(end, value as u8) {
                return Ok(());
            }
            bit += (length + extra) as usize;
            let second = entry.field(9, 1);
            state = Context::next_state(state, second, entry.field(10, 3));
            // The two other values follow each other in a circle.
            value += 1 + second;
            value -= if value > 2 { 3 } else { 0 };
        }
        Err(Broken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_say_what_their_symbols_mean() {
        for (symbol, meaning) in (0..).zip(MEANINGS).skip(1) {
            let entry = Entry::new(symbol, 7);
            assert_eq!(entry.base(), meaning.base);
            assert_eq!(entry.field(0, 4), 7);
            assert_eq!(entry.field(4, 5), u32::from(meaning.extra));
            assert_eq!(entry.field(9, 1) == 1, meaning.second);
            assert_eq!(entry.field(10, 3), u32::from(meaning.class));
            assert!(!entry.is_end());
        }
        assert!(Entry::new(END, 1).is_end());
    }
}
