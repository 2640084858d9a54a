//! The engine's thinking for levels, for whoever has a game in hand.

use std::time::Duration;

use crownhead_engine::Answer;
use crownhead_table::Question;

use crate::pool::{Busy, Pool, Ticket};

/// How soon the computer asks again when the engine is busy, or nothing could be kept.
pub(crate) const BUSY_PAUSE: Duration = Duration::from_millis(500);

/// The engine's thinking about a question.
pub(crate) struct Thinking {
    /// The number of the question.
    about: u64,
    ticket: Result<Ticket, Busy>,
}

impl Thinking {
    /// Begins to think.
    pub(crate) fn begin(pool: &Pool, question: Question) -> Thinking {
        Thinking { about: question.id, ticket: pool.ask(question.game, question.ask) }
    }

    /// The number of the question.
    pub(crate) fn about(&self) -> u64 {
        self.about
    }
}

/// What the engine answers; none if it was busy. Never, when it is not asked.
pub(crate) async fn found(thinking: &mut Option<Thinking>) -> Option<Answer> {
    let Some(Thinking { ticket, .. }) = thinking else { return std::future::pending().await };
    match ticket {
        Ok(ticket) => match ticket.answer().await {
            Some(answer) => Some(answer),
            // The server is being stopped.
            None => std::future::pending().await,
        },
        Err(Busy) => {
            tokio::time::sleep(BUSY_PAUSE).await;
            None
        }
    }
}
