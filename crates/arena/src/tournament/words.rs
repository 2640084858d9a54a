//! What players have said, as it is shown beside a board.

use serde::{Deserialize, Serialize};

use super::record::AttemptRecord;
use crate::attempt::{Attempt, shortened};

/// How much of an answer is shown, in bytes.
const MAX_WORDS: usize = 4_000;

/// Something that was said when a move was asked for. The question is left out, and a long answer is cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// Plies played before.
    pub ply: usize,
    /// The name of the player.
    pub player: String,
    /// The number of the attempt for this move, from 1.
    pub attempt: u32,
    /// The answer, with what was said about it.
    pub reply: String,
    /// Why it was refused.
    pub why: Option<String>,
    /// The move that was read.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Tokens of the answer, if they were told.
    pub tokens: Option<u64>,
    /// Seconds from the question to the end of the answer.
    pub seconds: f64,
}

impl Said {
    pub(crate) fn new(player: &str, attempt: &Attempt) -> Said {
        let reply = match &attempt.comment {
            Some(comment) => &format!("{}\n\n{comment}", attempt.reply),
            None => &attempt.reply,
        };
        Said {
            ply: attempt.ply,
            player: player.to_owned(),
            attempt: attempt.attempt,
            reply: shortened(reply, MAX_WORDS).to_owned(),
            why: attempt.why.clone(),
            mv: attempt.mv.clone(),
            tokens: attempt.tokens_out,
            seconds: attempt.latency_ms as f64 / 1000.0,
        }
    }
}

impl From<&AttemptRecord> for Said {
    fn from(record: &AttemptRecord) -> Said {
        Said::new(&record.player, &record.attempt)
    }
}
