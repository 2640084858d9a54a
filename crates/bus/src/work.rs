//! Work that waits on the disk of a NATS server until somebody has done it.

use std::time::Duration;

use async_nats::jetstream::consumer::pull::Config as ConsumerConfig;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use async_nats::jetstream::stream::{Config as StreamConfig, RetentionPolicy};
use async_nats::jetstream::{self, AckKind, Context};
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::time::sleep;

use crate::{BusError, NatsBus};

/// A task whose worker is silent for this long is given to another; see [`Task::keep`].
const SILENCE: Duration = Duration::from_secs(5);
/// How often a task is handed out before it is dropped.
const TRIES: i64 = 5;
/// Tasks older than this are dropped.
const AGE: Duration = Duration::from_secs(3600);
/// How long the server holds a question for work before it is asked again.
const WAIT: Duration = Duration::from_secs(5);
/// Pause after a failure.
const PAUSE: Duration = Duration::from_millis(500);

/// A queue of work: each task is done by one of those who take from it, and by another if that one dies. It may happen
/// that a task is done twice, as when the server dies before it has noted that it was done.
#[derive(Clone, Debug)]
pub struct WorkQueue {
    context: Context,
    name: String,
}

impl WorkQueue {
    /// The queue of this name, a single word, on the bus's server.
    pub fn new(bus: &NatsBus, name: &str) -> WorkQueue {
        WorkQueue { context: jetstream::new(bus.client().clone()), name: name.to_owned() }
    }

    /// Adds a task. When this has answered, it is on the server's disk.
    ///
    /// # Errors
    ///
    /// The bus is not there; the task may wait all the same.
    pub async fn put(&self, task: Bytes) -> Result<(), BusError> {
        self.consumer().await?;
        let sent = self.context.publish(self.subject(), task).await.map_err(BusError::down)?;
        sent.await.map(drop).map_err(BusError::down)
    }

    /// How many tasks wait to be taken.
    ///
    /// # Errors
    ///
    /// The bus is not there.
    pub async fn waiting(&self) -> Result<u64, BusError> {
        let mut consumer = self.consumer().await?;
        Ok(consumer.info().await.map_err(BusError::down)?.num_pending)
    }

    /// The next task. Waits for one, and for the bus, as long as it takes.
    pub async fn take(&self) -> Task {
        loop {
            match self.fetch().await {
                Ok(Some(task)) => return task,
                Ok(None) => {}
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "cannot fetch work");
                    sleep(PAUSE).await;
                }
            }
        }
    }

    async fn fetch(&self) -> Result<Option<Task>, BusError> {
        let consumer = self.consumer().await?;
        let asked = consumer.fetch().max_messages(1).expires(WAIT).messages().await;
        let mut messages = asked.map_err(BusError::down)?;
        // The server may die without a word while it holds the question.
        let next = tokio::time::timeout(2 * WAIT, messages.next()).await.map_err(BusError::down)?;
        let message = next.transpose().map_err(BusError::down)?;
        Ok(message.map(Task))
    }

    /// Makes stream and consumer if they are not there, as after the loss of the server's disk.
    async fn consumer(&self) -> Result<PullConsumer, BusError> {
        let stream = StreamConfig {
            name: format!("crownhead-{}", self.name),
            subjects: vec![self.subject()],
            retention: RetentionPolicy::WorkQueue,
            max_age: AGE,
            ..StreamConfig::default()
        };
        let stream = self.context.get_or_create_stream(stream).await.map_err(BusError::down)?;
        let consumer = ConsumerConfig {
            durable_name: Some("workers".to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: SILENCE,
            max_deliver: TRIES,
            ..ConsumerConfig::default()
        };
        stream.get_or_create_consumer("workers", consumer).await.map_err(BusError::down)
    }

    fn subject(&self) -> String {
        format!("crownhead.work.{}", self.name)
    }
}

/// Something to be done. If this is dropped before it is done, somebody else gets it soon.
#[derive(Debug)]
pub struct Task(jetstream::Message);

impl Task {
    /// What is to be done.
    pub fn payload(&self) -> &Bytes {
        &self.0.payload
    }

    /// Says every few seconds that it is being done, so that nobody else gets it. Never ends.
    pub async fn keep(&self) -> std::convert::Infallible {
        loop {
            sleep(SILENCE / 3).await;
            // Without a connection somebody else will do it too, which costs only time.
            let _ = self.0.ack_with(AckKind::Progress).await;
        }
    }

    /// It is done; nobody gets it any more.
    ///
    /// # Errors
    ///
    /// The bus is not there, and somebody else will do it again.
    pub async fn done(self) -> Result<(), BusError> {
        self.0.double_ack().await.map_err(BusError::down)
    }
}
