//! A real PostgreSQL keeps what every store promises, may go away and come back, and is brought up to date.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::sync::Arc;
use std::time::Duration;

use crownhead_harness::{Postgres, skips};
use crownhead_store::club::{Append, Appended, Begin, Claim, ClubStore, OnlineGame, Player, SavedEvent};
use crownhead_store::studies::OldGame;
use crownhead_store::{PostgresStore, StoreError, StudyStore, contract};
use tokio::sync::watch;
use tokio::time::sleep;
use tokio_postgres::NoTls;

fn old_game(id: &str) -> OldGame {
    OldGame { id: id.to_owned(), version: 2, created: 1, changed: 3, document: "document".to_owned() }
}

fn player(person: &str) -> Player {
    let (person, name) = (person.to_owned(), person.to_owned());
    Player { person, name, has_account: false, is_bot: false, rating: None, rating_change: None }
}

fn game(id: &str) -> OnlineGame {
    OnlineGame {
        id: id.to_owned(),
        black: player("Marion"),
        white: player("Asa"),
        settings: "{}".to_owned(),
        is_rated: false,
        is_private: false,
        created: 1,
        over: None,
    }
}

async fn begin(store: &dyn ClubStore, game: OnlineGame, node: &str) {
    assert!(store.begin(Begin { game, node: node.to_owned() }, Vec::new()).await.unwrap());
}

fn append(game: &str, epoch: u64, seq: u64) -> Append {
    let event = SavedEvent { seq, at: seq, body: format!("event {seq} of epoch {epoch}") };
    Append { game: game.to_owned(), epoch, events: vec![event], ending: None, begins: None }
}

