//! The computer's thinking about a move, for whoever has a game in hand.

use std::time::Duration;

use crownhead_board::{Game, Move};
use crownhead_engine::Ask;
use tokio::time::Instant;

use crate::pool::{Busy, Pool, Ticket};

/// The least time between a person's move and the answer, so that one can follow.
const ANSWER_PACE: Duration = Duration::from_millis(300);
/// How soon the computer asks again when the engine is busy, or nothing could be kept.
pub(crate) const BUSY_PAUSE: Duration = Duration::from_millis(500);

/// The computer's thinking about a move.
pub(crate) struct Thinking {
    /// What it thinks about, as whoever has the game counts.
    about: u64,
    began: Instant,
    ticket: Result<Ticket, Busy>,
}

impl Thinking {
    /// Begins to think.
    pub(crate) fn begin(pool: &Pool, about: u64, game: Game, ask: Ask) -> Thinking {
        let ticket = pool.ask(game, ask);
        Thinking { about, began: Instant::now(), ticket }
    }

    /// Does it think about this?
    pub(crate) fn is_about(&self, what: u64) -> bool {
        self.about == what
    }

    /// Makes it answer with what it has found.
    pub(crate) fn stop(&self) {
        if let Ok(ticket) = &self.ticket {
            ticket.stop();
        }
    }
}

/// The move that the computer makes, not sooner than one can follow; none if the engine was busy. Never, when it
/// does not think.
pub(crate) async fn found(thinking: &mut Option<Thinking>) -> Option<Move> {
    let Some(Thinking { began, ticket, .. }) = thinking else { return std::future::pending().await };
    match ticket {
        Ok(ticket) => {
            // The waiting may be cut short and begun again, so the answer comes last.
            tokio::time::sleep_until(*began + ANSWER_PACE).await;
            match ticket.answer().await {
                Some(answer) => answer.best,
                // The server is being stopped.
                None => std::future::pending().await,
            }
        }
        Err(Busy) => {
            tokio::time::sleep(BUSY_PAUSE).await;
            None
        }
    }
}
