//! A search that runs in the background and tells what it finds through a channel.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;

use crownhead_board::{Game, Move};
use crownhead_engine::{Control, HandEvaluator, Limits, Report, Root, Search, Table};

use crate::endings;

/// The engine between searches, with what it remembers.
pub(crate) struct Thinker {
    table: Arc<Table>,
    pub(crate) threads: usize,
    /// The search that was started last; it may have ended.
    control: Arc<Control>,
}

/// What a search tells.
pub(crate) enum Thought {
    /// A line was completed.
    Line(Report),
    /// The search has ended with a move, and the answer it expects.
    Found(Move, Option<Move>),
}

impl Thinker {
    pub(crate) fn new(megabytes: usize, threads: usize) -> Thinker {
        let table = Arc::new(Table::with_megabytes(megabytes));
        Thinker { table, threads, control: Arc::new(Control::new()) }
    }

    /// Takes a table of another size. No search may be running.
    pub(crate) fn resize(&mut self, megabytes: usize) {
        self.table = Arc::new(Table::with_megabytes(megabytes));
    }

    /// Forgets what earlier searches found.
    pub(crate) fn forget(&self) {
        self.table.clear();
    }

    /// Begins to search a game that is not over. Each thought is made an event for the channel.
    pub(crate) fn start<T: Send + 'static>(
        &mut self,
        game: &Game,
        limits: Limits,
        events: Sender<T>,
        event: impl Fn(Thought) -> T + Send + 'static,
    ) {
        self.control = Arc::new(Control::new());
        let (table, control, threads) = (self.table.clone(), self.control.clone(), self.threads);
        let root = Root::from_game(game);
        thread::spawn(move || {
            let search = Search {
                threads,
                endgame: Some(endings::known()),
                ..Search::new(&root, limits, &table, &control)
            };
            // Nobody listens any more when the program is about to end.
            let answer = search.run(&HandEvaluator::default(), &mut |report: &Report| {
                let _ = events.send(event(Thought::Line(report.clone())));
            });
            if let Some(best) = answer.best() {
                let _ = events.send(event(Thought::Found(best, answer.expected_reply())));
            }
        });
    }

    pub(crate) fn stop(&self) {
        self.control.stop();
    }

    pub(crate) fn ponder_hit(&self) {
        self.control.ponder_hit();
    }
}
