//! A tournament as spectators see it, read from its folder as it grows.
//!
//! The folder is the only link between players and spectators, so the tournament may be played by another program, or be
//! finished. Unreadable lines are skipped: only a last line can be incomplete, and spectators want to see the rest.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use crownhead_board::Game;
use crownhead_engine::opening_name_of;
use crownhead_pdn::{Item, Reader, Record};
use serde::Deserialize;

use super::file::TournamentFile;
use super::folder::{ATTEMPTS, FolderError, Heading, JOURNAL, grow, io_error, is_heading, is_in_use};
use super::live::{self, LiveGame, LiveLine};
use super::record::{AttemptRecord, GameRecord};
use super::reply::Reply;
use super::schedule::Stage;
use super::scoreboard::Scoreboard;
use super::tail::{Appended, Tail};

/// A tournament as spectators see it.
#[derive(Debug)]
pub struct Gallery {
    folder: PathBuf,
    journal: Tail,
    file: TournamentFile,
    /// How it has grown.
    stages: Vec<Stage>,
    games: Vec<SeenGame>,
    /// How often each game is in the journal.
    runs: HashMap<usize, usize>,
    live: BTreeMap<usize, (Tail, Option<LiveGame>)>,
    is_running: bool,
    attempts: Attempts,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct SeenGame {
    /// Its record, without the PDN: see [`Gallery::story`].
    pub record: GameRecord,
    /// How often it was void before.
    pub run: usize,
    /// The name of its opening, or its moves.
    pub opening: String,
    place: u64,
}

/// The progress of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It is being played.
    Running,
    /// It was interrupted, and can continue.
    Stopped,
    /// All games are finished.
    Finished,
}

/// What happened since the last call of [`Gallery::catch_up`].
#[derive(Debug, Default)]
pub struct News {
    /// Whether the journal was replaced, or rounds or players were added: everything may be new.
    pub is_anew: bool,
    /// The numbers of games that started.
    pub begun: Vec<usize>,
    /// Games with new moves: the number of the game, and the plies before the first new one.
    pub moved: Vec<(usize, usize)>,
    /// New replies, with the number of the game.
    pub replies: Vec<(usize, Reply)>,
    /// Games that were interrupted, and will be played again.
    pub gone: Vec<usize>,
    /// Finished games: the index in [`Gallery::games`], and the game.
    pub over: Vec<(usize, Game)>,
    /// Whether the tournament was interrupted or resumed.
    pub is_state_changed: bool,
}

impl News {
    /// Whether nothing happened.
    pub fn is_empty(&self) -> bool {
        let is_changed = self.is_anew || self.is_state_changed;
        let n_games = self.begun.len() + self.moved.len() + self.gone.len() + self.over.len();
        !is_changed && n_games + self.replies.len() == 0
    }
}

/// One game with everything that is known about it.
#[derive(Clone, Debug)]
pub struct Story {
    /// The moves.
    pub game: Game,
    /// The number of moves of the opening.
    pub n_given: usize,
    /// The comment on each move.
    pub comments: Vec<String>,
    /// The replies of text players.
    pub replies: Vec<Reply>,
    /// The game as PDN, if it is finished.
    pub pdn: Option<String>,
}

impl Gallery {
    /// Opens the folder of a tournament, and reads it.
    ///
    /// # Errors
    ///
    /// It holds no readable tournament.
    pub fn open(folder: &Path) -> Result<Gallery, FolderError> {
        let mut gallery = Gallery {
            folder: folder.to_owned(),
            journal: Tail::new(folder.join(JOURNAL)),
            file: Heading::read(folder)?,
            stages: Vec::new(),
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
        // A game is in the journal before its live file is removed: read in this order, it is never missed.
        self.read_live(&mut news);
        self.read_journal(&mut news)?;
        self.settle(&mut news);
        let is_running = is_in_use(&self.folder);
        news.is_state_changed = is_running != self.is_running;
        self.is_running = is_running;
        Ok(news)
    }

    /// The tournament.
    pub fn file(&self) -> &TournamentFile {
        &self.file
    }

    /// The finished games, in the order in which they ended.
    pub fn games(&self) -> &[SeenGame] {
        &self.games
    }

    /// The running games, in the order of their numbers.
    pub fn live(&self) -> impl Iterator<Item = &LiveGame> {
        self.live.values().filter_map(|(_, live)| live.as_ref())
    }

    /// A running game.
    pub fn live_game(&self, game: usize) -> Option<&LiveGame> {
        self.live.get(&game)?.1.as_ref()
    }

    /// The table.
    pub fn scoreboard(&self) -> Scoreboard {
        let records: Vec<&GameRecord> = self.games.iter().map(|game| &game.record).collect();
        Scoreboard::new(&self.file, &records)
    }

    /// The number of games that will not be played any more, and the number of all games.
    pub fn n_done(&self) -> (usize, usize) {
        let is_done = |game: &&SeenGame| game.record.points.is_some() || game.run >= self.file.replays;
        let n_games = self.file.schedule(self.stages.clone(), 1).n_games();
        (self.games.iter().filter(is_done).count(), n_games)
    }

    /// The progress.
    pub fn progress(&self) -> Progress {
        let (done, all) = self.n_done();
        match self.is_running {
            _ if done >= all => Progress::Finished,
            true => Progress::Running,
            false => Progress::Stopped,
        }
    }

    /// Everything about a game: a running one, or the given run of a finished one, by default the last. `None` if there is no
    /// such game.
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
        let line = self.journal.line_at(place).map_err(io_error(&self.folder.join(JOURNAL)))?;
        let Some((record, written)) = read_record(&line) else { return Ok(None) };
        let played = written.replay().unwrap_or_default();
        let replies = self.attempts.of(game, run).map_err(io_error(&self.folder.join(ATTEMPTS)))?;
        Ok(Some(Story {
            n_given: n_given(&record),
            comments: comments(&written),
            game: played,
            replies,
            pdn: Some(record.pdn),
        }))
    }

