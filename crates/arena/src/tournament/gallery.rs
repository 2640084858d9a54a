//! Where people look on: what can be seen of a tournament, read from its folder as it grows there.
//!
//! The folder is all there is between those who play and those who look on, so that the tournament may be played by
//! another program, or be over. What cannot be read is left out: only a last line can be cut short, and whoever looks
//! on wants to see the rest.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use crownhead_board::Game;
use crownhead_engine::opening_name_of;
use crownhead_pdn::{Item, Reader, Record};
use serde::Deserialize;

use super::file::TournamentFile;
use super::folder::{ATTEMPTS, FolderError, Heading, JOURNAL, io_error, is_in_use};
use super::live::{self, LiveGame, LiveLine};
use super::record::{AttemptRecord, GameRecord};
use super::scoreboard::Scoreboard;
use super::tail::{Appended, Tail};
use super::words::Said;

/// What can be seen of a tournament.
#[derive(Debug)]
pub struct Gallery {
    folder: PathBuf,
    journal: Tail,
    file: TournamentFile,
    games: Vec<SeenGame>,
    /// How often each game is in the journal.
    runs: HashMap<usize, usize>,
    live: BTreeMap<usize, (Tail, Option<LiveGame>)>,
    is_running: bool,
    attempts: Attempts,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct SeenGame {
    /// What is known about it. Its PDN is left in the journal: see [`Gallery::story`].
    pub record: GameRecord,
    /// How often it had become void before.
    pub run: usize,
    /// What it began with: the name of the opening, or its moves.
    pub opening: String,
    place: u64,
}

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It is being played.
    Running,
    /// It was interrupted, and can go on.
    Stopped,
    /// All games are over.
    Finished,
}

/// What has happened since somebody looked last.
#[derive(Debug, Default)]
pub struct News {
    /// It is another tournament than before, so that everything is new.
    pub is_anew: bool,
    /// Games that have begun, by their numbers.
    pub begun: Vec<usize>,
    /// Moves that were made: the number of the game, and plies before the first that is new.
    pub moved: Vec<(usize, usize)>,
    /// What was said, with the number of the game.
    pub said: Vec<(usize, Said)>,
    /// Games that were cut off, and will be played again.
    pub gone: Vec<usize>,
    /// Games that are over: the place in [`Gallery::games`], and the game.
    pub over: Vec<(usize, Game)>,
    /// The tournament goes on, or was interrupted.
    pub has_stopped_or_gone_on: bool,
}

impl News {
    /// Nothing has happened.
    pub fn is_empty(&self) -> bool {
        let News { is_anew, begun, moved, said, gone, over, has_stopped_or_gone_on } = self;
        !is_anew
            && !has_stopped_or_gone_on
            && begun.is_empty()
            && moved.is_empty()
            && said.is_empty()
            && gone.is_empty()
            && over.is_empty()
    }
}

/// One game from its beginning to its end, or as far as it has come.
#[derive(Clone, Debug)]
pub struct Story {
    /// The moves.
    pub game: Game,
    /// How many of them were given by the opening.
    pub n_given: usize,
    /// What stands beside each move in the record of the game.
    pub comments: Vec<String>,
    /// What was said.
    pub said: Vec<Said>,
    /// The game as PDN, if it is over.
    pub pdn: Option<String>,
}

impl Gallery {
    /// Opens the folder of a tournament, and reads what is there.
    ///
    /// # Errors
    ///
    /// There is no tournament in it that can be read.
    pub fn open(folder: &Path) -> Result<Gallery, FolderError> {
        let heading = Heading::read(folder)?;
        let mut gallery = Gallery {
            folder: folder.to_owned(),
            journal: Tail::new(folder.join(JOURNAL)),
            file: heading,
            games: Vec::new(),
            runs: HashMap::new(),
            live: BTreeMap::new(),
            is_running: false,
            attempts: Attempts::new(folder),
        };
        gallery.catch_up()?;
        Ok(gallery)
    }

    /// Reads what was written since the last time.
    ///
    /// # Errors
    ///
    /// The journal cannot be read.
    pub fn catch_up(&mut self) -> Result<News, FolderError> {
        let mut news = News::default();
        // A game leaves the live ones after it has come into the journal: looked at in this order, it is always
        // in one of them.
        self.look_at_live(&mut news);
        self.look_at_journal(&mut news)?;
        self.settle(&mut news);
        let is_running = is_in_use(&self.folder);
        news.has_stopped_or_gone_on = is_running != self.is_running;
        self.is_running = is_running;
        Ok(news)
    }

    /// The tournament.
    pub fn file(&self) -> &TournamentFile {
        &self.file
    }

