//! Several nodes that share the games, and machines that analyze for them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crownhead_bus::{Bus, LocalBus, NatsBus, WorkQueue};
use crownhead_endgame::Database;
use crownhead_harness::{Nats, skips};
use crownhead_server::wire::{AnalysisMessage, ErrorCode, Event, OnlineGameState};
use crownhead_server::{Worker, Workers};
use crownhead_store::SqliteStore;
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::time::{sleep, timeout};

use crate::desk::Desk;
use crate::visitor::{Line, Visitor, meet};

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

fn rapid() -> Value {
    json!({"clock": {"base_ms": 600_000}})
}

/// Plays a move, again and again while the game changes hands.
async fn insist(line: &mut Line, game: &str, ply: u32, mv: &str) {
    let begun = Instant::now();
    while let Err(code) = line.play(game, ply, mv).await {
        assert_eq!(code, "try_again");
        assert!(begun.elapsed() < Duration::from_secs(10), "the game does not go on");
        sleep(Duration::from_millis(100)).await;
    }
}

async fn hear_move(line: &mut Line, expected: u32) {
    loop {
        let heard = timeout(Duration::from_secs(10), line.event()).await.expect("a move is heard");
        // A player's own moves may have been told before their answers.
        if let (_, Event::Move { ply, .. }) = heard
            && ply >= expected
        {
            return assert_eq!(ply, expected);
        }
    }
}

#[test]
fn players_on_two_nodes_play_and_the_game_survives_the_node_that_owns_it() {
    let (first, second, outside) = (runtime(), runtime(), runtime());
    let (store, bus) = (Arc::new(SqliteStore::in_memory().unwrap()), LocalBus::new());
    let ask = async {
        let owner = Desk::node("owner", store.clone(), bus.clone(), &first).await;
        let other = Desk::node("other", store.clone(), bus.clone(), &second).await;
        let (one, two) = (Visitor::guest(&owner).await, Visitor::guest(&owner).await);
        let (game, black, white) = meet(&owner, &one, &two, rapid()).await;
        // One plays where the game is, one elsewhere, and somebody watches there.
        let (mut b, mut w) = (black.socket().await, white.at(&other).socket().await);
        let mut spectator = Visitor::guest(&other).await.socket().await;
        b.watch(&game).await;
        assert!(w.watch(&game).await.you.is_some());
        spectator.watch(&game).await;
        b.play(&game, 0, "11-15").await.unwrap();
        hear_move(&mut w, 0).await;
        w.play(&game, 1, "22-18").await.unwrap();
        hear_move(&mut b, 1).await;
        hear_move(&mut spectator, 0).await;
        hear_move(&mut spectator, 1).await;
        (other, game, black, w, spectator)
    };
    let (other, game, black, mut w, mut spectator) = outside.block_on(ask);
    // As if the process were killed.
    first.shutdown_background();
    outside.block_on(async {
        let mut b = black.at(&other).socket().await;
        assert_eq!(b.watch(&game).await.now.ply, 2);
        insist(&mut b, &game, 2, "15x22").await;
        hear_move(&mut w, 2).await;
        hear_move(&mut spectator, 2).await;
        let state: OnlineGameState = black.at(&other).get(&format!("/api/online/games/{game}")).await;
        let clock = state.now.clock.unwrap();
        assert!(clock.black_ms > 598_000, "the clock stands still while nobody has the game: {clock:?}");
    });
    drop(outside);
}

#[test]
fn a_node_that_is_stopped_gives_its_games_back_at_once() {
    let (first, second, outside) = (runtime(), runtime(), runtime());
    let (store, bus) = (Arc::new(SqliteStore::in_memory().unwrap()), LocalBus::new());
    outside.block_on(async {
        let owner = Desk::node("owner", store.clone(), bus.clone(), &first).await;
        let other = Desk::node("other", store.clone(), bus.clone(), &second).await;
        let (one, two) = (Visitor::guest(&owner).await, Visitor::guest(&owner).await);
        let (game, black, _) = meet(&owner, &one, &two, rapid()).await;
        let mut b = black.at(&other).socket().await;
        b.play(&game, 0, "11-15").await.unwrap();
        owner.close().await;
        // Long before a lease would end.
        let begun = Instant::now();
        let mut w = if black.cookie == one.cookie { two.at(&other) } else { one.at(&other) }.socket().await;
        insist(&mut w, &game, 1, "22-18").await;
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_is_answered_by_a_worker_and_by_another_when_that_one_dies() {
    if skips() {
        return;
    }
    let nats = Nats::start().unwrap();
    let bus = NatsBus::connect(&nats.url(), "test", None).await.unwrap();
    let queue = WorkQueue::new(&bus, "analysis");
    let bus: Arc<dyn Bus> = Arc::new(bus);
    let worker = || Worker::new(bus.clone(), queue.clone(), Database::shipped(), 1, 4);
    let desk = Desk::with_workers(Workers::new(bus.clone(), queue.clone())).await;
    let mut socket = desk.socket("/api/analysis").await;
    socket.say(json!({"type": "start", "request": 7})).await;
    assert!(matches!(socket.hear().await, Some(AnalysisMessage::Queued { request: 7, .. })));
    let first = tokio::spawn(worker().run(std::future::pending()));
    let Some(AnalysisMessage::Report(report)) = socket.hear().await else { panic!("no report") };
    assert_eq!(report.request, 7);
    first.abort();
    assert!(first.await.is_err());
    // Reports that were on the way are still heard; then there is silence until another takes the question.
    while let Ok(Some(AnalysisMessage::Report(_))) = timeout(Duration::from_secs(2), socket.hear()).await {}
    let _second = tokio::spawn(worker().run(std::future::pending()));
    let heard = timeout(Duration::from_secs(30), socket.hear::<AnalysisMessage>()).await;
    assert!(matches!(heard, Ok(Some(AnalysisMessage::Report(_)))), "{heard:?}");
    // A question that makes no sense is told so by the worker.
    socket.say(json!({"type": "start", "request": 8, "fen": "nonsense"})).await;
    loop {
        match socket.hear().await {
            Some(AnalysisMessage::Error { request: 8, error }) => {
                break assert_eq!(error.code, ErrorCode::BadFen);
            }
            Some(_) => {}
            None => panic!("the connection is lost"),
        }
    }
}
