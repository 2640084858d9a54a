//! Games one after the other from any source of bytes.

use std::io::Read;
use std::iter::FusedIterator;

use crate::error::{Problem, ReadError};
use crate::lexer::{Flaw, Lexed, Step, Token};
use crate::parser::{Flow, GameParser};
use crate::record::Record;
use crate::source::{Place, Source};
use crate::text::decode;

/// Limits on the capacity reserved for a game, which is what the last one needed.
const MAX_NODES: usize = 256;
const MAX_TAGS: usize = 32;
const MAX_TAG_TEXT: usize = 1024;

/// An iterator over the games of a file.
///
/// Memory is bounded by the longest game, not by the file. The source needs no `BufReader`. A game that cannot
/// be read is an error with its place, and the games after it are still read.
///
/// ```
/// use crownhead_pdn::Reader;
///
/// let text = "1. 11-15 23-19 1/2-1/2  1. 9-13 99-18 *\n\n[Event \"Last\"]\n1. 10-15 *";
/// let games: Vec<_> = Reader::from_text(text).collect();
/// assert_eq!(games.len(), 3);
/// assert_eq!(games[0].as_ref().unwrap().body.moves().count(), 2);
/// assert_eq!(games[1].as_ref().unwrap_err().game(), 2);
/// assert_eq!(games[2].as_ref().unwrap().tags.get("Event"), Some("Last"));
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    /// The number of games begun.
    n_games: u64,
    /// The size of the last game: nodes, tags and bytes of tags.
    last_size: (usize, usize, usize),
    is_done: bool,
    /// Whether the unread bytes begin in a game that failed.
    is_in_failed_game: bool,
    /// Where the last game begins.
    game_offset: u64,
    /// What was read of the last game, if that failed.
    unfinished: Option<Record>,
    places: Option<MovePlaces>,
}

/// The places of the parts of a game.
#[derive(Debug)]
struct MovePlaces {
    /// The place of the first unread byte.
    now: Place,
    tags: Vec<(Place, String)>,
    moves: Vec<Place>,
    words: Vec<(Place, String)>,
}

impl From<Place> for MovePlaces {
    fn from(now: Place) -> MovePlaces {
        MovePlaces { now, tags: Vec::new(), moves: Vec::new(), words: Vec::new() }
    }
}

impl<R: Read> Reader<R> {
    /// A reader for a file, bytes in memory, or any other source.
    pub fn new(source: R) -> Reader<R> {
        Reader {
            source: Source::new(source),
            n_games: 0,
            last_size: (0, 0, 0),
            is_done: false,
            is_in_failed_game: false,
            game_offset: 0,
            unfinished: None,
            places: None,
        }
    }

    /// Makes the reader record where the moves are, which makes it a fifth slower.
    #[must_use]
    pub fn with_places(mut self) -> Reader<R> {
        self.places = Some(MovePlaces::from(Place { line: 1, column: 1 }));
        self
    }

    /// The place of a move in the main line of the last game, if the reader [records
    /// places](Reader::with_places). Moves are counted from 1.
    ///
    /// ```
    /// use crownhead_pdn::{Place, Reader};
    ///
    /// let mut reader = Reader::from_text("1. 11-15 22-18\n2. 15x22 *").with_places();
    /// reader.next();
    /// assert_eq!(reader.move_place(2), Some(Place { line: 1, column: 10 }));
    /// assert_eq!(reader.move_place(3), Some(Place { line: 2, column: 4 }));
    /// assert_eq!(reader.move_place(4), None);
    /// ```
    pub fn move_place(&self, number: usize) -> Option<Place> {
        self.places.as_ref()?.moves.get(number.checked_sub(1)?).copied()
    }

    /// The place of a tag of the last game, if the reader [records places](Reader::with_places).
    ///
    /// ```
    /// use crownhead_pdn::{Place, Reader};
    ///
    /// let mut reader = Reader::from_text("[Event \"A\"]\n [FEN \"B:W18:B11\"] *").with_places();
    /// reader.next();
    /// assert_eq!(reader.tag_place("FEN"), Some(Place { line: 2, column: 2 }));
    /// assert_eq!(reader.tag_place("Rules"), None);
    /// ```
    pub fn tag_place(&self, name: &str) -> Option<Place> {
        let tags = &self.places.as_ref()?.tags;
        tags.iter().find(|(_, tag)| tag.eq_ignore_ascii_case(name)).map(|(place, _)| *place)
    }

    /// Words among the moves of the last game that are neither moves nor comments in braces, if the reader
    /// [records places](Reader::with_places). They are read as comments.
    ///
    /// ```
    /// use crownhead_pdn::{Place, Reader};
    ///
    /// let mut reader = Reader::from_text("1. 11-15 {fine} e4 *").with_places();
    /// reader.next();
    /// assert_eq!(reader.stray_words(), [(Place { line: 1, column: 17 }, "e4".to_owned())]);
    /// ```
    pub fn stray_words(&self) -> &[(Place, String)] {
        self.places.as_ref().map_or(&[], |places| &places.words)
    }

