//! Files of values: written whole, read where they lie. See `docs/endgame-format.md`.

use std::io;
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

use crate::grid::{Order, n_words};
use crate::head::{Checksums, FileKind, HeadError};
use crate::pack::model::{MAX_CODES, Model, N_CONTEXTS};
use crate::pack::symbol::{N_SYMBOLS, VALUES, value_code};
use crate::pack::{MAX_SUB_WORDS, Packed, STRETCH_WORDS, huffman};
use crate::reader::Reader;
use crate::{Material, Value};

/// Sub-blocks in a block.
pub(crate) const SUBS_PER_BLOCK: usize = 64;
/// The head of a file is filled up to a multiple of this.
const HEAD_ALIGNMENT: usize = 64;
const KIND: FileKind = FileKind { magic: *b"CROWNEND", version: 3 };

/// The numbers of positions of a material that are won, lost and drawn for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won for the side to move.
    pub wins: u64,
    /// Lost for the side to move.
    pub losses: u64,
    /// Drawn.
    pub draws: u64,
}

impl Counts {
    /// The number of positions.
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
    pub(crate) order: Order,
    pub(crate) counts: Counts,
    pub(crate) packed: Packed,
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It could not be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// It could not be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// It was written by another version of this crate.
    #[error("{} has version {found} of the format, not {expected}; build it again", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// It is not a database, or damaged.
    #[error("{}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: &'static str,
    },
}

impl FileError {
    /// The file or folder.
    pub fn path(&self) -> &Path {
        match self {
            FileError::Read { path, .. }
            | FileError::Write { path, .. }
            | FileError::Version { path, .. }
            | FileError::Damaged { path, .. } => path,
        }
    }

    pub(crate) fn head(path: &Path, error: HeadError) -> FileError {
        let path = path.to_owned();
        match error {
            HeadError::Version(found, expected) => FileError::Version { path, found, expected },
            HeadError::Damaged(reason) => FileError::Damaged { path, reason },
        }
    }
}

#[cfg(feature = "files")]
impl FileError {
    pub(crate) fn read(path: &Path) -> impl FnOnce(io::Error) -> FileError {
        move |source| FileError::Read { path: path.to_owned(), source }
    }

    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> FileError {
        move |source| FileError::Write { path: path.to_owned(), source }
    }
}

/// Writes a file so that it is there whole or not at all, even when the machine stops.
#[cfg(feature = "files")]
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    use std::io::Write;

    let write = || -> io::Result<()> {
        let mut builder = tempfile::Builder::new();
        // Files in a folder of temporary files are private; this one is for everyone who may have it.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.suffix(".tmp").tempfile_in(path.parent().unwrap_or(Path::new(".")))?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(FileError::write(path))
}

/// The bytes of a file with these materials.
pub(crate) fn to_bytes(sections: &[Section]) -> Vec<u8> {
    let sections: Vec<_> = sections.iter().map(|section| (section, Blocks::of(&section.packed))).collect();
    KIND.to_bytes(
        &sections,
        HEAD_ALIGNMENT,
        |(section, blocks), offset, head| record(section, blocks, offset, head),
        |(_, blocks)| vec![&blocks.bytes],
    )
}

fn record(section: &Section, blocks: &Blocks, offset: u64, head: &mut Vec<u8>) {
    let Material { black_men, black_kings, white_men, white_kings } = section.material;
    head.extend([black_men, black_kings, white_men, white_kings]);
    head.extend(match &section.packed {
        Packed::Constant(value) => [0, value_code(*value), section.order as u8, 0, 0, 0, 0, 0],
        Packed::Coded(coded) => {
            let (n_codes, sub_shift) = (coded.model.lengths.len() as u8, coded.sub_words.ilog2() as u8);
            [1, value_code(coded.usual), section.order as u8, n_codes, sub_shift, blocks.len_bytes, 0, 0]
        }
    });
    let Counts { wins, losses, draws } = section.counts;
    [wins, losses, draws, offset].iter().for_each(|number| head.extend(number.to_le_bytes()));
    if let Packed::Coded(coded) = &section.packed {
        write_model(&coded.model, head);
        let mut start = 0;
        for &end in &blocks.ends {
            head.extend(xxh3_64(&blocks.bytes[start as usize..end as usize]).to_le_bytes());
            head.extend(end.to_le_bytes());
            start = end;
        }
    }
}

/// The blocks of a material as they lie in a file.
#[derive(Default)]
struct Blocks {
    /// Bytes of a sub-block's length, 1 or 2.
    len_bytes: u8,
    /// Where each block ends.
    ends: Vec<u32>,
    bytes: Vec<u8>,
}