    /// The games that are over, in the order in which they ended.
    pub fn games(&self) -> &[SeenGame] {
        &self.games
    }

    /// The games in progress, in the order of their numbers.
    pub fn live(&self) -> impl Iterator<Item = &LiveGame> {
        self.live.values().filter_map(|(_, live)| live.as_ref())
    }

    /// A game in progress.
    pub fn live_game(&self, game: usize) -> Option<&LiveGame> {
        self.live.get(&game)?.1.as_ref()
    }

    /// The table.
    pub fn scoreboard(&self) -> Scoreboard {
        let records: Vec<&GameRecord> = self.games.iter().map(|game| &game.record).collect();
        Scoreboard::new(&self.file, &records)
    }

    /// How many games will not be played any more, of how many.
    pub fn n_done(&self) -> (usize, usize) {
        let is_done = |game: &&SeenGame| game.record.points.is_some() || game.run >= self.file.replays;
        (self.games.iter().filter(is_done).count(), self.file.n_games())
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        let (done, all) = self.n_done();
        match self.is_running {
            _ if done >= all => Progress::Finished,
            true => Progress::Running,
            false => Progress::Stopped,
        }
    }

    /// A game with all that was said in it: one that is over, in its last run unless another is named, or one in
    /// progress. None if there is no such game.
    ///
    /// # Errors
    ///
    /// A file cannot be read.
    pub fn story(&mut self, game: usize, run: Option<usize>) -> Result<Option<Story>, FolderError> {
        let is_wanted = |live: &&LiveGame| run.is_none_or(|run| run == live.run);
        if let Some(live) = self.live_game(game).filter(is_wanted) {
            return Ok(Some(self.live_story(live)));
        }
        let Some(seen) = self.seen(game, run) else { return Ok(None) };
        let (run, place) = (seen.run, seen.place);
        let path = self.folder.join(JOURNAL);
        let line = self.journal.line_at(place).map_err(io_error(&path))?;
        let Some((record, written)) = read_record(&line) else { return Ok(None) };
        let played = written.replay().unwrap_or_default();
        let said = self.attempts.of(game, run).map_err(io_error(&self.folder.join(ATTEMPTS)))?;
        Ok(Some(Story {
            n_given: n_given(&record),
            comments: comments(&written),
            game: played,
            said,
            pdn: Some(record.pdn),
        }))
    }

    /// A game that is over, in its last run unless another is named.
    pub fn seen(&self, game: usize, run: Option<usize>) -> Option<&SeenGame> {
        let fits = |seen: &&SeenGame| seen.record.game == game && run.is_none_or(|run| run == seen.run);
        self.games.iter().rev().find(fits)
    }

    fn live_story(&self, live: &LiveGame) -> Story {
        let mut said = Vec::new();
        // It may have ended meanwhile; then nothing was said.
        let _ = Tail::new(live::path_of(&self.folder, live.game)).read(|appended| {
            if let Appended::Line(_, line) = appended
                && let Ok(LiveLine::Said(words)) = serde_json::from_slice(line)
            {
                said.push(words);
            }
        });
        Story { game: live.played.clone(), n_given: live.n_given, comments: Vec::new(), said, pdn: None }
    }

    fn look_at_live(&mut self, news: &mut News) {
        let numbers = live::numbers(&self.folder);
        for game in numbers.iter().copied() {
            let path = || Tail::new(live::path_of(&self.folder, game));
            let (tail, live) = self.live.entry(game).or_insert_with(|| (path(), None));
            let n_before = live.as_ref().map_or(0, |live| live.played.moves().len());
            let mut has_begun = false;
            let read = tail.read(|appended| match appended {
                Appended::Anew => *live = None,
                Appended::Line(_, line) => match (serde_json::from_slice(line), live.as_mut()) {
                    (Ok(line @ LiveLine::Begun { .. }), _) => {
                        *live = LiveGame::begin(&line);
                        has_begun = live.is_some();
                    }
                    (Ok(LiveLine::Moved { mv, clock, by_chance, at }), Some(live)) => {
                        let _ = live.go_on(&mv, clock, by_chance, at);
                    }
                    (Ok(LiveLine::Said(said)), Some(_)) => news.said.push((game, said)),
                    _ => {}
                },
            });
            let n_now = live.as_ref().map_or(0, |live| live.played.moves().len());
            match read {
                Ok(()) if has_begun => news.begun.push(game),
                Ok(()) if n_now > n_before => news.moved.push((game, n_before)),
                _ => {}
            }
        }
        let is_gone = |game: &usize| !numbers.contains(game);
        let gone: Vec<usize> = self.live.keys().copied().filter(is_gone).collect();
        for game in gone {
            let left = self.live.remove(&game).and_then(|(_, live)| live);
            news.gone.extend(left.map(|live| live.game));
        }
    }

