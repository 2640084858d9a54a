//! Three nodes, a PostgreSQL and a NATS are killed a few times while people play.

use std::path::PathBuf;
use std::time::Duration;

use crownhead_harness::skips;
use crownhead_load::chaos::{Chaos, run};

/// The program beside the tests, which building the workspace makes.
fn program() -> PathBuf {
    let tests = std::env::current_exe().expect("a test knows where it is");
    tests.ancestors().nth(2).expect("it is in target/debug/deps").join("crownhead")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_when_nodes_and_servers_are_killed() {
    if skips() {
        return;
    }
    let patience = Duration::from_secs(10);
    let plan = Chaos {
        program: program(),
        kills: 4,
        nodes: 3,
        games: 20,
        rate: 40.0,
        pause: Duration::from_secs(1),
        patience,
    };
    let outcome = run(&plan).await.expect("everything starts");
    println!("{outcome}");
    assert!(outcome.report.faults.is_empty() && outcome.unanswered == 0, "{outcome}");
    assert!(outcome.report.acks > 100, "{outcome}");
}
