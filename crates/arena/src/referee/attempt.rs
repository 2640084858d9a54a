//! The record of a text player's attempt.

use crownhead_board::{Color, Game};
use serde::{Deserialize, Serialize};

use crate::player::TextReply;
use crate::reading::{Cause, Reading, Refusal};

/// A proposal in text, with what became of it. It never contains an API key, because players remove it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// Plies played before it.
    pub ply: usize,
    /// Black or White, in lower case.
    pub side: String,
    /// The number of the attempt for this move, from 1.
    pub attempt: u32,
    /// The prompt.
    pub prompt: String,
    /// The reply.
    pub reply: String,
    /// A comment on the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Tokens of the prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens_in: Option<u64>,
    /// Tokens of the reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens_out: Option<u64>,
    /// Milliseconds from the prompt to the end of the reply.
    pub latency_ms: u64,
    /// Requests that failed before the one that was answered.
    pub retries: u32,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The reason in text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The move that was read.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
}

impl Attempt {
    pub(crate) fn new(
        game: &Game,
        color: Color,
        attempt: u32,
        text: &TextReply,
        reading: &Result<Reading, Refusal>,
    ) -> Attempt {
        let refusal = reading.as_ref().err();
        Attempt {
            ply: game.moves().len(),
            side: color.to_string().to_lowercase(),
            attempt,
            prompt: text.prompt.clone(),
            reply: text.reply.clone(),
            comment: text.comment.clone(),
            tokens_in: text.cost.tokens_in,
            tokens_out: text.cost.tokens_out,
            latency_ms: u64::try_from(text.cost.latency.as_millis()).unwrap_or(u64::MAX),
            retries: text.cost.retries,
            cause: refusal.map(|refusal| refusal.cause),
            why: refusal.map(|refusal| refusal.why.clone()),
            mv: reading.as_ref().ok().map(|reading| match reading {
                Reading::Move(mv) => mv.route_text().to_string(),
                Reading::Resign => "resign".to_owned(),
            }),
        }
    }
}
