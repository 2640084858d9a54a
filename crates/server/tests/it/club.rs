//! What comes of games between people: ratings, the archive, bots; and what the server tells about itself.

use crownhead_server::wire::{
    Archive, BotEvent, BotLine, ChallengeInfo, MadeToken, Me, OnlineGameState, OnlineMessage, Profile,
};
use futures_util::{SinkExt, StreamExt};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use reqwest::{Method, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::desk::Desk;
use crate::visitor::{Visitor, meet};

fn rated() -> Value {
    json!({"clock": {"base_ms": 300_000}, "rated": true})
}

#[tokio::test]
async fn a_rated_game_changes_both_ratings_once() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::account(&desk, "Marion").await, Visitor::account(&desk, "Asa").await);
    let guest = Visitor::guest(&desk).await;
    assert_eq!(guest.refused(Method::POST, "/api/online/seeks", rated()).await.0, 403);
    let house = json!({"clock": {"base_ms": 300_000}, "rated": true, "rules": "casual"});
    assert_eq!(one.refused(Method::POST, "/api/online/seeks", house).await.1, "bad_value");
    let (game, black, white) = meet(&desk, &one, &two, rated()).await;
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    let mut watching = guest.socket().await;
    watching.watch(&game).await;
    b.play(&game, 0, "11-15").await.unwrap();
    w.play(&game, 1, "23-19").await.unwrap();
    w.act(&game, "resign").await.unwrap();
    // Ratings follow the end at once, but not in the same breath.
    while !matches!(watching.hear().await, OnlineMessage::Rated { black: 162, white: -162, .. }) {}
    let rating = black.get::<Me>("/api/online/me").await.rating.unwrap();
    assert_eq!(
        (rating.rating, rating.games, rating.provisional),
        (1662, 1, true),
        "Glicko-2 between two new players"
    );
    let state: OnlineGameState = black.get(&format!("/api/online/games/{game}")).await;
    assert_eq!(state.black.rating_change, Some(162));
    let profile: Profile = white.get(&format!("/api/online/players/{}", white.me.name)).await;
    assert_eq!((profile.rating.rating, profile.rating.games), (1338, 1));
    assert_eq!(profile.games[0].white.rating_change, Some(-162));
}

#[tokio::test]
async fn games_are_found_by_player_result_opening_and_position() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::account(&desk, "Marion").await, Visitor::account(&desk, "Asa").await);
    for moves in [["11-15", "23-19"], ["9-13", "22-18"]] {
        let (game, black, white) = meet(&desk, &one, &two, json!({})).await;
        let (mut b, mut w) = (black.socket().await, white.socket().await);
        b.play(&game, 0, moves[0]).await.unwrap();
        w.play(&game, 1, moves[1]).await.unwrap();
        b.act(&game, "resign").await.unwrap();
    }
    let found = async |query: &str| {
        let archive: Archive = desk.get(&format!("/api/online/games{query}")).await;
        archive.games.len()
    };
    assert_eq!(found("").await, 2);
    assert_eq!((found("?player=marion&opponent=Asa").await, found("?result=white").await), (2, 2));
    assert_eq!((found("?result=draw").await, found("?player=Asa&result=black").await), (0, 0));
    let archive: Archive = desk.get("/api/online/games?limit=1").await;
    let next = archive.next.unwrap();
    let rest: Archive = desk.get(&format!("/api/online/games?limit=1&after={next}")).await;
    assert_ne!(archive.games[0].id, rest.games[0].id);
    let opening = rest.games[0].opening.clone().unwrap();
    assert_eq!(found(&format!("?opening={}", opening.replace(' ', "%20"))).await, 1);
    let fen = rest.games[0].fen.clone().unwrap();
    assert_eq!(found(&format!("?fen={fen}")).await, 1, "a position that occurred once");
    assert_eq!(found("?fen=B:W21-32:B1-12").await, 2, "the start occurred in both");
    assert_eq!(found("?fen=B:W21:B1").await, 0);
    assert_eq!(desk.refused(Method::GET, "/api/online/games?result=lost", Value::Null).await.1, "bad_value");
    assert_eq!(
        desk.refused(Method::GET, "/api/online/games?player=Nobody", Value::Null).await.1,
        "not_found"
    );
}

/// A program with a token.
pub(crate) struct Bot<'a> {
    pub(crate) desk: &'a Desk,
    pub(crate) token: String,
}

