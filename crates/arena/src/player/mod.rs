//! Players. They only propose; the referee decides.

mod engine;
mod hub;
mod spec;

pub(crate) use self::engine::random_move;
pub use self::engine::{EnginePlayer, RandomPlayer};
pub use self::hub::HubPlayer;
pub use self::spec::{PlayerSpec, SpecError};

use std::time::Duration;

use crownhead_board::{Game, Move};
use crownhead_engine::{Limits, Score};
use thiserror::Error;

use crate::reading::Refusal;

/// Proposes moves.
pub trait Player: Send {
    /// Starts a new game. Random choices depend on the seed alone.
    ///
    /// # Errors
    ///
    /// The player cannot play.
    fn start_game(&mut self, game: &Game, seed: u64) -> Result<(), Fault>;

    /// Proposes what to do in a game that is not over.
    ///
    /// # Errors
    ///
    /// The player failed. It loses the game, or the game is void: see [`Fault`].
    fn propose(&mut self, turn: &Turn<'_>) -> Result<Proposal, Fault>;
}

/// A player's turn.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// The limits of the move.
    pub limits: Limits,
    /// The legal moves, where the policy shows them. The game knows them too, but a model must not be told.
    pub legal_moves: Option<Vec<Move>>,
    /// Why the proposal before this one was refused.
    pub refusal: Option<&'a Refusal>,
    /// The number of proposals left for this move, including this one.
    pub attempts_left: u32,
    /// Whether the opponent offered a draw with the last move.
    pub is_draw_offered: bool,
}

/// What a player wants to do.
#[derive(Clone, Debug)]
pub enum Proposal {
    /// A move.
    Move(Thought),
    /// Text that contains a move, to be read by the referee.
    Text(TextReply),
    /// Resignation.
    Resign,
    /// Acceptance of a draw offer. It is refused if there is none.
    AcceptDraw,
}

/// A move with what the player thinks of it.
#[derive(Clone, Copy, Debug)]
pub struct Thought {
    /// The move.
    pub mv: Move,
    /// The score from the mover's point of view.
    pub score: Option<Score>,
    /// The search depth in plies.
    pub depth: Option<u32>,
}

impl From<Move> for Proposal {
    fn from(mv: Move) -> Proposal {
        Proposal::Move(Thought { mv, score: None, depth: None })
    }
}

/// A text that contains a move.
#[derive(Clone, Debug, Default)]
pub struct TextReply {
    /// The text.
    pub reply: String,
    /// The prompt, for the record.
    pub prompt: String,
    /// A comment on the move, apart from the text.
    pub comment: Option<String>,
    /// Whether the text was cut off, so that nothing in it counts.
    pub is_truncated: bool,
    /// Whether a draw is offered with the move.
    pub offers_draw: bool,
    /// What the reply cost.
    pub cost: Cost,
}

/// What a reply cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The time from the prompt to the end of the reply.
    pub latency: Duration,
    /// Tokens of the prompt, if the endpoint reports them.
    pub tokens_in: Option<u64>,
    /// Tokens of the reply, including reasoning, if the endpoint reports them.
    pub tokens_out: Option<u64>,
    /// Requests that failed before the one that was answered.
    pub retries: u32,
}

/// How a player failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// None of its proposals was legal.
    #[error("illegal move {0}")]
    Illegal(String),
    /// It stopped working.
    #[error("crashed: {0}")]
    Crashed(String),
    /// It did not answer.
    #[error("no answer: {0}")]
    Silent(String),
    /// It exceeded its budget for the game.
    #[error("used up {0}")]
    BudgetExceeded(String),
    /// It could not be reached. The game is void.
    #[error("out of reach: {0}")]
    Unreachable(String),
}

impl Fault {
    /// Whether the game is void rather than lost.
    pub fn is_void(&self) -> bool {
        matches!(self, Fault::Unreachable(_))
    }
}

/// A player that cannot take part.
#[derive(Debug, Error)]
#[error("{name}: {fault}")]
pub struct PlayerError {
    /// Its name.
    pub name: String,
    /// Why.
    pub fault: Fault,
}
