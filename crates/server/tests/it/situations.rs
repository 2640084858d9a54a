//! Each event travels with how the game stands after it, whoever sits there and whichever version began the game.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use crownhead_board::Color;
use crownhead_server::wire::{
    Archive, ChallengeInfo, Event, EventMessage, GameId, GameResult, OnlineGameState, OnlineMessage,
    ResultReason, Seat, Situation, StartedGame, TimeControl,
};
use crownhead_store::club::{Append, Begin, Offer, OnlineGame, Over, SavedEvent};
use crownhead_store::{ClubStore, SqliteStore};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::visitor::{Line, Visitor, meet};

/// Somebody who watches a game, and knows it by nothing but what is told.
struct Watcher {
    visitor: Visitor,
    line: Line,
    game: String,
    moves: Vec<String>,
}

impl Watcher {
    async fn new(visitor: Visitor, game: &str) -> Watcher {
        let mut line = visitor.socket().await;
        let moves = line.watch(game).await.moves;
        Watcher { visitor, line, game: game.to_owned(), moves }
    }

    /// Hears the next event, and compares what is known then with the whole game.
    async fn hear(&mut self) -> EventMessage {
        let told = self.line.told().await;
        match &told.event {
            Event::Move { text, .. } => self.moves.push(text.clone()),
            Event::TakenBack { ply } => self.moves.truncate(*ply as usize),
            _ => {}
        }
        let whole: OnlineGameState = self.visitor.get(&format!("/api/online/games/{}", self.game)).await;
        assert_eq!((whole.seq, &whole.moves), (told.seq, &self.moves), "{told:?}");
        assert_eq!(later(&told.now, &whole.now), whole.now, "after {:?}", told.event);
        told
    }
}

/// A situation as it is later, when nothing but time has passed.
fn later(told: &Situation, whole: &Situation) -> Situation {
    let clock = told.clock.zip(whole.clock).map(|(mut clock, whole)| {
        let left = Color::ALL.map(|color| clock.left_ms(color, whole.at));
        ([clock.black_ms, clock.white_ms], clock.at) = (left, whole.at);
        clock
    });
    Situation { clock, ..told.clone() }
}

#[tokio::test]
async fn whoever_hears_an_event_needs_nothing_else() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let settings = json!({"clock": {"base_ms": 300_000, "increment_ms": 2_000}});
    let (game, black, white) = meet(&desk, &one, &two, settings).await;
    let mut watcher = Watcher::new(Visitor::guest(&desk).await, &game).await;
    let (mut b, mut w) = (black.socket().await, white.socket().await);

    b.play(&game, 0, "11-15").await.unwrap();
    let told = watcher.hear().await;
    let clock = told.now.clock.unwrap();
    assert_eq!((clock.at, clock.running, told.now.first_move_by.is_some()), (told.at, None, true));
    assert!(told.now.can.abort && told.now.can.takeback && !told.now.can.draw && !told.now.can.resign);
    w.play(&game, 1, "22-18").await.unwrap();
    let told = watcher.hear().await;
    assert_eq!((told.now.ply, told.now.turn), (2, Color::Black));
    assert_eq!(told.now.legal, ["15x22"], "a jump must be taken");
    assert_eq!(told.now.clock.unwrap().running, Some(Color::Black));
    assert!(told.now.can.draw && told.now.can.resign && !told.now.can.abort);

    w.act(&game, "offer_draw").await.unwrap();
    assert_eq!(watcher.hear().await.now.draw_offer, Some(Color::White));
    b.act(&game, "decline_draw").await.unwrap();
    assert_eq!(watcher.hear().await.now.draw_offer, None);
    w.act(&game, "ask_takeback").await.unwrap();
    assert_eq!(watcher.hear().await.now.takeback, Some(Color::White));
    b.act(&game, "accept_takeback").await.unwrap();
    let told = watcher.hear().await;
    assert_eq!((told.now.ply, told.now.turn, told.now.takeback), (1, Color::White, None));

    w.play(&game, 1, "23-19").await.unwrap();
    watcher.hear().await;
    w.act(&game, "resign").await.unwrap();
    let told = watcher.hear().await;
    let lost = GameResult { winner: Some(Color::Black), reason: ResultReason::Resignation };
    assert_eq!((told.now.result, told.now.legal.len()), (Some(lost), 0));
    assert_eq!(told.now.clock.unwrap().running, None);
    b.act(&game, "rematch").await.unwrap();
    assert_eq!(watcher.hear().await.now.rematch, Some(Color::Black));
    w.act(&game, "rematch").await.unwrap();
    let told = watcher.hear().await;
    let Event::Rematch { game: next } = &told.event else { panic!("{told:?}") };
    assert_eq!(told.now.next.as_ref(), Some(next));
}

