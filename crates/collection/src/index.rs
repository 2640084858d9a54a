//! An index that is there: what it says of games and positions.

use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

use crownhead_board::{Bitboard, Color, Move, Position, Setup};
use crownhead_pdn::{GameResult, Reader, Record};

use crate::build::result_of;
use crate::code::coded_moves;
use crate::date::Date;
use crate::error::{IndexError, OpenGameError};
use crate::facts::{Facts, Seen};
use crate::format::{Head, Section};
use crate::material::Material;
use crate::sorter::{PLACE_BYTES, Place};
use crate::summary::{Games, ROW_BYTES, Row, Summary};

/// Many games, ready to be searched.
///
/// Games are numbered from 0, in the order of their files. What is damaged in a way that nobody has noticed gives wrong
/// answers, and never a panic.
#[derive(Debug)]
pub struct Index {
    bytes: Bytes,
    head: Head,
}

#[derive(Debug)]
enum Bytes {
    Held(Vec<u8>),
    #[cfg(feature = "files")]
    Mapped(memmap2::Mmap),
}

impl Bytes {
    fn all(&self) -> &[u8] {
        match self {
            Bytes::Held(bytes) => bytes,
            #[cfg(feature = "files")]
            Bytes::Mapped(map) => map,
        }
    }
}

/// What is known of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo<'a> {
    /// Black's name, or nothing.
    pub black: &'a str,
    /// White's name, or nothing.
    pub white: &'a str,
    /// The event, or nothing.
    pub event: &'a str,
    /// The date, or the year in the name of the event.
    pub date: Option<Date>,
    /// How it ended.
    pub result: Option<GameResult>,
    /// The name of the opening, or nothing.
    pub opening: &'a str,
    /// The number of the three-move ballot.
    pub ballot: Option<u8>,
    /// The number of plies.
    pub plies: u16,
    /// Are all moves of the game known? Else they end before one that is illegal, or that house rules allow.
    pub is_whole: bool,
    /// The file with the game.
    pub file: &'a str,
    /// Where it begins in the file, in bytes.
    pub offset: u64,
}

