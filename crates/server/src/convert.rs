//! From the types of the game to those of the wire.

use crownhead_bits::Bits;
use crownhead_board::{Bitboard, Color, Move, Outcome, Piece, Position, Rules, Square, State};
use crownhead_endgame::{Database, Value};
use crownhead_engine::{Line, Score, opening_name};
use crownhead_play::review;

use crate::error::{ApiError, sentence};
use crate::wire::{
    EngineLine, Mask, Material, MoveInfo, PieceInfo, PositionInfo, ResultInfo, ScoreInfo, Verdict,
    VerdictValue,
};

/// The position of a FEN, or the start.
pub(crate) fn position(fen: Option<&str>) -> Result<Position, ApiError> {
    Ok(fen.map_or(Ok(Position::START), str::parse)?)
}

/// The rules that a text names, or the official ones.
pub(crate) fn rules(text: Option<&str>) -> Result<Rules, ApiError> {
    Ok(text.map_or(Ok(Rules::OFFICIAL), str::parse)?)
}

/// The state that a FEN and rules stand for.
pub(crate) fn state(fen: Option<&str>, rules: Option<&str>) -> Result<State, ApiError> {
    Ok(State::new(position(fen)?, self::rules(rules)?))
}

/// A move as people type it.
pub(crate) fn read_move(text: &str, state: &State) -> Result<Move, ApiError> {
    state.parse_move(text).map_err(|error| ApiError::of_move(&error, state.position()))
}

/// Everything about a position; `over` is how the game has ended.
pub(crate) fn position_info(state: &State, over: Option<Outcome>, endings: &Database) -> PositionInfo {
    let (pos, mut legal) = (state.position(), state.legal_moves());
    if over.is_some() {
        legal.clear();
    }
    legal.sort_by_key(|mv| mv.route());
    let with_verdict =
        |mv: &Move| MoveInfo { verdict: verdict_after(endings, state, *mv), ..move_info(state, *mv) };
    PositionInfo {
        fen: pos.to_string(),
        rules: state.rules().to_string(),
        turn: pos.turn().into(),
        mid_turn: state.is_mid_turn(),
        pieces: pieces(pos),
        moves: legal.iter().map(with_verdict).collect(),
        must_jump: !legal.is_empty() && legal.iter().all(|mv| mv.is_jump()),
        opening: opening_name(pos).map(str::to_owned),
        black: material(pos, Color::Black),
        white: material(pos, Color::White),
        verdict: verdict_here(endings, state),
        result: over.map(result_info),
    }
}

fn pieces(pos: &Position) -> Vec<PieceInfo> {
    let info = |(square, piece): (Square, Piece)| PieceInfo {
        square: square.number(),
        side: piece.color.into(),
        king: piece.is_king(),
    };
    pos.iter_pieces().map(info).collect()
}

fn material(pos: &Position, color: Color) -> Material {
    let kings = (pos.pieces(color) & pos.kings()).len();
    Material { men: (pos.pieces(color).len() - kings) as u32, kings: kings as u32 }
}

/// A legal move in its position.
pub(crate) fn move_info(state: &State, mv: Move) -> MoveInfo {
    let crowns = |from, to| {
        let after = state.play_unchecked(mv);
        !state.position().kings().contains(from) && after.position().kings().contains(to)
    };
    MoveInfo {
        text: mv.route_text().to_string(),
        path: mv.route().iter().map(|square| square.number()).collect(),
        captured: squares(mv.captured()),
        crowns: mv.from().zip(mv.to()).is_some_and(|(from, to)| crowns(from, to)),
        verdict: None,
    }
}

pub(crate) fn squares(mask: Bitboard) -> Vec<u8> {
    mask.into_iter().map(|square| square.number()).collect()
}

/// How a game ended.
pub(crate) fn result_info(outcome: Outcome) -> ResultInfo {
    ResultInfo {
        winner: outcome.winner().map(Into::into),
        reason: outcome.into(),
        text: sentence(&outcome.to_string()),
    }
}

/// What the database says about a position.
fn verdict_here(endings: &Database, state: &State) -> Option<Verdict> {
    let pos = state.position();
    let is_covered = state.rules().is_official() && pos.occupied().len() <= usize::from(endings.max_pieces());
    is_covered.then(|| endings.verdict(pos).ok().flatten()).flatten().map(verdict)
}

/// What the database says about a position, for the side that has just moved there.
pub(crate) fn verdict_after(endings: &Database, before: &State, mv: Move) -> Option<Verdict> {
    crownhead_play::verdict_after(endings, before, mv).map(verdict)
}

fn verdict(found: crownhead_endgame::Verdict) -> Verdict {
    let value = match found.value {
        Value::Win => VerdictValue::Win,
        Value::Draw => VerdictValue::Draw,
        Value::Loss => VerdictValue::Loss,
    };
    Verdict { value, plies: found.plies }
}

/// A score that is for the side to move.
pub(crate) fn score_info(score: Score, turn: Color) -> ScoreInfo {
    let for_black = if turn == Color::Black { score } else { -score };
    let winner = if score.is_win() {
        Some(turn)
    } else if score.is_loss() {
        Some(!turn)
    } else {
        None
    };
    ScoreInfo {
        for_black: for_black.centimen(),
        balance: (review::balance(score, turn) * 1000.0).round() / 1000.0,
        ends_in: score.plies_to_end(),
        winner: winner.map(Into::into),
        text: score.to_string(),
    }
}

/// A line of the engine from a position.
pub(crate) fn engine_line(state: &State, line: &Line, depth: u32) -> EngineLine {
    let mut at = *state;
    let step = |mv: &Move| {
        let info = move_info(&at, *mv);
        at = at.play_unchecked(*mv);
        info
    };
    EngineLine {
        score: score_info(line.score, state.turn()),
        depth,
        moves: line.moves.iter().map(step).collect(),
    }
}

/// A mask in every form.
pub(crate) fn mask(name: &str, formula: Option<&str>, mask: Bitboard) -> Mask {
    let board = mask.to_board64();
    Mask {
        name: name.to_owned(),
        formula: formula.map(str::to_owned),
        hex32: mask.to_row_major().hex().to_string(),
        binary32: mask.to_row_major().binary().grouped(4).to_string(),
        hex64: board.hex().to_string(),
        binary64: board.binary().grouped(8).to_string(),
        squares: squares(mask),
    }
}
