//! Programs that play: streams of news, and moves by POST. They are known by a token.

use std::convert::Infallible;

use axum::Json;
use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{Stream, StreamExt};

use crate::App;
use crate::client::Client;
use crate::error::{ApiError, Failures};
use crate::extract::{Asked, At, Body};
use crate::online::{self, Order, Person, Program};
use crate::wire::{
    BotAct, BotDone, BotEvent, BotLine, BotPly, ChallengeInfo, Command, NewChallenge, NewLevelGame,
    OnlineSettings, Scope, SeekAnswer, StartedGame, YesNo,
};

type Done = Result<Json<BotDone>, ApiError>;

const NDJSON: &str = "application/x-ndjson";

/// News of the program: challenges, games that begin and end.
#[utoipa::path(get, path = "/api/bot/stream/event", tag = "bot",
    security(("token" = ["bot:play"])),
    responses((status = 200, body = BotEvent, content_type = "application/x-ndjson"), Failures))]
pub(super) async fn events(
    State(app): State<App>,
    client: Client,
    program: Program,
) -> Result<Response, ApiError> {
    let login = program.login.clone();
    let person = app.online.bot(program).await?;
    let lines = app.online.bot_events(&person, login).await?;
    stream(&app, &client, lines)
}

/// A game of the program, and how it stands after each change.
#[utoipa::path(get, path = "/api/bot/game/stream/{id}", tag = "bot", params(("id" = String, Path, description = "The id of the game.")),
    security(("token" = ["bot:play"])),
    responses((status = 200, body = BotLine, content_type = "application/x-ndjson"), Failures))]
pub(super) async fn game(
    State(app): State<App>,
    client: Client,
    program: Program,
    At(id): At<String>,
) -> Result<Response, ApiError> {
    let login = program.login.clone();
    let person = app.online.bot(program).await?;
    let lines = app.online.bot_game(&person, login, &id).await?;
    stream(&app, &client, lines)
}

/// Lines without end, which count as a socket while they are read.
fn stream(
    app: &App,
    client: &Client,
    lines: impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static,
) -> Result<Response, ApiError> {
    let place = app.gate.socket(client).inspect_err(|_| app.metrics.too_many())?;
    let counted = lines.inspect(move |_| {
        let _ = &place;
    });
    Ok(([(CONTENT_TYPE, NDJSON)], HttpBody::from_stream(counted)).into_response())
}

/// Plays a move.
#[utoipa::path(post, path = "/api/bot/game/{id}/move/{move}", tag = "bot",
    params(("id" = String, Path, description = "The id of the game."), ("move" = String, Path, description = "The move as people type it, such as `11-15`."), BotPly), security(("token" = ["bot:play"])),
    responses((status = 200, body = BotDone), Failures))]
pub(super) async fn play(
    State(app): State<App>,
    program: Program,
    At((id, text)): At<(String, String)>,
    Asked(BotPly { ply }): Asked<BotPly>,
) -> Done {
    let person = app.online.bot(program).await?;
    let ply = match ply {
        Some(ply) => ply,
        None => app.online.look(&id).await?.contest.ply(),
    };
    // The ply says which move it is, so it needs no number.
    order(&app, &person, id, Command::Move { ply, text, seen: None, lag_ms: 0 }, None).await
}

async fn order(app: &App, person: &Person, game: String, command: Command, act: Option<u64>) -> Done {
    let found = app.online.game(&game).await?;
    let side = online::side_of(&found, &person.id).ok_or_else(|| ApiError::not_found("game of yours"))?;
    app.online.order(Order { act, ..Order::new(game, side, command) }).await?;
    Ok(Json(BotDone { ok: true }))
}

async fn act(app: &App, program: Program, game: String, command: Command, BotAct { act }: BotAct) -> Done {
    let person = app.online.bot(program).await?;
    order(app, &person, game, command, act).await
}

/// Resigns.
#[utoipa::path(post, path = "/api/bot/game/{id}/resign", tag = "bot", params(("id" = String, Path, description = "The id of the game."), BotAct),
    security(("token" = ["bot:play"])),
    responses((status = 200, body = BotDone), Failures))]
pub(super) async fn resign(
    State(app): State<App>,
    program: Program,
    At(id): At<String>,
    Asked(number): Asked<BotAct>,
) -> Done {
    act(&app, program, id, Command::Resign, number).await
}

/// Gives a game up before both have moved.
#[utoipa::path(post, path = "/api/bot/game/{id}/abort", tag = "bot", params(("id" = String, Path, description = "The id of the game."), BotAct),
    security(("token" = ["bot:play"])),
    responses((status = 200, body = BotDone), Failures))]
