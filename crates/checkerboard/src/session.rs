//! What is done for CheckerBoard, without its pointers.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crownhead_board::{Game, Move, Position, Rules};
use crownhead_endgame::{Database, Value, Verdict};
use crownhead_engine::{
    Answer, Ask, Control, Endgame, Engine, Level, Limits, Line, Report, Strength, TimeLimit,
};

use crate::options::Options;

/// How the game will end, as far as it is known: engine matches are ended by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Draw = 0,
    Win = 1,
    Loss = 2,
    Unknown = 3,
}

/// An engine that CheckerBoard has loaded.
pub(crate) struct Session {
    options: Options,
    file: Option<PathBuf>,
    engine: Engine,
    endings: Option<Arc<Endings>>,
    /// The moves since the last that cannot be taken back, so that repetitions are seen.
    history: Option<Game>,
}

/// Endings of no more pieces than is wanted.
struct Endings {
    database: Database,
    max_pieces: usize,
}

impl Endgame for Endings {
    fn max_pieces(&self) -> usize {
        Endgame::max_pieces(&self.database).min(self.max_pieces)
    }

    fn probe(&self, pos: &Position) -> Option<Value> {
        Endgame::probe(&self.database, pos)
    }

    fn verdict(&self, pos: &Position) -> Option<Verdict> {
        Endgame::verdict(&self.database, pos)
    }
}

impl Session {
    /// A session with the options in a file.
    pub(crate) fn new(file: Option<PathBuf>) -> Session {
        let options = Options::read(file.as_deref());
        let mut session =
            Session { options, file, engine: Engine::with_megabytes(1), endings: None, history: None };
        session.prepare();
        session
    }

    /// Makes the engine that the options ask for.
    fn prepare(&mut self) {
        let Options { hashsize, searchthreads, book, dbpath, max_dbpieces, enable_wld, .. } = &self.options;
        self.endings = enable_wld.then(|| {
            let own = || Some(folders()?.data_dir().join("endgame"));
            let folder = if dbpath.as_os_str().is_empty() { own() } else { Some(dbpath.clone()) };
            // A folder that cannot be read is as good as none: the shipped endings are always there.
            let database = folder.and_then(|folder| Database::open(&folder).ok());
            let database = database.unwrap_or_else(Database::with_shipped);
            Arc::new(Endings { database, max_pieces: *max_dbpieces })
        });
        let variety = [None, Some(0), Some(Engine::DEFAULT_VARIETY), Some(100)][usize::from(*book)];
        let endings = self.endings.clone().map(|endings| endings as Arc<dyn Endgame>);
        // A table that does not fit into memory leaves the usual one.
        let engine = Engine::with_megabytes(0).hash(*hashsize).unwrap_or_default().threads(*searchthreads);
        self.engine = engine.book(variety).endgame(endings);
    }

    /// Answers a command. `None` for one that nobody knows.
    pub(crate) fn command(&mut self, command: &str) -> Option<String> {
        let (verb, rest) = command.trim().split_once(' ').unwrap_or((command.trim(), ""));
        let (name, value) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        match (verb, name) {
            ("name", _) => Some(format!("Crownhead {}", env!("CARGO_PKG_VERSION"))),
            ("about", _) => Some(about()),
            ("help", _) => Some("crownhead.html".to_owned()),
            ("get", "protocolversion") => Some("2".to_owned()),
            ("get", "gametype") => Some("21".to_owned()),
            ("get", option) => self.options.get(option),
            // It plays English checkers and no other game.
            ("set", "gametype") => (value.trim() == "21").then(|| "21".to_owned()),
            ("set", "gamehist") => self.remember(value).map(|()| value.to_owned()),
            ("set", option) => self.set(option, value.trim()),
            _ => None,
        }
    }

    fn set(&mut self, option: &str, value: &str) -> Option<String> {
        let before = self.options.clone();
        self.options.set(option, value)?;
        if before != self.options {
            self.options.write(self.file.as_deref());
            self.prepare();
        }
        self.options.get(option)
    }

    /// Takes the game since the last move that cannot be taken back: a FEN, and moves.
    fn remember(&mut self, history: &str) -> Option<()> {
        let mut words = history.split_whitespace();
        let start: Position = words.next()?.parse().ok()?;
        let mut game = Game::from_position(start, Rules::OFFICIAL).without_automatic_draws();
        for word in words {
            let mv = game.position().parse_move(word).ok()?;
            game.play(mv).ok()?;
        }
        self.history = Some(game);
        Some(())
    }

