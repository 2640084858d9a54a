//! Tournaments to look at.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;

use super::download;
use crate::App;
use crate::error::{ApiError, Failures};
use crate::extract::{Asked, At};
use crate::socket::Upgrade;
use crate::wire::{ArenaList, ArenaStory, ArenaTournament};

/// A report is a page of its own that brings its script and its style along, and may do nothing else: it talks to
/// nobody, this server included.
const REPORT_POLICY: &str = "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; \
    style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The longest message of a spectator, who has nothing to say.
const MAX_MESSAGE: usize = 1 << 10;

/// The tournaments that this server shows.
#[utoipa::path(get, path = "/api/arena", tag = "arena", responses((status = 200, body = ArenaList), Failures))]
pub(super) async fn list(State(app): State<App>) -> Result<Json<ArenaList>, ApiError> {
    Ok(Json(app.arena.list().await?))
}

/// A tournament as it stands: table, cross-table, games that are over and games in progress.
#[utoipa::path(get, path = "/api/arena/{id}", tag = "arena", params(("id" = String, Path, description = "The name of the tournament's folder.")),
    responses((status = 200, body = ArenaTournament), Failures))]
pub(super) async fn tournament(
    State(app): State<App>,
    At(id): At<String>,
) -> Result<Json<ArenaTournament>, ApiError> {
    Ok(Json(app.arena.tournament(&id).await?))
}

/// Which run of a game.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct WhichRun {
    /// How often the game had become void before; its last run if it is left out.
    run: Option<u32>,
}

/// A game of a tournament, over or in progress, with what was said beside each move.
#[utoipa::path(get, path = "/api/arena/{id}/games/{game}", tag = "arena",
    params(("id" = String, Path, description = "The name of the tournament's folder."), ("game" = u32, Path, description = "Which game of the schedule, from 0."), WhichRun),
    responses((status = 200, body = ArenaStory), Failures))]
pub(super) async fn game(
    State(app): State<App>,
    At((id, game)): At<(String, u32)>,
    Asked(WhichRun { run }): Asked<WhichRun>,
) -> Result<Json<ArenaStory>, ApiError> {
    Ok(Json(app.arena.story(&id, game, run).await?))
}

/// The report of a tournament: one page that needs nothing else.
#[utoipa::path(get, path = "/api/arena/{id}/report", tag = "arena", params(("id" = String, Path, description = "The name of the tournament's folder.")),
    responses((status = 200, body = String, content_type = "text/html"), Failures))]
pub(super) async fn report(State(app): State<App>, At(id): At<String>) -> Result<Response, ApiError> {
    let page = app.arena.report(&id).await?;
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, REPORT_POLICY)];
    Ok((headers, page).into_response())
}

/// The games of a tournament that are over, as a file.
#[utoipa::path(get, path = "/api/arena/{id}/pdn", tag = "arena", params(("id" = String, Path, description = "The name of the tournament's folder.")),
    responses((status = 200, body = String, content_type = "text/plain"), Failures))]
pub(super) async fn pdn(State(app): State<App>, At(id): At<String>) -> Result<Response, ApiError> {
    Ok(download("text/plain; charset=utf-8", "games.pdn", app.arena.pdn(&id).await?))
}

/// The socket of those who watch a tournament.
pub(crate) async fn socket(
    State(app): State<App>,
    upgrade: Upgrade,
    At(id): At<String>,
) -> Result<Response, ApiError> {
    let spectator = app.arena.watch(&id).await?;
    Ok(upgrade.serve(MAX_MESSAGE, |socket| crate::arena::serve(socket, spectator)))
}