pub(super) async fn abort(
    State(app): State<App>,
    program: Program,
    At(id): At<String>,
    Asked(number): Asked<BotAct>,
) -> Done {
    act(&app, program, id, Command::Abort, number).await
}

/// Offers or accepts a draw (`yes`), or declines one (`no`).
#[utoipa::path(post, path = "/api/bot/game/{id}/draw/{answer}", tag = "bot",
    params(("id" = String, Path, description = "The id of the game."), ("answer" = YesNo, Path, description = "`yes` or `no`."), BotAct), security(("token" = ["bot:play"])),
    responses((status = 200, body = BotDone), Failures))]
pub(super) async fn draw(
    State(app): State<App>,
    program: Program,
    At((id, answer)): At<(String, YesNo)>,
    Asked(number): Asked<BotAct>,
) -> Done {
    let command = if answer == YesNo::Yes { Command::OfferDraw } else { Command::DeclineDraw };
    act(&app, program, id, command, number).await
}

/// Asks to take a move back or agrees to it (`yes`), or does not (`no`).
#[utoipa::path(post, path = "/api/bot/game/{id}/takeback/{answer}", tag = "bot",
    params(("id" = String, Path, description = "The id of the game."), ("answer" = YesNo, Path, description = "`yes` or `no`."), BotAct), security(("token" = ["bot:play"])),
    responses((status = 200, body = BotDone), Failures))]
pub(super) async fn takeback(
    State(app): State<App>,
    program: Program,
    At((id, answer)): At<(String, YesNo)>,
    Asked(number): Asked<BotAct>,
) -> Done {
    let command = if answer == YesNo::Yes { Command::AskTakeback } else { Command::DeclineTakeback };
    act(&app, program, id, command, number).await
}

/// Seeks a game in the lobby.
#[utoipa::path(post, path = "/api/bot/seek", tag = "bot", request_body = OnlineSettings,
    security(("token" = ["challenge:write"])),
    responses((status = 201, body = SeekAnswer), Failures))]
pub(super) async fn seek(
    State(app): State<App>,
    program: Program,
    Body(settings): Body<OnlineSettings>,
) -> Result<(StatusCode, Json<SeekAnswer>), ApiError> {
    let person = program.may(Scope::ChallengeWrite)?;
    Ok((StatusCode::CREATED, Json(app.online.seek(&person, settings).await?)))
}

/// Begins a game against a level of the computer. A program may have 10 of them at a time.
#[utoipa::path(post, path = "/api/bot/games", tag = "bot", request_body = NewLevelGame,
    security(("token" = ["challenge:write"])),
    responses((status = 201, body = StartedGame), Failures))]
pub(super) async fn play_level(
    State(app): State<App>,
    program: Program,
    Body(new): Body<NewLevelGame>,
) -> Result<(StatusCode, Json<StartedGame>), ApiError> {
    let person = program.may(Scope::ChallengeWrite)?;
    Ok((StatusCode::CREATED, Json(app.online.play_level(&person, new).await?)))
}

/// Challenges somebody.
#[utoipa::path(post, path = "/api/bot/challenge", tag = "bot", request_body = NewChallenge,
    security(("token" = ["challenge:write"])),
    responses((status = 201, body = ChallengeInfo), Failures))]
pub(super) async fn challenge(
    State(app): State<App>,
    program: Program,
    Body(new): Body<NewChallenge>,
) -> Result<(StatusCode, Json<ChallengeInfo>), ApiError> {
    let person = program.may(Scope::ChallengeWrite)?;
    Ok((StatusCode::CREATED, Json(app.online.challenge(&person, new).await?)))
}

/// Accepts a challenge.
#[utoipa::path(post, path = "/api/bot/challenge/{id}/accept", tag = "bot", params(("id" = String, Path, description = "The id of the challenge.")),
    security(("token" = ["challenge:write"])),
    responses((status = 200, body = StartedGame), Failures))]
pub(super) async fn accept(
    State(app): State<App>,
    program: Program,
    At(id): At<String>,
) -> Result<Json<StartedGame>, ApiError> {
    let person = program.may(Scope::ChallengeWrite)?;
    Ok(Json(app.online.accept_challenge(&person, &id).await?))
}

/// Declines a challenge.
#[utoipa::path(post, path = "/api/bot/challenge/{id}/decline", tag = "bot", params(("id" = String, Path, description = "The id of the challenge.")),
    security(("token" = ["challenge:write"])),
    responses((status = 200, body = BotDone), Failures))]
pub(super) async fn decline(State(app): State<App>, program: Program, At(id): At<String>) -> Done {
    let person = program.may(Scope::ChallengeWrite)?;
    app.online.decline(&person, &id).await?;
    Ok(Json(BotDone { ok: true }))
}
