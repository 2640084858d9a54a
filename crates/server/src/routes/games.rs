//! Games: begun, played, ended.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use crownhead_play::ask::{HINT, JUDGE};
use crownhead_store::After;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::App;
use crate::error::{ApiError, Failures};
use crate::extract::{Asked, At, Body, OptionalBody};
use crate::games::LiveGame;
use crate::wire::{GameList, GameState, HintAnswer, NewGame, PlayMove, Speaker};

type StateAnswer = Result<Json<GameState>, ApiError>;

/// Begins a game.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = NewGame,
    responses((status = 201, body = GameState), Failures))]
pub(super) async fn begin(
    State(app): State<App>,
    Body(new): Body<NewGame>,
) -> Result<impl IntoResponse, ApiError> {
    Ok((StatusCode::CREATED, Json(app.games.begin(new).await?)))
}

/// Which part of the list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Page {
    /// How many games, 50 if it is left out.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
    /// `next` of the part before.
    after: Option<String>,
}

/// Saved games, the newest first.
#[utoipa::path(get, path = "/api/games", tag = "games", params(Page),
    responses((status = 200, body = GameList), Failures))]
pub(super) async fn list(
    State(app): State<App>,
    Asked(page): Asked<Page>,
) -> Result<Json<GameList>, ApiError> {
    let limit = page.limit.unwrap_or(50);
    if !(1..=200).contains(&limit) {
        return Err(ApiError::unprocessable("bad_value", "A part of the list has from 1 to 200 games."));
    }
    let after = page.after.as_deref().map(read_after).transpose()?;
    Ok(Json(app.games.list(after, limit).await?))
}

fn read_after(text: &str) -> Result<After, ApiError> {
    let after = text.split_once('-').and_then(|(changed, id)| {
        let changed = changed.parse::<u64>().ok().filter(|changed| i64::try_from(*changed).is_ok())?;
        Some(After { changed, id: id.to_owned() })
    });
    after.ok_or_else(|| ApiError::unprocessable("bad_value", "\"after\" is the \"next\" of the part before."))
}

/// A game.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameState), Failures))]
pub(super) async fn state(State(app): State<App>, At(id): At<String>) -> StateAnswer {
    Ok(Json(app.games.handle(&id).await?.state().await?))
}

/// Deletes a game.
#[utoipa::path(delete, path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 204), Failures))]
pub(super) async fn delete(State(app): State<App>, At(id): At<String>) -> Result<StatusCode, ApiError> {
    app.games.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Changes a game and answers with its state.
pub(super) async fn change(
    app: &App,
    id: &str,
    change: impl FnOnce(&mut LiveGame, std::time::Instant) -> Result<(), ApiError> + Send + 'static,
) -> StateAnswer {
    let state = app.games.handle(id).await?.change(change).await?;
    Ok(Json(std::sync::Arc::unwrap_or_clone(state)))
}

/// Plays a move.
#[utoipa::path(post, path = "/api/games/{id}/moves", tag = "games", params(("id" = String, Path)), request_body = PlayMove,
    responses((status = 200, body = GameState), Failures))]
pub(super) async fn play(
    State(app): State<App>,
    At(id): At<String>,
    Body(mv): Body<PlayMove>,
) -> StateAnswer {
    change(&app, &id, move |game, now| game.play(mv.ply, &mv.mv, now)).await
}

/// Takes moves back until a person is to move, or a result.
#[utoipa::path(post, path = "/api/games/{id}/undo", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameState), Failures))]
pub(super) async fn undo(State(app): State<App>, At(id): At<String>) -> StateAnswer {
    change(&app, &id, LiveGame::undo).await
}

/// Makes moves again that were taken back.
#[utoipa::path(post, path = "/api/games/{id}/redo", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameState), Failures))]
pub(super) async fn redo(State(app): State<App>, At(id): At<String>) -> StateAnswer {
    change(&app, &id, LiveGame::redo).await
}

