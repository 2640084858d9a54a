//! Positions and moves.

use crownhead_board::{Color, Outcome, State};
use crownhead_engine::opening_name;

use super::{read_move, read_state};
use crate::{
    ErrorBody, ErrorCode, LineAnswer, LineRequest, Material, MoveInfo, PieceInfo, PositionInfo,
    PositionMoveAnswer, PositionMoveRequest, PositionRequest,
};

impl PositionInfo {
    /// Everything about a position but what an endgame database says; `over` is how the game has ended.
    pub fn new(state: &State, over: Option<Outcome>) -> PositionInfo {
        let (pos, mut legal) = (state.position(), state.legal_moves());
        if over.is_some() {
            legal.clear();
        }
        legal.sort_by_key(|mv| mv.route());
        PositionInfo {
            fen: pos.to_string(),
            rules: state.rules().to_string(),
            turn: pos.turn().into(),
            mid_turn: state.is_mid_turn(),
            pieces: PieceInfo::all(pos),
            moves: legal.iter().map(|mv| MoveInfo::new(state, *mv)).collect(),
            must_jump: !legal.is_empty() && legal.iter().all(|mv| mv.is_jump()),
            opening: opening_name(pos).map(str::to_owned),
            black: Material::of(pos, Color::Black),
            white: Material::of(pos, Color::White),
            verdict: None,
            result: over.map(Into::into),
        }
    }
}

/// Everything about a position.
///
/// # Errors
///
/// It cannot be read.
pub fn look(asked: &PositionRequest) -> Result<PositionInfo, ErrorBody> {
    let state = read_state(asked.fen.as_deref(), asked.rules.as_deref())?;
    Ok(PositionInfo::new(&state, state.outcome()))
}

/// A move in a position.
///
/// # Errors
///
/// The position cannot be read, or the move cannot be made.
pub fn make_move(asked: &PositionMoveRequest) -> Result<PositionMoveAnswer, ErrorBody> {
    let state = read_state(asked.fen.as_deref(), asked.rules.as_deref())?;
    let mv = read_move(&asked.mv, &state)?;
    let after = state.play_unchecked(mv);
    let position = PositionInfo::new(&after, after.outcome());
    Ok(PositionMoveAnswer { mv: MoveInfo::new(&state, mv), position })
}

/// More moves than any game has.
const MAX_LINE: usize = 1000;

/// Moves one after the other, with the position after each.
///
/// # Errors
///
/// The position cannot be read, or a move cannot be made.
pub fn line(asked: &LineRequest) -> Result<LineAnswer, ErrorBody> {
    if asked.moves.len() > MAX_LINE {
        return Err(ErrorBody::new(ErrorCode::BadValue, format!("A line has at most {MAX_LINE} moves.")));
    }
    let mut state = read_state(asked.fen.as_deref(), asked.rules.as_deref())?;
    let mut answer = LineAnswer { fens: vec![state.position().to_string()], moves: Vec::new() };
    for text in &asked.moves {
        let mv = read_move(text, &state)?;
        answer.moves.push(MoveInfo::new(&state, mv));
        state = state.play_unchecked(mv);
        answer.fens.push(state.position().to_string());
    }
    Ok(answer)
}
