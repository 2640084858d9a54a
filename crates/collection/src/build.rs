//! From games to an index.

use std::collections::HashMap;
use std::io::{self, Cursor, Seek, Write};

use crownhead_board::{Color, Position};
use crownhead_pdn::{GameResult, ReadError, Reader};

use crate::date::Date;
use crate::facts::Facts;
use crate::format::{FileWriter, Section};
use crate::index::Index;
use crate::sorter::{Place, Sorter};
use crate::summary::{CROWD, Games, Summary};

/// Takes games one after the other, and makes an index of them.
///
/// It holds about 130 bytes for each game, the names once each, and the places of positions: all of them in memory, or some
/// while the others wait on the disk.
///
/// ```
/// use crownhead_collection::{Builder, Query};
///
/// let mut builder = Builder::new();
/// builder.add_file("club.pdn", br#"[White "Ann"] 1. 11-15 22-18 0-1 [White "Bob"] 1. 9-13 1-0"#);
/// let index = builder.into_index();
/// let found = index.search(&Query { player: Some("ann".into()), ..Query::default() }).unwrap();
/// assert_eq!(found, [0]);
/// assert_eq!(index.game(0).unwrap().white, "Ann");
/// ```
#[derive(Debug)]
pub struct Builder {
    files: Vec<String>,
    names: Texts,
    events: Texts,
    starts: Starts,
    games: Columns,
    moves: Vec<u8>,
    places: Sorter,
}

/// What is kept of each game, one list for each thing.
#[derive(Debug, Default)]
struct Columns {
    players: [Vec<u32>; 2],
    event: Vec<u32>,
    opening: Vec<u32>,
    date: Vec<u32>,
    plies: Vec<u16>,
    result: Vec<u8>,
    ballot: Vec<u8>,
    whole: Vec<u8>,
    file: Vec<u32>,
    offset: Vec<u64>,
    start: Vec<u32>,
    moves_at: Vec<u64>,
    seen: Vec<[u32; 4]>,
    last: Vec<[u8; 4]>,
}

impl Games for Columns {
    fn result(&self, game: u32) -> Option<GameResult> {
        result_of(self.result[game as usize])
    }

    fn date(&self, game: u32) -> Option<Date> {
        Date::from_bits(self.date[game as usize])
    }

    fn player(&self, game: u32, color: Color) -> u32 {
        self.players[color as usize][game as usize]
    }
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

impl Builder {
    /// A builder that holds everything in memory.
    pub fn new() -> Builder {
        Builder::with_sorter(Sorter::in_memory())
    }

    pub(crate) fn with_sorter(places: Sorter) -> Builder {
        Builder {
            files: Vec::new(),
            names: Texts::new(),
            events: Texts::new(),
            starts: Starts::default(),
            games: Columns::default(),
            moves: Vec::new(),
            places,
        }
    }

    /// Adds the games of a file in memory, and returns what is wrong with those that cannot be read.
    pub fn add_file(&mut self, name: &str, bytes: &[u8]) -> Vec<ReadError> {
        self.begin_file(name);
        let mut unreadable = Vec::new();
        let mut reader = Reader::new(bytes);
        while let Some(record) = reader.next() {
            match record {
                Ok(record) => {
                    self.add(&Facts::of(&record), reader.game_offset()).expect("memory can be written");
                }
                Err(error) => unreadable.push(error),
            }
        }
        unreadable
    }

    /// Says which file the games come from that are added next.
    pub(crate) fn begin_file(&mut self, name: &str) {
        self.files.push(name.replace(['\n', '\r'], " "));
    }

