//! Other nodes that share the games with this one, over a bus.
//!
//! Orders go as questions to the node that owns a game; news goes to every node where somebody listens to its topic.
//! A bus may lose messages. An order without an answer is sent again by the player, which does no harm; news has
//! numbers, and whoever may have missed some reads them from the store.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use bytes::Bytes;
use crownhead_bus::{Bus, Message, Subscription};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, mpsc};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::sleep;

use super::desks::Trouble;
use super::hub::{Note, NoteKind, Topic};
use super::peers::{Later, Order, Peers};
use super::{Online, try_again};
use crate::chain::Chain;
use crate::error::ApiError;
use crate::wire::{ErrorBody, ErrorCode};

/// How long the answer of another node is waited for.
const PATIENCE: Duration = Duration::from_millis(1500);
/// Pause before something is tried again, and between two times when everybody reads again.
const PAUSE: Duration = Duration::from_millis(500);
/// So many owners of games are remembered.
const MAX_OWNERS: usize = 100_000;
/// Messages that may wait to be published; what comes then is read from the store.
const MAX_OUTGOING: usize = 16_384;
/// Orders of other nodes that are carried out at the same time; others are sent again.
const MAX_ANSWERING: usize = 4096;
/// Where a node says that its news may have been lost.
const RESYNC: &str = "crownhead.resync";

/// The other nodes, over a bus. Clones are the same.
#[derive(Clone)]
pub(crate) struct Cluster {
    inner: Arc<Inner>,
}

struct Inner {
    node: String,
    bus: Arc<dyn Bus>,
    /// Set when the node starts; nobody listens before.
    online: OnceLock<Online>,
    /// What is to be published, in its order.
    outgoing: mpsc::Sender<(String, Bytes)>,
    /// Taken when the node starts.
    to_publish: Mutex<Option<mpsc::Receiver<(String, Bytes)>>>,
    /// Who was seen to own a game.
    owners: Mutex<HashMap<String, String>>,
    /// The tasks that listen to topics for this node.
    listening: Mutex<HashMap<Topic, AbortHandle>>,
    /// News may have been lost.
    loss: Notify,
    /// News had no room on its way to others.
    overflow: AtomicBool,
}

/// What a node answers to an order.
#[derive(Debug, Serialize, Deserialize)]
enum Reply {
    Done,
    Refused { error: ErrorBody },
}

impl Cluster {
    /// The other nodes on a bus.
    pub(crate) fn new(node: String, bus: Arc<dyn Bus>) -> Cluster {
        let (outgoing, to_publish) = mpsc::channel(MAX_OUTGOING);
        let inner = Inner {
            node,
            bus,
            online: OnceLock::new(),
            outgoing,
            to_publish: Mutex::new(Some(to_publish)),
            owners: Mutex::default(),
            listening: Mutex::default(),
            loss: Notify::new(),
            overflow: AtomicBool::new(false),
        };
        Cluster { inner: Arc::new(inner) }
    }

    /// Talks to the other nodes for as long as this is waited for.
    pub(crate) async fn keep(&self, online: Online) {
        let Some(to_publish) = lock(&self.inner.to_publish).take() else { return };
        if self.inner.online.set(online.clone()).is_err() {
            return;
        }
        let _end = EndOfListening(self);
        // Some may have listened before anybody could be asked.
        online.hub().topics().iter().for_each(|topic| self.adjust(topic));
        tokio::join!(
            self.publish_all(to_publish),
            self.answer_orders(&online),
            self.watch_losses(),
            self.hear_of_losses(),
            self.read_again(&online),
        );
    }

    async fn publish_all(&self, mut to_publish: mpsc::Receiver<(String, Bytes)>) {
        while let Some((subject, payload)) = to_publish.recv().await {
            self.publish_one(subject, payload).await;
            if self.inner.overflow.swap(false, Ordering::Relaxed) {
                self.publish_one(RESYNC.to_owned(), Bytes::copy_from_slice(self.inner.node.as_bytes())).await;
            }
        }
    }

    async fn publish_one(&self, subject: String, payload: Bytes) {
        if let Err(error) = self.inner.bus.publish(subject, payload).await {
            // When the bus is back, everybody reads again.
            tracing::debug!("cannot publish: {}", Chain(&error));
        }
    }

    /// Sends, or remembers that others have to read what they missed. Whoever waits for an answer asks again.
    fn send(&self, subject: String, payload: Bytes) {
        if let Err(TrySendError::Full(_)) = self.inner.outgoing.try_send((subject, payload)) {
            self.inner.overflow.store(true, Ordering::Relaxed);
        }
    }

