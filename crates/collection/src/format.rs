//! The file of an index: a head, and sections one after the other. `docs/collection.md` has it byte by byte.

use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::error::IndexError;

const MAGIC: &[u8; 8] = b"CROWNGAM";
/// The version of the format, which changes whenever an older program would misread a file.
pub(crate) const VERSION: u32 = 1;
/// Sections begin at multiples of this.
const ALIGNMENT: u64 = 64;
const ENTRY_BYTES: usize = 24;
/// Magic, version, number of sections, number of games; then the sections; then a checksum.
const TABLE_AT: usize = 24;
pub(crate) const HEAD_BYTES: usize = TABLE_AT + Section::ALL.len() * ENTRY_BYTES + 8;

/// A part of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// The names of the game files, one per line.
    Files,
    /// The names of players, one after the other; the first is empty.
    Names,
    /// Where each of them ends.
    NameEnds,
    /// The names of events and openings; the first is empty.
    Events,
    EventEnds,
    /// Positions from which games start, except the usual one.
    Starts,
    /// For each game: the number of a name.
    Black,
    White,
    Event,
    Opening,
    /// For each game: its date as a number, 19550821.
    Date,
    /// For each game: the number of its plies.
    Plies,
    /// For each game: how it ended.
    Result,
    /// For each game: the number of its ballot.
    Ballot,
    /// For each game: whether all its moves are kept.
    Whole,
    /// For each game: the number of its file, and where it begins there.
    File,
    Offset,
    /// For each game: 0, or one more than the number of its start.
    Start,
    /// For each game: where its moves begin.
    MovesAt,
    /// For each game: the squares its pieces stood on.
    Seen,
    /// For each game: the pieces at its end.
    Last,
    /// The codes of the moves.
    Moves,
    /// Where each position occurs, in order.
    Places,
    /// Positions that occur often, with the rows of their summaries.
    Crowds,
    /// Those rows.
    Rows,
}

impl Section {
    pub(crate) const ALL: [Section; 25] = [
        Section::Files,
        Section::Names,
        Section::NameEnds,
        Section::Events,
        Section::EventEnds,
        Section::Starts,
        Section::Black,
        Section::White,
        Section::Event,
        Section::Opening,
        Section::Date,
        Section::Plies,
        Section::Result,
        Section::Ballot,
        Section::Whole,
        Section::File,
        Section::Offset,
        Section::Start,
        Section::MovesAt,
        Section::Seen,
        Section::Last,
        Section::Moves,
        Section::Places,
        Section::Crowds,
        Section::Rows,
    ];

    /// The bytes of an entry, and whether there is one for each game.
    fn entry(self) -> (usize, bool) {
        match self {
            Section::Files | Section::Names | Section::Events | Section::Moves => (1, false),
            Section::NameEnds | Section::EventEnds => (4, false),
            Section::Starts | Section::Places | Section::Crowds => (16, false),
            Section::Rows => (crate::summary::ROW_BYTES, false),
            Section::Result | Section::Ballot | Section::Whole => (1, true),
            Section::Plies => (2, true),
            Section::Black | Section::White | Section::Event | Section::Opening => (4, true),
            Section::Date | Section::File | Section::Start | Section::Last => (4, true),
            Section::Offset | Section::MovesAt => (8, true),
            Section::Seen => (16, true),
        }
    }
}

/// Where the sections lie, and their checksums.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    pub(crate) n_games: u32,
    sections: Vec<(Range<usize>, u64)>,
}

impl Head {
    pub(crate) fn range(&self, section: Section) -> Range<usize> {
        self.sections[section as usize].0.clone()
    }

