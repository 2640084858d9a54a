//! Bots over plain HTTP in a tournament, in the manner of the server's bot API: they are known by their invitation, hear
//! of games line by line, and send moves by POST.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, ORIGIN};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use crownhead_board::Color;
use crownhead_wire::{
    BotDone, BotEvent, BotGame, BotGameFull, BotGameState, BotLine, BotPly, BotStatus, ErrorAnswer,
    ErrorBody, ErrorCode, GameResult, OnlineSettings, PersonInfo, ResultReason, Side, Started, YesNo,
};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::hall::{Act, Glance, Head, Trouble};
use crate::live::LiveGame;
use crate::local::LocalHall;

/// An empty line comes so often, so that both sides notice when the other is gone.
const SIGN_OF_LIFE: Duration = Duration::from_secs(6);

/// The addresses of bots in a tournament.
pub(crate) fn routes(hall: LocalHall) -> Router {
    Router::new()
        .route("/api/bot/stream/event", get(events))
        .route("/api/bot/game/stream/{id}", get(game))
        .route("/api/bot/game/{id}/move/{move}", post(play))
        .route("/api/bot/game/{id}/resign", post(resign))
        .route("/api/bot/game/{id}/draw/{accept}", post(draw))
        .with_state(hall)
}

/// Why a bot does not get what it wants.
struct NotDone(StatusCode, ErrorCode, String);

type Done = Result<Json<BotDone>, NotDone>;

impl IntoResponse for NotDone {
    fn into_response(self) -> Response {
        let NotDone(status, code, message) = self;
        let error = ErrorBody::new(code, message);
        (status, Json(ErrorAnswer { error })).into_response()
    }
}

impl From<Trouble> for NotDone {
    fn from(trouble: Trouble) -> NotDone {
        let (status, code) = match trouble {
            Trouble::NoSuchGame(_) | Trouble::WrongToken => (StatusCode::NOT_FOUND, ErrorCode::NotFound),
            Trouble::Refused(_) => (StatusCode::UNPROCESSABLE_ENTITY, ErrorCode::BadMove),
            Trouble::WrongPly { .. } | Trouble::Played { .. } => (StatusCode::CONFLICT, ErrorCode::Stale),
            Trouble::NoAnswer => (StatusCode::CONFLICT, ErrorCode::TryAgain),
            _ => (StatusCode::CONFLICT, ErrorCode::NotNow),
        };
        NotDone(status, code, trouble.to_string())
    }
}

/// A bot that has shown its invitation.
struct Bot(String);

impl FromRequestParts<LocalHall> for Bot {
    type Rejection = NotDone;

    async fn from_request_parts(head: &mut Head, hall: &LocalHall) -> Result<Bot, NotDone> {
        if head.headers.contains_key(ORIGIN) {
            let why = "pages may not play here; programs send no Origin";
            return Err(NotDone(StatusCode::FORBIDDEN, ErrorCode::Forbidden, why.to_owned()));
        }
        let given = head.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let invitation = given.and_then(|given| given.strip_prefix("Bearer ")).map(str::trim);
        invitation.filter(|invitation| hall.is_invited(invitation)).map(|text| Bot(text.to_owned())).ok_or_else(
            || {
                let why = "this needs the invitation that the tournament told: send it as Authorization: Bearer INVITATION";
                NotDone(StatusCode::UNAUTHORIZED, ErrorCode::WhoAreYou, why.to_owned())
            },
        )
    }
}

impl Bot {
    /// A game in which a seat is the bot's.
    fn table(&self, hall: &LocalHall, id: &str) -> Result<(Arc<LiveGame>, Color), NotDone> {
        let game = hall.find(id)?;
        let color = game.invited(&self.0).ok_or(Trouble::WrongToken)?;
        game.sit_down(color);
        Ok((game, color))
    }
}

/// Games of the bot, as they begin.
async fn events(State(hall): State<LocalHall>, Bot(invitation): Bot) -> Response {
    let openings = hall.openings();
    lines(
        (hall, invitation, openings, HashSet::new()),
        |(hall, invitation, mut openings, mut told)| async move {
            let tables = hall.tables_of(&invitation);
            let news = tables.iter().find(|(game, _)| !told.contains(&game.id));
            let line = match news {
                Some((game, color)) => {
                    told.insert(game.id.clone());
                    let game = BotGame { game_id: game.id.clone(), color: (*color).into() };
                    line(&BotEvent::GameStart { game })
                }
                None => pause(&mut openings).await,
            };
            Some((line, (hall, invitation, openings, told)))
        },
    )
}

