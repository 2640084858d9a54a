//! Database files: written whole, read where they lie.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::hash::checksum;
use crate::index::Order;
use crate::pack::model::{Model, N_CONTEXTS};
use crate::pack::symbol::N_SYMBOLS;
use crate::pack::{Packed, SUB_BYTES, huffman};
use crate::reader::Reader;
use crate::{Material, Value};

/// What a file begins with.
const MAGIC: [u8; 8] = *b"CROWNEND";
/// The version of the format that is written and read.
pub const FORMAT_VERSION: u32 = 1;
/// Sub-blocks in a block.
pub(crate) const SUBS_PER_BLOCK: usize = 64;
/// Bytes of a block that is full: the index of its sub-blocks, then the sub-blocks.
pub(crate) const BLOCK_BYTES: usize = SUBS_PER_BLOCK * (4 + SUB_BYTES);
/// Bytes before the first table record.
const PREFIX_BYTES: usize = 40;
/// Where the checksum of the head stands.
const CHECKSUM_AT: usize = 32;

/// How many positions of a material are won, lost and drawn for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won for the side to move.
    pub wins: u64,
    /// Lost for the side to move.
    pub losses: u64,
    /// Neither.
    pub draws: u64,
}

impl Counts {
    /// All of them.
    pub const fn total(self) -> u64 {
        self.wins + self.losses + self.draws
    }
}

impl std::ops::Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts {
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            draws: self.draws + other.draws,
        }
    }
}

/// A material on its way into a file.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) material: Material,
    pub(crate) n_cells: u64,
    pub(crate) order: Order,
    pub(crate) counts: Counts,
    pub(crate) packed: Packed,
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system could not read or write it.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is not a database, of another version, or damaged.
    #[error("{}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: &'static str,
    },
}

impl FileError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> FileError {
        move |source| FileError::Io { path: path.to_owned(), source }
    }
}

/// The bytes of a file with these materials.
pub(crate) fn to_bytes(sections: &[Section]) -> Vec<u8> {
    let data: Vec<Vec<u8>> = sections.iter().map(data_bytes).collect();
    // The records are as long whatever the offsets are, so they are written twice.
    let head_len = head(sections, &data, 0).len();
    let mut bytes = head(sections, &data, head_len as u64);
    data.iter().for_each(|data| bytes.extend(data));
    let len = bytes.len() as u64;
    bytes[24..32].copy_from_slice(&len.to_le_bytes());
    let sum = head_checksum(&bytes[..head_len]);
    bytes[CHECKSUM_AT..PREFIX_BYTES].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Writes a file so that it is there whole or not at all, even when the machine stops.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let unfinished = path.with_extension(format!("tmp{}", std::process::id()));
    let write = || {
        let mut file = File::create(&unfinished)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    };
    write().map_err(FileError::io(path))
}

fn head_checksum(head: &[u8]) -> u64 {
    let mut zeroed = head.to_vec();
    zeroed[CHECKSUM_AT..PREFIX_BYTES].fill(0);
    checksum(&zeroed)
}

fn head(sections: &[Section], data: &[Vec<u8>], head_len: u64) -> Vec<u8> {
    let mut head = Vec::new();
    head.extend(MAGIC);
    head.extend(FORMAT_VERSION.to_le_bytes());
    head.extend((sections.len() as u32).to_le_bytes());
    head.extend(head_len.to_le_bytes());
    head.extend([0; 16]);
    let mut offset = head_len;
    for (section, data) in sections.iter().zip(data) {
        record(section, data, offset, &mut head);
        offset += data.len() as u64;
    }
    head.resize(head.len().next_multiple_of(64), 0);
    head
}

fn record(section: &Section, data: &[u8], offset: u64, head: &mut Vec<u8>) {
    let Material { black_men, black_kings, white_men, white_kings } = section.material;
    head.extend([black_men, black_kings, white_men, white_kings]);
    let Counts { wins, losses, draws } = section.counts;
    let numbers = |head: &mut Vec<u8>, numbers: &[u64]| {
        numbers.iter().for_each(|number| head.extend(number.to_le_bytes()));
    };
    match &section.packed {
        Packed::Constant(value) => {
            head.extend([0, *value as u8, 0, section.order as u8]);
            numbers(head, &[section.n_cells, wins, losses, draws, 0, offset]);
        }
        Packed::Coded { model, first_cells, .. } => {
            head.extend([1, 0, model.lengths.len() as u8, section.order as u8]);
            numbers(head, &[section.n_cells, wins, losses, draws, first_cells.len() as u64, offset]);
            write_model(model, head);
            for (block, bytes) in first_cells.chunks(SUBS_PER_BLOCK).zip(data.chunks(BLOCK_BYTES)) {
                let used = block.len() * (4 + SUB_BYTES);
                numbers(head, &[block[0], checksum(&bytes[..used])]);
            }
        }
    }
}

/// Blocks: where the sub-blocks begin, counted from the beginning of the block, then the sub-blocks.
fn data_bytes(section: &Section) -> Vec<u8> {
    let Packed::Coded { first_cells, bytes, .. } = &section.packed else { return Vec::new() };
    let mut data = Vec::with_capacity(first_cells.len() * (4 + SUB_BYTES) + 64);
    for (cells, subs) in first_cells.chunks(SUBS_PER_BLOCK).zip(bytes.chunks(SUBS_PER_BLOCK * SUB_BYTES)) {
        for cell in cells {
            data.extend(((cell - cells[0]) as u32).to_le_bytes());
        }
        data.extend(subs);
    }
    data.resize(data.len().next_multiple_of(64), 0);
    data
}