    /// Adds a game of the current file.
    pub(crate) fn add(&mut self, facts: &Facts, offset: u64) -> io::Result<()> {
        let game = u32::try_from(self.n_games()).ok().filter(|game| *game < u32::MAX);
        let game = game.ok_or_else(|| io::Error::other("a collection holds at most 4,294,967,295 games"))?;
        for ((key, turn, code), ply) in facts.steps().zip(0..=u16::MAX) {
            self.places.push(Place::new(key, turn, game, ply, code))?;
        }
        let games = &mut self.games;
        for (column, name) in games.players.iter_mut().zip(&facts.names) {
            column.push(self.names.number(name));
        }
        games.event.push(self.events.number(&facts.event));
        games.opening.push(self.events.number(facts.opening.unwrap_or_default()));
        games.date.push(Date::to_bits(facts.date));
        games.plies.push(facts.codes.len() as u16);
        games.result.push(result_code(facts.result));
        games.ballot.push(facts.ballot);
        games.whole.push(u8::from(facts.is_whole));
        games.file.push(self.files.len().saturating_sub(1) as u32);
        games.offset.push(offset);
        games.start.push(self.starts.number(facts.start));
        games.moves_at.push(self.moves.len() as u64);
        games.seen.push(facts.seen.0.map(|squares| squares.to_row_major()));
        games.last.push(facts.last.to_bytes());
        self.moves.extend(&facts.codes);
        Ok(())
    }

    pub(crate) fn n_games(&self) -> usize {
        self.games.date.len()
    }

    /// The index, in memory.
    pub fn into_index(self) -> Index {
        let bytes = self.write(Cursor::new(Vec::new())).expect("memory can be written").into_inner();
        Index::from_written(bytes)
    }

    /// Writes the index to a file, which is given back.
    pub(crate) fn write<W: Write + Seek>(self, out: W) -> io::Result<W> {
        let n_games = self.n_games() as u32;
        let games = &self.games;
        let mut out = FileWriter::new(out, n_games)?;
        out.section(Section::Files, |write| write(self.files.join("\n").as_bytes()))?;
        self.names.write(&mut out, Section::Names, Section::NameEnds)?;
        self.events.write(&mut out, Section::Events, Section::EventEnds)?;
        out.section(Section::Starts, |write| {
            self.starts.all.iter().try_for_each(|pos| write(&start_bytes(pos)))
        })?;
        column(&mut out, Section::Black, &games.players[0], |n| n.to_le_bytes())?;
        column(&mut out, Section::White, &games.players[1], |n| n.to_le_bytes())?;
        column(&mut out, Section::Event, &games.event, |n| n.to_le_bytes())?;
        column(&mut out, Section::Opening, &games.opening, |n| n.to_le_bytes())?;
        column(&mut out, Section::Date, &games.date, |n| n.to_le_bytes())?;
        column(&mut out, Section::Plies, &games.plies, |n| n.to_le_bytes())?;
        column(&mut out, Section::Result, &games.result, |n| [*n])?;
        column(&mut out, Section::Ballot, &games.ballot, |n| [*n])?;
        column(&mut out, Section::Whole, &games.whole, |n| [*n])?;
        column(&mut out, Section::File, &games.file, |n| n.to_le_bytes())?;
        column(&mut out, Section::Offset, &games.offset, |n| n.to_le_bytes())?;
        column(&mut out, Section::Start, &games.start, |n| n.to_le_bytes())?;
        column(&mut out, Section::MovesAt, &games.moves_at, |n| n.to_le_bytes())?;
        column(&mut out, Section::Seen, &games.seen, |seen| words(*seen))?;
        column(&mut out, Section::Last, &games.last, |last| *last)?;
        out.section(Section::Moves, |write| write(&self.moves))?;
        let mut crowds = Crowds::new(games);
        out.section(Section::Places, |write| {
            self.places.for_each(|place| {
                crowds.add(place);
                write(&place.to_bytes())
            })
        })?;
        let (keys, rows) = crowds.finish();
        out.section(Section::Crowds, |write| write(&keys))?;
        out.section(Section::Rows, |write| write(&rows))?;
        out.finish()
    }
}

fn column<W: Write + Seek, T, const N: usize>(
    out: &mut FileWriter<W>,
    section: Section,
    values: &[T],
    bytes: impl Fn(&T) -> [u8; N],
) -> io::Result<()> {
    out.section(section, |write| values.iter().try_for_each(|value| write(&bytes(value))))
}

fn words([a, b, c, d]: [u32; 4]) -> [u8; 16] {
    let all = u128::from(d) << 96 | u128::from(c) << 64 | u128::from(b) << 32 | u128::from(a);
    all.to_le_bytes()
}

fn start_bytes(pos: &Position) -> [u8; 16] {
    let [black, white, kings] = [pos.black(), pos.white(), pos.kings()].map(|squares| squares.to_row_major());
    words([black, white, kings, pos.turn() as u32])
}

/// A result as it is stored.
pub(crate) fn result_code(result: Option<GameResult>) -> u8 {
    match result {
        None => 0,
        Some(GameResult::BlackWins) => 1,
        Some(GameResult::WhiteWins) => 2,
        Some(GameResult::Draw) => 3,
        Some(GameResult::BothLose) => 4,
    }
}

pub(crate) fn result_of(code: u8) -> Option<GameResult> {
    match code {
        1 => Some(GameResult::BlackWins),
        2 => Some(GameResult::WhiteWins),
        3 => Some(GameResult::Draw),
        4 => Some(GameResult::BothLose),
        _ => None,
    }
}

/// Texts, each of them once. The first is empty.
#[derive(Debug)]
struct Texts {
    numbers: HashMap<String, u32>,
    text: String,
    ends: Vec<u32>,
}

impl Texts {
    fn new() -> Texts {
        Texts { numbers: HashMap::from([(String::new(), 0)]), text: String::new(), ends: vec![0] }
    }

