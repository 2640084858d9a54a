//! What there is to choose from.

use axum::Json;
use axum::extract::State;

use crate::App;
use crate::error::{ApiError, Failures};
use crate::extract::Body;
use crate::wire::answers::{files, library};
use crate::wire::{About, BallotInfo, OpeningInfo, PdnAnswer, PdnRequest};

/// What this server is and offers.
#[utoipa::path(get, path = "/api/about", tag = "library", responses((status = 200, body = About), Failures))]
pub(super) async fn about(State(app): State<App>) -> Json<About> {
    Json(library::about(app.endings.max_pieces()))
}

/// The three-move ballots.
#[utoipa::path(get, path = "/api/ballots", tag = "library",
    responses((status = 200, body = Vec<BallotInfo>), Failures))]
pub(super) async fn ballots() -> Json<Vec<BallotInfo>> {
    Json(library::ballots())
}

/// The openings that have names.
#[utoipa::path(get, path = "/api/openings", tag = "library",
    responses((status = 200, body = Vec<OpeningInfo>), Failures))]
pub(super) async fn openings() -> Json<Vec<OpeningInfo>> {
    Json(library::openings())
}

/// The games of a file.
#[utoipa::path(post, path = "/api/pdn", tag = "library", request_body = PdnRequest,
    responses((status = 200, body = PdnAnswer), Failures))]
pub(super) async fn pdn(
    State(app): State<App>,
    Body(asked): Body<PdnRequest>,
) -> Result<Json<PdnAnswer>, ApiError> {
    // A large file takes a while, and others should not wait for it.
    app.blocking.run(move || files::list(&asked.text)).await.map(Json)
}