impl Bot<'_> {
    pub(crate) async fn post(&self, path: &str) -> StatusCode {
        let request =
            self.desk.request(Method::POST, path).header(AUTHORIZATION, format!("Bearer {}", self.token));
        request.send().await.unwrap().status()
    }

    pub(crate) async fn stream(&self, path: &str) -> Lines {
        let request =
            self.desk.request(Method::GET, path).header(AUTHORIZATION, format!("Bearer {}", self.token));
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()[CONTENT_TYPE], "application/x-ndjson");
        Lines { stream: Box::pin(response.bytes_stream()), read: Vec::new() }
    }
}

pub(crate) struct Lines {
    stream: std::pin::Pin<Box<dyn futures_util::Stream<Item = reqwest::Result<bytes::Bytes>> + Send>>,
    read: Vec<u8>,
}

impl Lines {
    /// The next line that is not empty; none at the end.
    pub(crate) async fn next<T: DeserializeOwned>(&mut self) -> Option<T> {
        loop {
            if let Some(end) = self.read.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                if line.len() > 1 {
                    return Some(serde_json::from_slice(&line).unwrap());
                }
            } else {
                self.read.extend(self.stream.next().await?.unwrap());
            }
        }
    }
}

#[tokio::test]
async fn a_bot_hears_of_a_challenge_and_plays() {
    let desk = Desk::open().await;
    let (robot, marion) = (Visitor::account(&desk, "Robot").await, Visitor::account(&desk, "Marion").await);
    let scopes = json!({"name": "all", "scopes": ["bot:play", "challenge:write"]});
    let made: MadeToken = robot.post("/api/online/tokens", scopes).await;
    let bot = Bot { desk: &desk, token: made.token };
    let _: Me = robot.post("/api/online/bot", json!({"bot": true})).await;
    let mut news = bot.stream("/api/bot/stream/event").await;
    let new = json!({"to": "robot", "settings": {"side": "white"}});
    let challenge: ChallengeInfo = marion.post("/api/online/challenges", new).await;
    let heard = news.next().await;
    assert_eq!(heard, Some(BotEvent::Challenge { challenge: challenge.clone() }));
    let stranger = Visitor::account(&desk, "Asa").await;
    let path = format!("/api/online/challenges/{}", challenge.code);
    assert_eq!(stranger.refused(Method::GET, &path, Value::Null).await.0, 404, "it is to the bot alone");
    assert_eq!(bot.post(&format!("/api/bot/challenge/{}/accept", challenge.id)).await, StatusCode::OK);
    let Some(BotEvent::GameStart { game }) = news.next().await else { panic!("no game") };
    let mut lines = bot.stream(&format!("/api/bot/game/stream/{}", game.game_id)).await;
    let Some(BotLine::GameFull(full)) = lines.next().await else { panic!("no game") };
    assert_eq!((full.state.ply, full.state.legal.len()), (0, 7));
    let play = |mv: &str, ply| format!("/api/bot/game/{}/move/{mv}?ply={ply}", game.game_id);
    assert_eq!(bot.post(&play("11-15", 0)).await, StatusCode::OK);
    assert_eq!(bot.post(&play("11-15", 0)).await, StatusCode::OK, "once more is not another");
    assert_eq!(bot.post(&play("22-18", 1)).await, StatusCode::CONFLICT, "it is Marion's turn");
    let Some(BotLine::GameState(state)) = lines.next().await else { panic!("no state") };
    assert_eq!(state.moves, "11-15");
    let mut w = marion.socket().await;
    w.play(&game.game_id, 1, "23-19").await.unwrap();
    w.act(&game.game_id, "resign").await.unwrap();
    loop {
        let Some(BotLine::GameState(state)) = lines.next().await else { panic!("no state") };
        if state.winner.is_some() {
            break;
        }
    }
    assert_eq!(lines.next::<BotLine>().await, None, "nothing follows the end");
    assert_eq!(news.next().await, Some(BotEvent::GameFinish { game }));
}