    /// The number of a text. Texts beyond four gigabytes are dropped.
    fn number(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let Ok(end) = u32::try_from(self.text.len() + text.len()) else { return 0 };
        let number = self.ends.len() as u32;
        self.text.push_str(text);
        self.ends.push(end);
        self.numbers.insert(text.to_owned(), number);
        number
    }

    fn write<W: Write + Seek>(
        &self,
        out: &mut FileWriter<W>,
        texts: Section,
        ends: Section,
    ) -> io::Result<()> {
        out.section(texts, |write| write(self.text.as_bytes()))?;
        column(out, ends, &self.ends, |end| end.to_le_bytes())
    }
}

/// Positions from which games start.
#[derive(Debug, Default)]
struct Starts {
    numbers: HashMap<Position, u32>,
    all: Vec<Position>,
}

impl Starts {
    /// 0 for the usual start, or one more than the number of the position.
    fn number(&mut self, pos: Position) -> u32 {
        if pos == Position::START {
            return 0;
        }
        *self.numbers.entry(pos).or_insert_with(|| {
            self.all.push(pos);
            self.all.len() as u32
        })
    }
}

/// Finds the positions that occur often, and sums them up.
struct Crowds<'a> {
    games: &'a Columns,
    now: Vec<Place>,
    keys: Vec<u8>,
    rows: Vec<u8>,
    n_rows: u32,
}

impl Crowds<'_> {
    fn new(games: &Columns) -> Crowds<'_> {
        Crowds { games, now: Vec::new(), keys: Vec::new(), rows: Vec::new(), n_rows: 0 }
    }

    fn add(&mut self, place: Place) {
        if self.now.first().is_some_and(|first| first.key() != place.key()) {
            self.sum_up();
        }
        self.now.push(place);
    }

    fn sum_up(&mut self) {
        if self.now.len() >= CROWD {
            let summary = Summary::of(self.now.iter().copied(), self.games);
            let first = self.n_rows;
            for row in summary.rows() {
                self.rows.extend(row.to_bytes());
                self.n_rows += 1;
            }
            self.keys.extend(self.now[0].key().to_le_bytes());
            self.keys.extend(first.to_le_bytes());
            self.keys.extend((self.n_rows - first).to_le_bytes());
        }
        self.now.clear();
    }

    fn finish(mut self) -> (Vec<u8>, Vec<u8>) {
        self.sum_up();
        (self.keys, self.rows)
    }
}
