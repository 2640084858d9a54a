//! The engine on a thread of its own. It is asked by a request and answers by messages.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use crownhead_board::{Game, Move};
use crownhead_endgame::{Database, Value, Verdict};
use crownhead_engine::{
    Book, Control, Evaluation, Level, LevelPlayer, Limits, Line, Report, Root, Search, Table,
};

use crate::options::Settings;
use crate::seat::Strength;

/// Something to think about.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its number, which comes back with the answers.
    pub id: u64,
    /// The game, which is not over.
    pub game: Game,
    /// What is wanted.
    pub job: Job,
}

/// What is wanted of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Job {
    /// A move, at a strength, with the clock's time left and increment if there is a clock.
    Move(Strength, Option<(Duration, Duration)>),
    /// A move to advise, and what the second best is worth.
    Hint,
    /// What the position is worth, to decide about an offer of a draw.
    Judge,
    /// So many lines, until it is stopped.
    Analyze(usize),
}

/// What the engine tells.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The number of the request.
    pub id: u64,
    /// What it found.
    pub thought: Thought,
}

/// What the engine found.
#[derive(Clone, Debug)]
pub enum Thought {
    /// A line was completed.
    Line(Report),
    /// What the endgame database knows about moves, for the side that makes them.
    Verdicts(Vec<(Move, Verdict)>),
    /// The end: the best lines, best first. From the book or a weak level it is one move without
    /// a score.
    Done {
        /// The move to make.
        best: Option<Move>,
        /// What was found about it and others.
        lines: Vec<Line>,
    },
}

/// The engine, seen from the outside.
#[derive(Debug)]
pub struct Engine {
    requests: Sender<(Request, Arc<Control>)>,
    control: Arc<Control>,
}

impl Engine {
    /// Starts the thread. Every reply is handed to `tell`.
    pub fn start(
        settings: &Settings,
        endgame: &'static Database,
        tell: impl Fn(Reply) + Send + 'static,
    ) -> Engine {
        let (requests, asked) = channel();
        let settings = settings.clone();
        thread::spawn(move || {
            step_back();
            work(&asked, Worker::new(settings, endgame), &tell);
        });
        Engine { requests, control: Arc::new(Control::new()) }
    }

    /// Ends what is being thought about and begins something else.
    pub fn ask(&mut self, request: Request) {
        self.stop();
        self.control = Arc::new(Control::new());
        // The thread lives as long as this end of the channel.
        let _ = self.requests.send((request, self.control.clone()));
    }

    /// Makes the engine answer within milliseconds with the best it has.
    pub fn stop(&self) {
        self.control.stop();
    }
}

/// Lets keys and the screen go before this thread and those it starts, which otherwise keep every core to
/// themselves for milliseconds at a time. On other systems a priority belongs to the whole program.
#[cfg(target_os = "linux")]
fn step_back() {
    const NICENESS: i32 = 5;
    // A thread that may not step back thinks as it is.
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

/// Lets the search end with the program.
impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}

fn work(asked: &Receiver<(Request, Arc<Control>)>, mut worker: Worker, tell: &dyn Fn(Reply)) {
    while let Ok((request, control)) = asked.recv() {
        let id = request.id;
        let mut tell_thought = |thought| tell(Reply { id, thought });
        let answer = catch_unwind(AssertUnwindSafe(|| worker.answer(&request, &control, &mut tell_thought)));
        // A fault of the engine must not leave a player waiting for ever: any legal move will do.
        let thought = answer.unwrap_or_else(|_| {
            tracing::error!("the engine failed in {}", request.game.position());
            Thought::Done { best: request.game.legal_moves().first().copied(), lines: Vec::new() }
        });
        tell(Reply { id, thought });
    }
}

/// The engine between requests, with what it remembers.
struct Worker {
    settings: Settings,
    endgame: &'static Database,
    table: Option<Table>,
    /// The level that played last.
    level: Option<LevelPlayer>,
}

/// From this level on the computer plays from the book, and not always the same.
const BOOK_LEVEL: u8 = 6;
const BOOK_VARIETY: u8 = 40;
/// Enough for a level that does not look far.
const LEVEL_MEGABYTES: usize = 16;
/// More than a move captures, as a rule.
const MOST_CAPTURED: usize = 4;
const HINT_TIME: Duration = Duration::from_millis(700);
const JUDGE_TIME: Duration = Duration::from_millis(400);

impl Worker {
    fn new(settings: Settings, endgame: &'static Database) -> Worker {
        Worker { settings, endgame, table: None, level: None }
    }