/// Carries out statements without a store.
async fn execute(address: &str, statements: &str) {
    let (client, connection) = tokio_postgres::connect(address, NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    client.batch_execute(statements).await.unwrap();
    drop(client);
    connection.await.unwrap().unwrap();
}

#[tokio::test]
async fn it_keeps_the_contracts() {
    if skips() {
        return;
    }
    let postgres = Postgres::start().unwrap();
    let store = PostgresStore::open(&postgres.url(), None).await.unwrap();
    contract::check_studies(&store).await;
    contract::check_club(&store).await;
}

/// An index without what only its database says: its name, its table with the columns, and which rows are in it.
fn index(definition: &str) -> String {
    let plain = definition.replace("USING btree ", "").replace("public.", "").replace(['(', ')'], " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[tokio::test]
async fn both_databases_have_the_same_indexes() {
    if skips() {
        return;
    }
    let postgres = Postgres::start().unwrap();
    drop(PostgresStore::open(&postgres.url(), None).await.unwrap());
    let (client, connection) = tokio_postgres::connect(&postgres.url(), NoTls).await.unwrap();
    tokio::spawn(connection);
    // Those of keys have names that the databases give them.
    let query = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
         AND indexname NOT LIKE '%\\_pkey' AND indexname NOT LIKE '%\\_key'";
    let rows = client.query(query, &[]).await.unwrap();
    let mut theirs: Vec<String> = rows.iter().map(|row| index(row.get(0))).collect();

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    drop(crownhead_store::SqliteStore::open(&path).unwrap());
    let connection = rusqlite::Connection::open(&path).unwrap();
    let query = "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL";
    let mut statement = connection.prepare(query).unwrap();
    let rows = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let mut ours: Vec<String> = rows.map(|row| index(&row.unwrap())).collect();
    theirs.sort();
    ours.sort();
    assert!(ours.len() > 10, "{ours:?}");
    assert_eq!(ours, theirs);
}

/// Every format there has been, as the program of its time has made it.
const FORMATS: [&str; 5] = [
    include_str!("../src/migrations/postgres/1_games.sql"),
    include_str!("../src/migrations/postgres/2_club.sql"),
    include_str!("../src/migrations/postgres/3_studies.sql"),
    include_str!("../src/migrations/postgres/4_rest.sql"),
    include_str!("../src/migrations/postgres/5_people.sql"),
];

#[tokio::test]
async fn any_earlier_format_is_brought_up_to_date_with_what_is_in_it_and_a_newer_one_is_left_alone() {
    if skips() {
        return;
    }
    let postgres = Postgres::start().unwrap();
    for format in 1..=FORMATS.len() {
        let old = postgres.create(&format!("format_{format}")).unwrap();
        for migration in &FORMATS[..format] {
            execute(&old, migration).await;
        }
        let version =
            "CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES";
        execute(&old, &format!("{version} ({format})")).await;
        let games = "INSERT INTO games (id, version, created, changed, summary, document)
             VALUES ('kept', 2, 1, 3, '', 'document'), ('second', 2, 1, 3, '', 'document')";
        execute(&old, games).await;
        let store = PostgresStore::open(&old, None).await.unwrap();
        assert_eq!(store.n_old_games().await.unwrap(), 2);
        assert_eq!(store.old_games(None, 9).await.unwrap(), [old_game("kept"), old_game("second")]);
        assert_eq!(store.old_games(Some((1, "kept".to_owned())), 9).await.unwrap(), [old_game("second")]);
        for id in ["kept", "second"] {
            assert!(!store.delete_old_game(id.to_owned(), 1).await.unwrap(), "it has been changed since");
            assert!(store.delete_old_game(id.to_owned(), 2).await.unwrap());
        }
        contract::check_studies(&store).await;
        begin(&store, game("new"), "node").await;
    }

    let newer = postgres.create("newer").unwrap();
    execute(
        &newer,
        "CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (99)",
    )
    .await;
    assert!(matches!(PostgresStore::open(&newer, None).await, Err(StoreError::TooNew { found: 99, .. })));

    let wrong = PostgresStore::open(&postgres.url_of("nowhere"), None).await.unwrap_err();
    let cause = std::error::Error::source(&wrong).unwrap().to_string();
    assert!(cause.contains("nowhere"), "{cause}");

    // Many programs may start at the same time.
    let crowd = postgres.create("crowd").unwrap();
    let opening: Vec<_> = (0..8)
        .map(|_| {
            tokio::spawn({
                let crowd = crowd.clone();
                async move { PostgresStore::open(&crowd, None).await }
            })
        })
        .collect();
    for opened in opening {
        opened.await.unwrap().unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_games_go_on_while_the_database_is_killed_and_every_event_is_there_once() {
    if skips() {
        return;
    }
    let mut postgres = Postgres::start().unwrap();
    let store = Arc::new(PostgresStore::open(&postgres.url(), None).await.unwrap());
    let games: Vec<String> = (0..50).map(|number| format!("game {number}")).collect();
    for id in &games {
        begin(store.as_ref(), game(id), "node").await;
    }
    let (over, is_over) = watch::channel(false);
    let play = |id: &String| tokio::spawn(play(store.clone(), id.clone(), is_over.clone()));
    let playing: Vec<_> = games.iter().map(play).collect();
    for _ in 0..3 {
        sleep(Duration::from_millis(300)).await;
        postgres.kill();
        postgres.start_again().unwrap();
    }
    over.send(true).unwrap();
    for played in playing {
        played.await.unwrap();
    }
}

/// Adds events until it is over, and some more; what is told to be added is there, once, in its order.
async fn play(store: Arc<PostgresStore>, id: String, is_over: watch::Receiver<bool>) {
    let mut told = Vec::new();
    while !*is_over.borrow() || told.len() < 20 {
        let append = append(&id, 1, told.len() as u64 + 1);
        match store.append(append.clone()).await {
            Ok(appended) => {
                assert_eq!(appended, Appended::Done);
                told.extend(append.events);
            }
            // Nobody knows what has become of it: look it up.
            Err(_) => told = store.events(id.clone(), 0).await.unwrap_or(told),
        }
        sleep(Duration::from_millis(5)).await;
    }
    let kept = store.events(id.clone(), 0).await.unwrap();
    assert!(kept.starts_with(&told), "{id}: told {}, kept {}", told.len(), kept.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_nodes_that_claim_a_game_one_owns_it_and_the_others_are_fenced_off() {
    if skips() {
        return;
    }
    let postgres = Postgres::start().unwrap();
    let store = Arc::new(PostgresStore::open(&postgres.url(), None).await.unwrap());
    store.enter("dead".to_owned()).await.unwrap();
    begin(store.as_ref(), game("contested"), "dead").await;
    for node in 0..8 {
        store.enter(format!("node {node}")).await.unwrap();
    }
    let early = store.claim("contested".to_owned(), "node 0".to_owned(), 60_000).await.unwrap();
    assert_eq!(early, Claim::Other("dead".to_owned()));
    sleep(Duration::from_millis(300)).await;
    for node in 0..8 {
        store.heartbeat(format!("node {node}")).await.unwrap();
    }
    let claiming: Vec<_> = (0..8)
        .map(|node| {
            let store = store.clone();
            tokio::spawn(async move {
                store.claim("contested".to_owned(), format!("node {node}"), 250).await.unwrap()
            })
        })
        .collect();
    let mut owned = 0;
    for claimed in claiming {
        if let Claim::Owned { epoch, idle_ms } = claimed.await.unwrap() {
            owned += 1;
            assert_eq!(epoch, 2);
            assert!(idle_ms >= 300, "{idle_ms}");
        }
    }
    assert_eq!(owned, 1);
    assert_eq!(store.append(append("contested", 1, 1)).await.unwrap(), Appended::Fenced);
    assert_eq!(store.append(append("contested", 2, 1)).await.unwrap(), Appended::Done);
    assert_eq!(store.append(append("contested", 2, 1)).await.unwrap(), Appended::Stale);
}

#[tokio::test]
async fn one_text_that_the_database_refuses_does_not_harm_the_others_beside_it() {
    if skips() {
        return;
    }
    let postgres = Postgres::start().unwrap();
    let store = PostgresStore::open(&postgres.url(), None).await.unwrap();
    for id in ["good", "bad"] {
        begin(&store, game(id), "node").await;
    }
    let mut bad = append("bad", 1, 1);
    bad.events[0].body = "\0".to_owned();
    let (bad, good) = tokio::join!(store.append(bad), store.append(append("good", 1, 1)));
    assert!(bad.is_err());
    assert_eq!(good.unwrap(), Appended::Done);
}
