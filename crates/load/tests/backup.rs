//! A backup is made while people play, and a server goes on from it.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crownhead_harness::{Postgres, skips};
use crownhead_load::check::check;
use crownhead_load::crowd::{Crowd, Plan};
use crownhead_load::node::Node;
use crownhead_store::{ClubStore, PostgresStore, SqliteStore};
use tempfile::TempDir;
use tokio::task::block_in_place;

/// The program beside the tests, which building the workspace makes.
fn program() -> PathBuf {
    let tests = std::env::current_exe().expect("a test knows where it is");
    tests.ancestors().nth(2).expect("it is in target/debug/deps").join("crownhead")
}

async fn crowd(node: &Node) -> Crowd {
    let plan = Plan { nodes: vec![node.address()], games: 10, rate: 100.0, has_addresses: false };
    let crowd = Crowd::gather(plan).await.expect("people sit down");
    crowd.meter().set_on(true);
    crowd
}

/// Waits until `n` more moves were acknowledged.
async fn moves(crowd: &Crowd, more: u64) {
    let enough = crowd.meter().acks() + more;
    while crowd.meter().acks() < enough {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Plays, makes a backup meanwhile, and plays on at a server with the backup. `store` tells where games are kept.
async fn survives<S: ClubStore>(store: [&str; 2], back_up: impl AsyncFnOnce() -> (S, String)) {
    let folder = TempDir::new().expect("a folder");
    let node = Node::start(&program(), &store, folder.path().join("log")).expect("a server");
    let mut playing = crowd(&node).await;
    moves(&playing, 100).await;
    let promised = playing.journal().take();
    let (copy, address) = back_up().await;
    moves(&playing, 50).await;
    assert_eq!(playing.close(Duration::from_secs(30)).await, 0, "nobody was disturbed");
    let report = check(&copy, &promised).await.expect("the backup can be read");
    assert!(report.faults.is_empty() && report.acks >= 100, "{report}");
    drop(copy);
    let restored =
        Node::start(&program(), &[store[0], &address], folder.path().join("log")).expect("a server");
    let mut playing = crowd(&restored).await;
    moves(&playing, 20).await;
    assert_eq!(playing.close(Duration::from_secs(30)).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_is_backed_up_while_people_play() {
    if skips() {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let (games, copy) = (folder.path().join("games.db"), folder.path().join("copy.db"));
    let address = copy.to_string_lossy().into_owned();
    survives(["--games", &games.to_string_lossy()], async || {
        // As docs/operations.md says.
        let mut command = Command::new("sqlite3");
        command.arg(&games).arg(format!(".backup {address}"));
        let status = block_in_place(|| command.status())
            .expect("sqlite3 is installed, as with: apt-get install sqlite3");
        assert!(status.success());
        (SqliteStore::open(&copy).expect("a store"), address.clone())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_is_backed_up_while_people_play() {
    if skips() {
        return;
    }
    let postgres = block_in_place(Postgres::start).expect("a PostgreSQL");
    let address = postgres.create("club").expect("a database");
    survives(["--database", &address], async || {
        let copy = block_in_place(|| postgres.back_up("club", "copy")).expect("a backup");
        (PostgresStore::open(&copy, None).await.expect("a store"), copy)
    })
    .await;
}
