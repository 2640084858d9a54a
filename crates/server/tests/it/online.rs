//! Games between people over the network.

use crownhead_board::Color;
use crownhead_server::wire::{
    ChallengeInfo, ChatLog, Event, GameId, GameResult, Lobby, OnlineGameState, OnlineMessage, ResultReason,
    SeatToken, SeekAnswer, Side, StartedGame,
};
use crownhead_store::{ClubStore, SqliteStore};
use reqwest::Method;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::visitor::{Visitor, meet};

fn blitz() -> Value {
    json!({"clock": {"base_ms": 300_000, "increment_ms": 2000}})
}

#[tokio::test]
async fn two_guests_meet_in_the_lobby_and_play() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let mut waiting = one.socket().await;
    let (game, black, white) = meet(&desk, &one, &two, blitz()).await;
    assert_eq!(waiting.started().await.game, game);
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    let state = b.watch(&game).await;
    assert_eq!((state.you, state.now.ply, state.now.legal.len()), (Some(Side::Black), 0, 7));
    assert_eq!(w.watch(&game).await.you, Some(Side::White));
    b.play(&game, 0, "11-15").await.unwrap();
    let (seq, event) = w.event().await;
    assert!(matches!(event, Event::Move { ply: 0, text, .. } if seq == 1 && text == "11-15"));
    assert_eq!(w.play(&game, 1, "11-16").await, Err("bad_move".to_owned()));
    assert_eq!(b.play(&game, 1, "22-18").await, Err("not_now".to_owned()), "nobody moves for the other");
    w.play(&game, 1, "22-18").await.unwrap();
    b.play(&game, 2, "15x22").await.unwrap();
    let state: OnlineGameState = black.get(&format!("/api/online/games/{game}")).await;
    assert_eq!((state.seq, state.moves.len()), (3, 3));
    assert_eq!(state.now.clock.unwrap().running, Some(Color::White));
    w.act(&game, "resign").await.unwrap();
    let state: OnlineGameState = white.get(&format!("/api/online/games/{game}")).await;
    let won = GameResult { winner: Some(Color::Black), reason: ResultReason::Resignation };
    assert_eq!(state.now.result, Some(won));
    let pdn = desk.text(&format!("/api/online/games/{game}/pdn")).await;
    assert!(pdn.contains("1. 11-15 22-18 2. 15x22") && pdn.contains("1-0"), "{pdn}");
}

#[tokio::test]
async fn a_move_that_is_sent_twice_counts_once_and_strangers_cannot_move() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, white) = meet(&desk, &one, &two, blitz()).await;
    let mut b = black.socket().await;
    // Without watching, too.
    b.play(&game, 0, "11-15").await.unwrap();
    b.play(&game, 0, "11-15").await.unwrap();
    assert_eq!(b.play(&game, 0, "9-13").await, Err("stale".to_owned()));
    let other = Visitor::guest(&desk).await;
    let mut stranger = other.socket().await;
    assert_eq!(stranger.watch(&game).await.you, None, "everybody may watch");
    assert_eq!(stranger.play(&game, 1, "22-18").await, Err("forbidden".to_owned()));
    assert_eq!(stranger.act(&game, "resign").await, Err("forbidden".to_owned()));
    assert_eq!(
        stranger.ask(json!({"type": "say", "game": game, "text": "hi"})).await.1,
        Err("forbidden".to_owned())
    );
    white.socket().await.play(&game, 1, "22-18").await.unwrap();
    assert!(matches!(stranger.event().await, (2, Event::Move { ply: 1, .. })));
}

#[tokio::test]
async fn a_client_that_was_away_hears_what_it_missed() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, white) = meet(&desk, &one, &two, blitz()).await;
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    b.watch(&game).await;
    b.play(&game, 0, "11-15").await.unwrap();
    drop(b);
    w.play(&game, 1, "23-19").await.unwrap();
    w.act(&game, "ask_takeback").await.unwrap();
    let mut b = black.socket().await;
    let (told, done) = b.ask(json!({"type": "watch", "game": game, "seen": 1})).await;
    assert_eq!(done, Ok(()));
    let events: Vec<u64> = told
        .iter()
        .filter_map(|message| match message {
            OnlineMessage::Event(event) => Some(event.seq),
            _ => None,
        })
        .collect();
    assert_eq!(events, [2, 3]);
    b.act(&game, "accept_takeback").await.unwrap();
    let state: OnlineGameState = white.get(&format!("/api/online/games/{game}")).await;
    assert_eq!((state.now.ply, state.now.turn), (1, Color::White));
}

