//! The bits of positions, and operations on words.

use axum::Json;

use crate::error::{ApiError, Failures};
use crate::extract::Body;
use crate::wire::answers::bits;
use crate::wire::{BitsAnswer, BitsRequest, EvalAnswer, EvalRequest};

/// The masks of a position, and what a move does to them.
#[utoipa::path(post, path = "/api/bits", tag = "bits", request_body = BitsRequest,
    responses((status = 200, body = BitsAnswer), Failures))]
pub(super) async fn look(Body(asked): Body<BitsRequest>) -> Result<Json<BitsAnswer>, ApiError> {
    Ok(Json(bits::look(&asked)?))
}

/// Runs operations one after the other on words.
#[utoipa::path(post, path = "/api/bits/eval", tag = "bits", request_body = EvalRequest,
    responses((status = 200, body = EvalAnswer), Failures))]
pub(super) async fn eval(Body(asked): Body<EvalRequest>) -> Result<Json<EvalAnswer>, ApiError> {
    Ok(Json(bits::eval(&asked)?))
}