impl Index {
    /// Reads an index from memory, and checks all of it.
    ///
    /// # Errors
    ///
    /// It is no index, of another version, or damaged.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Index, IndexError> {
        let index = Index::from_bytes_unchecked(bytes)?;
        index.verify()?;
        Ok(index)
    }

    /// Reads an index from memory, and checks its head alone.
    ///
    /// # Errors
    ///
    /// It is no index, of another version, or its head is damaged.
    pub fn from_bytes_unchecked(bytes: Vec<u8>) -> Result<Index, IndexError> {
        Ok(Index { head: Head::read(&bytes)?, bytes: Bytes::Held(bytes) })
    }

    pub(crate) fn from_written(bytes: Vec<u8>) -> Index {
        Index::from_bytes_unchecked(bytes).expect("what was just written can be read")
    }

    /// Opens a file, which is mapped into memory. Its head is checked; [`Index::verify`] checks the rest.
    ///
    /// # Errors
    ///
    /// It cannot be read, is no index, of another version, or its head is damaged.
    #[cfg(feature = "files")]
    pub fn open(path: &std::path::Path) -> Result<Index, IndexError> {
        let failed = |source| IndexError::Io { path: path.to_owned(), source };
        let file = std::fs::File::open(path).map_err(failed)?;
        if file.metadata().map_err(failed)?.is_dir() {
            return Err(failed(std::io::ErrorKind::IsADirectory.into()));
        }
        // SAFETY: the file must not be changed or cut short while it is mapped. This crate never does either: it
        // replaces a file by renaming a new one into its place, which leaves the mapped one as it is. Other
        // programs should do the same; that cannot be enforced here.
        #[allow(unsafe_code)]
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(failed)?;
        Ok(Index { head: Head::read(&map)?, bytes: Bytes::Mapped(map) })
    }

    /// Compares all checksums, for which the whole index is read.
    ///
    /// # Errors
    ///
    /// It is damaged.
    pub fn verify(&self) -> Result<(), IndexError> {
        self.head.verify(self.bytes.all())
    }

    /// The index as it is written to a file.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.all()
    }

    /// The number of games.
    pub fn n_games(&self) -> u32 {
        self.head.n_games
    }

    /// The number of positions in all games, each counted as often as it occurs.
    pub fn n_positions(&self) -> usize {
        self.section(Section::Places).len() / PLACE_BYTES
    }

    /// The names of the files.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        std::str::from_utf8(self.section(Section::Files))
            .unwrap_or_default()
            .split('\n')
            .filter(|name| !name.is_empty())
    }

    /// What is known of a game.
    pub fn game(&self, game: u32) -> Option<GameInfo<'_>> {
        (game < self.n_games()).then(|| GameInfo {
            black: self.name(self.player(game, Color::Black)),
            white: self.name(self.player(game, Color::White)),
            event: self.event(self.word(Section::Event, game)),
            date: self.date(game),
            result: self.result(game),
            opening: self.event(self.word(Section::Opening, game)),
            ballot: Some(self.entry::<1>(Section::Ballot, game)[0]).filter(|ballot| *ballot != 0),
            plies: self.plies(game),
            is_whole: self.entry::<1>(Section::Whole, game)[0] == 1,
            file: self.files().nth(self.word(Section::File, game) as usize).unwrap_or_default(),
            offset: u64::from_le_bytes(self.entry(Section::Offset, game)),
        })
    }

    /// The position from which a game starts.
    pub fn start(&self, game: u32) -> Option<Position> {
        let number = match self.word(Section::Start, game) {
            0 => return Some(Position::START),
            number => number as usize - 1,
        };
        let bytes = *self.section(Section::Starts).as_chunks::<16>().0.get(number)?;
        let [black, white, kings, turn] = words(bytes);
        let [black, white, kings] = [black, white, kings].map(Bitboard::from_row_major);
        let turn = if turn == 0 { Color::Black } else { Color::White };
        Position::try_from(Setup { black, white, kings, turn: Some(turn) }).ok()
    }

    /// The codes of the moves of a game.
    pub(crate) fn codes(&self, game: u32) -> &[u8] {
        let at = u64::from_le_bytes(self.entry(Section::MovesAt, game)) as usize;
        let end = at.saturating_add(usize::from(self.plies(game)));
        self.section(Section::Moves).get(at..end).unwrap_or_default()
    }

    /// The moves of a game.
    pub fn moves(&self, game: u32) -> Vec<Move> {
        let Some(mut pos) = self.start(game) else { return Vec::new() };
        let play = |code: &u8| {
            let mv = *coded_moves(&pos).get(usize::from(*code))?;
            pos = pos.play_unchecked(mv);
            Some(mv)
        };
        self.codes(game).iter().map_while(play).collect()
    }

    /// Is there a position in the game that passes a test?
    pub(crate) fn any_position(&self, game: u32, mut test: impl FnMut(&Position) -> bool) -> bool {
        let Some(mut pos) = self.start(game) else { return false };
        for code in self.codes(game) {
            if test(&pos) {
                return true;
            }
            let Some(mv) = coded_moves(&pos).get(usize::from(*code)).copied() else { return false };
            pos = pos.play_unchecked(mv);
        }
        test(&pos)
    }

    /// Reads a game from its file, which the caller has opened.
    ///
    /// # Errors
    ///
    /// There is no such game, or the file cannot be read or has something else in its place.
    pub fn read_game(&self, game: u32, mut file: impl Read + Seek) -> Result<Record, OpenGameError> {
        let info = self.must_be_there(game)?;
        let path = || PathBuf::from(info.file);
        let sought = file.seek(SeekFrom::Start(info.offset));
        sought.map_err(|source| OpenGameError::Io { path: path(), source })?;
        match Reader::new(file).next() {
            Some(Ok(record)) if self.is_same(game, &Facts::of(&record)) => Ok(record),
            Some(Err(error)) => Err(OpenGameError::Changed { path: path(), source: Some(error) }),
            _ => Err(OpenGameError::Changed { path: path(), source: None }),
        }
    }

    /// Reads a game from its file.
    ///
    /// # Errors
    ///
    /// There is no such game, or the file is gone or has something else in its place.
    #[cfg(feature = "files")]
    pub fn open_game(&self, game: u32) -> Result<Record, OpenGameError> {
        let path = PathBuf::from(self.must_be_there(game)?.file);
        match std::fs::File::open(&path) {
            Ok(file) => self.read_game(game, file),
            Err(source) => Err(OpenGameError::Io { path, source }),
        }
    }

    fn must_be_there(&self, game: u32) -> Result<GameInfo<'_>, OpenGameError> {
        let missing = OpenGameError::NoSuchGame { number: u64::from(game) + 1, n_games: self.n_games() };
        self.game(game).ok_or(missing)
    }

    fn is_same(&self, game: u32, facts: &Facts) -> bool {
        let is_name = |color: Color| self.name(self.player(game, color)) == facts.names[color as usize];
        self.codes(game) == facts.codes
            && self.start(game) == Some(facts.start)
            && [Color::Black, Color::White].into_iter().all(is_name)
    }

    pub(crate) fn plies(&self, game: u32) -> u16 {
        u16::from_le_bytes(self.entry(Section::Plies, game))
    }

    pub(crate) fn ballot(&self, game: u32) -> u8 {
        self.entry::<1>(Section::Ballot, game)[0]
    }

    pub(crate) fn seen(&self, game: u32) -> Seen {
        Seen(words(self.entry(Section::Seen, game)).map(Bitboard::from_row_major))
    }

    pub(crate) fn last(&self, game: u32) -> Material {
        Material::from_bytes(self.entry(Section::Last, game))
    }

    /// The places of a position, in the order of games and plies.
    pub(crate) fn places(&self, pos: &Position) -> impl ExactSizeIterator<Item = Place> + '_ {
        let places = self.section(Section::Places).as_chunks::<PLACE_BYTES>().0;
        let key = pos.key();
        let start = places.partition_point(|place| Place::from_bytes(*place).key() < key);
        let len = places[start..].partition_point(|place| Place::from_bytes(*place).key() == key);
        places[start..start + len].iter().map(|place| Place::from_bytes(*place))
    }

    /// What was played in a position.
    pub(crate) fn summary(&self, pos: &Position) -> Summary {
        self.stored_summary(pos)
            .unwrap_or_else(|| Summary::of(self.places(pos).filter(|p| self.has(p)), self))
    }

    /// The games with a position, each once.
    pub(crate) fn games_with(&self, pos: &Position) -> Vec<u32> {
        let mut games: Vec<u32> = self.places(pos).filter(|place| self.has(place)).map(Place::game).collect();
        games.dedup();
        games
    }

    /// The number of games with a position.
    pub(crate) fn n_games_with(&self, pos: &Position) -> u32 {
        match self.stored_summary(pos) {
            Some(summary) => summary.all.tally.games,
            None => self.games_with(pos).len() as u32,
        }
    }

    /// Is there a game at a place? In a damaged file there may be none.
    pub(crate) fn has(&self, place: &Place) -> bool {
        place.game() < self.n_games()
    }

    fn stored_summary(&self, pos: &Position) -> Option<Summary> {
        let crowds = self.section(Section::Crowds).as_chunks::<16>().0;
        let crowd = |bytes: &[u8; 16]| {
            (u64::from(words(*bytes)[1]) << 32 | u64::from(words(*bytes)[0]), words(*bytes))
        };
        let at = crowds.binary_search_by_key(&pos.key(), |bytes| crowd(bytes).0).ok()?;
        let [_, _, first, n_rows] = words(crowds[at]).map(|word| word as usize);
        let rows = self.section(Section::Rows).as_chunks::<ROW_BYTES>().0;
        let (all, moves) = rows.get(first..first.checked_add(n_rows)?)?.split_first()?;
        Some(Summary { all: Row::from_bytes(all), moves: moves.iter().map(Row::from_bytes).collect() })
    }

    /// The name of a player by its number.
    pub(crate) fn name(&self, number: u32) -> &str {
        self.text(Section::Names, Section::NameEnds, number)
    }

    /// The name of an event or opening by its number.
    pub(crate) fn event(&self, number: u32) -> &str {
        self.text(Section::Events, Section::EventEnds, number)
    }

    fn text(&self, texts: Section, ends: Section, number: u32) -> &str {
        let ends = self.section(ends).as_chunks::<4>().0;
        let end = |number: Option<usize>| Some(u32::from_le_bytes(*ends.get(number?)?) as usize);
        let number = number as usize;
        let (start, end) = (end(number.checked_sub(1)).unwrap_or(0), end(Some(number)).unwrap_or(0));
        let bytes = self.section(texts).get(start..end).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// The number of names of players or of events.
    pub(crate) fn n_texts(&self, ends: Section) -> u32 {
        (self.section(ends).len() / 4) as u32
    }

    pub(crate) fn word(&self, section: Section, game: u32) -> u32 {
        u32::from_le_bytes(self.entry(section, game))
    }

    /// An entry of a section with one for each game; zeros if there is no such game.
    fn entry<const N: usize>(&self, section: Section, game: u32) -> [u8; N] {
        self.section(section).as_chunks::<N>().0.get(game as usize).copied().unwrap_or([0; N])
    }

    pub(crate) fn section(&self, section: Section) -> &[u8] {
        &self.bytes.all()[self.head.range(section)]
    }
}

impl Games for Index {
    fn result(&self, game: u32) -> Option<GameResult> {
        result_of(self.entry::<1>(Section::Result, game)[0])
    }

    fn date(&self, game: u32) -> Option<Date> {
        Date::from_bits(self.word(Section::Date, game))
    }

    fn player(&self, game: u32, color: Color) -> u32 {
        self.word(if color == Color::Black { Section::Black } else { Section::White }, game)
    }
}

fn words(bytes: [u8; 16]) -> [u32; 4] {
    let all = u128::from_le_bytes(bytes);
    [all as u32, (all >> 32) as u32, (all >> 64) as u32, (all >> 96) as u32]
}
