//! Accounts that are managed: passwords, sessions, recovery codes, deletion; blocks and reports.

use crownhead_server::wire::{
    BlockList, BotEvent, BotLine, ChallengeInfo, ChatLog, ErrorAnswer, Leaderboard, Lobby, MadeToken, Me,
    OnlineGameState, OnlineMessage, Profile, RecoveryCodes, RecoveryCodesLeft, SeekAnswer, StartedGame,
};
use crownhead_store::SqliteStore;
use crownhead_store::club::{ClubStore, RatingChange, SavedRating};
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::Arc;

use crate::club::Bot;
use crate::desk::Desk;
use crate::visitor::{Line, Visitor, cookie, meet};

/// Logs in at another device.
async fn log_in(desk: &Desk, person: &Visitor, password: &str) -> Visitor {
    let body = json!({"name": person.me.name, "password": password});
    let response = desk.send(Method::POST, "/api/online/login", body).await;
    assert_eq!(response.status(), 200);
    person.with_cookie(cookie(&response))
}

/// The server says that the session has ended, and hangs up.
async fn is_hung_up(line: &mut Line) {
    while line.hear().await != OnlineMessage::LoggedOut {}
    assert_eq!(line.socket.hear::<Value>().await, None);
}

async fn is_known(person: &Visitor) -> bool {
    person.send(Method::GET, "/api/online/me", Value::Null).await.status() == 200
}

#[tokio::test]
async fn who_logs_out_is_logged_out_on_every_socket_of_that_session() {
    let desk = Desk::open().await;
    let marion = Visitor::account(&desk, "Marion").await;
    let phone = log_in(&desk, &marion, "correct horse").await;
    let (mut one, mut two, mut other) = (marion.socket().await, marion.socket().await, phone.socket().await);
    assert_eq!(marion.send(Method::POST, "/api/online/logout", Value::Null).await.status(), 204);
    is_hung_up(&mut one).await;
    is_hung_up(&mut two).await;
    assert_eq!(other.ask(json!({"type": "ping"})).await.1, Ok(()), "the other device is still known");
    let third = log_in(&desk, &marion, "correct horse").await;
    let mut line = third.socket().await;
    assert_eq!(phone.send(Method::DELETE, "/api/online/sessions", Value::Null).await.status(), 204);
    is_hung_up(&mut other).await;
    is_hung_up(&mut line).await;
    assert!(!is_known(&phone).await && !is_known(&third).await);
}

#[tokio::test]
async fn a_new_password_ends_all_other_sessions() {
    let desk = Desk::open().await;
    let marion = Visitor::account(&desk, "Marion").await;
    let thief = log_in(&desk, &marion, "correct horse").await;
    let (mut own, mut foreign) = (marion.socket().await, thief.socket().await);
    let change = |old: &str, new: &str| json!({"old": old, "new": new});
    let refused = async |change| marion.refused(Method::POST, "/api/online/password", change).await.1;
    assert_eq!(refused(change("wrong horse", "battery staple")).await, "forbidden");
    assert_eq!(refused(change("correct horse", "short")).await, "bad_value");
    assert!(is_known(&thief).await, "nothing has changed");
    let done = marion.send(Method::POST, "/api/online/password", change("correct horse", "battery staple"));
    assert_eq!(done.await.status(), 204);
    is_hung_up(&mut foreign).await;
    assert_eq!(own.ask(json!({"type": "ping"})).await.1, Ok(()));
    assert!(is_known(&marion).await && !is_known(&thief).await);
    let old = json!({"name": "Marion", "password": "correct horse"});
    assert_eq!(desk.refused(Method::POST, "/api/online/login", old).await.0, 401);
    assert!(is_known(&log_in(&desk, &marion, "battery staple").await).await);
    let guest = Visitor::guest(&desk).await;
    let by_guest = guest.refused(Method::POST, "/api/online/password", change("x", "battery staple")).await;
    assert_eq!(by_guest.1, "forbidden");
}

