//! A material as it lies in a file: one question decodes one sub-block.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::decode::Decoder;
use crate::file::{CodedRecord, Content, Counts, Record, SUBS_PER_BLOCK};
use crate::grid::Grid;
use crate::hash::checksum;
use crate::index::Pieces;
use crate::{Material, Value};

/// A material in a file.
#[derive(Debug)]
pub(crate) struct PackedTable {
    material: Material,
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
    grid: Grid,
    record: CodedRecord,
    blocks: Vec<Block>,
    decoder: OnceLock<Decoder>,
}

/// What a question has to know about a block.
#[derive(Debug)]
struct Block {
    /// Where it ends, counted from the first block.
    end: u32,
    /// Its checksum was found right.
    is_verified: AtomicBool,
}

/// The bytes are not what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Broken;

impl PackedTable {
    /// A table from its record.
    pub(crate) fn new(record: Record) -> PackedTable {
        let Record { material, order, counts, content } = record;
        let content = match content {
            Content::Constant(value) => PackedContent::Constant(value),
            Content::Coded(record) => PackedContent::Coded(Box::new(Coded {
                grid: Grid::new(material, order),
                blocks: record
                    .ends
                    .iter()
                    .map(|&end| Block { end, is_verified: AtomicBool::new(false) })
                    .collect(),
                record,
                decoder: OnceLock::new(),
            })),
        };
        PackedTable { material, counts, content }
    }

    pub(crate) fn material(&self) -> Material {
        self.material
    }

    /// The value of pieces of this material. White, who is to move, has no capture; if it has one the
    /// value means nothing.
    #[inline]
    pub(crate) fn value(&self, file: &[u8], pieces: &Pieces) -> Result<Value, Broken> {
        match &self.content {
            PackedContent::Constant(value) => Ok(*value),
            PackedContent::Coded(coded) => coded.value(file, pieces),
        }
    }

    /// Checks every block.
    pub(crate) fn verify_checksums(&self, file: &[u8]) -> Result<(), Broken> {
        match &self.content {
            PackedContent::Constant(_) => Ok(()),
            PackedContent::Coded(coded) => {
                (0..coded.record.ends.len()).try_for_each(|block| coded.block(file, block).map(|_| ()))
            }
        }
    }
}

/// The sub-blocks of a block that have bytes: a bit for each, then their lengths.
const PRESENT_BYTES: usize = 8;

impl Coded {
    #[inline]
    fn value(&self, file: &[u8], pieces: &Pieces) -> Result<Value, Broken> {
        let place = self.grid.place(pieces);
        let sub = place.word >> self.record.sub_shift;
        let (block, sub_in_block) = ((sub / SUBS_PER_BLOCK as u64) as usize, sub as usize % SUBS_PER_BLOCK);
        let bytes = self.block(file, block)?;
        let Some((present, bytes)) = bytes.split_first_chunk::<PRESENT_BYTES>() else {
            return Ok(self.record.usual);
        };
        let present = u64::from_le_bytes(*present);
        if present >> sub_in_block & 1 == 0 {
            return Ok(self.record.usual);
        }
        let before = (present & ((1 << sub_in_block) - 1)).count_ones() as usize;
        let n_present = present.count_ones() as usize;
        let (start, len, bytes) = if self.record.len_bytes == 1 {
            let (lens, bytes) = bytes.split_at_checked(n_present).ok_or(Broken)?;
            (lens[..before].iter().map(|&len| usize::from(len)).sum(), usize::from(lens[before]), bytes)
        } else {
            let (lens, bytes) = bytes.split_at_checked(2 * n_present).ok_or(Broken)?;
            let (lens, _) = lens.as_chunks::<2>();
            let len_of = |len: &[u8; 2]| usize::from(u16::from_le_bytes(*len));
            (lens[..before].iter().map(len_of).sum::<usize>(), len_of(&lens[before]), bytes)
        };
        let n_before = self.grid.n_counting(sub << self.record.sub_shift, place, pieces);
        let decoder = self.decoder.get_or_init(|| Decoder::new(&self.record.model));
        decoder.value(bytes.get(start..).ok_or(Broken)?, len, n_before)
    }

    /// The bytes of a block, verified the first time.
    #[inline]
    fn block<'a>(&self, file: &'a [u8], block: usize) -> Result<&'a [u8], Broken> {
        let offset = self.record.offset;
        let start = if block == 0 { 0 } else { self.blocks[block - 1].end };
        let Block { end, is_verified } = self.blocks.get(block).ok_or(Broken)?;
        let bytes = file.get(offset + start as usize..offset + *end as usize).ok_or(Broken)?;
        if !is_verified.load(Ordering::Relaxed) {
            if checksum(bytes) != self.record.checksums[block] {
                return Err(Broken);
            }
            is_verified.store(true, Ordering::Relaxed);
        }
        Ok(bytes)
    }
}
