//! The record of what a player said when asked for a move.

use crownhead_board::{Color, Game};
use serde::{Deserialize, Serialize};

use crate::player::Words;
use crate::reading::{Cause, Reading, Refusal};

/// One proposal in words, with what became of it. No key is ever in it, because no player puts one into its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// Plies played before.
    pub ply: usize,
    /// Black or White, in lower case.
    pub side: String,
    /// The number of the attempt for this move, from 1.
    pub attempt: u32,
    /// What was asked.
    pub prompt: String,
    /// What was answered.
    pub reply: String,
    /// What was said about the move besides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Tokens of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens_in: Option<u64>,
    /// Tokens of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens_out: Option<u64>,
    /// Milliseconds from the question to the end of the answer.
    pub latency_ms: u64,
    /// How often the question had to be asked again before there was an answer.
    pub retries: u32,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The same in words.
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
        words: &Words,
        reading: &Result<Reading, Refusal>,
    ) -> Attempt {
        let refusal = reading.as_ref().err();
        Attempt {
            ply: game.moves().len(),
            side: color.to_string().to_lowercase(),
            attempt,
            prompt: words.prompt.clone(),
            reply: words.reply.clone(),
            comment: words.comment.clone(),
            tokens_in: words.cost.tokens_in,
            tokens_out: words.cost.tokens_out,
            latency_ms: u64::try_from(words.cost.latency.as_millis()).unwrap_or(u64::MAX),
            retries: words.cost.retries,
            cause: refusal.map(|refusal| refusal.cause),
            why: refusal.map(|refusal| refusal.why.clone()),
            mv: reading.as_ref().ok().map(|reading| match reading {
                Reading::Move(mv) => mv.route_text().to_string(),
                Reading::Resign => "resign".to_owned(),
            }),
        }
    }
}

/// The beginning of a text, at most so many bytes long.
pub fn shortened(text: &str, max: usize) -> &str {
    let end = (0..=max.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or(0)]
}
