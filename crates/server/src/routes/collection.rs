//! The server's collection of games, and what was played in a position.

use axum::Json;
use axum::extract::State;
use axum::response::Response;

use super::download;
use crate::App;
use crate::error::{ApiError, Failures};
use crate::extract::{Asked, At, Body};
use crate::wire::answers::collection;
use crate::wire::{
    CollectionStats, ExplorerAnswer, ExplorerAnswers, ExplorerQuery, ExplorerRequest, FoundGames, GameQuery,
};

/// The collection in figures.
#[utoipa::path(get, path = "/api/collection", tag = "collection",
    responses((status = 200, body = CollectionStats), Failures))]
pub(super) async fn stats(State(app): State<App>) -> Result<Json<CollectionStats>, ApiError> {
    app.collection.ask(|index| Ok(collection::stats(index))).await.map(Json)
}

/// Finds games.
#[utoipa::path(get, path = "/api/collection/games", tag = "collection", params(GameQuery),
    responses((status = 200, body = FoundGames), Failures))]
pub(super) async fn find(
    State(app): State<App>,
    Asked(asked): Asked<GameQuery>,
) -> Result<Json<FoundGames>, ApiError> {
    app.collection.ask(move |index| collection::find(index, &asked)).await.map(Json)
}

/// A game of the collection as a file.
#[utoipa::path(get, path = "/api/collection/games/{number}/pdn", tag = "collection", params(("number" = u32, Path, description = "The number of the game in the collection, from 1.")),
    responses((status = 200, body = String, content_type = "text/plain"), Failures))]
pub(super) async fn pdn(State(app): State<App>, At(number): At<u32>) -> Result<Response, ApiError> {
    let text = app.collection.pdn(number).await?;
    Ok(download("text/plain; charset=utf-8", "game.pdn", text))
}

/// What was played in a position, in the games of the collection.
#[utoipa::path(get, path = "/api/explorer", tag = "collection", params(ExplorerQuery),
    responses((status = 200, body = ExplorerAnswer), Failures))]
pub(super) async fn explore(
    State(app): State<App>,
    Asked(asked): Asked<ExplorerQuery>,
) -> Result<Json<ExplorerAnswer>, ApiError> {
    app.collection.ask(move |index| collection::explore(index, &asked)).await.map(Json)
}

/// What was played in each of some positions.
#[utoipa::path(post, path = "/api/explorer", tag = "collection", request_body = ExplorerRequest,
    responses((status = 200, body = ExplorerAnswers), Failures))]
pub(super) async fn explore_all(
    State(app): State<App>,
    Body(asked): Body<ExplorerRequest>,
) -> Result<Json<ExplorerAnswers>, ApiError> {
    app.collection.ask(move |index| collection::explore_all(index, &asked)).await.map(Json)
}
