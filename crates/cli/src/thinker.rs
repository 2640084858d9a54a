//! A search that runs in the background and tells what it finds through a channel.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use crownhead_board::{Game, Move};
use crownhead_engine::{Book, Control, Evaluation, Limits, Report, Root, Search, Table};

use crate::endings;

/// How much of the book comes up if nobody says how much.
pub(crate) const USUAL_VARIETY: u8 = 40;

/// The engine between searches, with what it remembers.
pub(crate) struct Thinker {
    table: Arc<Table>,
    pub(crate) threads: usize,
    /// The variety with which it plays from the book, if it does.
    pub(crate) book: Option<u8>,
    /// What judges positions.
    pub(crate) evaluation: Evaluation,
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
        Thinker {
            table,
            threads,
            book: None,
            evaluation: Evaluation::shipped(),
            control: Arc::new(Control::new()),
        }
    }

    /// Takes a table of another size. No search may be running.
    pub(crate) fn resize(&mut self, megabytes: usize) {
        self.table = Arc::new(Table::with_megabytes(megabytes));
    }

    /// Forgets what earlier searches found.
    pub(crate) fn forget(&self) {
        self.table.clear();
    }

    /// Begins to search a game that is not over, or takes a move from the book. Each thought is made an event for the channel.
    pub(crate) fn start<T: Send + 'static>(
        &mut self,
        game: &Game,
        limits: Limits,
        events: Sender<T>,
        event: impl Fn(Thought) -> T + Send + 'static,
    ) {
        if let Some(mv) = self.book_move(game, limits) {
            // Nobody listens any more when the program is about to end.
            let _ = events.send(event(Thought::Found(mv, None)));
            return;
        }
        self.control = Arc::new(Control::new());
        let evaluation = self.evaluation.clone();
        let (table, control, threads) = (self.table.clone(), self.control.clone(), self.threads);
        let root = Root::from_game(game);
        thread::spawn(move || {
            let search = Search {
                threads,
                endgame: Some(endings::known()),
                ..Search::new(&root, limits, &table, &control)
            };
            let answer = search.run(&evaluation, &mut |report: &Report| {
                let _ = events.send(event(Thought::Line(report.clone())));
            });
            if let Some(best) = answer.best() {
                let _ = events.send(event(Thought::Found(best, answer.expected_reply())));
            }
        });
    }

    /// A move from the book, for a search that is to find one: pondering and analysis want lines.
    fn book_move(&self, game: &Game, limits: Limits) -> Option<Move> {
        let is_wanted = game.rules().is_official() && !limits.ponder && !limits.wait_for_stop;
        let variety = self.book.filter(|_| is_wanted)?;
        Book::shipped().choose(game.position(), variety, seed())
    }

    pub(crate) fn stop(&self) {
        self.control.stop();
    }

    pub(crate) fn ponder_hit(&self) {
        self.control.ponder_hit();
    }
}

/// Another game every time.
pub(crate) fn seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crownhead_engine::Depth;

    /// The first thing a search of the start tells.
    fn first_thought(book: Option<u8>, limits: Limits) -> Thought {
        let mut thinker = Thinker::new(1, 1);
        thinker.book = book;
        let (events, inbox) = mpsc::channel();
        thinker.start(&Game::new(), limits, events, |thought| thought);
        let first = inbox.recv().unwrap();
        thinker.stop();
        first
    }

    #[test]
    fn the_book_answers_at_once_but_does_not_ponder() {
        let limits = Limits::depth(Depth::new(3));
        let known = Book::shipped().choose(Game::new().position(), 0, 0).unwrap();
        assert!(matches!(first_thought(Some(0), limits), Thought::Found(mv, None) if mv == known));
        assert!(matches!(first_thought(None, limits), Thought::Line(_)));
        assert!(matches!(first_thought(Some(0), limits.pondering()), Thought::Line(_)));
        assert!(matches!(first_thought(Some(0), Limits::INFINITE), Thought::Line(_)));
    }
}