#[tokio::test]
async fn a_token_that_is_taken_away_ends_its_streams() {
    let desk = Desk::open().await;
    let (robot, marion) = (Visitor::account(&desk, "Robot").await, Visitor::account(&desk, "Marion").await);
    let _: Me = robot.post("/api/online/bot", json!({"bot": true})).await;
    let scopes = json!({"name": "all", "scopes": ["bot:play", "challenge:write"]});
    let made: MadeToken = robot.post("/api/online/tokens", scopes.clone()).await;
    let kept: MadeToken = robot.post("/api/online/tokens", scopes).await;
    let (game, ..) = meet(&desk, &robot, &marion, json!({})).await;
    let bot = Bot { desk: &desk, token: made.token };
    let other = Bot { desk: &desk, token: kept.token };
    let mut news = bot.stream("/api/bot/stream/event").await;
    let mut lines = bot.stream(&format!("/api/bot/game/stream/{game}")).await;
    let mut goes_on = other.stream("/api/bot/stream/event").await;
    assert!(matches!(news.next().await, Some(BotEvent::GameStart { .. })));
    assert!(matches!(lines.next().await, Some(BotLine::GameFull(_))));
    let path = format!("/api/online/tokens/{}", made.id);
    assert_eq!(robot.send(Method::DELETE, &path, Value::Null).await.status(), 204);
    assert_eq!(news.next::<BotEvent>().await, None);
    assert_eq!(lines.next::<BotLine>().await, None);
    assert!(matches!(goes_on.next().await, Some(BotEvent::GameStart { .. })));
    let _: ChallengeInfo = marion.post("/api/online/challenges", json!({"to": "Robot"})).await;
    assert!(matches!(goes_on.next().await, Some(BotEvent::Challenge { .. })), "another token is another one");
}

#[tokio::test]
async fn a_recovery_code_sets_a_new_password_once() {
    let desk = Desk::open().await;
    let marion = Visitor::account(&desk, "Marion").await;
    let path = "/api/online/recovery-codes";
    assert_eq!(marion.get::<RecoveryCodesLeft>(path).await.left, 0);
    let wrong = json!({"password": "wrong horse"});
    assert_eq!(marion.refused(Method::POST, path, wrong).await.1, "forbidden");
    let RecoveryCodes { codes } = marion.post(path, json!({"password": "correct horse"})).await;
    assert_eq!(codes.len(), 8);
    let mut line = marion.socket().await;
    let recover = async |code: &str, password: &str| {
        let body = json!({"name": "marion", "code": code, "password": password});
        desk.send(Method::POST, "/api/online/recover", body).await
    };
    assert_eq!(recover("0000-0000-0000-0000", "battery staple").await.status(), 401);
    assert_eq!(recover(&codes[0], "short").await.status(), 422);
    assert!(is_known(&marion).await, "a code that was not used ends nothing");
    let typed = codes[0].to_uppercase().replace('-', " ");
    let response = recover(&typed, "battery staple").await;
    assert_eq!(response.status(), 200);
    let again = marion.with_cookie(cookie(&response));
    assert_eq!(again.get::<RecoveryCodesLeft>(path).await.left, 7);
    is_hung_up(&mut line).await;
    assert!(!is_known(&marion).await);
    assert_eq!(recover(&codes[0], "another one").await.status(), 401, "it is used up");
    assert!(is_known(&log_in(&desk, &marion, "battery staple").await).await);
    let _: RecoveryCodes = again.post(path, json!({"password": "battery staple"})).await;
    assert_eq!(recover(&codes[1], "another one").await.status(), 401, "earlier codes are void");
}

#[tokio::test]
async fn of_a_deleted_account_the_games_stay_and_the_name_goes() {
    let desk = Desk::open().await;
    let (marion, asa) = (Visitor::account(&desk, "Marion").await, Visitor::account(&desk, "Asa").await);
    let (game, black, white) = meet(&desk, &marion, &asa, json!({})).await;
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    b.play(&game, 0, "11-15").await.unwrap();
    w.play(&game, 1, "23-19").await.unwrap();
    let mut lobby = Visitor::guest(&desk).await.socket().await;
    let answer: SeekAnswer = marion.post("/api/online/seeks", json!({"rules": "casual"})).await;
    let SeekAnswer::Waiting { seek } = answer else { panic!("{answer:?}") };
    lobby.socket.say(json!({"type": "lobby", "on": true})).await;
    let path = "/api/online/account/delete";
    assert_eq!(marion.refused(Method::POST, path, json!({"password": "wrong horse"})).await.1, "forbidden");
    let mut line = marion.socket().await;
    let response = marion.send(Method::POST, path, json!({"password": "correct horse"})).await;
    assert_eq!(response.status(), 204);
    is_hung_up(&mut line).await;
    while !matches!(lobby.hear().await, OnlineMessage::SeekRemoved { id } if id == seek.id) {}
    assert!(!is_known(&marion).await);
    let state: OnlineGameState = asa.get(&format!("/api/online/games/{game}")).await;
    assert!(state.now.result.is_some_and(|result| result.winner.is_some()), "the game was resigned");
    let archive = desk.text("/api/online/games").await;
    assert!(
        archive.contains("[deleted]") && archive.contains("Asa") && !archive.contains("Marion"),
        "{archive}"
    );
    assert_eq!(desk.refused(Method::GET, "/api/online/players/Marion", Value::Null).await.0, 404);
    assert_eq!(desk.refused(Method::GET, "/api/online/players/[deleted]", Value::Null).await.0, 404);
    let old = json!({"name": "Marion", "password": "correct horse"});
    assert_eq!(desk.refused(Method::POST, "/api/online/login", old).await.0, 401);
    let other = Visitor::account(&desk, "Marion").await;
    assert_ne!(other.me.id, marion.me.id, "somebody else may take the name");
}