#[tokio::test]
async fn a_challenge_is_accepted_by_its_code_once() {
    let desk = Desk::open().await;
    let (one, two, three) =
        (Visitor::guest(&desk).await, Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let new = json!({"settings": {"side": "white", "rules": "casual", "start": {"from": "fen", "fen": "B:W18,22:B10,11"}}});
    let challenge: ChallengeInfo = one.post("/api/online/challenges", new).await;
    let by_code = format!("/api/online/challenges/{}", challenge.code.to_uppercase());
    let seen: ChallengeInfo = two.get(&by_code).await;
    assert_eq!(seen, challenge);
    assert_eq!(one.refused(Method::POST, &format!("{by_code}/accept"), Value::Null).await.1, "not_now");
    let mut waiting = one.socket().await;
    let started: StartedGame = two.post(&format!("{by_code}/accept"), Value::Null).await;
    assert_eq!(started.side, Side::Black);
    assert_eq!(waiting.started().await, StartedGame { side: Side::White, ..started.clone() });
    assert_eq!(
        three.refused(Method::POST, &format!("{by_code}/accept"), Value::Null).await,
        (404, "not_found".into())
    );
    let state: OnlineGameState = two.get(&format!("/api/online/games/{}", started.game)).await;
    assert_eq!(
        (state.now.fen.to_string(), state.settings.rules.as_str()),
        ("B:W18,22:B10,11".into(), "casual")
    );
}

#[tokio::test]
async fn draws_rematches_and_ballots() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let settings = json!({"clock": {"base_ms": 60_000}, "start": {"from": "random_ballot"}});
    let (game, black, white) = meet(&desk, &one, &two, settings).await;
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    let state = w.watch(&game).await;
    b.watch(&game).await;
    assert_eq!((state.ballot_plies, state.now.ply, state.now.turn), (3, 3, Color::White));
    assert_eq!(w.act(&game, "offer_draw").await, Err("not_now".to_owned()), "before both have moved");
    w.play(&game, 3, &state.now.legal[0]).await.unwrap();
    let state = b.watch(&game).await;
    b.play(&game, 4, &state.now.legal[0]).await.unwrap();
    b.act(&game, "offer_draw").await.unwrap();
    w.act(&game, "accept_draw").await.unwrap();
    assert_eq!(w.act(&game, "resign").await, Err("not_now".to_owned()));
    w.act(&game, "rematch").await.unwrap();
    let (told, done) = b.order(&game, json!({"type": "rematch"})).await;
    assert_eq!(done, Ok(()));
    let next = told.into_iter().find_map(|message| match message {
        OnlineMessage::Started { game, side } => Some(StartedGame { game, side }),
        _ => None,
    });
    let next = next.unwrap();
    assert_eq!(next.side, Side::White, "the sides are changed");
    let first: OnlineGameState = black.get(&format!("/api/online/games/{game}")).await;
    let second: OnlineGameState = black.get(&format!("/api/online/games/{}", next.game)).await;
    assert_eq!(first.now.next, Some(GameId::from(next.game)));
    assert_eq!(first.moves[..3], second.moves[..], "with the same ballot");
    b.act(&second.id, "abort").await.unwrap();
}

