//! A search that runs in the background and tells what it finds through a channel.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use crownhead_board::{Game, Move};
use crownhead_engine::{Ask, Control, Engine, Limits, Report, Strength};

/// An engine that thinks in the background.
pub(crate) struct Thinker {
    pub(crate) engine: Engine,
    /// The search that was started last; it may have ended.
    control: Arc<Control>,
}

/// What a search reports.
pub(crate) enum Thought {
    /// A line was completed.
    Line(Report),
    /// The search has ended with a move, and the reply it expects.
    Found(Move, Option<Move>),
}

impl Thinker {
    pub(crate) fn new(engine: Engine) -> Thinker {
        Thinker { engine, control: Arc::new(Control::new()) }
    }

    /// Starts thinking about the next move of a game that is not over. Each thought is sent as an event.
    pub(crate) fn start<T: Send + 'static>(
        &mut self,
        game: &Game,
        limits: Limits,
        events: Sender<T>,
        event: impl Fn(Thought) -> T + Send + 'static,
    ) {
        self.control = Arc::new(Control::new());
        let (engine, control, game) = (self.engine.clone(), self.control.clone(), game.clone());
        let ask = Ask::Move { limits, strength: Strength::Full, seed: seed() };
        // The receiver is gone when the program is about to end.
        let send = move |thought| drop(events.send(event(thought)));
        thread::spawn(move || {
            let mut report = |report: &Report| send(Thought::Line(report.clone()));
            let answer = engine.think(&game, ask, &control, &mut report);
            if let Some(best) = answer.best {
                send(Thought::Found(best, answer.expected_reply()));
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

/// Another game every time.
pub(crate) fn seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64
}