#[tokio::test]
async fn a_draw_that_can_be_claimed_is_told_with_the_move_that_makes_it_so() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let settings = json!({"claimed_draws": true, "start": {"from": "fen", "fen": "B:WK32:BK1"}});
    let (game, black, white) = meet(&desk, &one, &two, settings).await;
    let mut watcher = Watcher::new(Visitor::guest(&desk).await, &game).await;
    let mut players = [black.socket().await, white.socket().await];
    let there_and_back = ["1-6", "32-28", "6-1", "28-32"];
    for (ply, mv) in there_and_back.iter().cycle().take(8).enumerate() {
        players[ply % 2].play(&game, ply as u32, mv).await.unwrap();
        let claimable = watcher.hear().await.now.claimable;
        assert_eq!(claimable, (ply == 7).then_some(ResultReason::Repetition), "{ply}");
    }
    players[0].act(&game, "claim_draw").await.unwrap();
    let drawn = GameResult { winner: None, reason: ResultReason::Repetition };
    assert_eq!(watcher.hear().await.now.result, Some(drawn));
}

#[tokio::test]
async fn a_refusal_says_why_as_a_code() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, white) = meet(&desk, &one, &two, json!({})).await;
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    b.play(&game, 0, "11-15").await.unwrap();
    w.play(&game, 1, "22-18").await.unwrap();
    for (command, code, with) in [
        (
            json!({"type": "move", "ply": 2, "move": "9-13"}),
            "bad_move",
            json!({"code": "illegal", "with": {"squares": [9, 13], "why": {"code": "must_capture", "with": ["15x22"]}}}),
        ),
        (
            json!({"type": "move", "ply": 7, "move": "9-13"}),
            "stale",
            json!({"code": "stale", "with": {"ply": 2}}),
        ),
        (json!({"type": "accept_draw"}), "not_now", json!({"code": "nothing_asked"})),
        (json!({"type": "abort"}), "not_now", json!({"code": "has_begun"})),
        (json!({"type": "rematch"}), "not_now", json!({"code": "not_over"})),
    ] {
        b.socket.say(json!({"type": "act", "request": 7, "game": game, "command": command})).await;
        let error = loop {
            match b.hear().await {
                OnlineMessage::Refused { request: 7, error } => break error,
                OnlineMessage::Ack { request: 7 } => panic!("{command} was done"),
                _ => {}
            }
        };
        assert_eq!((error.code.as_str(), error.with), (code, Some(with)), "{command}");
        assert!(error.message.ends_with('.'), "{}", error.message);
    }
}

/// A game of somebody against a level, who watches it.
async fn against_level(desk: &Desk, settings: Value) -> (Visitor, Watcher, StartedGame) {
    let guest = Visitor::guest(desk).await;
    let new = json!({"level": 1, "settings": settings});
    let started: StartedGame = guest.post("/api/online/games", new).await;
    let watcher = Watcher::new(guest.clone(), &started.game).await;
    (guest, watcher, started)
}

