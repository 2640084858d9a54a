//! What a coach may say about a position: the engine's lines, and the endgame database's verdicts.

use crownhead_board::Game;
use crownhead_endgame::Database;
use crownhead_engine::{Engine, Limits, Line};
use crownhead_study::verdicts;
use rmcp::schemars;
use serde::Serialize;

/// What the engine thinks of a position.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Analysis {
    /// The plies after which it stands.
    ply: usize,
    /// The best lines, the best first.
    lines: Vec<AnalysisLine>,
}

#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
struct AnalysisLine {
    /// The score for the side to move: men ahead, or the plies to a win or loss.
    score: String,
    /// The moves.
    moves: Vec<String>,
}

/// What the endgame database says about the moves of a position.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Verdicts {
    /// The plies after which it stands.
    ply: usize,
    /// The moves it knows, the best first.
    moves: Vec<MoveVerdict>,
}

#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
struct MoveVerdict {
    /// The move.
    #[serde(rename = "move")]
    mv: String,
    /// What it leads to with best play, for the side that makes it: `win`, `draw` or `loss`.
    leads_to: String,
    /// Plies to the end, if they are known.
    plies: Option<u32>,
}

/// Nodes for an analysis, so that it takes about a second at most.
const NODES: u64 = 500_000;

/// The best lines, found on the thread that asks.
pub(crate) fn lines(game: &Game, n_lines: usize) -> Vec<Line> {
    Engine::with_megabytes(16).lines(game, n_lines, Limits::nodes(NODES))
}

pub(crate) fn analysis(game: &Game, lines: &[Line]) -> Analysis {
    let line = |line: &Line| AnalysisLine {
        score: line.score.to_string(),
        moves: line.moves.iter().map(|mv| mv.route_text().to_string()).collect(),
    };
    Analysis { ply: game.moves().len(), lines: lines.iter().map(line).collect() }
}

pub(crate) fn judge(game: &Game) -> Verdicts {
    let verdict = |(mv, verdict): (crownhead_board::Move, crownhead_endgame::Verdict)| MoveVerdict {
        mv: mv.route_text().to_string(),
        leads_to: verdict.value.to_string(),
        plies: verdict.plies.map(u32::from),
    };
    let moves = verdicts(Database::shipped(), game).into_iter().map(verdict).collect();
    Verdicts { ply: game.moves().len(), moves }
}