/// The code of each context, unless there is only one, and the word lengths of each code.
fn write_model(model: &Model, head: &mut Vec<u8>) {
    if model.lengths.len() > 1 {
        head.extend(model.code_of.chunks(2).map(|pair| pair[0] | pair[1] << 4));
    }
    for lengths in &model.lengths {
        let mut nibbles = Vec::new();
        let mut rest = &lengths[..];
        while let Some((&length, tail)) = rest.split_first() {
            nibbles.push(length);
            rest = tail;
            if length == 0 {
                let zeros = rest.iter().take(15).take_while(|l| **l == 0).count();
                nibbles.push(zeros as u8);
                rest = &rest[zeros..];
            }
        }
        head.extend((nibbles.len() as u16).to_le_bytes());
        head.extend(nibbles.chunks(2).map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4));
    }
}

/// A material in a file, as its record says.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) material: Material,
    pub(crate) n_cells: u64,
    pub(crate) order: Order,
    pub(crate) counts: Counts,
    pub(crate) content: Content,
}

#[derive(Debug)]
pub(crate) enum Content {
    Constant(Value),
    Coded { model: Model, n_subs: usize, offset: usize, blocks: Vec<Block> },
}

/// A block, as the head describes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) first_cell: u64,
    pub(crate) checksum: u64,
}

/// Reads the head of a file. Every number in it is checked, so that what is read later lies within
/// the file.
pub(crate) fn read_head(file: &[u8]) -> Result<Vec<Record>, &'static str> {
    const SHORT: &str = "the file is cut short";
    let mut prefix = Reader::new(file.get(..PREFIX_BYTES).ok_or(SHORT)?);
    if prefix.bytes(8) != Some(&MAGIC) {
        return Err("this is not an endgame database");
    }
    if prefix.u32() != Some(FORMAT_VERSION) {
        return Err("the database has another version of the format");
    }
    let n_records = prefix.u32().ok_or(SHORT)?;
    let head_len = prefix.u64().and_then(|len| usize::try_from(len).ok()).ok_or(SHORT)?;
    if prefix.u64() != Some(file.len() as u64) {
        return Err(SHORT);
    }
    let head = file.get(..head_len).filter(|head| head.len() >= PREFIX_BYTES).ok_or(SHORT)?;
    if prefix.u64() != Some(head_checksum(head)) {
        return Err("the head of the file is damaged");
    }
    let mut reader = Reader::new(&head[PREFIX_BYTES..]);
    (0..n_records).map(|_| read_record(&mut reader, file.len()).ok_or("the head makes no sense")).collect()
}

fn read_record(reader: &mut Reader<'_>, file_len: usize) -> Option<Record> {
    let &[black_men, black_kings, white_men, white_kings] = reader.bytes(4)? else { return None };
    let material = Material { black_men, black_kings, white_men, white_kings };
    let &[kind, value, n_codes, order] = reader.bytes(4)? else { return None };
    let order = *Order::ALL.get(usize::from(order))?;
    let n_cells = reader.u64()?;
    let counts = Counts { wins: reader.u64()?, losses: reader.u64()?, draws: reader.u64()? };
    let n_subs = usize::try_from(reader.u64()?).ok()?;
    let offset = usize::try_from(reader.u64()?).ok()?;
    let layout = crate::Layout::new(material)?;
    if layout.n_cells() != n_cells || offset > file_len {
        return None;
    }
    let content = if kind == 0 {
        Content::Constant(value_from(value)?)
    } else {
        let model = read_model(reader, n_codes.into())?;
        let fits = n_subs > 0 && n_subs.checked_mul(4 + SUB_BYTES)? <= file_len - offset;
        let n_blocks = if fits { n_subs.div_ceil(SUBS_PER_BLOCK) } else { return None };
        let block = |_| Some(Block { first_cell: reader.u64()?, checksum: reader.u64()? });
        let blocks = (0..n_blocks).map(block).collect::<Option<Vec<Block>>>()?;
        let in_order = blocks.windows(2).all(|pair| pair[0].first_cell < pair[1].first_cell);
        if !in_order || blocks[0].first_cell != 0 {
            return None;
        }
        Content::Coded { model, n_subs, offset, blocks }
    };
    Some(Record { material, n_cells, order, counts, content })
}

fn read_model(reader: &mut Reader<'_>, n_codes: usize) -> Option<Model> {
    let mut code_of = vec![0; N_CONTEXTS];
    if n_codes > 1 {
        let pairs = reader.bytes(N_CONTEXTS / 2)?;
        for (codes, pair) in code_of.chunks_mut(2).zip(pairs) {
            (codes[0], codes[1]) = (pair & 15, pair >> 4);
        }
    }
    if n_codes == 0 || code_of.iter().any(|&code| usize::from(code) >= n_codes) {
        return None;
    }
    let lengths = (0..n_codes).map(|_| read_lengths(reader)).collect::<Option<Vec<_>>>()?;
    Some(Model { code_of, lengths })
}

fn read_lengths(reader: &mut Reader<'_>) -> Option<Vec<u8>> {
    let n_nibbles = usize::from(reader.u16()?);
    let bytes = reader.bytes(n_nibbles.div_ceil(2))?;
    let mut nibbles = (0..n_nibbles).map(|i| bytes[i / 2] >> (i % 2 * 4) & 15);
    let mut lengths = Vec::with_capacity(N_SYMBOLS);
    while let Some(length) = nibbles.next() {
        lengths.push(length);
        if length == 0 {
            lengths.resize(lengths.len() + usize::from(nibbles.next()?), 0);
        }
    }
    (lengths.len() == N_SYMBOLS && huffman::is_complete(&lengths)).then_some(lengths)
}

pub(crate) fn value_from(code: u8) -> Option<Value> {
    [Value::Win, Value::Loss, Value::Draw].get(usize::from(code)).copied()
}
