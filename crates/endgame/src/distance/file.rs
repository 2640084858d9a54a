//! Files of distances: written whole, read where they lie. See `docs/endgame-format.md`.

use std::sync::atomic::{AtomicBool, Ordering};

use xxhash_rust::xxh3::xxh3_64;

use super::block::{BLOCK_CELLS, unpack};
use crate::head::{Checksums, FileKind, HeadError};
use crate::index::Pieces;
use crate::packed::Broken;
use crate::reader::Reader;
use crate::{Layout, Material};

pub(crate) const KIND: FileKind = FileKind { magic: *b"CROWNDIS", version: 2 };

/// The longest win of a material, White to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Longest {
    pub(crate) plies: u32,
    /// The first cell with it.
    pub(crate) cell: u64,
}

impl Longest {
    pub(crate) const NONE: Longest = Longest { plies: 0, cell: 0 };

    /// This win, or another one that takes longer.
    pub(crate) fn or_longer(self, other: Longest) -> Longest {
        if other.plies > self.plies { other } else { self }
    }
}

/// A material on its way into a file.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) material: Material,
    pub(crate) longest: Longest,
    pub(crate) blocks: Vec<Vec<u8>>,
}

/// The bytes of a file with these materials.
pub(crate) fn to_bytes(sections: &[Section]) -> Vec<u8> {
    KIND.to_bytes(sections, 1, record, |section| section.blocks.iter().map(Vec::as_slice).collect())
}

fn record(section: &Section, offset: u64, head: &mut Vec<u8>) {
    let Section { material, longest, blocks } = section;
    head.extend([material.black_men, material.black_kings, material.white_men, material.white_kings]);
    head.extend(longest.plies.to_le_bytes());
    head.extend(longest.cell.to_le_bytes());
    head.extend(offset.to_le_bytes());
    for block in blocks {
        head.extend((block.len() as u32).to_le_bytes());
        head.extend(xxh3_64(block).to_le_bytes());
    }
}

/// The distances of a material in a file.
#[derive(Debug)]
pub(crate) struct DistanceTable {
    pub(crate) layout: Layout,
    pub(crate) longest: Longest,
    /// Where each block begins in the file, and where the last one ends.
    bounds: Vec<usize>,
    checksums: Vec<u64>,
    /// Blocks whose checksum was found to be right.
    verified: Vec<AtomicBool>,
}

impl DistanceTable {
    /// The block of pieces of this material, and their place in it.
    pub(crate) fn locate(&self, pieces: &Pieces) -> (usize, usize) {
        let cell = self.layout.cell(pieces) as usize;
        (cell / BLOCK_CELLS, cell % BLOCK_CELLS)
    }

    /// The halves of the distances in a block.
    pub(crate) fn halves(&self, file: &[u8], block: usize) -> Result<Vec<u8>, Broken> {
        let bytes = self.block(file, block)?;
        let n_cells = BLOCK_CELLS.min(self.layout.n_cells() as usize - block * BLOCK_CELLS);
        Ok(unpack(bytes, n_cells, self.layout.width()))
    }

    /// The bytes of a block, verified the first time.
    fn block<'a>(&self, file: &'a [u8], block: usize) -> Result<&'a [u8], Broken> {
        let bytes = file.get(self.bounds[block]..self.bounds[block + 1]).ok_or(Broken)?;
        if !self.verified[block].load(Ordering::Relaxed) {
            if xxh3_64(bytes) != self.checksums[block] {
                return Err(Broken);
            }
            self.verified[block].store(true, Ordering::Relaxed);
        }
        Ok(bytes)
    }

    /// Checks every block.
    pub(crate) fn verify_checksums(&self, file: &[u8]) -> Result<(), Broken> {
        (0..self.checksums.len()).try_for_each(|block| self.block(file, block).map(|_| ()))
    }
}

/// Reads the head of a file. Every number in it is checked, so that what is read later lies within
/// the file.
pub(crate) fn read_head(file: &[u8], checksums: Checksums) -> Result<Vec<DistanceTable>, HeadError> {
    KIND.read(file, checksums, |reader| {
        let mut table = read_record(reader, file.len())?;
        if checksums == Checksums::Ignore {
            table.verified.iter_mut().for_each(|verified| *verified.get_mut() = true);
        }
        Some(table)
    })
}

fn read_record(reader: &mut Reader<'_>, file_len: usize) -> Option<DistanceTable> {
    let &[black_men, black_kings, white_men, white_kings] = reader.bytes(4)? else { return None };
    let layout = Layout::new(Material { black_men, black_kings, white_men, white_kings })?;
    let longest = Longest { plies: reader.u32()?, cell: reader.u64()? };
    let mut end = usize::try_from(reader.u64()?).ok()?;
    let n_blocks = usize::try_from(layout.n_cells()).ok()?.div_ceil(BLOCK_CELLS);
    let list = reader.bytes(n_blocks.checked_mul(12)?)?;
    let mut list = Reader::new(list);
    let (mut bounds, mut checksums) = (vec![end], Vec::with_capacity(n_blocks));
    for _ in 0..n_blocks {
        end = end.checked_add(list.u32()? as usize)?;
        bounds.push(end);
        checksums.push(list.u64()?);
    }
    let verified = checksums.iter().map(|_| AtomicBool::new(false)).collect();
    (end <= file_len).then_some(DistanceTable { layout, longest, bounds, checksums, verified })
}
