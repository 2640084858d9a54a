//! Games as people play them.

use crownhead_server::wire::{GameList, GameState, HintAnswer, LiveMessage, ResultReason, Side};
use reqwest::Method;
use serde_json::{Value, json};

use crate::desk::Desk;

#[tokio::test]
async fn a_whole_game_against_level_1() {
    let desk = Desk::open().await;
    let mut game = desk.new_game(json!({"kind": "computer", "level": 1, "side": "white"})).await;
    let mut live = desk.watch(&game).await;
    // The first legal move each time; a draw by repetition is an end as well.
    while game.result.is_none() {
        game = live.state(|state| state.result.is_some() || state.can.play).await;
        if game.result.is_none() && !game.thinking {
            let mv = game.position.moves[0].text.clone();
            game = desk.play(&game, &mv).await;
        }
    }
    assert!(game.position.moves.is_empty() && !game.can.play);
    let pdn = desk.text(&format!("/api/games/{}/pdn", game.id)).await;
    assert!(pdn.contains("[Black \"Crownhead level 1\"]"), "{pdn}");
    let record = crownhead_pdn::Reader::from_text(&pdn).next().unwrap().unwrap();
    assert_eq!(record.replay().unwrap().moves().len(), game.ply as usize);
}

#[tokio::test]
async fn a_game_goes_on_after_the_server_was_restarted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let desk = Desk::open_file(&path).await;
    let clock = json!({"base_seconds": 300, "increment_seconds": 2});
    let game = desk.new_game(json!({"kind": "two", "rules": "casual", "clock": clock})).await;
    let game = desk.play(&game, "11-15").await;
    let game = desk.play(&game, "22-18").await;
    let mut live = desk.watch(&game).await;
    assert_eq!(live.state(|_| true).await.version, game.version);
    desk.close().await;
    assert_eq!(live.hear().await, Some(LiveMessage::Closing));
    let desk = Desk::open_file(&path).await;
    let again: GameState = desk.get(&format!("/api/games/{}", game.id)).await;
    assert_eq!((again.version, again.ply, &again.nodes), (game.version, 2, &game.nodes));
    assert_eq!(again.clock.unwrap().running, Some(Side::Black));
    let list: GameList = desk.get("/api/games").await;
    assert_eq!((list.games[0].id.as_str(), list.games[0].plies), (game.id.as_str(), 2));
    assert_eq!(desk.play(&again, "15x22").await.ply, 3);
}

#[tokio::test]
async fn the_computer_answers_after_a_restart_in_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let desk = Desk::open_file(&path).await;
    let game = desk.new_game(json!({"kind": "computer", "level": 1})).await;
    let game = desk.play(&game, "11-15").await;
    assert!(game.thinking);
    desk.close().await;
    let desk = Desk::open_file(&path).await;
    let answered = desk.watch(&game).await.state(|state| state.can.play).await;
    assert_eq!(answered.ply, 2);
}

#[tokio::test]
async fn a_move_that_is_sent_twice_is_made_once() {
    let desk = Desk::open().await;
    let game = desk.new_game(json!({"kind": "two"})).await;
    assert_eq!(desk.play(&game, "11-15").await.ply, 1);
    assert_eq!(desk.play(&game, "11-15").await.ply, 1);
    let path = format!("/api/games/{}/moves", game.id);
    let (status, code, _) = desk.refused(Method::POST, &path, json!({"ply": 0, "move": "9-13"})).await;
    assert_eq!((status, code.as_str()), (409, "stale"));
    let (_, code, message) = desk.refused(Method::POST, &path, json!({"ply": 1, "move": "22-15"})).await;
    assert_eq!(code, "bad_move");
    assert!(message.contains("15 is occupied"), "{message}");
}

#[tokio::test]
async fn moves_are_taken_back_and_made_again() {
    let desk = Desk::open().await;
    let game = desk
        .new_game(json!({"kind": "computer", "level": 1, "start": {"from": "ballot", "number": 174}}))
        .await;
    assert_eq!((game.ply, game.opening.as_deref()), (3, Some("Skunk")));
    let mut live = desk.watch(&game).await;
    let game = live.state(|state| state.can.play).await;
    assert_eq!(game.ply, 4);
    let moved = desk.play(&game, &game.position.moves[0].text.clone()).await;
    let answered = live.state(|state| state.ply == moved.ply + 1).await;
    let act = async |name: &str| -> GameState {
        desk.post(&format!("/api/games/{}/{name}", game.id), Value::Null).await
    };
    let undone = act("undo").await;
    assert_eq!((undone.ply, undone.position.fen.as_str()), (4, game.position.fen.as_str()));
    assert_eq!(act("redo").await.position.fen, answered.position.fen);
    act("undo").await;
    // Another move forgets what was taken back.
    let other = desk.play(&undone, &undone.position.moves[1].text.clone()).await;
    assert_eq!(other.nodes.iter().filter(|node| node.ply == 5).count(), 1);
    // A ballot is not taken back.
    let again = act("restart").await;
    assert_eq!((again.ply, again.nodes.len(), again.can.undo), (3, 4, false));
}

