//! Games against levels of the computer, over HTTP.

use crownhead_server::wire::{
    BotGameState, BotLine, MadeToken, Me, OnlineGameState, Side, Started, StartedGame,
};
use futures_util::StreamExt;
use reqwest::header::AUTHORIZATION;
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::visitor::Visitor;

/// A program with a token for everything.
struct Bot<'a> {
    desk: &'a Desk,
    token: String,
}

impl<'a> Bot<'a> {
    async fn new(desk: &'a Desk, name: &str) -> Bot<'a> {
        let account = Visitor::account(desk, name).await;
        let scopes = json!({"name": "all", "scopes": ["bot:play", "challenge:write"]});
        let made: MadeToken = account.post("/api/online/tokens", scopes).await;
        let _: Me = account.post("/api/online/bot", json!({"bot": true})).await;
        Bot { desk, token: made.token }
    }

    async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Response {
        let request = self.desk.request(method, path).header(AUTHORIZATION, format!("Bearer {}", self.token));
        let request = if let Some(body) = body { request.json(&body) } else { request };
        request.send().await.unwrap()
    }
}

#[tokio::test]
async fn a_program_plays_a_level_to_the_end() {
    let desk = Desk::open().await;
    let bot = Bot::new(&desk, "Robot").await;
    let start = json!({"from": "fen", "fen": "B:W21,22,25,26,29,30:B1,2,5,6,9,10"});
    let new = json!({"level": 1, "settings": {"side": "white", "start": start}});
    let begun = bot.send(Method::POST, "/api/bot/games", Some(new)).await;
    assert_eq!(begun.status(), StatusCode::CREATED);
    let StartedGame { game, side } = begun.json().await.unwrap();
    assert_eq!(side, Side::White);
    let stream = bot.send(Method::GET, &format!("/api/bot/game/stream/{game}"), None).await;
    let mut bytes = stream.bytes_stream();
    let mut read = Vec::new();
    let mut last: Option<BotGameState> = None;
    while let Some(more) = bytes.next().await {
        read.extend(more.unwrap());
        while let Some(end) = read.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = read.drain(..=end).collect();
            if line.len() == 1 {
                continue;
            }
            let state = match serde_json::from_slice(&line).unwrap() {
                BotLine::GameFull(full) => {
                    assert_eq!(full.black.name, "Level 1");
                    full.state
                }
                BotLine::GameState(state) => state,
            };
            let is_new = last.as_ref().is_none_or(|last| last.ply < state.ply);
            // A draw that the computer offers is declined by the move.
            if is_new && state.turn == side && !state.legal.is_empty() {
                let path = format!("/api/bot/game/{game}/move/{}?ply={}", state.legal[0], state.ply);
                assert_eq!(bot.send(Method::POST, &path, None).await.status(), StatusCode::OK, "{path}");
            }
            last = Some(state);
        }
    }
    let last = last.unwrap();
    assert_ne!(json!(last.status), json!(Started::Started), "the stream ends with the game");
    assert!(last.ply > 10 && last.legal.is_empty(), "{last:?}");
    let state: OnlineGameState = desk.get(&format!("/api/online/games/{game}")).await;
    assert_eq!(state.now.result.map(|result| json!(result.reason)), Some(json!(last.status)));
}

#[tokio::test]
async fn a_token_may_ask_whose_it_is() {
    let desk = Desk::open().await;
    let bot = Bot::new(&desk, "Robot").await;
    let me: Me = bot.send(Method::GET, "/api/online/me", None).await.json().await.unwrap();
    assert_eq!((me.name.as_str(), me.bot, me.guest), ("Robot", true, false));
    let wrong = Bot { desk: &desk, token: "x".repeat(32) };
    let refused = wrong.send(Method::GET, "/api/online/me", None).await;
    assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn guests_play_levels_too_and_nobody_has_more_than_ten_such_games() {
    let desk = Desk::open().await;
    let guest = Visitor::guest(&desk).await;
    let begin = |level: u8| json!({"level": level, "settings": {"side": "black"}});
    let mut last = None;
    for level in 1..=10 {
        let started: StartedGame = guest.post("/api/online/games", begin(level)).await;
        assert_eq!(started.side, Side::Black);
        last = Some(started.game);
    }
    let (status, code) = guest.refused(Method::POST, "/api/online/games", begin(1)).await;
    assert_eq!((status, code.to_string().as_str()), (409, "not_now"));
    let other = Visitor::guest(&desk).await;
    let _: StartedGame = other.post("/api/online/games", begin(1)).await;
    // One that has ended makes room.
    let mut line = guest.socket().await;
    let command = json!({"type": "abort"});
    let act = json!({"type": "act", "game": last, "command": command});
    assert_eq!(line.ask(act).await.1.map_err(|code| code.to_string()), Ok(()));
    let _: StartedGame = guest.post("/api/online/games", begin(1)).await;
}

#[tokio::test]
async fn a_game_against_a_level_is_never_rated_and_needs_somebody() {
    let desk = Desk::open().await;
    let ann = Visitor::account(&desk, "Ann").await;
    for body in [
        json!({"level": 0}),
        json!({"level": 11}),
        json!({"level": 1, "settings": {"clock": {"base_ms": 60_000, "increment_ms": 0}, "rated": true}}),
    ] {
        let (status, code) = ann.refused(Method::POST, "/api/online/games", body.clone()).await;
        assert_eq!((status, code.to_string().as_str()), (422, "bad_value"), "{body}");
    }
    let stranger = desk.send(Method::POST, "/api/online/games", json!({"level": 1})).await;
    assert_eq!(stranger.status(), StatusCode::UNAUTHORIZED);
    let made: MadeToken =
        ann.post("/api/online/tokens", json!({"name": "narrow", "scopes": ["bot:play"]})).await;
    let narrow = Bot { desk: &desk, token: made.token };
    let refused = narrow.send(Method::POST, "/api/bot/games", Some(json!({"level": 1}))).await;
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
}
