//! Positions without a game.

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use crownhead_board::Color;
use crownhead_study::picture::{self, Look};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::App;
use crate::convert::{position_info, read_move, read_position, read_state};
use crate::error::{ApiError, Failures};
use crate::extract::{Asked, Body};
use crate::wire::answers::positions;
use crate::wire::{
    LineAnswer, LineRequest, MoveInfo, PositionInfo, PositionMoveAnswer, PositionMoveRequest,
    PositionRequest, Side,
};

/// Everything about a position: pieces, legal moves, what the endgame database says.
#[utoipa::path(post, path = "/api/position", tag = "positions", request_body = PositionRequest,
    responses((status = 200, body = PositionInfo), Failures))]
pub(super) async fn look(
    State(app): State<App>,
    Body(asked): Body<PositionRequest>,
) -> Result<Json<PositionInfo>, ApiError> {
    let state = read_state(asked.fen.as_deref(), asked.rules.as_deref())?;
    Ok(Json(position_info(&state, state.outcome(), app.endings)))
}

/// Makes a move in a position.
#[utoipa::path(post, path = "/api/position/move", tag = "positions", request_body = PositionMoveRequest,
    responses((status = 200, body = PositionMoveAnswer), Failures))]
pub(super) async fn make_move(
    State(app): State<App>,
    Body(asked): Body<PositionMoveRequest>,
) -> Result<Json<PositionMoveAnswer>, ApiError> {
    let state = read_state(asked.fen.as_deref(), asked.rules.as_deref())?;
    let mv = read_move(&asked.mv, &state)?;
    let after = state.play_unchecked(mv);
    let position = position_info(&after, after.outcome(), app.endings);
    Ok(Json(PositionMoveAnswer { mv: MoveInfo::new(&state, mv), position }))
}

/// Makes moves one after the other, and gives the position after each.
#[utoipa::path(post, path = "/api/position/line", tag = "positions", request_body = LineRequest,
    responses((status = 200, body = LineAnswer), Failures))]
pub(super) async fn line(Body(asked): Body<LineRequest>) -> Result<Json<LineAnswer>, ApiError> {
    Ok(Json(positions::line(&asked)?))
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
pub(super) async fn svg(Asked(Picture { fen, side, numbers }): Asked<Picture>) -> Result<Response, ApiError> {
    let pos = read_position(fen.as_deref())?;
    let look = Look {
        side: side.map_or(Color::White, Into::into),
        numbers: numbers.unwrap_or(true),
        size: Look::FULL_SIZE,
    };
    Ok(([(CONTENT_TYPE, "image/svg+xml")], picture::svg(&pos, look)).into_response())
}
