//! The tree of a game: variations, comments, and what can be taken away from the server.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use crownhead_board::Color;
use serde::Deserialize;
use tokio::sync::oneshot;
use utoipa::IntoParams;

use super::games::change;
use crate::App;
use crate::error::{ApiError, Failures};
use crate::extract::{Asked, At, Body};
use crate::picture::{self, Look};
use crate::replay;
use crate::wire::{AddMove, Added, Annotation, GameState, GoTo, PositionInfo, Side};

type StateAnswer = Result<Json<GameState>, ApiError>;

/// The position of a node.
#[utoipa::path(get, path = "/api/games/{id}/nodes/{node}", tag = "tree", params(("id" = String, Path), ("node" = u32, Path)),
    responses((status = 200, body = PositionInfo), Failures))]
pub(super) async fn position(
    State(app): State<App>,
    At((id, node)): At<(String, u32)>,
) -> Result<Json<PositionInfo>, ApiError> {
    let endings = app.endings;
    let handle = app.games.handle(&id).await?;
    Ok(Json(handle.look(move |game| game.node_position(node as usize, endings)).await??))
}

/// Writes something about a node.
#[utoipa::path(put, path = "/api/games/{id}/nodes/{node}", tag = "tree", params(("id" = String, Path), ("node" = u32, Path)),
    request_body = Annotation, responses((status = 200, body = GameState), Failures))]
pub(super) async fn annotate(
    State(app): State<App>,
    At((id, node)): At<(String, u32)>,
    Body(annotation): Body<Annotation>,
) -> StateAnswer {
    change(&app, &id, move |game, _| game.annotate(node as usize, &annotation)).await
}

/// Takes a variation away with all that follows.
#[utoipa::path(delete, path = "/api/games/{id}/nodes/{node}", tag = "tree", params(("id" = String, Path), ("node" = u32, Path)),
    responses((status = 200, body = GameState), Failures))]
pub(super) async fn remove(State(app): State<App>, At((id, node)): At<(String, u32)>) -> StateAnswer {
    change(&app, &id, move |game, _| game.remove(node as usize)).await
}

/// Adds a move behind a node.
#[utoipa::path(post, path = "/api/games/{id}/nodes/{node}/moves", tag = "tree",
    params(("id" = String, Path), ("node" = u32, Path)), request_body = AddMove,
    responses((status = 200, body = Added), Failures))]
pub(super) async fn add_move(
    State(app): State<App>,
    At((id, node)): At<(String, u32)>,
    Body(AddMove { mv }): Body<AddMove>,
) -> Result<Json<Added>, ApiError> {
    let (tell, added) = oneshot::channel();
    let add = move |game: &mut crate::games::LiveGame, _| {
        // Nobody waits any more when the request was cut off.
        let _ = tell.send(game.add_move(node as usize, &mv)?);
        Ok(())
    };
    let state = app.games.handle(&id).await?.change(add).await?;
    let node = added.await.unwrap_or_default() as u32;
    Ok(Json(Added { node, game: Arc::unwrap_or_clone(state) }))
}

/// Makes a move the main one among its alternatives.
#[utoipa::path(post, path = "/api/games/{id}/nodes/{node}/promote", tag = "tree",
    params(("id" = String, Path), ("node" = u32, Path)), responses((status = 200, body = GameState), Failures))]
pub(super) async fn promote(State(app): State<App>, At((id, node)): At<(String, u32)>) -> StateAnswer {
    change(&app, &id, move |game, _| game.promote(node as usize)).await
}

/// Moves the head of an analysis.
#[utoipa::path(post, path = "/api/games/{id}/goto", tag = "tree", params(("id" = String, Path)), request_body = GoTo,
    responses((status = 200, body = GameState), Failures))]
pub(super) async fn go_to(State(app): State<App>, At(id): At<String>, Body(to): Body<GoTo>) -> StateAnswer {
    change(&app, &id, move |game, _| game.go_to(to.node as usize)).await
}

/// The game as a file.
#[utoipa::path(get, path = "/api/games/{id}/pdn", tag = "tree", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), Failures))]
pub(super) async fn pdn(State(app): State<App>, At(id): At<String>) -> Result<Response, ApiError> {
    let text = app.games.handle(&id).await?.look(|game| game.record().to_string()).await?;
    Ok(download("text/plain; charset=utf-8", &format!("{id}.pdn"), text))
}

/// How a picture is to look.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Picture {
    /// The node; the head if it is left out.
    node: Option<u32>,
    /// Whose side is at the bottom; white if it is left out.
    #[param(inline)]
    side: Option<Side>,
    /// Are the squares numbered? They are if it is left out.
    numbers: Option<bool>,
}

/// A picture of a position of the game.
#[utoipa::path(get, path = "/api/games/{id}/svg", tag = "tree", params(("id" = String, Path), Picture),
    responses((status = 200, body = String, content_type = "image/svg+xml"), Failures))]
pub(super) async fn svg(
    State(app): State<App>,
    At(id): At<String>,
    Asked(picture): Asked<Picture>,
) -> Result<Response, ApiError> {
    let node = picture.node.map(|node| node as usize);
    let handle = app.games.handle(&id).await?;
    let state = handle.look(move |game| game.state_at(node.unwrap_or(game.head))).await??;
    Ok(svg_answer(state.position(), picture.side, picture.numbers))
}

/// A picture of a position.
pub(super) fn svg_answer(
    pos: &crownhead_board::Position,
    side: Option<Side>,
    numbers: Option<bool>,
) -> Response {
    let look = Look { side: side.map_or(Color::White, Into::into), numbers: numbers.unwrap_or(true) };
    ([(CONTENT_TYPE, "image/svg+xml")], picture::svg(pos, look)).into_response()
}

/// The game to replay, as one file that needs nothing else.
#[utoipa::path(get, path = "/api/games/{id}/html", tag = "tree", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/html"), Failures))]
pub(super) async fn html(State(app): State<App>, At(id): At<String>) -> Result<Response, ApiError> {
    let endings = app.endings;
    let live = app.games.handle(&id).await?.look(crate::games::LiveGame::clone).await?;
    let page = replay::page(&live, live.state(false, endings).nodes)?;
    Ok(download("text/html; charset=utf-8", &format!("{id}.html"), page))
}

/// A file that browsers save and do not show.
pub(super) fn download(kind: &'static str, name: &str, text: String) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)], text).into_response()
}
