//! What is sent twice is done once, what was missed is told again, and games end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use crownhead_bus::{Answer, Bus, LocalBus, Subscription};
use crownhead_server::wire::{ChallengeInfo, MadeToken, Me, OnlineGameState, OnlineMessage, StartedGame};
use crownhead_store::SqliteStore;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::club::Bot;
use crate::desk::Desk;
use crate::visitor::{Line, Visitor, meet};

async fn act(line: &mut Line, game: &str, number: u64, command: &str) -> Result<(), String> {
    let act = json!({"type": "act", "game": game, "act": number, "command": {"type": command}});
    line.ask(act).await.1
}

async fn state(desk: &Desk, game: &str) -> OnlineGameState {
    desk.get(&format!("/api/online/games/{game}")).await
}

#[tokio::test]
async fn an_act_whose_answer_was_lost_is_done_once() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, white) = meet(&desk, &one, &two, json!({})).await;
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    for (ply, mv) in ["11-15", "23-19", "8-11", "22-17"].into_iter().enumerate() {
        let line = if ply % 2 == 0 { &mut b } else { &mut w };
        line.play(&game, ply as u32, mv).await.unwrap();
    }
    act(&mut w, &game, 9, "ask_takeback").await.unwrap();
    act(&mut b, &game, 9, "accept_takeback").await.unwrap();
    // White has heard nothing of it, comes back, and asks again.
    drop(w);
    let mut w = white.socket().await;
    act(&mut w, &game, 9, "ask_takeback").await.unwrap();
    let now = state(&desk, &game).await.now;
    assert_eq!((now.ply, now.takeback), (3, None), "one move is taken back, and no other is asked for");
    act(&mut w, &game, 10, "ask_takeback").await.unwrap();
    assert!(state(&desk, &game).await.now.takeback.is_some(), "another number is another wish");
}

#[tokio::test]
async fn a_bot_whose_answer_was_lost_asks_again_and_is_obeyed_once() {
    let desk = Desk::open().await;
    let (robot, marion) = (Visitor::account(&desk, "Robot").await, Visitor::account(&desk, "Marion").await);
    let scopes = json!({"name": "all", "scopes": ["bot:play"]});
    let MadeToken { token, .. } = robot.post("/api/online/tokens", scopes).await;
    let _: Me = robot.post("/api/online/bot", json!({"bot": true})).await;
    let bot = Bot { desk: &desk, token };
    let new = json!({"to": "Robot", "settings": {"side": "white"}});
    let challenge: ChallengeInfo = marion.post("/api/online/challenges", new).await;
    let path = format!("/api/online/challenges/{}/accept", challenge.id);
    let StartedGame { game, .. } = robot.post(&path, Value::Null).await;
    let mut line = marion.socket().await;
    assert_eq!(bot.post(&format!("/api/bot/game/{game}/move/11-15?ply=0")).await, 200);
    line.play(&game, 1, "23-19").await.unwrap();
    assert_eq!(bot.post(&format!("/api/bot/game/{game}/move/8-11?ply=2")).await, 200);
    line.play(&game, 3, "22-17").await.unwrap();
    let ask = format!("/api/bot/game/{game}/takeback/yes?act=7");
    assert_eq!(bot.post(&ask).await, 200);
    line.act(&game, "accept_takeback").await.unwrap();
    assert_eq!(bot.post(&ask).await, 200, "it is acknowledged again");
    let now = state(&desk, &game).await.now;
    assert_eq!((now.ply, now.takeback), (2, None), "one move is taken back, and no other is asked for");
    assert_eq!(bot.post(&format!("/api/bot/game/{game}/takeback/yes?acts=7")).await, 400);
    for _ in 0..2 {
        assert_eq!(bot.post(&format!("/api/bot/game/{game}/resign?act=8")).await, 200);
    }
}

#[tokio::test]
async fn what_is_said_twice_with_one_number_is_said_once() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, _) = meet(&desk, &one, &two, json!({})).await;
    let mut line = black.socket().await;
    for number in [1, 1, 2] {
        line.ask(json!({"type": "say", "game": game, "act": number, "text": "good luck"})).await.1.unwrap();
    }
    let chat: Value = black.get(&format!("/api/online/games/{game}/chat")).await;
    assert_eq!(chat["lines"].as_array().unwrap().len(), 2, "{chat}");
}

#[tokio::test]
async fn however_often_a_rematch_is_asked_for_there_is_one() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, white) = meet(&desk, &one, &two, json!({})).await;
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    b.act(&game, "abort").await.unwrap();
    for _ in 0..2 {
        b.act(&game, "rematch").await.unwrap();
        w.act(&game, "rematch").await.unwrap();
    }
    let next = state(&desk, &game).await.now.next.unwrap();
    let lobby: Value = desk.get("/api/online/lobby").await;
    assert_eq!(lobby["live"].as_array().unwrap().len(), 1, "{lobby}");
    assert_eq!(lobby["live"][0]["id"], json!(next));
    b.act(next.as_str(), "abort").await.unwrap();
}

