//! What every bus has to do, as a test that any of them can be put through.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::time::timeout;

use crate::{Bus, BusError, Subscription};

const PATIENCE: Duration = Duration::from_secs(5);

/// Checks that a bus keeps what it promises.
///
/// # Panics
///
/// When it does not.
pub async fn check(bus: Arc<dyn Bus>) {
    tells_all_who_listen_and_nobody_else(&*bus).await;
    keeps_the_order(&*bus).await;
    carries_any_bytes(&*bus).await;
    answers_questions(&bus).await;
    tells_when_there_is_no_answer(&*bus).await;
    forgets_who_no_longer_listens(&*bus).await;
}

async fn subscribe(bus: &dyn Bus, subject: &str) -> Subscription {
    bus.subscribe(subject.to_owned()).await.expect("a bus can be listened to")
}

async fn publish(bus: &dyn Bus, subject: &str, payload: impl Into<Bytes>) {
    bus.publish(subject.to_owned(), payload.into()).await.expect("a bus carries messages");
}

async fn hear(subscription: &mut Subscription) -> Bytes {
    let heard = timeout(PATIENCE, subscription.next()).await.expect("a message comes soon");
    heard.expect("a bus stays").payload
}

async fn tells_all_who_listen_and_nobody_else(bus: &dyn Bus) {
    let (mut one, mut two) = (subscribe(bus, "check.lobby").await, subscribe(bus, "check.lobby").await);
    let mut other = subscribe(bus, "check.other").await;
    publish(bus, "check.lobby", "news").await;
    publish(bus, "check.other", "something else").await;
    assert_eq!(hear(&mut one).await, "news");
    assert_eq!(hear(&mut two).await, "news");
    assert_eq!(hear(&mut other).await, "something else");
}

async fn keeps_the_order(bus: &dyn Bus) {
    let mut listener = subscribe(bus, "check.order").await;
    for number in 0..1000 {
        publish(bus, "check.order", number.to_string()).await;
    }
    for number in 0..1000 {
        assert_eq!(hear(&mut listener).await, number.to_string());
    }
}

async fn carries_any_bytes(bus: &dyn Bus) {
    let mut listener = subscribe(bus, "check.bytes").await;
    let bytes: Vec<u8> = (0..100_000_u32).map(|i| (i % 251) as u8).collect();
    for payload in [Vec::new(), bytes] {
        publish(bus, "check.bytes", payload.clone()).await;
        assert_eq!(hear(&mut listener).await, payload);
    }
}

async fn answers_questions(bus: &Arc<dyn Bus>) {
    let mut questions = subscribe(&**bus, "check.question").await;
    let answering = bus.clone();
    let answerer = tokio::spawn(async move {
        while let Some(question) = questions.next().await {
            let reply = question.reply.expect("a question says where its answer goes");
            let answer = [&question.payload[..], b"?"].concat();
            answering.publish(reply, answer.into()).await.expect("a bus carries answers");
        }
    });
    let asked = (0..50).map(|number| {
        let asked = bus.request("check.question".to_owned(), number.to_string().into(), PATIENCE);
        async move { (number, asked.await.expect("an answer comes")) }
    });
    for (number, answer) in futures_util::future::join_all(asked).await {
        assert_eq!(answer, format!("{number}?"));
    }
    answerer.abort();
}

async fn tells_when_there_is_no_answer(bus: &dyn Bus) {
    let nobody = bus.request("check.nobody".to_owned(), Bytes::new(), PATIENCE).await;
    assert!(matches!(nobody, Err(BusError::Nobody { .. })), "{nobody:?}");
    let _silent = subscribe(bus, "check.silent").await;
    let late = bus.request("check.silent".to_owned(), Bytes::new(), Duration::from_millis(50)).await;
    assert!(matches!(late, Err(BusError::Late { .. })), "{late:?}");
}

async fn forgets_who_no_longer_listens(bus: &dyn Bus) {
    drop(subscribe(bus, "check.gone").await);
    let asking = async {
        while !matches!(
            bus.request("check.gone".to_owned(), Bytes::new(), Duration::from_millis(20)).await,
            Err(BusError::Nobody { .. })
        ) {}
    };
    timeout(PATIENCE, asking).await.expect("a listener that is gone is forgotten");
}