#[tokio::test]
async fn a_private_game_is_seen_by_its_players_alone() {
    let desk = Desk::open().await;
    let (one, two, three) =
        (Visitor::guest(&desk).await, Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let new = json!({"settings": {"private": true, "side": "black"}});
    let challenge: ChallengeInfo = one.post("/api/online/challenges", new).await;
    let accept = format!("/api/online/challenges/{}/accept", challenge.id);
    let StartedGame { game, .. } = two.post(&accept, Value::Null).await;
    let mut b = one.socket().await;
    b.play(&game, 0, "11-15").await.unwrap();
    for path in ["", "/pdn", "/chat"] {
        let path = format!("/api/online/games/{game}{path}");
        assert_eq!(three.refused(Method::GET, &path, Value::Null).await, (404, "not_found".into()), "{path}");
        assert!(two.send(Method::GET, &path, Value::Null).await.status().is_success());
    }
    let mut stranger = three.socket().await;
    assert_eq!(stranger.ask(json!({"type": "watch", "game": game})).await.1, Err("not_found".to_owned()));
    assert_eq!(
        stranger.ask(json!({"type": "watch", "game": game, "seen": 0})).await.1,
        Err("not_found".to_owned())
    );
    assert_eq!(stranger.play(&game, 1, "22-18").await, Err("not_found".to_owned()));
    let lobby: Lobby = three.get("/api/online/lobby").await;
    assert!(lobby.live.is_empty());
}

#[tokio::test]
async fn a_seat_can_be_taken_from_another_device_by_its_token_alone() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, white) = meet(&desk, &one, &two, blitz()).await;
    let path = format!("/api/online/games/{game}/seat");
    let SeatToken { seat: old, .. } = black.post(&path, Value::Null).await;
    let SeatToken { seat, side } = black.post(&path, Value::Null).await;
    assert_eq!((side, seat.len()), (Side::Black, 32));
    let telephone = Visitor::guest(&desk).await;
    assert_eq!(telephone.refused(Method::POST, &path, Value::Null).await.0, 404);
    let mut line = telephone.socket().await;
    let watch = |seat: &str| json!({"type": "watch", "game": game, "seat": seat});
    for wrong in ["", "x", &old] {
        assert_eq!(line.ask(watch(wrong)).await.1, Err("not_found".to_owned()));
    }
    assert_eq!(line.ask(watch(&seat)).await.1, Ok(()));
    line.play(&game, 0, "11-15").await.unwrap();
    assert_eq!(line.play(&game, 1, "22-18").await, Err("not_now".to_owned()), "the seat is Black's");
    // What others are told has no token in it.
    let state = white
        .send(Method::GET, &format!("/api/online/games/{game}"), Value::Null)
        .await
        .text()
        .await
        .unwrap();
    assert!(!state.contains(&seat) && !state.contains(black.cookie.split('=').nth(1).unwrap()));
}

#[tokio::test]
async fn chat_reaches_those_who_want_it() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, white) = meet(&desk, &one, &two, blitz()).await;
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    b.watch(&game).await;
    w.watch(&game).await;
    let say = |text: &str| json!({"type": "say", "game": game, "text": text});
    assert_eq!(b.ask(say("good luck")).await.1, Ok(()));
    let OnlineMessage::Chat(line) = w.hear().await else { panic!("no chat") };
    assert_eq!((line.name.as_str(), line.text.as_str()), (black.me.name.as_str(), "good luck"));
    w.socket.say(json!({"type": "mute", "game": game, "on": true})).await;
    assert_eq!(w.ask(json!({"type": "ping"})).await.1, Ok(()));
    assert_eq!(b.ask(say("are you there?")).await.1, Ok(()));
    assert!(w.ask(json!({"type": "ping"})).await.0.is_empty(), "muted");
    assert_eq!(b.ask(say(&"x".repeat(301))).await.1, Err("bad_value".to_owned()));
    let log: ChatLog = white.get(&format!("/api/online/games/{game}/chat")).await;
    assert_eq!(log.lines.len(), 2);
}