    async fn subscribe(&self, subject: &str) -> Subscription {
        loop {
            match self.inner.bus.subscribe(subject.to_owned()).await {
                Ok(subscription) => return subscription,
                Err(error) => tracing::warn!("cannot listen to {subject}: {}", Chain(&error)),
            }
            sleep(PAUSE).await;
        }
    }

    /// Carries out the orders that other nodes send.
    async fn answer_orders(&self, online: &Online) {
        let mut orders = self.subscribe(&node_subject(&self.inner.node)).await;
        let mut answering = JoinSet::new();
        while let Some(message) = orders.next().await {
            while answering.try_join_next().is_some() {}
            if answering.len() >= MAX_ANSWERING {
                self.reply(message.reply, &Reply::from(try_again()));
                continue;
            }
            let (cluster, online) = (self.clone(), online.clone());
            answering.spawn(async move { cluster.answer_order(&online, message).await });
        }
    }

    async fn answer_order(&self, online: &Online, message: Message) {
        if message.reply.is_none() {
            return;
        }
        let Ok(order) = serde_json::from_slice::<Order>(&message.payload) else {
            tracing::warn!(
                "ignoring an order of another node that cannot be read, perhaps from another version"
            );
            return;
        };
        let answer = match online.order_here(&order).await {
            Ok(()) => Reply::Done,
            Err(Trouble::Elsewhere(_)) => Reply::from(try_again()),
            Err(Trouble::Refused(error)) => Reply::from(error),
        };
        // Behind the news that the order has caused.
        self.reply(message.reply, &answer);
    }

    fn reply(&self, to: Option<String>, answer: &Reply) {
        if let (Some(to), Ok(payload)) = (to, serde_json::to_vec(answer)) {
            self.send(to, payload.into());
        }
    }

    async fn order(&self, node: String, order: Order) -> Result<(), ApiError> {
        let Ok(payload) = serde_json::to_vec(&order) else { return Err(try_again()) };
        let asked = self.inner.bus.request(node_subject(&node), payload.into(), PATIENCE).await;
        let reply = asked.ok().and_then(|answer| serde_json::from_slice(&answer).ok());
        let done = match reply {
            Some(Reply::Done) => Ok(()),
            Some(Reply::Refused { error }) => Err(error.into()),
            None => Err(try_again()),
        };
        self.remember(order.game, node, &done);
        done
    }

    /// Who has answered for a game owns it; who has not may not.
    fn remember(&self, game: String, node: String, done: &Result<(), ApiError>) {
        let mut owners = lock(&self.inner.owners);
        if done.as_ref().is_err_and(|error| error.is(ErrorCode::TryAgain)) {
            owners.remove(&game);
        } else {
            if owners.len() >= MAX_OWNERS {
                owners.clear();
            }
            owners.insert(game, node);
        }
    }

    /// When the connection was lost, this node may have missed news, and its own news may not have arrived.
    async fn watch_losses(&self) {
        let mut losses = self.inner.bus.losses();
        while losses.changed().await.is_ok() {
            self.inner.loss.notify_one();
            self.send(RESYNC.to_owned(), Bytes::copy_from_slice(self.inner.node.as_bytes()));
        }
    }

    async fn hear_of_losses(&self) {
        let mut resync = self.subscribe(RESYNC).await;
        while let Some(message) = resync.next().await {
            if message.payload != self.inner.node.as_bytes() {
                self.inner.loss.notify_one();
            }
        }
    }

    async fn read_again(&self, online: &Online) {
        loop {
            self.inner.loss.notified().await;
            online.hub().all_missed();
            // Several nodes lose the same bus at the same time.
            sleep(PAUSE).await;
        }
    }

    /// Listens to a topic if somebody here does, and only then. Calls may come in any order.
    fn adjust(&self, topic: &Topic) {
        let Some(online) = self.inner.online.get() else { return };
        let mut listening = lock(&self.inner.listening);
        let is_heard = online.hub().is_heard(topic);
        match listening.entry(topic.clone()) {
            Entry::Vacant(entry) if is_heard => {
                let task = tokio::spawn(self.clone().listen(online.clone(), topic.clone()));
                entry.insert(task.abort_handle());
            }
            Entry::Occupied(entry) if !is_heard => entry.remove().abort(),
            _ => {}
        }
    }

