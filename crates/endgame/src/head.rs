//! What all our files begin with: a name, a version, lengths, and a checksum of the head.

use xxhash_rust::xxh3::xxh3_64;

use crate::reader::Reader;

/// A kind of file.
pub(crate) struct FileKind {
    /// What it begins with.
    pub(crate) magic: [u8; 8],
    /// The version that is written and read.
    pub(crate) version: u32,
}

/// Why a head cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeadError {
    /// It has another version, and this one is expected.
    Version(u32, u32),
    Damaged(&'static str),
}

/// Are checksums compared, or are any taken as right?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checksums {
    Compare,
    Ignore,
}

/// Bytes before the first record.
const PREFIX_BYTES: usize = 40;
/// Where the length of the file and the checksum of the head are.
const LENGTH_AT: usize = 24;
const CHECKSUM_AT: usize = 32;

impl FileKind {
    /// A head with these records, followed by the blocks. `record` writes a record, given where its blocks
    /// begin; the length of a record must not depend on that.
    pub(crate) fn to_bytes<S>(
        &self,
        sections: &[S],
        alignment: usize,
        record: impl Fn(&S, u64, &mut Vec<u8>),
        blocks: impl Fn(&S) -> Vec<&[u8]>,
    ) -> Vec<u8> {
        let head = |head_len: u64| {
            let mut head = Vec::new();
            head.extend(self.magic);
            head.extend(self.version.to_le_bytes());
            head.extend((sections.len() as u32).to_le_bytes());
            head.extend(head_len.to_le_bytes());
            head.extend([0; PREFIX_BYTES - LENGTH_AT]);
            let mut offset = head_len;
            for section in sections {
                record(section, offset, &mut head);
                offset += blocks(section).iter().map(|block| block.len() as u64).sum::<u64>();
            }
            head.resize(head.len().next_multiple_of(alignment), 0);
            head
        };
        let head_len = head(0).len();
        let mut bytes = head(head_len as u64);
        sections.iter().flat_map(blocks).for_each(|block| bytes.extend(block));
        let len = bytes.len() as u64;
        bytes[LENGTH_AT..CHECKSUM_AT].copy_from_slice(&len.to_le_bytes());
        let sum = head_checksum(&bytes[..head_len]);
        bytes[CHECKSUM_AT..PREFIX_BYTES].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Is this a file of this kind, whole or not?
    pub(crate) fn is_in(&self, file: &[u8]) -> bool {
        file.starts_with(&self.magic)
    }

    /// Checks the head of a file and reads its records.
    pub(crate) fn read<T>(
        &self,
        file: &[u8],
        checksums: Checksums,
        mut record: impl FnMut(&mut Reader<'_>) -> Option<T>,
    ) -> Result<Vec<T>, HeadError> {
        const SHORT: HeadError = HeadError::Damaged("the file is cut short");
        if !self.is_in(file) {
            return Err(HeadError::Damaged("this is not an endgame database"));
        }
        let mut prefix = Reader::new(file.get(self.magic.len()..PREFIX_BYTES).ok_or(SHORT)?);
        let version = prefix.u32().ok_or(SHORT)?;
        if version != self.version {
            return Err(HeadError::Version(version, self.version));
        }
        let n_records = prefix.u32().ok_or(SHORT)?;
        let head_len = prefix.u64().and_then(|len| usize::try_from(len).ok()).ok_or(SHORT)?;
        if prefix.u64() != Some(file.len() as u64) {
            return Err(SHORT);
        }
        let head = file.get(..head_len).filter(|head| head.len() >= PREFIX_BYTES).ok_or(SHORT)?;
        if checksums == Checksums::Compare && prefix.u64() != Some(head_checksum(head)) {
            return Err(HeadError::Damaged("the head of the file is damaged"));
        }
        let mut reader = Reader::new(&head[PREFIX_BYTES..]);
        let mut next = || record(&mut reader).ok_or(HeadError::Damaged("the head of the file is invalid"));
        (0..n_records).map(|_| next()).collect()
    }
}

/// The checksum of a head, taken with zeros in its own place.
fn head_checksum(head: &[u8]) -> u64 {
    let mut zeroed = head.to_vec();
    zeroed[CHECKSUM_AT..PREFIX_BYTES].fill(0);
    xxh3_64(&zeroed)
}