    /// The given run of a finished game, by default the last.
    pub fn seen(&self, game: usize, run: Option<usize>) -> Option<&SeenGame> {
        let fits = |seen: &&SeenGame| seen.record.game == game && run.is_none_or(|run| run == seen.run);
        self.games.iter().rev().find(fits)
    }

    fn live_story(&self, live: &LiveGame) -> Story {
        let mut replies = Vec::new();
        // The file may be gone by now.
        let _ = Tail::new(live::path_of(&self.folder, live.game)).read(|appended| {
            if let Appended::Line(_, line) = appended
                && let Ok(LiveLine::Said(reply)) = serde_json::from_slice(line)
            {
                replies.push(reply);
            }
        });
        Story { game: live.played.clone(), n_given: live.n_given, comments: Vec::new(), replies, pdn: None }
    }

    fn read_live(&mut self, news: &mut News) {
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
                        let _ = live.advance(&mv, clock, by_chance, at);
                    }
                    (Ok(LiveLine::Said(reply)), Some(_)) => news.replies.push((game, reply)),
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

    fn read_journal(&mut self, news: &mut News) -> Result<(), FolderError> {
        let Gallery { journal, file, stages, games, runs, .. } = self;
        let read = journal.read(|appended| match appended {
            Appended::Anew => {
                games.clear();
                runs.clear();
                stages.clear();
                news.over.clear();
                news.is_anew = true;
            }
            Appended::Line(place, line) if is_heading(line) => {
                if let Ok(heading) = serde_json::from_slice::<Heading>(line) {
                    *file = heading.tournament;
                    grow(stages, file);
                    news.is_anew |= place > 0;
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

    /// Drops live games that are in the journal.
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
        news.replies.retain(|(game, _)| is_live(game));
        let is_over = |game: &usize| news.over.iter().any(|(i, _)| self.games[*i].record.game == *game);
        news.gone.retain(|game| !is_over(game));
    }
}

fn read_record(line: &[u8]) -> Option<(GameRecord, Record)> {
    let record: GameRecord = serde_json::from_slice(line).ok()?;
    let written = Reader::from_text(&record.pdn).next()?.ok()?;
    Some((record, written))
}

/// The number of moves of a game's opening.
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

/// The comment after each move.
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

/// Where the attempts of each run of each game are in the file; there may be too many to keep in memory.
#[derive(Debug)]
struct Attempts {
    tail: Tail,
    places: HashMap<(usize, usize), Vec<u64>>,
}

/// The parts of a line that identify its game.
#[derive(Deserialize)]
struct Belongs {
    game: usize,
    run: usize,
}

impl Attempts {
    fn new(folder: &Path) -> Attempts {
        Attempts { tail: Tail::new(folder.join(ATTEMPTS)), places: HashMap::new() }
    }

    fn of(&mut self, game: usize, run: usize) -> std::io::Result<Vec<Reply>> {
        let Attempts { tail, places } = self;
        tail.read(|appended| match appended {
            Appended::Anew => places.clear(),
            Appended::Line(place, line) => {
                if let Ok(Belongs { game, run }) = serde_json::from_slice(line) {
                    places.entry((game, run)).or_default().push(place);
                }
            }
        })?;
        let mut replies = Vec::new();
        for place in places.get(&(game, run)).into_iter().flatten() {
            let record = serde_json::from_slice::<AttemptRecord>(&tail.line_at(*place)?);
            replies.extend(record.ok().as_ref().map(Reply::from));
        }
        Ok(replies)
    }
}