#[tokio::test]
async fn a_level_agrees_to_a_takeback_declines_an_early_draw_and_takes_a_rematch() {
    let desk = Desk::open().await;
    let (guest, mut watcher, started) = against_level(&desk, json!({"side": "black"})).await;
    let game = started.game;
    let mut own = guest.socket().await;
    own.play(&game, 0, "11-15").await.unwrap();
    assert_eq!(watcher.line.told().await.now.seats, [Seat::Person, Seat::Level(1)]);
    watcher.moves.push("11-15".to_owned());
    let answered = watcher.hear().await;
    assert_eq!((answered.now.ply, answered.now.turn), (2, Color::Black));

    own.act(&game, "ask_takeback").await.unwrap();
    assert!(matches!(watcher.line.told().await.event, Event::TakebackAsked { side: Color::Black }));
    let back = watcher.hear().await;
    assert!(matches!(back.event, Event::TakenBack { ply: 0 }), "{back:?}");
    assert_eq!((back.now.ply, back.now.turn, back.now.takeback), (0, Color::Black, None));

    own.play(&game, 0, "9-13").await.unwrap();
    assert!(matches!(watcher.line.event().await, (_, Event::Move { ply: 0, .. })));
    assert!(matches!(watcher.line.event().await, (_, Event::Move { ply: 1, .. })));
    own.act(&game, "offer_draw").await.unwrap();
    assert!(matches!(watcher.line.event().await.1, Event::DrawOffered { side: Color::Black }));
    assert!(matches!(watcher.line.event().await.1, Event::DrawDeclined { side: Color::White }));

    own.act(&game, "resign").await.unwrap();
    assert!(matches!(watcher.line.event().await.1, Event::Ended { .. }));
    own.act(&game, "rematch").await.unwrap();
    assert!(matches!(watcher.line.event().await.1, Event::RematchOffered { side: Color::Black }));
    let told = watcher.line.told().await;
    let Event::Rematch { game: next } = told.event else { panic!("{told:?}") };
    let mut again = Watcher::new(guest, next.as_str()).await;
    if again.moves.is_empty() {
        assert!(matches!(again.line.event().await, (1, Event::Move { ply: 0, .. })), "the level begins now");
    }
    let state: OnlineGameState = again.visitor.get(&format!("/api/online/games/{next}")).await;
    assert_eq!((state.now.seats, state.now.turn), ([Seat::Level(1), Seat::Person], Color::White));
}

#[tokio::test]
async fn a_level_takes_a_draw_where_there_is_nothing_to_win() {
    let desk = Desk::open().await;
    let fen = json!({"from": "fen", "fen": "B:WK32:BK1"});
    let (guest, mut watcher, started) = against_level(&desk, json!({"side": "black", "start": fen})).await;
    let game = started.game;
    let mut own = guest.socket().await;
    own.play(&game, 0, "1-6").await.unwrap();
    assert!(matches!(watcher.line.event().await.1, Event::Move { ply: 0, .. }));
    assert!(matches!(watcher.line.event().await.1, Event::Move { ply: 1, .. }));
    own.act(&game, "offer_draw").await.unwrap();
    assert!(matches!(watcher.line.event().await.1, Event::DrawOffered { .. }));
    let drawn = GameResult { winner: None, reason: ResultReason::Agreement };
    assert_eq!(watcher.line.told().await.now.result, Some(drawn));
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// Rows of the version before this one: clocks in seconds, events without a version.
const OLD_SETTINGS: &str = r#"{"clock":{"base_seconds":300,"increment_seconds":2},"rated":false,"start":{"from":"ballot","number":1}}"#;
const OLD_OFFER: &str = r#"{"settings":{"clock":{"base_seconds":60,"increment_seconds":0},"rated":false,"side":"black"},
    "name":"Guest 1","has_account":false,"rating":null,"to":null}"#;

fn rows(at: u64, bodies: &[&str]) -> Vec<SavedEvent> {
    let row = |(number, body): (usize, &&str)| SavedEvent {
        seq: number as u64 + 1,
        at: at + 10 * number as u64,
        body: (*body).to_owned(),
    };
    bodies.iter().enumerate().map(row).collect()
}