    fn answer(&mut self, request: &Request, control: &Control, tell: &mut dyn FnMut(Thought)) -> Thought {
        let game = &request.game;
        if matches!(request.job, Job::Hint | Job::Analyze(_)) {
            tell(Thought::Verdicts(self.verdicts(game)));
        }
        match request.job {
            Job::Move(strength, clock) => self.choose(game, strength, clock, control, tell),
            Job::Hint => self.search(game, Limits::move_time(HINT_TIME), 2, control, tell),
            Job::Judge => self.search(game, Limits::move_time(JUDGE_TIME), 1, control, tell),
            Job::Analyze(lines) => self.search(game, Limits::INFINITE, lines, control, tell),
        }
    }

    fn choose(
        &mut self,
        game: &Game,
        strength: Strength,
        clock: Option<(Duration, Duration)>,
        control: &Control,
        tell: &mut dyn FnMut(Thought),
    ) -> Thought {
        if let Some(mv) = self.book_move(game, strength) {
            return Thought::Done { best: Some(mv), lines: Vec::new() };
        }
        let by_clock = clock.map(|(left, increment)| Limits::clock(left, increment));
        match strength {
            Strength::Level(level) if !level.is_full_strength() => {
                let best = self.level_player(level).choose(game, control);
                Thought::Done { best: Some(best), lines: Vec::new() }
            }
            Strength::Level(level) => {
                let time = by_clock.and_then(|limits| limits.time);
                let limits = Limits { time, depth: Some(level.depth), ..Limits::nodes(level.nodes) };
                self.search(game, limits, 1, control, tell)
            }
            Strength::Full => {
                let limits = by_clock.unwrap_or(Limits::move_time(self.settings.think));
                self.search(game, limits, 1, control, tell)
            }
        }
    }

    /// What the database knows about each legal move, the best first.
    fn verdicts(&self, game: &Game) -> Vec<(Move, Verdict)> {
        let n_pieces = game.position().occupied().len();
        // A move may capture a piece, or more; beyond that asking is of no use.
        if !game.rules().is_official() || n_pieces > usize::from(self.endgame.max_pieces()) + MOST_CAPTURED {
            return Vec::new();
        }
        let mut moves = game.legal_moves();
        moves.merge_routes();
        let verdict = |mv: &Move| {
            let next = game.position().play_unchecked(*mv);
            // A damaged file is as good as none.
            Some((*mv, self.endgame.verdict(&next).ok().flatten()?.before()))
        };
        let mut verdicts: Vec<_> = moves.iter().filter_map(verdict).collect();
        verdicts.sort_by_key(|(_, verdict)| std::cmp::Reverse(merit(verdict)));
        verdicts
    }

    fn book_move(&self, game: &Game, strength: Strength) -> Option<Move> {
        let has_read = match strength {
            Strength::Level(level) => level.number >= BOOK_LEVEL,
            Strength::Full => true,
        };
        let known = has_read && game.rules().is_official();
        known.then(|| Book::shipped().choose(game.position(), BOOK_VARIETY, self.settings.seed)).flatten()
    }

    fn level_player(&mut self, level: Level) -> &mut LevelPlayer {
        if self.level.as_ref().is_none_or(|player| player.level != level) {
            self.level = None;
        }
        let seed = self.settings.seed;
        self.level.get_or_insert_with(|| {
            let mut player = LevelPlayer::new(level, LEVEL_MEGABYTES);
            player.start_game(seed);
            player
        })
    }

    fn search(
        &mut self,
        game: &Game,
        limits: Limits,
        multi_pv: usize,
        control: &Control,
        tell: &mut dyn FnMut(Thought),
    ) -> Thought {
        let megabytes = self.settings.hash;
        let table = self.table.get_or_insert_with(|| Table::with_megabytes(megabytes));
        let root = Root::from_game(game);
        let search = Search {
            threads: self.settings.threads,
            multi_pv,
            endgame: Some(self.endgame),
            ..Search::new(&root, limits, table, control)
        };
        let answer =
            search.run(&Evaluation::shipped(), &mut |line: &Report| tell(Thought::Line(line.clone())));
        Thought::Done { best: answer.best(), lines: answer.lines }
    }
}

/// Greater is better: the winner is quick and the loser slow.
fn merit(verdict: &Verdict) -> (i32, i32) {
    let plies = verdict.plies.map_or(0, i32::from);
    match verdict.value {
        Value::Win => (1, -plies),
        Value::Draw => (0, 0),
        Value::Loss => (-1, plies),
    }
}