impl Blocks {
    fn of(packed: &Packed) -> Blocks {
        let Packed::Coded(coded) = packed else { return Blocks::default() };
        let fit_in_a_byte = coded.sub_lens.iter().all(|&len| len <= u8::MAX.into());
        let len_bytes = if fit_in_a_byte { 1 } else { 2 };
        let (mut ends, mut bytes) = (Vec::new(), Vec::new());
        let mut rest = &coded.bytes[..];
        for lens in coded.sub_lens.chunks(SUBS_PER_BLOCK) {
            let present = (0..).zip(lens).fold(0u64, |set, (i, &len)| set | u64::from(len > 0) << i);
            if present != 0 {
                bytes.extend(present.to_le_bytes());
                let coded_lens = lens.iter().filter(|len| **len > 0);
                bytes.extend(coded_lens.flat_map(|len| len.to_le_bytes().into_iter().take(len_bytes.into())));
            }
            let (subs, tail) = rest.split_at(lens.iter().copied().map(usize::from).sum());
            bytes.extend(subs);
            rest = tail;
            ends.push(bytes.len() as u32);
        }
        Blocks { len_bytes, ends, bytes }
    }
}

/// The code of each context, and the word lengths of each code.
fn write_model(model: &Model, head: &mut Vec<u8>) {
    head.extend(&model.code_of);
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
    pub(crate) counts: Counts,
    pub(crate) content: Content,
}

#[derive(Debug)]
pub(crate) enum Content {
    Constant(Value),
    Coded(CodedRecord),
}

/// What a record says about blocks.
#[derive(Debug)]
pub(crate) struct CodedRecord {
    pub(crate) order: Order,
    pub(crate) model: Model,
    pub(crate) usual: Value,
    pub(crate) sub_shift: u8,
    /// Bytes of a sub-block's length, 1 or 2.
    pub(crate) len_bytes: u8,
    /// Where the blocks begin in the file.
    pub(crate) offset: usize,
    /// The checksums of the blocks, and where they end, counted from there.
    pub(crate) checksums: Vec<u64>,
    pub(crate) ends: Vec<u32>,
}

/// Reads the head of a file. Every number in it is checked, so that what is read later lies within
/// the file.
pub(crate) fn read_head(file: &[u8], checksums: Checksums) -> Result<Vec<Record>, HeadError> {
    KIND.read(file, checksums, |reader| read_record(reader, file.len()))
}

fn read_record(reader: &mut Reader<'_>, file_len: usize) -> Option<Record> {
    let &[black_men, black_kings, white_men, white_kings] = reader.bytes(4)? else { return None };
    let material = Material { black_men, black_kings, white_men, white_kings };
    let &[kind, value, order, n_codes, sub_shift, len_bytes, ..] = reader.bytes(8)? else { return None };
    let (value, order) = (*VALUES.get(usize::from(value))?, *Order::ALL.get(usize::from(order))?);
    let counts = Counts { wins: reader.u64()?, losses: reader.u64()?, draws: reader.u64()? };
    let offset = usize::try_from(reader.u64()?).ok()?;
    if !material.is_covered() || !order.suits(material) {
        return None;
    }
    let content = if kind == 0 {
        Content::Constant(value)
    } else {
        let sub_words = 1usize.checked_shl(sub_shift.into())?;
        if !(STRETCH_WORDS..=MAX_SUB_WORDS).contains(&sub_words) || !(1..=2).contains(&len_bytes) {
            return None;
        }
        let model = read_model(reader, n_codes.into())?;
        let n_subs = n_words(material, order).div_ceil(sub_words as u64);
        let (checksums, ends) = read_block_list(reader, n_subs.div_ceil(SUBS_PER_BLOCK as u64))?;
        let last = ends.last().map_or(0, |&end| end as usize);
        if offset.checked_add(last)? > file_len {
            return None;
        }
        Content::Coded(CodedRecord {
            order,
            model,
            usual: value,
            sub_shift,
            len_bytes,
            offset,
            checksums,
            ends,
        })
    };
    Some(Record { material, counts, content })
}

/// The checksums and ends of the blocks, the ends in order.
fn read_block_list(reader: &mut Reader<'_>, n_blocks: u64) -> Option<(Vec<u64>, Vec<u32>)> {
    const ENTRY_BYTES: usize = 12;
    let bytes = reader.bytes(usize::try_from(n_blocks).ok()?.checked_mul(ENTRY_BYTES)?)?;
    let mut entries = Reader::new(bytes);
    let entry = |_| Some((entries.u64()?, entries.u32()?));
    let (checksums, ends) = (0..n_blocks).map(entry).collect::<Option<(Vec<u64>, Vec<u32>)>>()?;
    ends.is_sorted().then_some((checksums, ends))
}

fn read_model(reader: &mut Reader<'_>, n_codes: usize) -> Option<Model> {
    let code_of = reader.bytes(N_CONTEXTS)?.to_vec();
    if n_codes > MAX_CODES {
        return None;
    }
    let lengths = (0..n_codes).map(|_| read_lengths(reader)).collect::<Option<Vec<_>>>()?;
    let model = Model { code_of, lengths };
    model.values().is_some().then_some(model)
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