    /// The number of bytes before the last game that was read. A reader of the source from there on reads it first.
    ///
    /// ```
    /// use crownhead_pdn::Reader;
    ///
    /// let text = "1. 11-15 *\n\n1. 9-13 *\n";
    /// let mut reader = Reader::from_text(text);
    /// let second = reader.nth(1).unwrap()?;
    /// let offset = usize::try_from(reader.game_offset()).unwrap();
    /// assert_eq!(Reader::from_text(&text[offset..]).next().unwrap()?, second);
    /// # Ok::<(), crownhead_pdn::ReadError>(())
    /// ```
    pub fn game_offset(&self) -> u64 {
        self.game_offset
    }

    /// Takes the last game as far as it was read before it failed, if there was anything to read.
    ///
    /// ```
    /// use crownhead_pdn::Reader;
    ///
    /// let mut reader = Reader::from_text("1. 11-15 23-19 2. 99-100 *");
    /// assert!(reader.next().unwrap().is_err());
    /// assert_eq!(reader.take_unfinished().unwrap().body.moves().count(), 2);
    /// assert_eq!(reader.take_unfinished(), None);
    /// ```
    pub fn take_unfinished(&mut self) -> Option<Record> {
        self.unfinished.take()
    }

    fn read_game(&mut self) -> Option<Result<Record, ReadError>> {
        if std::mem::take(&mut self.is_in_failed_game) {
            self.source.skip_game();
        }
        self.unfinished = None;
        let (n_nodes, n_tags, tag_text) = self.last_size;
        let mut parser = GameParser::with_capacity(n_nodes, n_tags, tag_text);
        if let Some(places) = &mut self.places {
            *places = MovePlaces::from(self.source.place(0));
        }
        let mut is_begun = false;
        loop {
            match self.source.step() {
                Step::Token(lexed) => {
                    if !std::mem::replace(&mut is_begun, true) {
                        self.game_offset = self.source.offset() + lexed.start as u64;
                    }
                    let last_move = parser.last_move();
                    match parser.take(self.source.unread(), &lexed) {
                        Flow::Taken => self.consume(&lexed, parser.last_move() != last_move),
                        Flow::NextGame => break,
                    }
                }
                Step::Bad { flaw, .. } if parser.is_whole_before(flaw) => break,
                Step::Bad { flaw, start, end } => {
                    let ReadError { game, place, problem } = self.fail(flaw, start, end);
                    let problem = problem.in_other_game(parser.other_game());
                    self.unfinished = parser.finish();
                    return Some(Err(ReadError { game, place, problem }));
                }
                Step::End | Step::More => {
                    self.is_done = true;
                    break;
                }
            }
        }
        let record = parser.finish()?;
        self.n_games += 1;
        self.last_size = (
            record.body.n_nodes().min(MAX_NODES),
            record.tags.len().min(MAX_TAGS),
            record.tags.text_len().min(MAX_TAG_TEXT),
        );
        Some(Ok(record))
    }

    /// Consumes a token of the game.
    fn consume(&mut self, lexed: &Lexed, is_move: bool) {
        if let Some(places) = &mut self.places {
            let start = places.now.after(&self.source.unread()[..lexed.start]);
            places.now = start.after(&self.source.unread()[lexed.start..lexed.end]);
            if is_move {
                places.moves.push(start);
            }
            match lexed.token {
                Token::Text(words) => {
                    let words = decode(words.of(self.source.unread()));
                    places.words.push((start, words.trim_end().to_owned()));
                }
                Token::Tag { name, .. } => {
                    places.tags.push((start, decode(name.of(self.source.unread())).into_owned()));
                }
                _ => {}
            }
        }
        self.source.consume(lexed.end);
    }

    /// The error for the current game. The rest of the game is skipped when the next one is read.
    fn fail(&mut self, flaw: Flaw, start: usize, end: usize) -> ReadError {
        self.n_games += 1;
        let place = self.source.place(start);
        let problem = match self.source.take_failure() {
            Some(error) => {
                self.is_done = true;
                Problem::Io(error)
            }
            None => {
                let problem = Problem::new(flaw, self.source.unread(), start, end);
                self.source.consume(start);
                self.is_in_failed_game = true;
                problem
            }
        };
        ReadError { game: self.n_games, place, problem }
    }
}

impl<'a> Reader<&'a [u8]> {
    /// A reader for text in memory.
    pub fn from_text(text: &'a str) -> Reader<&'a [u8]> {
        Reader::new(text.as_bytes())
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Result<Record, ReadError>> {
        if self.is_done { None } else { self.read_game() }
    }
}

impl<R: Read> FusedIterator for Reader<R> {}