#[tokio::test]
async fn the_lobby_is_told_as_it_changes() {
    let desk = Desk::open().await;
    let (one, two, three) =
        (Visitor::guest(&desk).await, Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let mut watching = three.socket().await;
    watching.socket.say(json!({"type": "lobby", "on": true})).await;
    assert!(matches!(watching.hear().await, OnlineMessage::Lobby { lobby } if lobby.seeks.is_empty()));
    let answer: SeekAnswer = one.post("/api/online/seeks", json!({"side": "black"})).await;
    let SeekAnswer::Waiting { seek } = answer else { panic!("{answer:?}") };
    assert!(matches!(watching.hear().await, OnlineMessage::SeekAdded { seek: added } if added == seek));
    // Somebody who wants the same side, or another game, is no opponent.
    for other in [json!({"side": "black"}), json!({"rules": "casual"})] {
        let answer: SeekAnswer = two.post("/api/online/seeks", other).await;
        assert!(matches!(answer, SeekAnswer::Waiting { .. }));
    }
    let StartedGame { game, side } =
        two.post(&format!("/api/online/seeks/{}/accept", seek.id), Value::Null).await;
    assert_eq!(side, Side::White);
    loop {
        if let OnlineMessage::LiveAdded { game: live } = watching.hear().await {
            assert_eq!(live.id, game);
            break;
        }
    }
    let lobby: Lobby = three.get("/api/online/lobby").await;
    assert_eq!((lobby.seeks.len(), lobby.live.len()), (1, 1), "another seek of two's is still there");
    let mut b = one.socket().await;
    b.act(&game, "abort").await.unwrap();
    assert!(matches!(watching.hear().await, OnlineMessage::LiveRemoved { id } if id == game));
}

#[test]
fn a_server_that_is_killed_loses_no_acknowledged_move() {
    let tests = tokio::runtime::Runtime::new().unwrap();
    tests.block_on(async {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let server = tokio::runtime::Runtime::new().unwrap();
        let desk = Desk::killable(&path, &server).await;
        let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
        let (game, black, white) = meet(&desk, &one, &two, blitz()).await;
        let (mut b, mut w) = (black.socket().await, white.socket().await);
        b.play(&game, 0, "11-15").await.unwrap();
        w.play(&game, 1, "23-19").await.unwrap();
        b.play(&game, 2, "8-11").await.unwrap();
        let before: OnlineGameState = black.get(&format!("/api/online/games/{game}")).await;
        server.shutdown_background();
        tokio::time::sleep(std::time::Duration::from_millis(1200)).await;

        let server = tokio::runtime::Runtime::new().unwrap();
        let desk = Desk::killable(&path, &server).await;
        let (black, white) = (black.at(&desk), white.at(&desk));
        let mut w = white.socket().await;
        let state = w.watch(&game).await;
        assert_eq!((state.moves.clone(), state.you), (before.moves.clone(), Some(Side::White)));
        // Sent again because nobody knew whether it had arrived.
        black.socket().await.play(&game, 2, "8-11").await.unwrap();
        w.play(&game, 3, "22-17").await.unwrap();
        let after: OnlineGameState = white.get(&format!("/api/online/games/{game}")).await;
        assert_eq!(after.moves, ["11-15", "23-19", "8-11", "22-17"]);
        // The time that the server was down is nobody's: White has used less than it.
        let left = after.now.clock.unwrap().white_ms;
        assert!(left > 301_000, "{left}");
        server.shutdown_background();
    });
}

#[tokio::test]
async fn a_live_game_tells_no_verdicts() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    // An ending that the database knows.
    let settings = json!({"start": {"from": "fen", "fen": "B:WK32,K31:BK1,K2"}});
    let (game, black, _) = meet(&desk, &one, &two, settings).await;
    let told = desk.text(&format!("/api/online/games/{game}")).await;
    let (events, done) =
        black.socket().await.order(&game, json!({"type": "move", "ply": 0, "move": "1-6"})).await;
    assert_eq!(done, Ok(()));
    for text in [told, serde_json::to_string(&events).unwrap()] {
        assert!(!text.contains("verdict") && !text.contains("\"win\"") && !text.contains("score"), "{text}");
    }
}

#[tokio::test]
async fn a_server_that_is_stopped_gives_its_games_back_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let desk = Desk::open_file(&path).await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, _) = meet(&desk, &one, &two, blitz()).await;
    let mut line = black.socket().await;
    line.play(&game, 0, "11-15").await.unwrap();
    desk.close().await;
    while line.socket.hear::<Value>().await.is_some() {}
    let store = SqliteStore::open(&path).unwrap();
    assert_eq!(store.orphans(3_600_000, 10).await.unwrap(), [game], "nobody has to wait for a lease to end");
}