    /// Reads the head of a file, and checks that everything it speaks of is there.
    pub(crate) fn read(bytes: &[u8]) -> Result<Head, IndexError> {
        if bytes.len() < MAGIC.len() || !bytes.starts_with(MAGIC) {
            return Err(IndexError::Foreign);
        }
        let damaged = |what| IndexError::Damaged { what };
        let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let long = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        let version = word(8).ok_or(damaged("its head is cut off"))?;
        if version != VERSION {
            return Err(IndexError::Version { found: version, expected: VERSION });
        }
        let checksum = long(HEAD_BYTES - 8).ok_or(damaged("its head is cut off"))?;
        if checksum != xxh3_64(&bytes[..HEAD_BYTES - 8]) {
            return Err(damaged("the checksum of its head is wrong"));
        }
        let n_sections = word(12);
        let n_games = long(16).and_then(|n| u32::try_from(n).ok()).ok_or(damaged("it has too many games"))?;
        if n_sections != Some(Section::ALL.len() as u32) {
            return Err(damaged("it has another number of sections"));
        }
        let section = |section: Section| {
            let at = TABLE_AT + section as usize * ENTRY_BYTES;
            let [start, len, checksum] = [long(at)?, long(at + 8)?, long(at + 16)?];
            let start = usize::try_from(start).ok()?;
            let end = start.checked_add(usize::try_from(len).ok()?).filter(|end| *end <= bytes.len())?;
            Some((start..end, checksum))
        };
        let sections: Option<Vec<_>> = Section::ALL.into_iter().map(section).collect();
        let head = Head { n_games, sections: sections.ok_or(damaged("it is cut off"))? };
        let fits = |section: &Section| {
            let len = head.range(*section).len();
            let (entry, is_per_game) = section.entry();
            if is_per_game {
                (n_games as usize).checked_mul(entry) == Some(len)
            } else {
                len.is_multiple_of(entry)
            }
        };
        if !Section::ALL.iter().all(fits) {
            return Err(damaged("a section has the wrong length"));
        }
        Ok(head)
    }

    /// Compares the checksum of every section.
    pub(crate) fn verify(&self, bytes: &[u8]) -> Result<(), IndexError> {
        let is_right = |(range, checksum): &(Range<usize>, u64)| xxh3_64(&bytes[range.clone()]) == *checksum;
        if self.sections.iter().all(is_right) {
            return Ok(());
        }
        Err(IndexError::Damaged { what: "the checksum of a section is wrong" })
    }
}

/// Writes a file section by section, in their order.
pub(crate) struct FileWriter<W> {
    out: W,
    at: u64,
    table: Vec<u8>,
    n_games: u32,
}

impl<W: Write + Seek> FileWriter<W> {
    pub(crate) fn new(mut out: W, n_games: u32) -> io::Result<FileWriter<W>> {
        out.write_all(&[0; HEAD_BYTES])?;
        Ok(FileWriter { out, at: HEAD_BYTES as u64, table: Vec::new(), n_games })
    }

    /// Writes a section, the parts of which `fill` hands over.
    pub(crate) fn section<T>(
        &mut self,
        section: Section,
        fill: impl FnOnce(&mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<T>,
    ) -> io::Result<T> {
        debug_assert_eq!(section as usize * ENTRY_BYTES, self.table.len(), "sections have an order");
        let padding = self.at.next_multiple_of(ALIGNMENT) - self.at;
        self.out.write_all(&vec![0; padding as usize])?;
        let start = self.at + padding;
        let (mut len, mut hasher) = (0, Xxh3::new());
        let filled = fill(&mut |part| {
            hasher.update(part);
            len += part.len() as u64;
            self.out.write_all(part)
        })?;
        self.at = start + len;
        [start, len, hasher.digest()].iter().for_each(|n| self.table.extend(n.to_le_bytes()));
        Ok(filled)
    }

    /// Writes the head, and gives the file back.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        let mut head = MAGIC.to_vec();
        head.extend(VERSION.to_le_bytes());
        head.extend((Section::ALL.len() as u32).to_le_bytes());
        head.extend(u64::from(self.n_games).to_le_bytes());
        head.extend(&self.table);
        head.extend(xxh3_64(&head).to_le_bytes());
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&head)?;
        self.out.flush()?;
        Ok(self.out)
    }
}
