//! Who hears of what: games, people and the lobby have listeners, and whoever has news gives it here.
//!
//! A listener that is too slow misses news, and is told that it has; it reads again what is kept.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use super::peers::Peers;

/// Something that people listen to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Topic {
    /// A game.
    Game(Arc<str>),
    /// Somebody's own news.
    Person(Arc<str>),
    /// The lobby.
    Lobby,
    /// Signs of those who are at a game, for whoever has it in hand.
    Attendance(Arc<str>),
    /// What nodes tell each other about themselves.
    Nodes,
}

/// Something to tell.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    /// What it is about.
    pub(crate) topic: Topic,
    /// What kind of news it is.
    pub(crate) kind: NoteKind,
    /// The message as it is sent.
    pub(crate) text: Utf8Bytes,
}

impl Note {
    /// News about a topic may have been missed.
    pub(crate) fn missed(topic: Topic) -> Note {
        Note { topic, kind: NoteKind::Missed, text: Utf8Bytes::from_static("") }
    }
}

/// What kind of news it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoteKind {
    /// The event of a game with this number.
    Event(u64),
    /// A line of chat, which can be muted.
    Chat,
    /// Something by which the person was known may have ended.
    Revoked,
    /// Anything else.
    Other,
    /// News may have been missed.
    Missed,
}

/// Where one listener gets its notes.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    id: u64,
    notes: mpsc::Sender<Note>,
    missed: Arc<AtomicBool>,
}

impl Outbox {
    /// Has something been missed since this was asked last?
    pub(crate) fn has_missed(&self) -> bool {
        self.missed.swap(false, Ordering::Relaxed)
    }

    fn tell(&self, note: Note) {
        if self.notes.try_send(note).is_err() {
            self.missed.store(true, Ordering::Relaxed);
        }
    }
}

/// Listening to a topic, which ends when this is dropped.
pub(crate) struct Subscription {
    hub: Hub,
    topic: Topic,
    listener: u64,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.hub.unsubscribe(&self.topic, self.listener);
    }
}

/// Who hears of what on this node.
#[derive(Clone, Default)]
pub(crate) struct Hub {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    listeners: Mutex<HashMap<Topic, Vec<Outbox>>>,
    next: AtomicU64,
    peers: Option<Arc<dyn Peers>>,
}

/// Notes that may wait for a listener.
const WAITING: usize = 64;

impl Hub {
    /// A hub whose news goes to other nodes as well.
    pub(crate) fn new(peers: Option<Arc<dyn Peers>>) -> Hub {
        Hub { inner: Arc::new(Inner { peers, ..Inner::default() }) }
    }

    /// A place for a listener's notes.
    pub(crate) fn outbox(&self) -> (Outbox, mpsc::Receiver<Note>) {
        let (notes, inbox) = mpsc::channel(WAITING);
        let id = self.inner.next.fetch_add(1, Ordering::Relaxed);
        (Outbox { id, notes, missed: Arc::default() }, inbox)
    }

    /// From now on this listener hears of a topic.
    pub(crate) fn subscribe(&self, topic: Topic, outbox: &Outbox) -> Subscription {
        let is_first = {
            let mut listeners = self.listeners();
            let listening = listeners.entry(topic.clone()).or_default();
            listening.push(outbox.clone());
            listening.len() == 1
        };
        if let Some(peers) = self.inner.peers.as_ref().filter(|_| is_first) {
            peers.subscribed(&topic);
        }
        Subscription { hub: self.clone(), topic, listener: outbox.id }
    }

    fn unsubscribe(&self, topic: &Topic, listener: u64) {
        let is_last = {
            let mut listeners = self.listeners();
            let Some(listening) = listeners.get_mut(topic) else { return };
            if let Some(at) = listening.iter().position(|outbox| outbox.id == listener) {
                listening.swap_remove(at);
            }
            let is_last = listening.is_empty();
            if is_last {
                listeners.remove(topic);
            }
            is_last
        };
        if let Some(peers) = self.inner.peers.as_ref().filter(|_| is_last) {
            peers.unsubscribed(topic);
        }
    }

    /// Tells everybody who listens, on every node.
    pub(crate) fn publish(&self, note: Note) {
        if let Some(peers) = &self.inner.peers {
            peers.publish(&note);
        }
        self.deliver(note);
    }

    /// Tells everybody who listens on this node.
    pub(crate) fn deliver(&self, note: Note) {
        let listeners = self.listeners();
        let Some((last, others)) = listeners.get(&note.topic).and_then(|listening| listening.split_last())
        else {
            return;
        };
        others.iter().for_each(|outbox| outbox.tell(note.clone()));
        last.tell(note);
    }

    /// What anybody on this node listens to.
    pub(crate) fn topics(&self) -> Vec<Topic> {
        self.listeners().keys().cloned().collect()
    }

    /// Does anybody on this node listen to a topic?
    pub(crate) fn is_heard(&self, topic: &Topic) -> bool {
        self.listeners().contains_key(topic)
    }

    /// News may have been lost on the way between nodes: everybody reads again.
    pub(crate) fn all_missed(&self) {
        for (topic, listening) in self.listeners().iter() {
            listening.iter().for_each(|outbox| outbox.tell(Note::missed(topic.clone())));
        }
    }

    fn listeners(&self) -> MutexGuard<'_, HashMap<Topic, Vec<Outbox>>> {
        self.inner.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(topic: &Topic, seq: u64) -> Note {
        Note { topic: topic.clone(), kind: NoteKind::Event(seq), text: Utf8Bytes::from_static("x") }
    }

    #[tokio::test]
    async fn listeners_hear_of_their_topics_until_they_leave() {
        let hub = Hub::default();
        let (outbox, mut inbox) = hub.outbox();
        let topic = Topic::Game("one".into());
        let listening = hub.subscribe(topic.clone(), &outbox);
        hub.publish(note(&Topic::Lobby, 1));
        hub.publish(note(&topic, 2));
        assert_eq!(inbox.try_recv().unwrap().kind, NoteKind::Event(2));
        drop(listening);
        hub.publish(note(&topic, 3));
        assert!(inbox.try_recv().is_err() && hub.listeners().is_empty());
    }

    #[tokio::test]
    async fn who_is_too_slow_is_told_so_and_slows_nobody() {
        let hub = Hub::default();
        let (outbox, mut inbox) = hub.outbox();
        let topic = Topic::Game("one".into());
        let _listening = hub.subscribe(topic.clone(), &outbox);
        (0..WAITING as u64).for_each(|seq| hub.publish(note(&topic, seq)));
        assert!(!outbox.has_missed());
        hub.publish(note(&topic, 999));
        assert!(outbox.has_missed() && !outbox.has_missed());
        assert_eq!(inbox.try_recv().unwrap().kind, NoteKind::Event(0));
    }
}