/// Advises a move, with a reason.
#[utoipa::path(post, path = "/api/games/{id}/hint", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = HintAnswer), Failures))]
pub(super) async fn hint(State(app): State<App>, At(id): At<String>) -> Result<Json<HintAnswer>, ApiError> {
    let live = app.games.handle(&id).await?.look(LiveGame::clone).await?;
    let game = live.game();
    if game.outcome().is_some() {
        return Err(ApiError::not_now("The game is over, so there is no move to advise."));
    }
    if live.level(live.turn()).is_some() {
        return Err(ApiError::not_now("A hint is for the player to move. It is not your turn."));
    }
    let mut ticket = app.pool.ask(game.clone(), HINT)?;
    let answer = ticket.answer().await.ok_or_else(closing)?;
    let (mv, reason) = live.hint_text(&game, &answer.lines, app.endings).ok_or_else(closing)?;
    Ok(Json(HintAnswer { ply: live.ply() as u32, mv, reason }))
}

fn closing() -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy", "The server is being stopped.")
}

/// Offers a draw, or accepts one.
#[utoipa::path(post, path = "/api/games/{id}/draw", tag = "games", params(("id" = String, Path)),
    request_body = Option<Speaker>, responses((status = 200, body = GameState), Failures))]
pub(super) async fn draw(
    State(app): State<App>,
    At(id): At<String>,
    OptionalBody(speaker): OptionalBody<Speaker>,
) -> StateAnswer {
    let side = speaker.side.map(Into::into);
    let handle = app.games.handle(&id).await?;
    // The computer looks at the position before it answers, and the game does not wait for that.
    let asked = handle.look(move |game| game.clone().draw(side, std::time::Instant::now())).await??;
    let Some(game) = asked else {
        return change(&app, &id, move |game, now| game.draw(side, now).map(|_| ())).await;
    };
    let ply = handle.look(|game| game.ply()).await?;
    let mut ticket = app.pool.ask(game, JUDGE)?;
    let answer = ticket.answer().await.ok_or_else(closing)?;
    change(&app, &id, move |game, now| game.answer_draw(ply, &answer.lines, now)).await
}

/// Declines a draw.
#[utoipa::path(post, path = "/api/games/{id}/decline", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameState), Failures))]
pub(super) async fn decline(State(app): State<App>, At(id): At<String>) -> StateAnswer {
    change(&app, &id, |game, _| game.decline()).await
}

/// Resigns.
#[utoipa::path(post, path = "/api/games/{id}/resign", tag = "games", params(("id" = String, Path)),
    request_body = Option<Speaker>, responses((status = 200, body = GameState), Failures))]
pub(super) async fn resign(
    State(app): State<App>,
    At(id): At<String>,
    OptionalBody(speaker): OptionalBody<Speaker>,
) -> StateAnswer {
    let side = speaker.side.map(Into::into);
    change(&app, &id, move |game, now| game.resign(side, now)).await
}

/// The same game from its beginning.
#[utoipa::path(post, path = "/api/games/{id}/restart", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameState), Failures))]
pub(super) async fn restart(State(app): State<App>, At(id): At<String>) -> StateAnswer {
    change(&app, &id, |game, _| {
        game.restart();
        Ok(())
    })
    .await
}

/// Another game with the sides changed.
#[utoipa::path(post, path = "/api/games/{id}/rematch", tag = "games", params(("id" = String, Path)),
    responses((status = 201, body = GameState), Failures))]
pub(super) async fn rematch(
    State(app): State<App>,
    At(id): At<String>,
) -> Result<impl IntoResponse, ApiError> {
    Ok((StatusCode::CREATED, Json(app.games.rematch(&id).await?)))
}

/// Has the computer play what it has found.
#[utoipa::path(post, path = "/api/games/{id}/move-now", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameState), Failures))]
pub(super) async fn move_now(State(app): State<App>, At(id): At<String>) -> StateAnswer {
    let handle = app.games.handle(&id).await?;
    handle.move_now().await?;
    Ok(Json(handle.state().await?))
}