#[tokio::test]
async fn draws_and_resignations_end_games() {
    let desk = Desk::open().await;
    let game = desk.new_game(json!({"kind": "two"})).await;
    let path = |name: &str| format!("/api/games/{}/{name}", game.id);
    let offered: GameState = desk.post(&path("draw"), json!({"side": "black"})).await;
    assert_eq!(offered.draw_offer, Some(Side::Black));
    let declined: GameState = desk.post(&path("decline"), json!({})).await;
    assert_eq!(declined.draw_offer, None);
    desk.post::<GameState>(&path("draw"), json!({"side": "black"})).await;
    let agreed: GameState = desk.post(&path("draw"), json!({"side": "white"})).await;
    assert_eq!(agreed.result.unwrap().reason, ResultReason::Agreement);
    let back: GameState = desk.post(&path("undo"), json!({})).await;
    assert!(back.result.is_none() && back.can.play);
    let resigned: GameState = desk.post(&path("resign"), json!({"side": "white"})).await;
    let result = resigned.result.unwrap();
    assert_eq!((result.winner, result.reason), (Some(Side::Black), ResultReason::Resignation));
    let (_, code, message) =
        desk.refused(Method::POST, &path("moves"), json!({"ply": 0, "move": "11-15"})).await;
    assert_eq!(code, "not_now");
    assert!(message.contains("White resigned"), "{message}");
}

#[tokio::test]
async fn the_computer_declines_an_early_draw_and_gives_hints() {
    let desk = Desk::open().await;
    let game = desk.new_game(json!({"kind": "computer", "level": 2})).await;
    let path = |name: &str| format!("/api/games/{}/{name}", game.id);
    let answered: GameState = desk.post(&path("draw"), json!({})).await;
    assert!(answered.notice.unwrap().contains("too early"));
    let hint: HintAnswer = desk.post(&path("hint"), Value::Null).await;
    assert!(game.position.moves.iter().any(|mv| mv.text == hint.mv.text));
    assert!(hint.reason.starts_with(&format!("Try {}: ", hint.mv.text)), "{}", hint.reason);
    let rematch: GameState = desk.post(&path("rematch"), Value::Null).await;
    assert_eq!((rematch.black.level, rematch.white.level), (Some(2), None));
}

#[tokio::test]
async fn a_flag_that_falls_is_told_to_everybody() {
    let desk = Desk::open().await;
    let game = desk.new_game(json!({"kind": "two", "clock": {"base_seconds": 1}})).await;
    let mut live = desk.watch(&game).await;
    desk.play(&game, "11-15").await;
    let over = live.state(|state| state.result.is_some()).await;
    let result = over.result.unwrap();
    assert_eq!((result.winner, result.reason), (Some(Side::Black), ResultReason::Time));
    assert_eq!(over.clock.unwrap().running, None);
}

#[tokio::test]
async fn a_deleted_game_is_gone_for_everybody() {
    let desk = Desk::open().await;
    let game = desk.new_game(json!({"kind": "analysis"})).await;
    let mut live = desk.watch(&game).await;
    live.state(|_| true).await;
    let path = format!("/api/games/{}", game.id);
    assert_eq!(desk.send(Method::DELETE, &path, Value::Null).await.status(), 204);
    assert_eq!(live.hear().await, Some(LiveMessage::Gone));
    assert_eq!(desk.refused(Method::GET, &path, Value::Null).await.0, 404);
}

#[tokio::test]
async fn the_list_comes_in_parts() {
    let desk = Desk::open().await;
    for _ in 0..5 {
        desk.new_game(json!({"kind": "two"})).await;
    }
    let mut ids = Vec::new();
    let mut after = String::new();
    loop {
        let list: GameList = desk.get(&format!("/api/games?limit=2{after}")).await;
        ids.extend(list.games.into_iter().map(|game| game.id));
        let Some(next) = list.next else { break };
        after = format!("&after={next}");
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 5);
}

#[tokio::test]
async fn house_rules_hold_on_the_server() {
    let desk = Desk::open().await;
    let start = json!({"from": "fen", "fen": "W:W22,31:B18,11,2"});
    let game = desk.new_game(json!({"kind": "two", "rules": "relay", "start": start})).await;
    let game = desk.play(&game, "22x15").await;
    assert!(game.position.mid_turn && game.position.turn == Side::White);
    assert!(game.position.moves.iter().any(|mv| mv.text == "--" && mv.path.is_empty()));
    let game = desk.play(&game, "--").await;
    assert_eq!(game.position.turn, Side::Black);
}
