//! People who see each other: who is there, who has left, who watches, who is online; and seeks that outlive a node.

use crownhead_board::Color;
use crownhead_server::wire::{Event, Lobby, OnlineGameState, OnlineMessage, PeopleOnline, SeekAnswer};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::visitor::{Line, Visitor, meet};

fn blitz() -> Value {
    json!({"clock": {"base_ms": 300_000, "increment_ms": 2000}})
}

async fn watching(line: &mut Line, expected: u32) {
    while !matches!(line.hear().await, OnlineMessage::Watching { count, .. } if count == expected) {}
}

#[tokio::test]
async fn an_opponent_who_leaves_is_missed_and_comes_back() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, white) = meet(&desk, &one, &two, blitz()).await;
    let (mut b, mut w) = (black.socket().await, white.socket().await);
    b.watch(&game).await;
    w.watch(&game).await;
    b.play(&game, 0, "11-15").await.unwrap();
    w.play(&game, 1, "23-19").await.unwrap();
    assert_eq!(b.act(&game, "claim_win").await, Err("not_now".to_owned()), "the opponent is there");
    drop(w);
    let told = loop {
        let told = b.told().await;
        if told.event == (Event::Left { side: Color::White }) {
            break told;
        }
    };
    let away = told.now.away[0];
    assert_eq!((away.side, away.claim_from - away.since), (Color::White, 30_000));
    assert_eq!(b.act(&game, "claim_win").await, Err("not_now".to_owned()), "it is too soon");
    let state: OnlineGameState = black.get(&format!("/api/online/games/{game}")).await;
    assert_eq!(state.now.away, [away], "whoever looks sees it");
    let mut w = white.socket().await;
    w.watch(&game).await;
    while b.told().await.event != (Event::Returned { side: Color::White }) {}
}

#[tokio::test]
async fn those_who_watch_are_counted() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, _) = meet(&desk, &one, &two, blitz()).await;
    let mut player = black.socket().await;
    player.watch(&game).await;
    watching(&mut player, 0).await;
    let mut spectator = Visitor::guest(&desk).await.socket().await;
    spectator.watch(&game).await;
    watching(&mut spectator, 1).await;
    watching(&mut player, 1).await;
    spectator.socket.say(json!({"type": "unwatch", "game": game})).await;
    watching(&mut player, 0).await;
}

#[tokio::test]
async fn the_lobby_tells_who_is_online() {
    let desk = Desk::open().await;
    let guest = Visitor::guest(&desk).await;
    let mut line = guest.socket().await;
    line.socket.say(json!({"type": "lobby", "on": true})).await;
    let marion = Visitor::account(&desk, "Marion").await;
    let there = marion.socket().await;
    let online = async |line: &mut Line, expected: u32| -> PeopleOnline {
        loop {
            if let OnlineMessage::Online { online } = line.hear().await
                && online.count == expected
            {
                return online;
            }
        }
    };
    let told = online(&mut line, 2).await;
    assert_eq!(told.people.iter().map(|person| person.name.as_str()).collect::<Vec<_>>(), ["Marion"]);
    let lobby: Lobby = guest.get("/api/online/lobby").await;
    assert_eq!(lobby.online, told);
    drop(there);
    assert!(online(&mut line, 1).await.people.is_empty());
}

/// The seek of somebody who waits, and the lobby of somebody who looks on.
#[cfg(feature = "cluster")]
#[test]
fn a_seek_outlives_its_node_and_people_of_two_nodes_see_each_other() {
    use crownhead_bus::LocalBus;
    use crownhead_store::SqliteStore;
    use std::sync::Arc;

    let runtime =
        || tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let (first, second, outside) = (runtime(), runtime(), runtime());
    let (store, bus) = (Arc::new(SqliteStore::in_memory().unwrap()), LocalBus::new());
    outside.block_on(async {
        let lost = Desk::node("lost", store.clone(), bus.clone(), &first).await;
        let kept = Desk::node("kept", store.clone(), bus.clone(), &second).await;
        let marion = Visitor::account(&lost, "Marion").await;
        let mut line = marion.socket().await;
        let answer: SeekAnswer = marion.post("/api/online/seeks", blitz()).await;
        let SeekAnswer::Waiting { seek } = answer else { panic!("{answer:?}") };
        let asa = Visitor::account(&kept, "Asa").await;
        let mut watching = asa.socket().await;
        watching.socket.say(json!({"type": "lobby", "on": true})).await;
        loop {
            if let OnlineMessage::Online { online } = watching.hear().await
                && online.people.len() == 2
            {
                break assert_eq!(online.count, 2, "both nodes are counted");
            }
        }
        // Stopped in good order: its sockets are closed, and whoever waits comes back elsewhere.
        lost.close().await;
        while line.socket.hear::<Value>().await.is_some() {}
        let mut line = marion.at(&kept).socket().await;
        let lobby: Lobby = asa.get("/api/online/lobby").await;
        assert_eq!(lobby.seeks.iter().map(|open| &open.id).collect::<Vec<_>>(), [&seek.id]);
        let answer: SeekAnswer = asa.post("/api/online/seeks", blitz()).await;
        assert!(matches!(answer, SeekAnswer::Started { .. }), "{answer:?}");
        assert_eq!(line.started().await.game, seek.id);
    });
}
