//! Who plays over the network: guests, accounts, tokens, profiles.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{HeaderMap, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use crownhead_store::club::Search;

use crate::App;
use crate::client::Client;
use crate::error::{ApiError, Failures};
use crate::extract::{At, Body};
use crate::guard::Dear;
use crate::online::{self, Known, Person, Secret};
use crate::wire::{BotChoice, Credentials, MadeToken, Me, NewToken, Profile, TokenList};

/// Games on a profile.
const PROFILE_GAMES: u32 = 20;

/// Plays as a guest from now on.
#[utoipa::path(post, path = "/api/online/guest", tag = "people", responses((status = 201, body = Me), Failures))]
pub(super) async fn guest(State(app): State<App>, _: Dear, headers: HeaderMap) -> Result<Response, ApiError> {
    let (person, token) = app.online.new_guest().await?;
    welcome(&app, StatusCode::CREATED, &person, &token, &headers).await
}

/// Makes an account, and logs in.
#[utoipa::path(post, path = "/api/online/register", tag = "people", request_body = Credentials,
    responses((status = 201, body = Me), Failures))]
pub(super) async fn register(
    State(app): State<App>,
    _: Dear,
    headers: HeaderMap,
    Body(credentials): Body<Credentials>,
) -> Result<Response, ApiError> {
    let (person, token) = app.online.register(credentials).await?;
    welcome(&app, StatusCode::CREATED, &person, &token, &headers).await
}

/// Logs in.
#[utoipa::path(post, path = "/api/online/login", tag = "people", request_body = Credentials,
    responses((status = 200, body = Me), Failures))]
pub(super) async fn login(
    State(app): State<App>,
    client: Client,
    headers: HeaderMap,
    Body(credentials): Body<Credentials>,
) -> Result<Response, ApiError> {
    // What is no name of anybody is not remembered.
    let name = credentials.name.parse().map_err(|_| app.online.wrong_login())?;
    app.gate.login(&client, &name).inspect_err(|_| app.metrics.too_many())?;
    let (person, token) = app.online.log_in(credentials).await?;
    welcome(&app, StatusCode::OK, &person, &token, &headers).await
}

async fn welcome(
    app: &App,
    status: StatusCode,
    person: &Person,
    token: &Secret,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let cookie = online::logged_in(token, headers)?;
    let me = app.online.me(person).await?;
    Ok((status, [(SET_COOKIE, cookie)], Json(me)).into_response())
}

/// Logs out.
#[utoipa::path(post, path = "/api/online/logout", tag = "people", responses((status = 204), Failures))]
pub(super) async fn logout(State(app): State<App>, headers: HeaderMap) -> Result<Response, ApiError> {
    app.online.close_session(&headers).await?;
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, online::logged_out())]).into_response())
}

/// Who you are.
#[utoipa::path(get, path = "/api/online/me", tag = "people", responses((status = 200, body = Me), Failures))]
pub(super) async fn me(State(app): State<App>, Known(person): Known) -> Result<Json<Me>, ApiError> {
    Ok(Json(app.online.me(&person).await?))
}

/// Says that your account is a program's, or no longer.
#[utoipa::path(post, path = "/api/online/bot", tag = "people", request_body = BotChoice,
    responses((status = 200, body = Me), Failures))]
pub(super) async fn bot(
    State(app): State<App>,
    Known(person): Known,
    Body(choice): Body<BotChoice>,
) -> Result<Json<Me>, ApiError> {
    online::needs_account(&person)?;
    app.online.store().set_bot(person.id.clone(), choice.bot).await?;
    Ok(Json(app.online.me(&person).await?))
}

/// Your tokens, without their secrets.
#[utoipa::path(get, path = "/api/online/tokens", tag = "people", responses((status = 200, body = TokenList), Failures))]
pub(super) async fn tokens(
    State(app): State<App>,
    Known(person): Known,
) -> Result<Json<TokenList>, ApiError> {
    Ok(Json(TokenList { tokens: app.online.tokens(&person).await? }))
}

/// Makes a token for a program.
#[utoipa::path(post, path = "/api/online/tokens", tag = "people", request_body = NewToken,
    responses((status = 201, body = MadeToken), Failures))]
pub(super) async fn make_token(
    State(app): State<App>,
    Known(person): Known,
    Body(new): Body<NewToken>,
) -> Result<(StatusCode, Json<MadeToken>), ApiError> {
    Ok((StatusCode::CREATED, Json(app.online.make_token(&person, new).await?)))
}

/// Takes a token away.
#[utoipa::path(delete, path = "/api/online/tokens/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), Failures))]
pub(super) async fn delete_token(
    State(app): State<App>,
    Known(person): Known,
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    match app.online.store().delete_token(person.id, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::not_found("token")),
    }
}

/// Somebody's page.
#[utoipa::path(get, path = "/api/online/players/{name}", tag = "people", params(("name" = String, Path)),
    responses((status = 200, body = Profile), Failures))]
pub(super) async fn profile(State(app): State<App>, At(name): At<String>) -> Result<Json<Profile>, ApiError> {
    let store = app.online.store();
    let account = store.account_named(crownhead_contest::Name::fold(&name)).await?;
    let account = account.ok_or_else(|| ApiError::not_found("player"))?;
    let mut live = store.games_of(account.id.clone()).await?;
    live.retain(|game| !game.is_private);
    let search = Search { player: Some(account.id), limit: PROFILE_GAMES, ..Search::default() };
    let games = store.search(search).await?;
    Ok(Json(Profile {
        name: account.name,
        bot: account.is_bot,
        created: account.created,
        rating: online::rating_info(&account.rating),
        live: online::summaries(&live),
        games: online::summaries(&games),
    }))
}