    fn look_at_journal(&mut self, news: &mut News) -> Result<(), FolderError> {
        let Gallery { journal, file, games, runs, .. } = self;
        let read = journal.read(|appended| match appended {
            Appended::Anew => {
                games.clear();
                runs.clear();
                news.over.clear();
                news.is_anew = true;
            }
            Appended::Line(0, line) => {
                if let Ok(heading) = serde_json::from_slice::<Heading>(line) {
                    *file = heading.tournament;
                }
            }
            Appended::Line(place, line) => {
                let n_players = file.players.len();
                let Some((mut record, written)) = read_record(line) else { return };
                if record.black.max(record.white) >= n_players {
                    return;
                }
                let run = runs.entry(record.game).or_default();
                let played = written.replay().unwrap_or_default();
                record.pdn = String::new();
                let opening = opening(&played, n_given(&record));
                games.push(SeenGame { record, run: *run, opening, place });
                *run += 1;
                news.over.push((games.len() - 1, played));
            }
        });
        read.map_err(io_error(&self.folder.join(JOURNAL)))
    }

    /// What is in the journal is over, whatever else is there.
    fn settle(&mut self, news: &mut News) {
        let Gallery { live, runs, file, .. } = self;
        let is_over = |live: &LiveGame| runs.get(&live.game).is_some_and(|n_runs| *n_runs > live.run);
        let n_players = file.players.len();
        for (_, live) in live.values_mut() {
            if live.as_ref().is_some_and(|live| is_over(live) || live.black.max(live.white) >= n_players) {
                *live = None;
            }
        }
        let is_live = |game: &usize| live.get(game).is_some_and(|(_, live)| live.is_some());
        news.begun.retain(is_live);
        news.moved.retain(|(game, _)| is_live(game));
        news.said.retain(|(game, _)| is_live(game));
        let is_over = |game: &usize| news.over.iter().any(|(i, _)| self.games[*i].record.game == *game);
        news.gone.retain(|game| !is_over(game));
    }
}

fn read_record(line: &[u8]) -> Option<(GameRecord, Record)> {
    let record: GameRecord = serde_json::from_slice(line).ok()?;
    let written = Reader::from_text(&record.pdn).next()?.ok()?;
    Some((record, written))
}

/// How many moves of a game were given by its opening.
fn n_given(record: &GameRecord) -> usize {
    let made: u32 = record.sides.iter().map(|side| side.moves).sum();
    record.plies.saturating_sub(made as usize)
}

fn opening(played: &Game, n_given: usize) -> String {
    let mut given = Game::from_position(*played.start(), *played.rules());
    played.moves().take(n_given).for_each(|mv| {
        let _ = given.play(mv);
    });
    let moves = || given.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ");
    opening_name_of(&given).map_or_else(moves, str::to_owned)
}

/// The comment behind each move.
fn comments(record: &Record) -> Vec<String> {
    let mut comments: Vec<String> = Vec::new();
    for item in record.body.iter() {
        match item {
            Item::Move(_) => comments.push(String::new()),
            Item::Comment(comment) => {
                if let Some(last) = comments.last_mut() {
                    last.push_str(comment.text().trim());
                }
            }
            _ => {}
        }
    }
    comments
}

/// Where the attempts of each run of each game are, because there may be too many to keep.
#[derive(Debug)]
struct Attempts {
    tail: Tail,
    places: HashMap<(usize, usize), Vec<u64>>,
}

/// What is needed of a line to find it again.
#[derive(Deserialize)]
struct Belongs {
    game: usize,
    run: usize,
}

impl Attempts {
    fn new(folder: &Path) -> Attempts {
        Attempts { tail: Tail::new(folder.join(ATTEMPTS)), places: HashMap::new() }
    }

    fn of(&mut self, game: usize, run: usize) -> std::io::Result<Vec<Said>> {
        let Attempts { tail, places } = self;
        tail.read(|appended| match appended {
            Appended::Anew => places.clear(),
            Appended::Line(place, line) => {
                if let Ok(Belongs { game, run }) = serde_json::from_slice(line) {
                    places.entry((game, run)).or_default().push(place);
                }
            }
        })?;
        let mut said = Vec::new();
        for place in places.get(&(game, run)).into_iter().flatten() {
            let record = serde_json::from_slice::<AttemptRecord>(&tail.line_at(*place)?);
            said.extend(record.ok().as_ref().map(Said::from));
        }
        Ok(said)
    }
}
