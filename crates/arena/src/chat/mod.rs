//! Language models behind chat endpoints.

mod endpoint;
mod prompt;
mod spec;

use std::collections::VecDeque;
use std::time::Duration;

use crownhead_board::Game;
use crownhead_engine::TimeLimit;

use self::endpoint::{Answer, Endpoint, Message, Patience, Request};
use self::prompt::Shown;
pub use self::prompt::{Prompt, PromptError};
pub use self::spec::{ChatSpec, ChatSpecError};
use crate::player::{Fault, Player, Proposal, TextReply, Turn};
use crate::reading::shortened;

/// How much of a refused reply stays in the conversation, in bytes.
const MAX_REPEATED: usize = 2_000;

/// A language model. Each turn is a conversation of its own, with the position and the moves so far; refused replies stay in
/// it. The opponent's replies are never shown.
#[derive(Debug)]
pub struct ChatPlayer {
    spec: ChatSpec,
    endpoint: Endpoint,
    /// The conversation of this turn.
    conversation: Vec<Message>,
    /// Prompt and reply of earlier turns.
    past: VecDeque<[Message; 2]>,
    tokens: u64,
    time: Duration,
}

impl ChatPlayer {
    /// A player for a model.
    ///
    /// # Errors
    ///
    /// The API key is not in the environment.
    pub fn new(spec: ChatSpec) -> Result<ChatPlayer, Fault> {
        let endpoint = Endpoint::new(&spec)?;
        let (conversation, past) = (Vec::new(), VecDeque::new());
        Ok(ChatPlayer { spec, endpoint, conversation, past, tokens: 0, time: Duration::ZERO })
    }

    fn shown<'a>(&self, turn: &'a Turn<'a>) -> Shown<'a> {
        Shown { turn, has_board: self.spec.shows_board }
    }

    /// Starts the conversation of a turn.
    fn open(&mut self, turn: &Turn<'_>) {
        self.remember();
        let system = Message { role: "system", content: self.spec.prompt.system(self.shown(turn)) };
        self.conversation = [system].into_iter().chain(self.past.iter().flatten().cloned()).collect();
    }

    /// Adds the last prompt and reply to the history, and shortens it.
    fn remember(&mut self) {
        let mut last = self.conversation.iter().rev().cloned();
        if let (Some(answer), Some(question)) = (last.next(), last.next())
            && answer.role == "assistant"
        {
            self.past.push_back([question, answer]);
        }
        while self.past.len() > self.spec.history {
            self.past.pop_front();
        }
    }

    fn ask(&self, patience: Patience) -> Result<Answer, Fault> {
        let request = Request {
            model: &self.spec.model,
            messages: &self.conversation,
            max_tokens: self.spec.max_tokens.into_iter().collect(),
            temperature: self.spec.temperature,
        };
        self.endpoint.ask(&request, patience)
    }

    fn spend(&mut self, answer: &Answer) {
        /// Bytes that count as a token if the endpoint does not report tokens.
        const BYTES_PER_TOKEN: u64 = 4;
        self.tokens += answer.cost.tokens_out.unwrap_or(answer.text.len() as u64 / BYTES_PER_TOKEN);
        self.time += answer.cost.latency;
    }

    fn check_budget(&self) -> Result<(), Fault> {
        match (self.spec.game_tokens, self.spec.game_time) {
            (Some(max), _) if self.tokens > max => {
                Err(Fault::BudgetExceeded(format!("its {max} tokens for the game")))
            }
            (_, Some(max)) if self.time > max => {
                Err(Fault::BudgetExceeded(format!("its {} s for the game", max.as_secs_f64())))
            }
            _ => Ok(()),
        }
    }

    fn patience(&self, turn: &Turn<'_>) -> Patience {
        let own = Patience { time: self.spec.timeout, given_by: "timeout=" };
        let allowed = match turn.limits.time {
            Some(TimeLimit::Move(time)) => Patience { time, given_by: "the time control" },
            Some(TimeLimit::Clock(clock)) => Patience { time: clock.left, given_by: "the clock" },
            None => own,
        };
        let Patience { time, given_by } = if allowed.time < own.time { allowed } else { own };
        Patience { time: time.max(Duration::from_millis(1)), given_by }
    }
}

impl Player for ChatPlayer {
    fn start_game(&mut self, _game: &Game, _seed: u64) -> Result<(), Fault> {
        self.conversation.clear();
        self.past.clear();
        (self.tokens, self.time) = (0, Duration::ZERO);
        Ok(())
    }

    fn propose(&mut self, turn: &Turn<'_>) -> Result<Proposal, Fault> {
        if turn.refusal.is_none() {
            self.open(turn);
        }
        let prompt = self.spec.prompt.question(self.shown(turn));
        self.conversation.push(Message { role: "user", content: prompt.clone() });
        let answer = self.ask(self.patience(turn))?;
        self.spend(&answer);
        self.check_budget()?;
        let repeated = shortened(&answer.text, MAX_REPEATED).to_owned();
        self.conversation.push(Message { role: "assistant", content: repeated });
        Ok(Proposal::Text(TextReply {
            reply: answer.text,
            prompt,
            is_truncated: answer.is_truncated,
            cost: answer.cost,
            ..TextReply::default()
        }))
    }
}
