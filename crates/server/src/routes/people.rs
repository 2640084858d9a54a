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
use crate::online::{self, Anyone, Identified, Known, Person, Secret};
use crate::wire::{
    BlockList, BotChoice, Credentials, ErrorCode, Leaderboard, MadeToken, Me, NewToken, PasswordChange,
    PasswordProof, Profile, Recovery, RecoveryCodes, RecoveryCodesLeft, TokenList,
};

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
    may_try(&app, &client, &credentials.name)?;
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
#[utoipa::path(post, path = "/api/online/logout", tag = "people", security((), ("session" = [])),
    responses((status = 204), Failures))]
pub(super) async fn logout(
    State(app): State<App>,
    Identified(known): Identified,
) -> Result<Response, ApiError> {
    if let Some((person, session)) = known {
        app.online.log_out(&person, &session).await?;
    }
    Ok(farewell())
}

fn farewell() -> Response {
    (StatusCode::NO_CONTENT, [(SET_COOKIE, online::logged_out())]).into_response()
}

/// Logs out everywhere: all your sessions end, on every device.
#[utoipa::path(delete, path = "/api/online/sessions", tag = "people", security(("session" = [])),
    responses((status = 204), Failures))]
pub(super) async fn logout_everywhere(
    State(app): State<App>,
    Known(person): Known,
) -> Result<Response, ApiError> {
    app.online.log_out_everywhere(&person).await?;
    Ok(farewell())
}

/// Limits how often a password may be tried. What is no name of anybody is not remembered.
fn may_try(app: &App, client: &Client, name: &str) -> Result<(), ApiError> {
    let name = name.parse().map_err(|_| app.online.wrong_login())?;
    app.gate.login(client, &name).inspect_err(|_| app.metrics.too_many())
}

/// The same for whoever is logged in; a guest has no password, and is told so.
fn may_prove(app: &App, client: &Client, person: &Person) -> Result<(), ApiError> {
    if person.has_account { may_try(app, client, &person.name) } else { Ok(()) }
}

/// Changes your password. All your other sessions end.
#[utoipa::path(post, path = "/api/online/password", tag = "people", request_body = PasswordChange,
    security((), ("session" = [])),
    responses((status = 204), Failures))]
pub(super) async fn change_password(
    State(app): State<App>,
    client: Client,
    Identified(known): Identified,
    Body(change): Body<PasswordChange>,
) -> Result<StatusCode, ApiError> {
    let (person, session) = known.ok_or_else(online::nobody)?;
    may_prove(&app, &client, &person)?;
    app.online.change_password(&person, &session, change).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How many recovery codes you have left.
#[utoipa::path(get, path = "/api/online/recovery-codes", tag = "people",
    security(("session" = [])),
    responses((status = 200, body = RecoveryCodesLeft), Failures))]
pub(super) async fn codes_left(
    State(app): State<App>,
    Known(person): Known,
) -> Result<Json<RecoveryCodesLeft>, ApiError> {
    Ok(Json(RecoveryCodesLeft { left: app.online.store().n_recovery_codes(person.id).await? }))
}

/// Makes recovery codes. They are told once, and earlier ones are void.
#[utoipa::path(post, path = "/api/online/recovery-codes", tag = "people", request_body = PasswordProof,
    security(("session" = [])),
    responses((status = 201, body = RecoveryCodes), Failures))]
pub(super) async fn make_codes(
    State(app): State<App>,
    client: Client,
    Known(person): Known,
    Body(proof): Body<PasswordProof>,
) -> Result<(StatusCode, Json<RecoveryCodes>), ApiError> {
    may_prove(&app, &client, &person)?;
    Ok((StatusCode::CREATED, Json(app.online.make_codes(&person, proof.password).await?)))
}

/// Sets a new password with a recovery code, and logs in. All other sessions and all tokens of the account end.
#[utoipa::path(post, path = "/api/online/recover", tag = "people", request_body = Recovery,
    responses((status = 200, body = Me), Failures))]
pub(super) async fn recover(
    State(app): State<App>,
    client: Client,
    headers: HeaderMap,
    Body(recovery): Body<Recovery>,
) -> Result<Response, ApiError> {
    may_try(&app, &client, &recovery.name)?;
    let (person, token) = app.online.recover(recovery).await?;
    welcome(&app, StatusCode::OK, &person, &token, &headers).await
}

/// Deletes your account. Games in progress are given up; all games stay, without your name.
#[utoipa::path(post, path = "/api/online/account/delete", tag = "people", request_body = PasswordProof,
    security(("session" = [])),
    responses((status = 204), Failures))]
pub(super) async fn delete_account(
    State(app): State<App>,
    client: Client,
    Known(person): Known,
    Body(proof): Body<PasswordProof>,
) -> Result<Response, ApiError> {
    may_prove(&app, &client, &person)?;
    app.online.delete_account(&person, proof.password).await?;
    Ok(farewell())
}

