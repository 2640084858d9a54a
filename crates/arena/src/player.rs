//! Who plays. A player only proposes; the referee decides what becomes of it.

use std::time::Duration;

use crownhead_board::{Game, Move};
use crownhead_engine::{Limits, Score};
use thiserror::Error;

use crate::reading::Refusal;

/// Somebody who proposes moves.
pub trait Player: Send {
    /// A new game begins. Chance, if there is any, comes from the seed.
    ///
    /// # Errors
    ///
    /// The player cannot play.
    fn start_game(&mut self, game: &Game, seed: u64) -> Result<(), Fault>;

    /// What to do in a game that is not over.
    ///
    /// # Errors
    ///
    /// The player failed, which loses the game or makes it void: see [`Fault`].
    fn propose(&mut self, turn: &Turn<'_>) -> Result<Proposal, Fault>;
}

/// What a player is asked.
#[derive(Clone, Debug)]
pub struct Turn<'a> {
    /// The game so far.
    pub game: &'a Game,
    /// What the player may use for its move.
    pub limits: Limits,
    /// The legal moves, where the policy shows them. The game knows them too, but what is not shown is not to
    /// be told to a model.
    pub legal_moves: Option<Vec<Move>>,
    /// Why the proposal before this one was refused.
    pub refusal: Option<&'a Refusal>,
    /// How many proposals are left for this move, this one included.
    pub attempts_left: u32,
    /// The opponent has offered a draw with the last move.
    pub is_draw_offered: bool,
}

/// What a player wants to do.
#[derive(Clone, Debug)]
pub enum Proposal {
    /// A move.
    Move(Thought),
    /// Words that hold a move, to be read by the referee.
    Words(Words),
    /// To give the game up.
    Resign,
    /// To take the draw that is offered. If none is, the proposal is refused.
    AcceptDraw,
}

/// A move and what the player thinks of it.
#[derive(Clone, Copy, Debug)]
pub struct Thought {
    /// The move.
    pub mv: Move,
    /// The score for the side that makes it.
    pub score: Option<Score>,
    /// How deep it looked, in plies.
    pub depth: Option<u32>,
}

impl From<Move> for Proposal {
    fn from(mv: Move) -> Proposal {
        Proposal::Move(Thought { mv, score: None, depth: None })
    }
}

/// What somebody said when asked for a move, and what it took.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The answer, in which the move is looked for.
    pub reply: String,
    /// What was asked, for the record.
    pub prompt: String,
    /// What the player says about the move, besides the answer.
    pub comment: Option<String>,
    /// The answer was cut off before its end, so that nothing in it counts.
    pub is_truncated: bool,
    /// A draw is offered with the move.
    pub offers_draw: bool,
    /// What it took.
    pub cost: Cost,
}

/// What an answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The time from the question to the end of the answer.
    pub latency: Duration,
    /// Tokens of the question, if they were told.
    pub tokens_in: Option<u64>,
    /// Tokens of the answer, with those of thinking, if they were told.
    pub tokens_out: Option<u64>,
    /// How often the question had to be asked again because nobody was there to hear it.
    pub retries: u32,
}

/// How a player failed. It costs that game only.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It proposed nothing that is a legal move, as often as it was asked.
    #[error("illegal move {0}")]
    Illegal(String),
    /// It stopped working.
    #[error("crashed: {0}")]
    Crashed(String),
    /// It did not answer.
    #[error("no answer: {0}")]
    Silent(String),
    /// It has used what it was given for the game.
    #[error("used up {0}")]
    Spent(String),
    /// It could not be reached, or not be heard. Nobody loses by that: the game is void.
    #[error("out of reach: {0}")]
    Unreachable(String),
}

impl Fault {
    /// Does it make the game void rather than lost?
    pub fn is_void(&self) -> bool {
        matches!(self, Fault::Unreachable(_))
    }
}
