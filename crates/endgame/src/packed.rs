//! A material as it lies in a file: a probe decodes one sub-block.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use xxhash_rust::xxh3::xxh3_64;

use crate::decode::Decoder;
use crate::file::{CodedRecord, Content, Counts, Record, SUBS_PER_BLOCK};
use crate::grid::Grid;
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
    record: CodedRecord,
    blocks: Vec<Block>,
    /// Worked out by the first probe.
    tools: OnceLock<Tools>,
}

/// What a probe needs to find and read a cell.
#[derive(Debug)]
struct Tools {
    grid: Grid,
    decoder: Decoder,
}

/// What a probe needs to know about a block.
#[derive(Debug)]
struct Block {
    /// Where it ends, counted from the first block.
    end: u32,
    /// A bit for each sub-block that has bytes; 0 until the checksum was found right.
    present: AtomicU64,
}

/// The bytes are not what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Broken;

impl PackedTable {
    /// A table from its record.
    pub(crate) fn new(record: Record) -> PackedTable {
        let Record { material, counts, content } = record;
        let content = match content {
            Content::Constant(value) => PackedContent::Constant(value),
            Content::Coded(record) => PackedContent::Coded(Box::new(Coded {
                blocks: record.ends.iter().map(|&end| Block { end, present: AtomicU64::new(0) }).collect(),
                record,
                tools: OnceLock::new(),
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
            PackedContent::Coded(coded) => coded.value(self.material, file, pieces),
        }
    }

    /// Takes the blocks as they are for right.
    pub(crate) fn ignore_checksums(&mut self, file: &[u8]) {
        let PackedContent::Coded(coded) = &mut self.content else { return };
        for block in 0..coded.blocks.len() {
            coded.record.checksums[block] = coded.block_bytes(file, block).map_or(0, xxh3_64);
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
    fn value(&self, material: Material, file: &[u8], pieces: &Pieces) -> Result<Value, Broken> {
        let tools = self.tools.get_or_init(|| Tools {
            grid: Grid::new(material, self.record.order),
            decoder: Decoder::new(&self.record.model),
        });
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            // SAFETY: the processor has the features that the function needs.
            return unsafe { self.value_avx2(tools, file, pieces) };
        }
        self.value_portable(tools, file, pieces)
    }

    /// The same code compiled for such processors: cells are counted in half the time.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn value_avx2(&self, tools: &Tools, file: &[u8], pieces: &Pieces) -> Result<Value, Broken> {
        self.value_portable(tools, file, pieces)
    }

    #[inline(always)]
    fn value_portable(&self, tools: &Tools, file: &[u8], pieces: &Pieces) -> Result<Value, Broken> {
        let place = tools.grid.place(pieces);
        let sub = place.word >> self.record.sub_shift;
        let (block, sub_in_block) = ((sub / SUBS_PER_BLOCK as u64) as usize, sub as usize % SUBS_PER_BLOCK);
        let (present, bytes) = self.block(file, block)?;
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
        let bytes = bytes.get(start..).ok_or(Broken)?;
        prefetch(bytes);
        let n_before = tools.grid.n_counting(sub << self.record.sub_shift, place, pieces);
        tools.decoder.value(bytes, len, n_before)
    }

    /// Which sub-blocks of a block have bytes, and what follows these bits. Verified the first time.
    #[inline(always)]
    fn block<'a>(&self, file: &'a [u8], block: usize) -> Result<(u64, &'a [u8]), Broken> {
        let bytes = self.block_bytes(file, block).ok_or(Broken)?;
        let present = match self.blocks[block].present.load(Ordering::Relaxed) {
            0 => self.verify(block, bytes)?,
            present => present,
        };
        Ok((present, bytes.get(PRESENT_BYTES..).unwrap_or_default()))
    }

    #[inline(always)]
    fn block_bytes<'a>(&self, file: &'a [u8], block: usize) -> Option<&'a [u8]> {
        let start = if block == 0 { 0 } else { self.blocks[block - 1].end };
        let (start, end) = (start as usize, self.blocks.get(block)?.end as usize);
        file.get(self.record.offset + start..self.record.offset + end)
    }

    /// Compares a block with its checksum.
    #[cold]
    fn verify(&self, block: usize, bytes: &[u8]) -> Result<u64, Broken> {
        if xxh3_64(bytes) != self.record.checksums[block] {
            return Err(Broken);
        }
        let present = bytes.first_chunk::<PRESENT_BYTES>().map_or(0, |present| u64::from_le_bytes(*present));
        self.blocks[block].present.store(present, Ordering::Relaxed);
        Ok(present)
    }
}

/// Starts loading the first of these bytes, which are read a little later.
#[inline(always)]
fn prefetch(bytes: &[u8]) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86_64 processor has the instruction, and it reads nothing.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(bytes.as_ptr().cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = bytes;
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::{Database, Layout};

    #[test]
    fn code_for_any_processor_gives_the_same_values() {
        for material in Material::all(4, 3) {
            let (file, table) = Database::shipped().table(material).unwrap();
            let PackedContent::Coded(coded) = &table.content else { continue };
            let layout = Layout::new(material).unwrap();
            for cell in (0..layout.n_cells()).step_by(97) {
                let Some(pos) = layout.position(cell) else { continue };
                if pos.jumpers().is_empty() {
                    let pieces = layout.pieces(cell);
                    let value = coded.value(material, file, &pieces);
                    let tools = coded.tools.get().unwrap();
                    assert_eq!(coded.value_portable(tools, file, &pieces), value, "{pos:?}");
                }
            }
        }
    }
}
