//! The lobby: seeks and challenges.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use crate::App;
use crate::error::{ApiError, Failures};
use crate::extract::{At, Body};
use crate::guard::Dear;
use crate::online::Known;
use crate::wire::{
    ChallengeInfo, ChallengeList, Lobby, NewChallenge, NewLevelGame, OnlineSettings, SeekAnswer, StartedGame,
};

type Started = Result<(StatusCode, Json<StartedGame>), ApiError>;
type Done = Result<StatusCode, ApiError>;

/// Open seeks and live games.
#[utoipa::path(get, path = "/api/online/lobby", tag = "lobby", responses((status = 200, body = Lobby), Failures))]
pub(super) async fn lobby(State(app): State<App>) -> Result<Json<Lobby>, ApiError> {
    Ok(Json(app.online.lobby().await?))
}

/// Seeks a game.
#[utoipa::path(post, path = "/api/online/seeks", tag = "lobby", request_body = OnlineSettings,
    security(("session" = [])),
    responses((status = 201, body = SeekAnswer), Failures))]
pub(super) async fn seek(
    State(app): State<App>,
    _: Dear,
    Known(person): Known,
    Body(settings): Body<OnlineSettings>,
) -> Result<(StatusCode, Json<SeekAnswer>), ApiError> {
    Ok((StatusCode::CREATED, Json(app.online.seek(&person, settings).await?)))
}

/// Seeks no more.
#[utoipa::path(delete, path = "/api/online/seeks/{id}", tag = "lobby", params(("id" = String, Path, description = "The id of the seek.")),
    security(("session" = [])),
    responses((status = 204), Failures))]
pub(super) async fn cancel_seek(State(app): State<App>, Known(person): Known, At(id): At<String>) -> Done {
    app.online.cancel(&person, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Accepts a seek.
#[utoipa::path(post, path = "/api/online/seeks/{id}/accept", tag = "lobby", params(("id" = String, Path, description = "The id of the seek.")),
    security(("session" = [])),
    responses((status = 201, body = StartedGame), Failures))]
pub(super) async fn accept_seek(State(app): State<App>, Known(person): Known, At(id): At<String>) -> Started {
    Ok((StatusCode::CREATED, Json(app.online.accept_seek(&person, &id).await?)))
}

/// Begins a game against a level of the computer. You may have 10 of them at a time.
#[utoipa::path(post, path = "/api/online/games", tag = "online", request_body = NewLevelGame,
    security(("session" = [])),
    responses((status = 201, body = StartedGame), Failures))]
pub(super) async fn play_level(
    State(app): State<App>,
    _: Dear,
    Known(person): Known,
    Body(new): Body<NewLevelGame>,
) -> Started {
    Ok((StatusCode::CREATED, Json(app.online.play_level(&person, new).await?)))
}

/// Challenges somebody, or whoever has the link or the code.
#[utoipa::path(post, path = "/api/online/challenges", tag = "lobby", request_body = NewChallenge,
    security(("session" = [])),
    responses((status = 201, body = ChallengeInfo), Failures))]
pub(super) async fn challenge(
    State(app): State<App>,
    _: Dear,
    Known(person): Known,
    Body(new): Body<NewChallenge>,
) -> Result<(StatusCode, Json<ChallengeInfo>), ApiError> {
    Ok((StatusCode::CREATED, Json(app.online.challenge(&person, new).await?)))
}

/// The challenges to you and of yours.
#[utoipa::path(get, path = "/api/online/challenges", tag = "lobby",
    security(("session" = [])),
    responses((status = 200, body = ChallengeList), Failures))]
pub(super) async fn challenges(
    State(app): State<App>,
    Known(person): Known,
) -> Result<Json<ChallengeList>, ApiError> {
    Ok(Json(ChallengeList { challenges: app.online.challenges(&person).await? }))
}

/// A challenge, by its id or code.
#[utoipa::path(get, path = "/api/online/challenges/{id}", tag = "lobby", params(("id" = String, Path, description = "The id or the code of the challenge.")),
    security(("session" = [])),
    responses((status = 200, body = ChallengeInfo), Failures))]
pub(super) async fn look(
    State(app): State<App>,
    _: Dear,
    Known(person): Known,
    At(id): At<String>,
) -> Result<Json<ChallengeInfo>, ApiError> {
    Ok(Json(app.online.challenge_of(&person, &id).await?))
}

/// Accepts a challenge, by its id or code.
#[utoipa::path(post, path = "/api/online/challenges/{id}/accept", tag = "lobby", params(("id" = String, Path, description = "The id or the code of the challenge.")),
    security(("session" = [])),
    responses((status = 201, body = StartedGame), Failures))]
pub(super) async fn accept(
    State(app): State<App>,
    _: Dear,
    Known(person): Known,
    At(id): At<String>,
) -> Started {
    Ok((StatusCode::CREATED, Json(app.online.accept_challenge(&person, &id).await?)))
}

/// Declines a challenge that was made to you.
#[utoipa::path(post, path = "/api/online/challenges/{id}/decline", tag = "lobby", params(("id" = String, Path, description = "The id or the code of the challenge.")),
    security(("session" = [])),
    responses((status = 204), Failures))]
pub(super) async fn decline(State(app): State<App>, Known(person): Known, At(id): At<String>) -> Done {
    app.online.decline(&person, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a challenge of yours back.
#[utoipa::path(delete, path = "/api/online/challenges/{id}", tag = "lobby", params(("id" = String, Path, description = "The id or the code of the challenge.")),
    security(("session" = [])),
    responses((status = 204), Failures))]
pub(super) async fn cancel(State(app): State<App>, Known(person): Known, At(id): At<String>) -> Done {
    app.online.cancel(&person, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
