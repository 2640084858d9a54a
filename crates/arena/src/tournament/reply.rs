//! Replies of text players, as they are shown beside a board.

use serde::{Deserialize, Serialize};

use super::record::AttemptRecord;
use crate::reading::shortened;
use crate::referee::Attempt;

/// How much of a reply is shown, in bytes.
const MAX_REPLY: usize = 4_000;

/// A text player's reply, without the prompt; long ones are cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// Plies played before it.
    pub ply: usize,
    /// The name of the player.
    pub player: String,
    /// The number of the attempt for this move, from 1.
    pub attempt: u32,
    /// The text, with the player's comment.
    pub reply: String,
    /// Why it was refused.
    pub why: Option<String>,
    /// The move that was read.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Tokens of the reply, if the endpoint reports them.
    pub tokens: Option<u64>,
    /// Seconds from the prompt to the end of the reply.
    pub seconds: f64,
}

impl Reply {
    pub(crate) fn new(player: &str, attempt: &Attempt) -> Reply {
        let reply = match &attempt.comment {
            Some(comment) => &format!("{}\n\n{comment}", attempt.reply),
            None => &attempt.reply,
        };
        Reply {
            ply: attempt.ply,
            player: player.to_owned(),
            attempt: attempt.attempt,
            reply: shortened(reply, MAX_REPLY).to_owned(),
            why: attempt.why.clone(),
            mv: attempt.mv.clone(),
            tokens: attempt.tokens_out,
            seconds: attempt.latency_ms as f64 / 1000.0,
        }
    }
}

impl From<&AttemptRecord> for Reply {
    fn from(record: &AttemptRecord) -> Reply {
        Reply::new(&record.player, &record.attempt)
    }
}