#[tokio::test]
async fn a_bot_is_shown_as_one_everywhere_and_stays_one() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let desk = Desk::with_store(store.clone()).await;
    let (robot, marion) = (Visitor::account(&desk, "Robot").await, Visitor::account(&desk, "Marion").await);
    let me: Me = robot.post("/api/online/bot", json!({"bot": true})).await;
    assert!(me.bot);
    assert_eq!(robot.refused(Method::POST, "/api/online/bot", json!({"bot": false})).await.1, "bad_value");
    let answer: SeekAnswer = robot.post("/api/online/seeks", json!({"side": "black"})).await;
    let SeekAnswer::Waiting { seek } = answer else { panic!("{answer:?}") };
    assert!(seek.by.bot);
    let challenge: ChallengeInfo = robot.post("/api/online/challenges", json!({"to": "Marion"})).await;
    assert!(challenge.by.bot);
    let accept = format!("/api/online/seeks/{}/accept", seek.id);
    let StartedGame { game, .. } = marion.post(&accept, Value::Null).await;
    let state: OnlineGameState = marion.get(&format!("/api/online/games/{game}")).await;
    assert_eq!((state.black.bot, state.white.bot), (true, false));
    assert_eq!((state.black.id, state.white.id), (robot.me.id.clone(), marion.me.id.clone()));
    let lobby: Lobby = marion.get("/api/online/lobby").await;
    assert!(lobby.live[0].black.bot);
    let level: StartedGame =
        marion.post("/api/online/games", json!({"level": 1, "settings": {"side": "black"}})).await;
    let state: OnlineGameState = marion.get(&format!("/api/online/games/{}", level.game)).await;
    assert!(state.white.bot, "the computer is no person");
    // Whoever has played for a rating as a person stays one.
    let rating = |id: &str| RatingChange {
        account: id.to_owned(),
        rating: SavedRating { rating: 1500.0, deviation: 90.0, volatility: 0.06, games: 1, changed: 1 },
        difference: 0,
    };
    assert!(store.rate(game, [rating(&marion.me.id), rating(&robot.me.id)]).await.unwrap());
    assert_eq!(marion.refused(Method::POST, "/api/online/bot", json!({"bot": true})).await.1, "not_now");
    let leaders: Leaderboard = desk.get("/api/online/leaderboard").await;
    assert_eq!(leaders.players.len(), 2);
    assert!(leaders.players.iter().any(|leader| leader.person.bot && leader.person.name == "Robot"));
}

#[tokio::test]
async fn who_plays_for_a_rating_just_now_cannot_become_a_bot() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::account(&desk, "Marion").await, Visitor::account(&desk, "Asa").await);
    meet(&desk, &one, &two, json!({"clock": {"base_ms": 300_000}, "rated": true})).await;
    assert_eq!(one.refused(Method::POST, "/api/online/bot", json!({"bot": true})).await.1, "not_now");
}

#[tokio::test]
async fn who_is_blocked_does_not_meet_challenge_or_reach_the_other() {
    let desk = Desk::open().await;
    let (marion, asa) = (Visitor::account(&desk, "Marion").await, Visitor::account(&desk, "Asa").await);
    let (game, black, white) = meet(&desk, &marion, &asa, json!({})).await;
    let block = format!("/api/online/blocks/{}", asa.me.id);
    assert_eq!(marion.send(Method::PUT, &block, Value::Null).await.status(), 204);
    let BlockList { people } = marion.get("/api/online/blocks").await;
    assert_eq!((people.len(), people[0].name.as_str()), (1, "Asa"));
    let mut line = if black.me == asa.me { &black } else { &white }.socket().await;
    let say = json!({"type": "say", "game": game, "text": "hello?"});
    assert_eq!(line.ask(say.clone()).await.1, Err("forbidden".to_owned()));
    black.socket().await.play(&game, 0, "11-15").await.unwrap();
    white.socket().await.play(&game, 1, "23-19").await.unwrap();
    line.act(&game, "resign").await.unwrap();
    assert_eq!(line.act(&game, "rematch").await, Err("forbidden".to_owned()), "nor by another game");
    let challenge = json!({"to": "Marion"});
    assert_eq!(asa.refused(Method::POST, "/api/online/challenges", challenge.clone()).await.1, "forbidden");
    let answer: SeekAnswer = marion.post("/api/online/seeks", json!({})).await;
    let SeekAnswer::Waiting { seek } = answer else { panic!("{answer:?}") };
    let answer: SeekAnswer = asa.post("/api/online/seeks", json!({})).await;
    assert!(matches!(answer, SeekAnswer::Waiting { .. }), "they do not meet: {answer:?}");
    let accept = format!("/api/online/seeks/{}/accept", seek.id);
    assert_eq!(asa.refused(Method::POST, &accept, Value::Null).await.1, "not_found");
    let answer: SeekAnswer = marion.post("/api/online/seeks", json!({})).await;
    assert!(matches!(answer, SeekAnswer::Waiting { .. }), "nor the other way round: {answer:?}");
    assert_eq!(marion.send(Method::DELETE, &block, Value::Null).await.status(), 204);
    assert_eq!(line.ask(say).await.1, Ok(()));
    let _: ChallengeInfo = asa.post("/api/online/challenges", challenge).await;
    let own = format!("/api/online/blocks/{}", marion.me.id);
    assert_eq!(marion.refused(Method::PUT, &own, Value::Null).await.1, "bad_value");
    let long = format!("/api/online/blocks/{}", "x".repeat(100));
    assert_eq!(marion.refused(Method::PUT, &long, Value::Null).await.0, 404);
}