    /// The game with this position at its end.
    fn game(&mut self, position: Position) -> Game {
        let history = self.history.take().filter(|game| *game.position() == position);
        history.unwrap_or_else(|| Game::from_position(position, Rules::OFFICIAL).without_automatic_draws())
    }

    /// Forgets the last game.
    pub(crate) fn new_game(&self) {
        self.engine.new_game();
    }

    /// Thinks about a position. What it finds is told on the way, in one line for the screen.
    pub(crate) fn think(
        &mut self,
        position: Position,
        limits: Limits,
        control: &Control,
        tell: &mut dyn FnMut(&str),
    ) -> (Option<Move>, Known) {
        let game = self.game(position);
        let limits = Limits { wait_for_stop: self.options.solve, ..limits };
        let level = Level::new(self.options.level);
        let ask = match level {
            None if self.options.allscores => Ask::lines(game.legal_moves().len().max(1), limits),
            level => Ask::Move {
                limits,
                strength: level.map_or(Strength::Full, Strength::Level),
                seed: fastrand::u64(..),
            },
        };
        let mut lines: Vec<Line> = Vec::new();
        let mut reporter = |report: &Report| {
            if report.rank < lines.len() {
                lines[report.rank] = report.line.clone();
            } else {
                lines.push(report.line.clone());
            }
            tell(&told(report, &lines));
        };
        let answer = self.engine.think(&game, ask, control, &mut reporter);
        if let Some(mv) = answer.best.filter(|_| answer.lines.is_empty()) {
            tell(&format!("{mv} ({})", if level.is_some() { "at this level" } else { "from the book" }));
        }
        (answer.best, self.known(&game, &answer))
    }

    fn known(&self, game: &Game, answer: &Answer) -> Known {
        match answer.score() {
            _ if answer.best.is_none() => Known::Loss,
            Some(score) if score.is_win() => Known::Win,
            Some(score) if score.is_loss() => Known::Loss,
            Some(_) if self.is_drawn(game.position()) => Known::Draw,
            _ => Known::Unknown,
        }
    }

    fn is_drawn(&self, position: &Position) -> bool {
        let few = |endings: &&Arc<Endings>| position.occupied().len() <= endings.max_pieces();
        self.endings.as_ref().filter(few).and_then(|endings| endings.probe(position)) == Some(Value::Draw)
    }

    /// Does the whole time have to be used?
    pub(crate) fn solves(&self) -> bool {
        self.options.solve
    }
}

/// The user's folders, which are those of the program.
pub(crate) fn folders() -> Option<directories::ProjectDirs> {
    directories::ProjectDirs::from("", "", "crownhead")
}

/// How long a move may take, from what `getmove` is told.
pub(crate) fn limits(seconds: f64, info: i32, moreinfo: i32) -> Limits {
    let unit = match info >> 2 & 3 {
        0 => {
            let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO);
            return Limits::move_time(time);
        }
        1 => 1,
        2 => 10,
        _ => 100,
    };
    let times = |count: i32| Duration::from_millis(u64::from(count as u32 & 0xffff) * unit);
    Limits::clock(times(moreinfo >> 16), times(moreinfo))
}

/// The time of a move, when it is a time and not a clock.
pub(crate) fn move_time(limits: &Limits) -> Option<Duration> {
    match limits.time {
        Some(TimeLimit::Move(time)) => Some(time),
        _ => None,
    }
}

fn told(report: &Report, lines: &[Line]) -> String {
    let effort = &report.effort;
    let moves = |line: &Line| line.moves.iter().take(12).map(Move::to_string).collect::<Vec<_>>().join(" ");
    let found = match lines {
        [line] => format!("value {}, {}", line.score, moves(line)),
        lines => {
            let first = |line: &Line| Some(format!("{} {}", line.moves.first()?, line.score));
            lines.iter().filter_map(first).collect::<Vec<_>>().join(", ")
        }
    };
    format!(
        "depth {}, {:.1} s, {} kN/s, {found}",
        report.depth,
        effort.time.as_secs_f64(),
        effort.nodes_per_second() / 1000
    )
}

fn about() -> String {
    format!(
        "Crownhead {}\n\nEnglish/American checkers on bitboards.\n{}",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY")
    )
}