#[tokio::test]
async fn a_token_is_for_its_scopes_alone() {
    let desk = Desk::open().await;
    let robot = Visitor::account(&desk, "Robot").await;
    let made: MadeToken =
        robot.post("/api/online/tokens", json!({"name": "x", "scopes": ["challenge:write"]})).await;
    let narrow = Bot { desk: &desk, token: made.token };
    assert_eq!(narrow.post("/api/bot/game/000000000000/resign").await, StatusCode::FORBIDDEN);
    let made: MadeToken =
        robot.post("/api/online/tokens", json!({"name": "y", "scopes": ["bot:play"]})).await;
    let player = Bot { desk: &desk, token: made.token };
    assert_eq!(
        player.post("/api/bot/game/000000000000/resign").await,
        StatusCode::FORBIDDEN,
        "not a bot's account"
    );
    assert_eq!(player.post("/api/bot/challenge/000000000000/accept").await, StatusCode::FORBIDDEN);
    let _: Me = robot.post("/api/online/bot", json!({"bot": true})).await;
    assert_eq!(player.post("/api/bot/game/000000000000/resign").await, StatusCode::NOT_FOUND);
    for wrong in ["", "x", &robot.cookie] {
        let bot = Bot { desk: &desk, token: wrong.to_owned() };
        assert_eq!(bot.post("/api/bot/game/000000000000/resign").await, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(
        robot.send(Method::DELETE, &format!("/api/online/tokens/{}", made.id), Value::Null).await.status(),
        204
    );
    assert_eq!(
        player.post("/api/bot/game/000000000000/resign").await,
        StatusCode::UNAUTHORIZED,
        "taken away"
    );
}

#[tokio::test]
async fn passwords_cannot_be_tried_at_will() {
    let desk = Desk::open().await;
    Visitor::account(&desk, "Marion").await;
    let attempt = async |name: &str, password: &str| {
        desk.send(Method::POST, "/api/online/login", json!({"name": name, "password": password})).await
    };
    for _ in 0..10 {
        assert_eq!(attempt("Marion", "wrong horse").await.status(), StatusCode::UNAUTHORIZED);
    }
    let slowed = attempt("MARION", "correct horse").await;
    assert_eq!(slowed.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(slowed.headers().contains_key("retry-after"));
    assert_eq!(
        attempt("Asa", "whatever it is").await.status(),
        StatusCode::UNAUTHORIZED,
        "others are not slowed"
    );
}

#[tokio::test]
async fn who_sends_without_end_is_not_listened_to() {
    let desk = Desk::open().await;
    let guest = Visitor::guest(&desk).await;
    let mut line = guest.socket().await;
    for _ in 0..300 {
        // The server may have closed by then.
        let _ = line.socket.0.send(Message::text(r#"{"type": "ping", "request": 1}"#)).await;
    }
    while line.socket.hear::<Value>().await.is_some() {}
    let mut line = guest.socket().await;
    line.socket
        .say(json!({"type": "act", "request": 1, "game": "x".repeat(5000), "command": {"type": "resign"}}))
        .await;
    assert_eq!(line.socket.hear::<Value>().await, None, "nor who sends too much at once");
}

#[tokio::test]
async fn chat_keeps_a_pace() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, _) = meet(&desk, &one, &two, json!({})).await;
    let mut line = black.socket().await;
    let mut refused = 0;
    for _ in 0..20 {
        let (_, done) = line.ask(json!({"type": "say", "game": game, "text": "buy my book"})).await;
        refused += u32::from(done == Err("too_many".to_owned()));
    }
    assert!(refused >= 10, "{refused}");
}

#[tokio::test]
async fn the_server_tells_how_it_is() {
    let desk = Desk::open().await;
    assert_eq!(desk.text("/healthz").await, "ok\n");
    assert_eq!(desk.text("/readyz").await, "ready\n");
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, _) = meet(&desk, &one, &two, json!({})).await;
    let mut line = black.socket().await;
    line.play(&game, 0, "11-15").await.unwrap();
    let text = desk.metrics().await;
    for expected in
        ["crownhead_events_total 1", "crownhead_owned_games 1", "crownhead_sockets 1", "crownhead_ready 1"]
    {
        assert!(text.lines().any(|found| found == expected), "{expected}: {text}");
    }
    let open = desk.request(Method::GET, "/metrics").send().await.unwrap().text().await.unwrap();
    assert!(!open.contains("crownhead_events"), "it is not for everybody");
}

#[tokio::test]
async fn a_challenge_can_be_declined_and_withdrawn() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::account(&desk, "Marion").await, Visitor::account(&desk, "Asa").await);
    let new = json!({"to": "Asa"});
    let challenge: ChallengeInfo = one.post("/api/online/challenges", new.clone()).await;
    let path = format!("/api/online/challenges/{}", challenge.id);
    assert_eq!(two.refused(Method::DELETE, &path, Value::Null).await.0, 404, "only its maker withdraws it");
    assert_eq!(two.send(Method::POST, &format!("{path}/decline"), Value::Null).await.status(), 204);
    assert_eq!(two.refused(Method::POST, &format!("{path}/accept"), Value::Null).await.0, 404);
    let challenge: ChallengeInfo = one.post("/api/online/challenges", new).await;
    let path = format!("/api/online/challenges/{}", challenge.id);
    assert_eq!(one.send(Method::DELETE, &path, Value::Null).await.status(), 204);
    assert_eq!(two.refused(Method::POST, &format!("{path}/accept"), Value::Null).await.0, 404);
}
