//! Games between people: how they stand, their archive, their socket.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use crownhead_contest::position_key;
use crownhead_store::club::Search;

use crate::App;
use crate::convert::read_position;
use crate::error::{ApiError, Failures};
use crate::extract::{Asked, At, Body};
use crate::guard::Dear;
use crate::online::{self, Caller, Identified, Known, Secret, Standing};
use crate::socket::Upgrade;
use crate::time::clock_ms;
use crate::wire::{
    Archive, ArchiveSearch, ChatLog, ChatMessage, ChatReport, ErrorCode, OnlineGameState, SeatToken, Side,
};

/// Games on a page of the archive, if nobody says how many.
const PAGE: u32 = 50;
/// Lines of chat that are told.
const MAX_LINES: u32 = 500;
/// The longest message of a client.
const MAX_MESSAGE: usize = 4 << 10;

/// A game between people, whole.
#[utoipa::path(get, path = "/api/online/games/{id}", tag = "online", params(("id" = String, Path, description = "The id of the game.")),
    security((), ("session" = [])),
    responses((status = 200, body = OnlineGameState), Failures))]
pub(super) async fn state(
    State(app): State<App>,
    Caller(person): Caller,
    At(id): At<String>,
) -> Result<Json<OnlineGameState>, ApiError> {
    let (standing, side) = look(&app, person.as_ref(), &id).await?;
    let state = online::state(&standing.game, &standing.contest, side, clock_ms());
    Ok(Json(state.map_err(|error| online::damaged(&id, &error))?))
}

/// A game that somebody may see, and the side at which that person sits.
async fn look(
    app: &App,
    person: Option<&online::Person>,
    id: &str,
) -> Result<(Standing, Option<Side>), ApiError> {
    let standing = app.online.look(id).await?;
    let side = person.and_then(|person| online::side_of(&standing.game, &person.id));
    if standing.game.is_private && side.is_none() {
        return Err(ApiError::not_found("game"));
    }
    Ok((standing, side))
}

/// A game between people as a game file.
#[utoipa::path(get, path = "/api/online/games/{id}/pdn", tag = "online", params(("id" = String, Path, description = "The id of the game.")),
    security((), ("session" = [])),
    responses((status = 200, body = String, content_type = "text/plain"), Failures))]
pub(super) async fn pdn(
    State(app): State<App>,
    Caller(person): Caller,
    At(id): At<String>,
) -> Result<Response, ApiError> {
    let (standing, _) = look(&app, person.as_ref(), &id).await?;
    let text = online::pdn(&standing).map_err(|error| online::damaged(&id, &error))?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// What was said in a game.
#[utoipa::path(get, path = "/api/online/games/{id}/chat", tag = "online", params(("id" = String, Path, description = "The id of the game.")),
    security((), ("session" = [])),
    responses((status = 200, body = ChatLog), Failures))]
pub(super) async fn chat(
    State(app): State<App>,
    Caller(person): Caller,
    At(id): At<String>,
) -> Result<Json<ChatLog>, ApiError> {
    look(&app, person.as_ref(), &id).await?;
    let lines = app.online.store().chat(id.clone(), MAX_LINES).await?;
    let message = |line: crownhead_store::club::ChatLine| ChatMessage {
        game: id.clone(),
        at: line.at,
        by: line.person,
        name: line.name,
        text: line.text,
    };
    Ok(Json(ChatLog { lines: lines.into_iter().map(message).collect() }))
}

/// Reports a line of chat to whoever runs the server: it is written into the log.
#[utoipa::path(post, path = "/api/online/games/{id}/report", tag = "online", params(("id" = String, Path, description = "The id of the game.")),
    request_body = ChatReport, security(("session" = [])),
    responses((status = 204), Failures))]
pub(super) async fn report(
    State(app): State<App>,
    _: Dear,
    Known(person): Known,
    At(id): At<String>,
    Body(report): Body<ChatReport>,
) -> Result<StatusCode, ApiError> {
    look(&app, Some(&person), &id).await?;
    app.online.report(&person, &id, report).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A token by which your seat can be taken from another device.
#[utoipa::path(post, path = "/api/online/games/{id}/seat", tag = "online", params(("id" = String, Path, description = "The id of the game.")),
    security(("session" = [])),
    responses((status = 201, body = SeatToken), Failures))]
pub(super) async fn seat(
    State(app): State<App>,
    Known(person): Known,
    At(id): At<String>,
) -> Result<(StatusCode, Json<SeatToken>), ApiError> {
    let game = app.online.game(&id).await?;
    let side = online::side_of(&game, &person.id).ok_or_else(|| ApiError::not_found("seat of yours"))?;
    let token = Secret::new()?;
    let color: crownhead_board::Color = side.into();
    app.online.store().set_seat(id, color as u8, token.hash()).await?;
    Ok((StatusCode::CREATED, Json(SeatToken { seat: token.reveal().to_owned(), side })))
}

/// Games that are over, the newest first.
#[utoipa::path(get, path = "/api/online/games", tag = "online", params(ArchiveSearch),
    security((), ("session" = [])),
    responses((status = 200, body = Archive), Failures))]
pub(super) async fn archive(
    State(app): State<App>,
    Caller(person): Caller,
    Asked(asked): Asked<ArchiveSearch>,
) -> Result<Json<Archive>, ApiError> {
    let search = read_search(&app, person.map(|person| person.id), asked).await?;
    let limit = search.limit as usize;
    let games = app.online.store().search(search).await?;
    let last = games.last().filter(|_| games.len() == limit);
    let next = last.and_then(|game| Some(format!("{}-{}", game.over.as_ref()?.ended, game.id)));
    Ok(Json(Archive { games: online::summaries(&games), next }))
}

async fn read_search(app: &App, viewer: Option<String>, asked: ArchiveSearch) -> Result<Search, ApiError> {
    let ArchiveSearch { player, opponent, result, opening, fen, after, limit } = asked;
    let bad = |message: &str| ApiError::new(ErrorCode::BadValue, message);
    let limit = limit.unwrap_or(PAGE);
    if !(1..=200).contains(&limit) {
        return Err(bad("A page has from 1 to 200 games."));
    }
    let result = result.filter(|result| !result.is_empty());
    if result.as_ref().is_some_and(|result| !["black", "white", "draw", "aborted"].contains(&result.as_str()))
    {
        return Err(bad("A result is black, white, draw or aborted."));
    }
    let place = |after: String| {
        let (ended, id) = after.split_once('-')?;
        Some((ended.parse::<u64>().ok()?.min(i64::MAX as u64), id.to_owned()))
    };
    let after = match after {
        Some(after) => Some(place(after).ok_or_else(|| bad("Give as `after` what was given as `next`."))?),
        None => None,
    };
    let position = fen.as_deref().map(|fen| read_position(Some(fen))).transpose()?;
    Ok(Search {
        player: person_id(app, player).await?,
        opponent: person_id(app, opponent).await?,
        result,
        opening: opening.filter(|opening| !opening.is_empty()),
        position: position.map(|pos| position_key(&pos.into())),
        viewer,
        after,
        limit,
    })
}

async fn person_id(app: &App, name: Option<String>) -> Result<Option<String>, ApiError> {
    match name.filter(|name| !name.is_empty()) {
        Some(name) => Ok(Some(app.online.person_named(&name).await?.id)),
        None => Ok(None),
    }
}

/// The socket of online play.
pub(crate) async fn socket(
    State(app): State<App>,
    upgrade: Upgrade,
    Identified(known): Identified,
) -> Response {
    upgrade.serve(MAX_MESSAGE, |socket| online::serve(socket, known, app))
}