#[tokio::test]
async fn who_accepts_again_because_the_answer_was_lost_is_told_the_game() {
    let desk = Desk::open().await;
    let (one, two, three) =
        (Visitor::guest(&desk).await, Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let challenge: ChallengeInfo = one.post("/api/online/challenges", json!({})).await;
    let path = format!("/api/online/challenges/{}/accept", challenge.id);
    let started: StartedGame = two.post(&path, Value::Null).await;
    assert_eq!(two.post::<StartedGame>(&path, Value::Null).await, started);
    assert_eq!(three.refused(Method::POST, &path, Value::Null).await.0, 404, "but it is nobody else's");
}

#[tokio::test]
async fn nobody_has_games_without_end() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    for _ in 0..50 {
        let challenge: ChallengeInfo = one.post("/api/online/challenges", json!({})).await;
        let path = format!("/api/online/challenges/{}/accept", challenge.id);
        let _: StartedGame = two.post(&path, Value::Null).await;
    }
    for path in ["/api/online/challenges", "/api/online/seeks"] {
        assert_eq!(one.refused(Method::POST, path, json!({})).await.1, "not_now");
    }
    let other: ChallengeInfo = Visitor::guest(&desk).await.post("/api/online/challenges", json!({})).await;
    let path = format!("/api/online/challenges/{}/accept", other.id);
    assert_eq!(two.refused(Method::POST, &path, Value::Null).await.1, "not_now");
}

#[tokio::test]
async fn two_agree_on_days_for_each_move() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::account(&desk, "Marion").await, Visitor::account(&desk, "Asa").await);
    let days = 24 * 3_600_000_u64;
    let clock = json!({"base_ms": 3 * days, "per_move": true});
    let rated = json!({"clock": clock, "rated": true});
    assert_eq!(one.refused(Method::POST, "/api/online/seeks", rated).await.1, "bad_value");
    let hour = json!({"clock": {"base_ms": 3_600_000, "per_move": true}});
    assert_eq!(one.refused(Method::POST, "/api/online/seeks", hour).await.1, "bad_value");
    let (game, black, white) = meet(&desk, &one, &two, json!({"clock": clock})).await;
    let begun = state(&desk, &game).await;
    let by = begun.now.first_move_by.unwrap() - begun.created;
    assert_eq!(by, 3 * days, "there are days for the first move, too");
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    b.play(&game, 0, "11-15").await.unwrap();
    w.play(&game, 1, "23-19").await.unwrap();
    b.play(&game, 2, "8-11").await.unwrap();
    let clock = state(&desk, &game).await.now.clock.unwrap();
    assert_eq!(clock.black_ms, 3 * days, "the next move has all its days");
    assert!(clock.white_ms > 3 * days - 60_000);
}

/// A bus that can be made to lose what is published.
#[derive(Clone)]
struct LossyBus {
    bus: LocalBus,
    is_losing: Arc<AtomicBool>,
    losses: watch::Sender<u64>,
}

impl Bus for LossyBus {
    fn publish(&self, subject: String, payload: Bytes) -> Answer<'_, ()> {
        if self.is_losing.load(Ordering::Relaxed) {
            return Box::pin(async { Ok(()) });
        }
        self.bus.publish(subject, payload)
    }

    fn subscribe(&self, subject: String) -> Answer<'_, Subscription> {
        self.bus.subscribe(subject)
    }

    fn request(&self, subject: String, payload: Bytes, patience: Duration) -> Answer<'_, Bytes> {
        self.bus.request(subject, payload, patience)
    }

    fn losses(&self) -> watch::Receiver<u64> {
        self.losses.subscribe()
    }
}

#[test]
fn what_a_bus_has_lost_is_told_again_to_persons_and_to_the_lobby() {
    let runtime =
        || tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let (first, second, outside): (Runtime, Runtime, Runtime) = (runtime(), runtime(), runtime());
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let bus = LossyBus { bus: LocalBus::new(), is_losing: Arc::default(), losses: watch::Sender::new(0) };
    outside.block_on(async {
        let here = Desk::node("here", store.clone(), bus.clone(), &first).await;
        let there = Desk::node("there", store.clone(), bus.clone(), &second).await;
        let (marion, asa) = (Visitor::guest(&here).await, Visitor::guest(&here).await);
        let mut line = marion.at(&there).socket().await;
        line.socket.say(json!({"type": "lobby", "on": true})).await;
        let challenge: ChallengeInfo = marion.post("/api/online/challenges", json!({})).await;
        bus.is_losing.store(true, Ordering::Relaxed);
        let path = format!("/api/online/challenges/{}/accept", challenge.id);
        let started: StartedGame = asa.post(&path, Value::Null).await;
        bus.is_losing.store(false, Ordering::Relaxed);
        bus.losses.send_modify(|losses| *losses += 1);
        let (mut knows_game, mut knows_lobby) = (false, false);
        while !(knows_game && knows_lobby) {
            match timeout(Duration::from_secs(20), line.hear()).await.expect("it is told again") {
                OnlineMessage::Yours { games, .. } => {
                    knows_game |= games.iter().any(|game| game.game == started.game);
                }
                OnlineMessage::Lobby { lobby } => {
                    knows_lobby |= lobby.live.iter().any(|game| game.id == started.game);
                }
                OnlineMessage::Started { .. } => panic!("the bus has lost it"),
                _ => {}
            }
        }
    });
}
