//! Positions without a game.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::tree::svg_answer;
use crate::App;
use crate::convert::{self, move_info, position_info, read_move};
use crate::error::{ApiError, Failures};
use crate::extract::{Asked, Body};
use crate::wire::{
    LineAnswer, LineRequest, PositionInfo, PositionMoveAnswer, PositionMoveRequest, PositionRequest, Side,
};

/// Everything about a position: pieces, legal moves, what the endgame database says.
#[utoipa::path(post, path = "/api/position", tag = "positions", request_body = PositionRequest,
    responses((status = 200, body = PositionInfo), Failures))]
pub(super) async fn look(
    State(app): State<App>,
    Body(asked): Body<PositionRequest>,
) -> Result<Json<PositionInfo>, ApiError> {
    let state = convert::state(asked.fen.as_deref(), asked.rules.as_deref())?;
    Ok(Json(position_info(&state, state.outcome(), app.endings)))
}

/// Makes a move in a position.
#[utoipa::path(post, path = "/api/position/move", tag = "positions", request_body = PositionMoveRequest,
    responses((status = 200, body = PositionMoveAnswer), Failures))]
pub(super) async fn make_move(
    State(app): State<App>,
    Body(asked): Body<PositionMoveRequest>,
) -> Result<Json<PositionMoveAnswer>, ApiError> {
    let state = convert::state(asked.fen.as_deref(), asked.rules.as_deref())?;
    let mv = read_move(&asked.mv, &state)?;
    let after = state.play_unchecked(mv);
    let position = position_info(&after, after.outcome(), app.endings);
    Ok(Json(PositionMoveAnswer { mv: move_info(&state, mv), position }))
}

/// More moves than any game has.
const MAX_LINE: usize = 1000;

/// Makes moves one after the other, and gives the position after each.
#[utoipa::path(post, path = "/api/position/line", tag = "positions", request_body = LineRequest,
    responses((status = 200, body = LineAnswer), Failures))]
pub(super) async fn line(Body(asked): Body<LineRequest>) -> Result<Json<LineAnswer>, ApiError> {
    if asked.moves.len() > MAX_LINE {
        return Err(ApiError::unprocessable("bad_value", format!("A line has at most {MAX_LINE} moves.")));
    }
    let mut state = convert::state(asked.fen.as_deref(), asked.rules.as_deref())?;
    let mut fens = vec![state.position().to_string()];
    for text in &asked.moves {
        state = state.play_unchecked(read_move(text, &state)?);
        fens.push(state.position().to_string());
    }
    Ok(Json(LineAnswer { fens }))
}

/// What is to be drawn, and how.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Picture {
    /// The position; the start if it is left out.
    fen: Option<String>,
    /// Whose side is at the bottom; white if it is left out.
    #[param(inline)]
    side: Option<Side>,
    /// Are the squares numbered? They are if it is left out.
    numbers: Option<bool>,
}

/// A picture of a position.
#[utoipa::path(get, path = "/api/position/svg", tag = "positions", params(Picture),
    responses((status = 200, body = String, content_type = "image/svg+xml"), Failures))]
pub(super) async fn svg(Asked(picture): Asked<Picture>) -> Result<Response, ApiError> {
    let pos = convert::position(picture.fen.as_deref())?;
    Ok(svg_answer(&pos, picture.side, picture.numbers))
}
