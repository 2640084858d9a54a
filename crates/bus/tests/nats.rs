//! A real NATS server keeps what every bus promises, and may go away and come back.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use crownhead_bus::{Bus, BusError, LocalBus, NatsBus, Subscription, WorkQueue, contract};
use crownhead_harness::{Nats, skips};
use tokio::time::{sleep, timeout};

const PATIENCE: Duration = Duration::from_secs(20);

async fn connect(nats: &Nats) -> NatsBus {
    let bus = NatsBus::connect(&nats.url(), "test", None).await.unwrap();
    let mut losses = bus.losses();
    timeout(PATIENCE, losses.wait_for(|losses| *losses > 0)).await.unwrap().unwrap();
    bus
}

async fn hear(subscription: &mut Subscription) -> Bytes {
    timeout(PATIENCE, subscription.next()).await.unwrap().unwrap().payload
}

#[tokio::test]
async fn both_kinds_of_bus_keep_the_contract() {
    contract::check(Arc::new(LocalBus::new())).await;
    if !skips() {
        let nats = Nats::start().unwrap();
        contract::check(Arc::new(connect(&nats).await)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn listeners_stay_over_a_restart_and_hear_that_something_may_be_lost() {
    if skips() {
        return;
    }
    let mut nats = Nats::start().unwrap();
    let bus = connect(&nats).await;
    let mut listener = bus.subscribe("news".to_owned()).await.unwrap();
    let mut losses = bus.losses();
    losses.mark_unchanged();
    nats.kill();
    // What cannot be carried is told, at the latest when the connection is known to be lost.
    while bus.publish("news".to_owned(), "into the void".into()).await.is_ok() {
        sleep(Duration::from_millis(10)).await;
    }
    let question = bus.request("news".to_owned(), Bytes::new(), PATIENCE).await;
    assert!(matches!(question, Err(BusError::Down(_))), "{question:?}");
    nats.start_again().unwrap();
    timeout(PATIENCE, losses.changed()).await.unwrap().unwrap();
    while bus.publish("news".to_owned(), "back".into()).await.is_err() {}
    // What was published before the loss was known may have waited, and comes first.
    while hear(&mut listener).await != "back" {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_of_a_worker_that_died_is_done_by_another_and_only_then_gone() {
    if skips() {
        return;
    }
    let mut nats = Nats::start().unwrap();
    let bus = connect(&nats).await;
    let queue = WorkQueue::new(&bus, "analysis");
    queue.put("ponder".into()).await.unwrap();
    queue.put("think".into()).await.unwrap();
    let dead = queue.take().await;
    assert_eq!(dead.payload(), "ponder");
    drop(dead);
    queue.take().await.done().await.unwrap();
    let task = timeout(PATIENCE, queue.take()).await.unwrap();
    assert_eq!(task.payload(), "ponder");
    task.done().await.unwrap();
    // The server dies: what was put is there, and perhaps what was just done.
    queue.put("wait".into()).await.unwrap();
    nats.kill();
    nats.start_again().unwrap();
    let waited = async { while queue.take().await.payload() != "wait" {} };
    timeout(PATIENCE, waited).await.unwrap();
}
