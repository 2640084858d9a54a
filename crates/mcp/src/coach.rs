//! What a coach may say about a position: its moves, the engine's lines, the endgame database's verdicts, openings by name.

use crownhead_board::{Game, Move, Position, Rules};
use crownhead_endgame::Database;
use crownhead_engine::{Ballot, Engine, Limits, Line, three_move_ballots};
use crownhead_pdn::Reader;
use crownhead_study::verdicts;
use rmcp::schemars;
use serde::Serialize;

use crate::hall::{Trouble, after_plies};
use crate::state::side;

/// What the engine thinks of a position.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Analysis {
    /// The plies after which it stands.
    ply: usize,
    /// The side to move, for which the scores are.
    turn: &'static str,
    /// The best lines, the best first; none when the game is over.
    lines: Vec<AnalysisLine>,
}

#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
struct AnalysisLine {
    /// The score for the side to move: men ahead, or the plies to a win or loss.
    score: String,
    /// The moves.
    moves: Vec<String>,
}

/// The legal moves of a position.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct LegalMoves {
    /// The position as FEN.
    fen: String,
    /// The side to move.
    turn: &'static str,
    /// The moves; none when the game is over.
    moves: Vec<LegalMove>,
}

#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
struct LegalMove {
    /// The move, with every landing square.
    #[serde(rename = "move")]
    mv: String,
    /// The squares of the pieces that it captures.
    captures: Vec<u8>,
    /// The position after it, as FEN.
    fen: String,
}

/// What the endgame database says about the moves of a position.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Verdicts {
    /// The plies after which it stands.
    ply: usize,
    /// The moves it knows, the best first.
    moves: Vec<MoveVerdict>,
    /// Why there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
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

/// Three-move ballots.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct Openings {
    /// Those that were asked for.
    ballots: Vec<BallotInfo>,
}

#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
struct BallotInfo {
    /// What `new_game` takes.
    number: u16,
    /// Its name, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    /// The three moves.
    moves: String,
    /// Whether it is drawn in tournaments; the others lose by force.
    playable: bool,
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
        moves: line.moves.iter().map(text).collect(),
    };
    let turn = side(game.position().turn());
    Analysis { ply: game.moves().len(), turn, lines: lines.iter().map(line).collect() }
}

pub(crate) fn legal_moves(game: &Game) -> LegalMoves {
    let after = |mv: &Move| LegalMove {
        mv: text(mv),
        captures: mv.captured().into_iter().map(|square| square.number()).collect(),
        fen: game.state().play_unchecked(*mv).position().to_string(),
    };
    let moves =
        if game.outcome().is_some() { Vec::new() } else { game.legal_moves().iter().map(after).collect() };
    LegalMoves { fen: game.position().to_string(), turn: side(game.position().turn()), moves }
}

pub(crate) fn judge(game: &Game) -> Verdicts {
    let verdict = |(mv, verdict): (Move, crownhead_endgame::Verdict)| MoveVerdict {
        mv: text(&mv),
        leads_to: verdict.value.to_string(),
        plies: verdict.plies.map(u32::from),
    };
    let moves: Vec<MoveVerdict> = verdicts(Database::shipped(), game).into_iter().map(verdict).collect();
    let note = moves.is_empty().then(|| unknown(game));
    Verdicts { ply: game.moves().len(), moves, note }
}

/// Why the database says nothing.
fn unknown(game: &Game) -> String {
    let n_pieces = game.position().occupied().len();
    match game.outcome() {
        Some(outcome) => format!("the game is over: {outcome}"),
        None if !game.rules().is_official() => "the database is for the official rules".to_owned(),
        None => format!("the database has endings of at most 4 pieces, and here are {n_pieces}; ask analyze"),
    }
}

/// The ballots whose name has this in it, or the one with this number.
pub(crate) fn openings(wanted: &str) -> Openings {
    let wanted = wanted.trim().to_lowercase();
    let is_wanted = |ballot: &&Ballot| match wanted.parse::<u16>() {
        Ok(number) => ballot.number() == number,
        Err(_) => ballot.name().is_some_and(|name| name.to_lowercase().contains(&wanted)),
    };
    let info = |ballot: &Ballot| BallotInfo {
        number: ballot.number(),
        name: ballot.name(),
        moves: ballot.moves().iter().map(text).collect::<Vec<_>>().join(" "),
        playable: ballot.is_playable(),
    };
    Openings { ballots: three_move_ballots().iter().filter(is_wanted).map(info).collect() }
}

/// A game that begins at a FEN.
pub(crate) fn from_fen(fen: &str, rules: Option<&str>) -> Result<Game, Trouble> {
    let position = fen.parse::<Position>().map_err(|error| {
        Trouble::NotAllowed(format!("fen: {error}; a position looks like W:W21,22,K30:B1,2"))
    })?;
    Ok(Game::from_position(position, read_rules(rules)?))
}

pub(crate) fn read_rules(rules: Option<&str>) -> Result<Rules, Trouble> {
    let rules = rules.map_or(Ok(Rules::OFFICIAL), str::parse);
    rules.map_err(|error| Trouble::NotAllowed(format!("rules: {error}")))
}

/// The first game of a PDN.
pub(crate) fn from_pdn(pdn: &str) -> Result<Game, Trouble> {
    let bad = |why: &dyn std::fmt::Display| Trouble::NotAllowed(format!("pdn: {why}"));
    let record = Reader::from_text(pdn).next().ok_or_else(|| bad(&"there is no game in it"))?;
    record.map_err(|error| bad(&error))?.replay().map_err(|error| bad(&error))
}

/// The game as it was after `ply` plies, or as it is.
pub(crate) fn at_ply(game: Game, ply: Option<u32>) -> Result<Game, Trouble> {
    let plies = game.moves().len();
    match ply.map(|ply| ply as usize) {
        None => Ok(game),
        Some(wanted) if wanted > plies => Err(Trouble::WrongPly { said: wanted, plies }),
        Some(wanted) => Ok(after_plies(&game, wanted)),
    }
}

fn text(mv: &Move) -> String {
    mv.route_text().to_string()
}
