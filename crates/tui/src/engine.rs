//! The engine on a thread of its own. It is asked by a request and answers by messages.

use std::cell::LazyCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crownhead_board::{Game, Move};
use crownhead_endgame::{Database, Verdict};
use crownhead_engine::{Answer, Ask, Control, Engine as Searcher, Line, Report};
use crownhead_study::verdicts;
use crownhead_table::ask::JUDGE;

use crate::options::Settings;

/// Something to think about.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its number, which comes back with the answers.
    pub id: u64,
    /// The game, which is not over.
    pub game: Game,
    /// What is wanted.
    pub ask: Ask,
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
        let (hash, threads) = (settings.hash, settings.threads);
        thread::spawn(move || {
            step_back();
            // Made when it is needed first: two people at one board need none.
            let engine = LazyCell::new(|| {
                Searcher::with_megabytes(hash)
                    .threads(threads)
                    .endgame(Some(Arc::new(endgame)))
                    .book(Some(Searcher::DEFAULT_VARIETY))
            });
            work(&asked, || &engine, endgame, &tell);
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

fn work<'a>(
    asked: &Receiver<(Request, Arc<Control>)>,
    engine: impl Fn() -> &'a Searcher,
    endgame: &Database,
    tell: &dyn Fn(Reply),
) {
    while let Ok((Request { id, game, ask }, control)) = asked.recv() {
        if matches!(ask, Ask::Lines { .. }) && ask != JUDGE {
            tell(Reply { id, thought: Thought::Verdicts(verdicts(endgame, &game)) });
        }
        let mut report = |report: &Report| tell(Reply { id, thought: Thought::Line(report.clone()) });
        let answer = catch_unwind(AssertUnwindSafe(|| engine().think(&game, ask, &control, &mut report)));
        // A fault of the engine must not leave a player waiting for ever: any legal move will do.
        let Answer { best, lines, .. } = answer.unwrap_or_else(|_| {
            tracing::error!("the engine failed in {}", game.position());
            Answer { best: game.legal_moves().first().copied(), ..Answer::default() }
        });
        tell(Reply { id, thought: Thought::Done { best, lines } });
    }
}