#[tokio::test]
async fn a_line_of_chat_that_was_said_can_be_reported() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, white) = meet(&desk, &one, &two, json!({})).await;
    let mut line = black.socket().await;
    let rude = "something \u{202e}rude\u{2066}";
    assert_eq!(line.ask(json!({"type": "say", "game": game, "text": rude})).await.1, Ok(()));
    let log: ChatLog = white.get(&format!("/api/online/games/{game}/chat")).await;
    assert_eq!(log.lines[0].by, black.me.id);
    assert_eq!(
        log.lines[0].text, "something rude",
        "nothing that turns the direction of what stands beside it"
    );
    let path = format!("/api/online/games/{game}/report");
    let report = json!({"by": log.lines[0].by, "at": log.lines[0].at});
    assert_eq!(white.send(Method::POST, &path, report.clone()).await.status(), 204);
    let other = json!({"by": white.me.id, "at": log.lines[0].at});
    let response = white.send(Method::POST, &path, other).await;
    let ErrorAnswer { error } = response.json().await.unwrap();
    assert_eq!(error.code.to_string(), "not_found", "nobody is reported for what was not said");
    assert_eq!(desk.refused(Method::POST, &path, report).await.0, 401);
}

#[tokio::test]
async fn challenges_of_others_do_not_keep_somebody_from_challenging() {
    let desk = Desk::open().await;
    let marion = Visitor::account(&desk, "Marion").await;
    for name in ["Asa", "Don"] {
        let other = Visitor::account(&desk, name).await;
        for _ in 0..10 {
            let _: ChallengeInfo = other.post("/api/online/challenges", json!({"to": "Marion"})).await;
        }
    }
    let _: ChallengeInfo = marion.post("/api/online/challenges", json!({"to": "Asa"})).await;
    for _ in 1..20 {
        let _: ChallengeInfo = marion.post("/api/online/challenges", json!({})).await;
    }
    assert_eq!(marion.refused(Method::POST, "/api/online/challenges", json!({})).await.1, "not_now");
}

#[tokio::test]
async fn a_profile_tells_results_and_ratings() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::account(&desk, "Marion").await, Visitor::account(&desk, "Asa").await);
    let rated = json!({"clock": {"base_ms": 300_000}, "rated": true});
    let (game, black, white) = meet(&desk, &one, &two, rated).await;
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    b.watch(&game).await;
    b.play(&game, 0, "11-15").await.unwrap();
    w.play(&game, 1, "23-19").await.unwrap();
    w.act(&game, "resign").await.unwrap();
    while !matches!(b.hear().await, OnlineMessage::Rated { .. }) {}
    let profile: Profile = desk.get(&format!("/api/online/players/{}", black.me.name)).await;
    assert_eq!((profile.record.wins, profile.record.draws, profile.record.losses), (1, 0, 0));
    assert_eq!(profile.history.iter().map(|point| point.rating).collect::<Vec<_>>(), [1662]);
    assert_eq!((profile.id.as_str(), profile.online), (black.me.id.as_str(), true));
    let lobby: Lobby = desk.get("/api/online/lobby").await;
    let seen = lobby.online.people.iter().find(|person| person.id == black.me.id).unwrap();
    assert_eq!(seen.rating, Some(1662), "whoever is online is seen with the new rating");
    let leaders: Leaderboard = desk.get("/api/online/leaderboard").await;
    assert!(leaders.players.is_empty(), "one game is too little to be compared");
}