#[tokio::test]
async fn a_game_that_an_earlier_version_began_is_shown_told_and_played_on() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let desk = Desk::with_store(store.clone()).await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (today, black, white) = meet(&desk, &one, &two, json!({})).await;
    let (old, created) = ("k7m2qd4xw0aj".to_owned(), now() - 2_000);
    let kept = store.game(today).await.unwrap().unwrap();
    let game = OnlineGame { id: old.clone(), settings: OLD_SETTINGS.to_owned(), created, ..kept };
    assert!(store.begin(Begin { game, node: "one".to_owned() }, Vec::new()).await.unwrap());
    let mut b = black.socket().await;
    let state = b.watch(&old).await;
    assert_eq!(state.settings.clock, Some(TimeControl::new(5, 2)));
    assert_eq!((state.ballot_plies, state.now.turn), (3, Color::White));
    let [first, second] = [&state.now.legal[0], &state.now.legal[1]];

    // White has moved and taken it back, and moved again.
    let moved = |mv: &str| format!(r#"{{"type":"move","ply":3,"move":"{mv}","left_ms":301500,"lag_ms":40}}"#);
    let events = rows(
        created + 100,
        &[
            &moved(first),
            r#"{"type":"takeback_asked","side":"white"}"#,
            r#"{"type":"taken_back","ply":3}"#,
            &moved(second),
        ],
    );
    let append = Append { game: old.clone(), epoch: 1, events, ending: None, begins: None };
    store.append(append).await.unwrap();
    let (told, done) = b.ask(json!({"type": "watch", "game": old, "seen": 0})).await;
    assert_eq!(done, Ok(()));
    let told: Vec<Situation> = told
        .into_iter()
        .filter_map(|message| match message {
            OnlineMessage::Event(event) => Some(event.now),
            _ => None,
        })
        .collect();
    assert_eq!(told.iter().map(|now| now.ply).collect::<Vec<_>>(), [4, 4, 3, 4]);
    assert_eq!(told[3].clock.unwrap().white_ms, 301_500);
    let answer = told[3].legal[0].clone();
    b.play(&old, 4, &answer).await.unwrap();
    let mut w = white.socket().await;
    w.act(&old, "resign").await.unwrap();
    let archive: Archive = desk.get("/api/online/games").await;
    assert_eq!(archive.games[0].settings.clock, Some(TimeControl::new(5, 2)));
    // In the terms of the old game, of which nothing is lost.
    w.act(&old, "rematch").await.unwrap();
    b.act(&old, "rematch").await.unwrap();
    let state: OnlineGameState = desk.get(&format!("/api/online/games/{old}")).await;
    let next = state.now.next.unwrap();
    assert_ne!(next, GameId::from(old));
    let next: OnlineGameState = desk.get(&format!("/api/online/games/{next}")).await;
    assert_eq!((next.settings.clock, next.ballot_plies), (Some(TimeControl::new(5, 2)), 3));
}

#[tokio::test]
async fn what_an_earlier_version_has_archived_and_offered_is_still_there() {
    let store = Arc::new(SqliteStore::in_memory().unwrap());
    let desk = Desk::with_store(store.clone()).await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (today, ..) = meet(&desk, &one, &two, json!({})).await;
    let kept = store.game(today).await.unwrap().unwrap();
    let (id, created) = ("k7m2qd4xw0aj".to_owned(), now() - 60_000);
    let settings = r#"{"clock":{"base_seconds":60,"increment_seconds":0},"rated":false}"#.to_owned();
    let game = OnlineGame { id: id.clone(), settings, created, ..kept };
    assert!(store.begin(Begin { game, node: "one".to_owned() }, Vec::new()).await.unwrap());
    let summary = r#"{"plies":2,"fen":"B:W19,21,22,24-32:B1-10,12,15","result":{"reason":"agreement"}}"#;
    let over = Over { ended: now(), result: "draw".to_owned(), opening: None, summary: summary.to_owned() };
    let ending = Some(crownhead_store::club::Ending { over, positions: Vec::new() });
    let events = rows(
        created,
        &[
            r#"{"type":"move","ply":0,"move":"11-15","left_ms":60000}"#,
            r#"{"type":"move","ply":1,"move":"23-19","left_ms":60000}"#,
            r#"{"type":"draw_offered","side":"black"}"#,
            r#"{"type":"ended","result":{"reason":"agreement"}}"#,
        ],
    );
    store.append(Append { game: id.clone(), epoch: 1, events, ending, begins: None }).await.unwrap();
    let drawn = Some(GameResult { winner: None, reason: ResultReason::Agreement });
    let archive: Archive = desk.get("/api/online/games?result=draw").await;
    assert_eq!((archive.games[0].result, archive.games[0].plies), (drawn, Some(2)));
    let state: OnlineGameState = desk.get(&format!("/api/online/games/{id}")).await;
    assert_eq!((state.now.result, state.moves.len()), (drawn, 2));

    let offer = Offer {
        id: "k7m2qd4xw0ak".to_owned(),
        code: Some("k7m2qd".to_owned()),
        creator: "g000000000000".to_owned(),
        to: None,
        is_open: false,
        document: OLD_OFFER.to_owned(),
        created,
        expires: now() + 60_000,
    };
    store.add_offer(offer).await.unwrap();
    let challenge: ChallengeInfo = one.get("/api/online/challenges/k7m2qd").await;
    assert_eq!(challenge.settings.clock, Some(TimeControl::new(1, 0)));
    let started: StartedGame = one.post("/api/online/challenges/k7m2qd/accept", Value::Null).await;
    assert_eq!(started.game, "k7m2qd4xw0ak");
}
