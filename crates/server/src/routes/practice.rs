//! Endings to practice.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::App;
use crate::error::{ApiError, Failures};
use crate::extract::{Asked, At};
use crate::wire::answers::practice;
use crate::wire::{EndingInfo, PracticePosition};

/// The endings that can be practiced, the simple ones first.
#[utoipa::path(get, path = "/api/practice", tag = "practice",
    responses((status = 200, body = Vec<EndingInfo>), Failures))]
pub(super) async fn endings() -> Json<Vec<EndingInfo>> {
    Json(practice::endings())
}

/// Which position of an ending.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// Another position of its kind, always the same for the same number. The usual one, if it is left out.
    seed: Option<u32>,
}

/// A position of an ending, in which the goal can be reached.
#[utoipa::path(get, path = "/api/practice/{id}/position", tag = "practice",
    params(("id" = String, Path, description = "The name of the ending.", example = "first-position"), Which),
    responses((status = 200, body = PracticePosition), Failures))]
pub(super) async fn position(
    State(app): State<App>,
    At(id): At<String>,
    Asked(Which { seed }): Asked<Which>,
) -> Result<Json<PracticePosition>, ApiError> {
    let endings = app.endings;
    // Many positions may have to be tried.
    Ok(Json(app.blocking.run(move || practice::position(endings, &id, seed)).await??))
}
