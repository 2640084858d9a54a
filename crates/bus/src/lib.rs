#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod contract;
mod local;
#[cfg(feature = "nats")]
mod nats;
#[cfg(feature = "nats")]
mod work;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use thiserror::Error;
use tokio::sync::{mpsc, watch};

pub use local::LocalBus;
#[cfg(feature = "nats")]
pub use nats::NatsBus;
#[cfg(feature = "nats")]
pub use work::{Task, WorkQueue};

/// What a listener hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What it is about.
    pub subject: String,
    /// What it says.
    pub payload: Bytes,
    /// Where an answer is waited for, if it is a question; publish it there.
    pub reply: Option<String>,
}

/// Why a bus failed.
#[derive(Debug, Error)]
pub enum BusError {
    /// Nobody listens to the subject of a question.
    #[error("nobody answers on {subject}")]
    Nobody {
        /// The subject.
        subject: String,
    },
    /// The answer did not come in time. What was asked may have been done.
    #[error("no answer on {subject} within {} ms", patience.as_millis())]
    Late {
        /// The subject.
        subject: String,
        /// How long it was waited for.
        patience: Duration,
    },
    /// The connection is lost, or was never there.
    #[error("the bus cannot be reached")]
    Down(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// An answer that comes later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, BusError>> + Send + 'a>>;

/// A way to talk to the other machines. A subject is words with dots between them.
pub trait Bus: Send + Sync + 'static {
    /// Tells everybody who listens to a subject, if the bus is there. Does not wait until they have heard.
    fn publish(&self, subject: String, payload: Bytes) -> Answer<'_, ()>;

    /// Listens to a subject until the subscription is dropped. What is published after this has answered is heard.
    fn subscribe(&self, subject: String) -> Answer<'_, Subscription>;

    /// Asks whoever listens to a subject, and waits for the first answer for at most `patience`.
    fn request(&self, subject: String, payload: Bytes, patience: Duration) -> Answer<'_, Bytes>;

    /// Grows whenever messages may have been lost: after the connection was, or when a listener is too slow.
    fn losses(&self) -> watch::Receiver<u64>;
}

/// What is heard on a subject.
#[derive(Debug)]
pub struct Subscription(Source);

#[derive(Debug)]
enum Source {
    Local(mpsc::Receiver<Message>),
    #[cfg(feature = "nats")]
    Nats(async_nats::Subscriber),
}

impl Subscription {
    /// The next message; none when the bus is gone for good. Nothing is lost when this is not waited for to its end.
    pub async fn next(&mut self) -> Option<Message> {
        match &mut self.0 {
            Source::Local(inbox) => inbox.recv().await,
            #[cfg(feature = "nats")]
            Source::Nats(subscriber) => nats::next(subscriber).await,
        }
    }
}