/// A game, and then how it stands after each change, until it is over.
async fn game(State(hall): State<LocalHall>, bot: Bot, Path(id): Path<String>) -> Result<Response, NotDone> {
    let (game, color) = bot.table(&hall, &id)?;
    let changes = game.changes();
    Ok(lines((game, changes, None::<BotGameState>), move |(game, mut changes, told)| async move {
        if told.as_ref().is_some_and(|told| matches!(told.status, BotStatus::Over(_))) {
            return None;
        }
        let glance = game.glance(Some(color));
        let state = stands(&glance);
        let line = match &told {
            None => line(&BotLine::GameFull(Box::new(full(&game.id, &glance)))),
            Some(told) if *told != state => line(&BotLine::GameState(state.clone())),
            Some(_) => pause(&mut changes).await,
        };
        Some((line, (game, changes, Some(state))))
    }))
}

async fn play(
    State(hall): State<LocalHall>,
    bot: Bot,
    Path((id, text)): Path<(String, String)>,
    Query(BotPly { ply }): Query<BotPly>,
) -> Done {
    act(&hall, &bot, &id, ply, Act::Move { text, comment: None }).await
}

async fn resign(State(hall): State<LocalHall>, bot: Bot, Path(id): Path<String>) -> Done {
    act(&hall, &bot, &id, None, Act::Resign).await
}

async fn draw(State(hall): State<LocalHall>, bot: Bot, Path((id, accept)): Path<(String, YesNo)>) -> Done {
    match accept {
        YesNo::Yes => act(&hall, &bot, &id, None, Act::Draw).await,
        // A move declines it.
        YesNo::No => Ok(Json(BotDone { ok: true })),
    }
}

async fn act(hall: &LocalHall, bot: &Bot, id: &str, ply: Option<u32>, act: Act) -> Done {
    let (game, color) = bot.table(hall, id)?;
    let ply = ply.map_or_else(|| game.glance(Some(color)).game.moves().len(), |ply| ply as usize);
    game.act(color, ply, act).await?;
    Ok(Json(BotDone { ok: true }))
}

fn line(value: &impl Serialize) -> Bytes {
    let mut text = serde_json::to_vec(value).unwrap_or_default();
    text.push(b'\n');
    text.into()
}

/// Nothing to tell until something has changed: an empty line if that takes long.
async fn pause(changes: &mut watch::Receiver<u64>) -> Bytes {
    match timeout(SIGN_OF_LIFE, changes.changed()).await {
        Ok(_) => Bytes::new(),
        Err(_) => Bytes::from_static(b"\n"),
    }
}

/// An answer of lines; `None` ends it.
fn lines<S: Send + 'static, F: Future<Output = Option<(Bytes, S)>> + Send + 'static>(
    state: S,
    next: impl FnMut(S) -> F + Send + 'static,
) -> Response {
    let mut next = next;
    let lines = stream::unfold(state, move |state| {
        let told = next(state);
        async move { told.await.map(|(line, state)| (Ok::<_, Infallible>(line), state)) }
    });
    ([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}

fn full(id: &str, glance: &Glance) -> BotGameFull {
    let person = |side: usize| PersonInfo {
        id: String::new(),
        name: glance.names[side].clone().unwrap_or_default(),
        rating: None,
        rating_change: None,
        guest: false,
        bot: false,
    };
    BotGameFull {
        id: id.to_owned(),
        black: person(0),
        white: person(1),
        settings: OnlineSettings { rules: glance.game.rules().to_string(), ..OnlineSettings::default() },
        created_at: 0,
        initial_fen: glance.game.start().to_string(),
        state: stands(glance),
    }
}

fn stands(glance: &Glance) -> BotGameState {
    let Glance { game, ending, .. } = glance;
    let offers = |side: Color| glance.is_draw_offered && game.position().turn() != side;
    let text = |mv: crownhead_board::Move| mv.route_text().to_string();
    let legal = match ending {
        None if glance.shows_moves => game.legal_moves().iter().map(|mv| text(*mv)).collect(),
        _ => Vec::new(),
    };
    BotGameState {
        moves: game.moves().map(text).collect::<Vec<_>>().join(" "),
        ply: game.moves().len() as u32,
        fen: game.position().to_string(),
        turn: game.position().turn().into(),
        legal,
        btime: None,
        wtime: None,
        bdraw: offers(Color::Black),
        wdraw: offers(Color::White),
        btakeback: false,
        wtakeback: false,
        status: match (ending, game.outcome()) {
            (None, _) => BotStatus::Started(Started::Started),
            (Some(_), Some(outcome)) => BotStatus::Over(GameResult::from(outcome).reason),
            (Some(_), None) => BotStatus::Over(ResultReason::Aborted),
        },
        winner: game.outcome().and_then(|outcome| outcome.winner()).map(Side::from),
    }
}