    async fn listen(self, online: Online, topic: Topic) {
        let mut news = self.subscribe(&topic_subject(&topic)).await;
        // Until now nobody here heard what other nodes told.
        if !matches!(&topic, Topic::Game(id) if online.is_here(id)) {
            online.hub().deliver(Note::missed(topic.clone()));
        }
        while let Some(message) = news.next().await {
            match read_note(&topic, &message.payload) {
                Some((from, _)) if from == self.inner.node => {}
                Some((_, note)) => online.hub().deliver(note),
                None => tracing::warn!(
                    "ignoring a message of another node that cannot be read, perhaps from another version"
                ),
            }
        }
    }
}

/// Stops listening to topics when the node ends.
struct EndOfListening<'a>(&'a Cluster);

impl Drop for EndOfListening<'_> {
    fn drop(&mut self) {
        lock(&self.0.inner.listening).drain().for_each(|(_, task)| task.abort());
    }
}

impl Peers for Cluster {
    fn owner(&self, game: &str) -> Option<String> {
        lock(&self.inner.owners).get(game).cloned()
    }

    fn forward(&self, node: String, order: Order) -> Later<'_, Result<(), ApiError>> {
        Box::pin(self.order(node, order))
    }

    fn publish(&self, note: &Note) {
        self.send(topic_subject(&note.topic), written_note(&self.inner.node, note));
    }

    fn subscribed(&self, topic: &Topic) {
        self.adjust(topic);
    }

    fn unsubscribed(&self, topic: &Topic) {
        self.adjust(topic);
    }
}

impl From<ApiError> for Reply {
    fn from(error: ApiError) -> Reply {
        Reply::Refused { error: error.body }
    }
}

fn node_subject(node: &str) -> String {
    format!("crownhead.node.{node}")
}

fn topic_subject(topic: &Topic) -> String {
    match topic {
        Topic::Game(id) => format!("crownhead.game.{id}"),
        Topic::Person(id) => format!("crownhead.person.{id}"),
        Topic::Lobby => "crownhead.lobby".to_owned(),
        Topic::Attendance(id) => format!("crownhead.attendance.{id}"),
        Topic::Nodes => "crownhead.nodes".to_owned(),
    }
}

/// A line with the node, the kind and the number, and then the message as it is told.
fn written_note(node: &str, note: &Note) -> Bytes {
    let (kind, seq) = match note.kind {
        NoteKind::Event(seq) => ('e', seq),
        NoteKind::Chat => ('c', 0),
        NoteKind::Other => ('o', 0),
        NoteKind::Revoked => ('r', 0),
        NoteKind::Missed => ('m', 0),
    };
    format!("{node} {kind} {seq}\n{}", note.text.as_str()).into()
}

fn read_note(topic: &Topic, payload: &Bytes) -> Option<(String, Note)> {
    let end = payload.iter().position(|byte| *byte == b'\n')?;
    let head = std::str::from_utf8(&payload[..end]).ok()?;
    let mut words = head.split(' ');
    let (node, kind, seq) = (words.next()?, words.next()?, words.next()?);
    let kind = match kind {
        "e" => NoteKind::Event(seq.parse().ok()?),
        "c" => NoteKind::Chat,
        "o" => NoteKind::Other,
        "r" => NoteKind::Revoked,
        "m" => NoteKind::Missed,
        _ => return None,
    };
    let text = Utf8Bytes::try_from(payload.slice(end + 1..)).ok()?;
    Some((node.to_owned(), Note { topic: topic.clone(), kind, text }))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_arrives_as_it_was_sent() {
        let topic = Topic::Game("k7m2qd4xw0aj".into());
        for kind in
            [NoteKind::Event(17), NoteKind::Chat, NoteKind::Other, NoteKind::Revoked, NoteKind::Missed]
        {
            let text = "{\"text\":\"a line\\nand another ♔\"}\n";
            let note = Note { topic: topic.clone(), kind, text: text.into() };
            let (node, read) = read_note(&topic, &written_note("node-1", &note)).unwrap();
            assert_eq!((node.as_str(), read.kind, read.text.as_str()), ("node-1", kind, text));
        }
    }

    #[test]
    fn what_is_no_news_is_refused() {
        for odd in ["", "node e 1", "node e x\n{}", "node z 1\n{}", "node\n{}"] {
            assert!(read_note(&Topic::Lobby, &Bytes::from_static(odd.as_bytes())).is_none(), "{odd:?}");
        }
        assert!(read_note(&Topic::Lobby, &Bytes::from_static(b"node o 0\n\xFF")).is_none());
    }
}
