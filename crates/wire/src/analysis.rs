//! What the engine is asked over a WebSocket, and what it tells.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ErrorBody, GameResult, MoveInfo, Side, Verdict};

/// What a client asks. A new question takes the place of the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnalysisRequest {
    /// Analyze a position: until something else is asked, unless it has a limit.
    Start(AnalysisQuestion),
    /// Judge every move of a game.
    Review {
        /// A number that comes back with every message about this question.
        #[serde(default)]
        request: u32,
        /// The text of the game.
        pdn: String,
        /// Milliseconds for each position, from 20 to 2000; 150 if it is left out.
        #[serde(default)]
        milliseconds: Option<u32>,
    },
    /// Stop.
    Stop,
}

/// A position to analyze.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisQuestion {
    /// A number that comes back with every message about this question.
    #[serde(default)]
    pub request: u32,
    /// The position before the moves; the start if it is left out.
    #[serde(default)]
    #[schema(example = "W:W22,24,31:B10,11,K18")]
    pub fen: Option<String>,
    /// Moves from there, at most 2000, so that repetitions count.
    #[serde(default)]
    #[schema(max_items = 2000, example = json!([]))]
    pub moves: Vec<String>,
    /// The rules; official if they are left out.
    #[serde(default)]
    #[schema(example = "official")]
    pub rules: Option<String>,
    /// How many lines, from 1 to 8; 1 if it is left out.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 8, example = 3)]
    pub lines: Option<u8>,
    /// How long the engine thinks at most, from 1 to 60000 milliseconds.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 60000, example = 500)]
    pub milliseconds: Option<u32>,
    /// The last depth that is looked at, from 1 to 99 plies.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 99)]
    pub depth: Option<u8>,
}

/// What the engine tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisMessage {
    /// The engine is busy; `ahead` questions come before this one.
    Queued {
        /// The number of the question.
        request: u32,
        /// Questions before this one.
        ahead: u32,
    },
    /// What is known so far: always all lines, so that nothing flickers.
    Report(AnalysisReport),
    /// Nothing more will be found: the game is over here, or the engine has seen everything.
    Done {
        /// The number of the question.
        request: u32,
        /// How the game has ended here; none if the engine has seen everything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<GameResult>,
    },
    /// A move of a game was judged. They come in their order.
    ReviewMove(ReviewMove),
    /// All moves were judged.
    ReviewDone(ReviewSummary),
    /// The question was not understood, or too much is being asked of the server.
    Error {
        /// The number of the question.
        request: u32,
        /// What went wrong.
        error: ErrorBody,
    },
    /// The server is being stopped.
    Closing,
}

/// What the engine thinks of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisReport {
    /// The number of the question.
    pub request: u32,
    /// The position that is analyzed.
    pub fen: String,
    /// The side to move.
    pub turn: Side,
    /// Plies that were looked ahead in full.
    pub depth: u32,
    /// The longest line looked at.
    pub selective_depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Positions looked at in a second.
    pub nodes_per_second: u64,
    /// Milliseconds of thinking.
    pub milliseconds: u64,
    /// Positions found in the endgame database.
    pub database_hits: u64,
    /// The lines, the best first. None when the game is over here.
    pub lines: Vec<EngineLine>,
    /// How the game has ended here, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
}

/// Moves that are best for both sides, and what comes of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EngineLine {
    /// What it is worth.
    pub score: ScoreInfo,
    /// The depth at which the line was found.
    pub depth: u32,
    /// The moves. The first has its whole route.
    pub moves: Vec<MoveInfo>,
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ScoreInfo {
    /// Hundredths of a man, for Black: above 0 Black is better. Wins and losses are beyond 10000.
    pub for_black: i32,
    /// Who has the better of it for a bar: from -1 for White to 1 for Black.
    pub balance: f64,
    /// Plies to the end of a game that is won for certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_in: Option<u32>,
    /// The side that wins for certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// For the side to move, as a person reads it: `+0.25`, `win in 5`, `known loss`.
    #[schema(example = "+0.25")]
    pub text: String,
}

/// A move of a game and how good it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewMove {
    /// The number of the question.
    pub request: u32,
    /// Which move of the game, from 1.
    pub ply: u32,
    /// Moves of the game.
    pub plies: u32,
    /// Who made it.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveInfo,
    /// What the position is worth after it.
    pub score: ScoreInfo,
    /// What the move has lost, in hundredths of a man; 0 for the best move.
    pub loss: u32,
    /// `!`, `?!`, `?` or `??`, where there is something to say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// The best line in place of the move, where the move was not the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<EngineLine>,
    /// What the endgame database says about the position after the move, for the side that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
}

/// A whole game judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ReviewSummary {
    /// The number of the question.
    pub request: u32,
    /// What the start was worth, then each position after a move: the points of a graph.
    pub graph: Vec<ScoreInfo>,
    /// Black's play.
    pub black: PlaySummary,
    /// White's play.
    pub white: PlaySummary,
    /// Which moves decided the game, at most three: the first move is 1.
    pub key_moments: Vec<u32>,
}

/// How well a side played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PlaySummary {
    /// Moves.
    pub moves: u32,
    /// What a move lost on average, in hundredths of a man, where there was a choice.
    pub average_loss: f64,
    /// Moves marked `?!`.
    pub dubious: u32,
    /// Moves marked `?`.
    pub mistakes: u32,
    /// Moves marked `??`.
    pub blunders: u32,
}