/// Whom you have blocked.
#[utoipa::path(get, path = "/api/online/blocks", tag = "people", security(("session" = [])),
    responses((status = 200, body = BlockList), Failures))]
pub(super) async fn blocks(
    State(app): State<App>,
    Known(person): Known,
) -> Result<Json<BlockList>, ApiError> {
    Ok(Json(app.online.blocked(&person).await?))
}

/// Blocks somebody: you do not meet in the lobby, and hear nothing from each other.
#[utoipa::path(put, path = "/api/online/blocks/{id}", tag = "people", params(("id" = String, Path, description = "The id of the person.")),
    security(("session" = [])),
    responses((status = 204), Failures))]
pub(super) async fn block(
    State(app): State<App>,
    _: Dear,
    Known(person): Known,
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    app.online.block(&person, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Blocks somebody no more.
#[utoipa::path(delete, path = "/api/online/blocks/{id}", tag = "people", params(("id" = String, Path, description = "The id of the person.")),
    security(("session" = [])),
    responses((status = 204), Failures))]
pub(super) async fn unblock(
    State(app): State<App>,
    Known(person): Known,
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    app.online.store().unblock(person.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The best players.
#[utoipa::path(get, path = "/api/online/leaderboard", tag = "people",
    responses((status = 200, body = Leaderboard), Failures))]
pub(super) async fn leaderboard(State(app): State<App>) -> Result<Json<Leaderboard>, ApiError> {
    Ok(Json(app.online.leaderboard().await?))
}

/// Who you are, by your session or by your token.
#[utoipa::path(get, path = "/api/online/me", tag = "people", security(("session" = []), ("token" = [])),
    responses((status = 200, body = Me), Failures))]
pub(super) async fn me(State(app): State<App>, Anyone(person): Anyone) -> Result<Json<Me>, ApiError> {
    Ok(Json(app.online.me(&person).await?))
}

/// Says that your account is a program's. It stays one, and has to be one before its first rated game.
#[utoipa::path(post, path = "/api/online/bot", tag = "people", request_body = BotChoice,
    security(("session" = [])),
    responses((status = 200, body = Me), Failures))]
pub(super) async fn bot(
    State(app): State<App>,
    Known(person): Known,
    Body(choice): Body<BotChoice>,
) -> Result<Json<Me>, ApiError> {
    if !choice.bot {
        let message = "A bot's account stays a bot's. Make another one for yourself.";
        return Err(ApiError::new(ErrorCode::BadValue, message));
    }
    app.online.become_bot(&person).await?;
    Ok(Json(app.online.me(&person).await?))
}

/// Your tokens, without their secrets.
#[utoipa::path(get, path = "/api/online/tokens", tag = "people", security(("session" = [])),
    responses((status = 200, body = TokenList), Failures))]
pub(super) async fn tokens(
    State(app): State<App>,
    Known(person): Known,
) -> Result<Json<TokenList>, ApiError> {
    Ok(Json(TokenList { tokens: app.online.tokens(&person).await? }))
}

/// Makes a token for a program.
#[utoipa::path(post, path = "/api/online/tokens", tag = "people", request_body = NewToken,
    security(("session" = [])),
    responses((status = 201, body = MadeToken), Failures))]
pub(super) async fn make_token(
    State(app): State<App>,
    Known(person): Known,
    Body(new): Body<NewToken>,
) -> Result<(StatusCode, Json<MadeToken>), ApiError> {
    Ok((StatusCode::CREATED, Json(app.online.make_token(&person, new).await?)))
}

/// Takes a token away.
#[utoipa::path(delete, path = "/api/online/tokens/{id}", tag = "people", params(("id" = String, Path, description = "The id of the token.")),
    security(("session" = [])),
    responses((status = 204), Failures))]
pub(super) async fn delete_token(
    State(app): State<App>,
    Known(person): Known,
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    app.online.revoke_token(&person, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Somebody's page.
#[utoipa::path(get, path = "/api/online/players/{name}", tag = "people", params(("name" = String, Path, description = "The name of the account.")),
    responses((status = 200, body = Profile), Failures))]
pub(super) async fn profile(State(app): State<App>, At(name): At<String>) -> Result<Json<Profile>, ApiError> {
    let store = app.online.store();
    let account = store.account_named(crownhead_contest::Name::fold(&name)).await?;
    let account = account.ok_or_else(|| ApiError::not_found("player"))?;
    let mut live = store.games_of(account.id.clone()).await?;
    live.retain(|game| !game.is_private);
    let (record, history) = app.online.history(&account.id).await?;
    let search = Search { player: Some(account.id.clone()), limit: PROFILE_GAMES, ..Search::default() };
    let games = store.search(search).await?;
    Ok(Json(Profile {
        online: app.online.presence().has(&account.id),
        id: account.id,
        record,
        history,
        name: account.name,
        bot: account.is_bot,
        created: account.created,
        rating: online::rating_info(&account.rating),
        live: online::summaries(&live),
        games: online::summaries(&games),
    }))
}
