//! Analysis on other machines: questions wait in a queue until a worker takes one.
//!
//! A worker tells what it finds on a subject that only this question has. It looks every few seconds whether somebody
//! still listens, so that nothing is thought about in vain; and when a worker dies, the question goes to another, which
//! begins anew: what was told before is not told again.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use crownhead_bus::{Bus, BusError, Task, WorkQueue};
use crownhead_endgame::Database;
use serde::{Deserialize, Serialize};
use tokio::sync::{Semaphore, mpsc};
use tokio::time::sleep;

use crate::analysis::{Analyst, OUTBOX, Outbox, complain, number_of, tell};
use crate::blocking::Blocking;
use crate::chain::Chain;
use crate::error::ApiError;
use crate::online::new_id;
use crate::pool::Pool;
use crate::wire::{AnalysisMessage, AnalysisRequest, ErrorCode};

/// How often a worker looks whether somebody still listens.
const LOOK: Duration = Duration::from_secs(1);

/// A question on its way to a worker.
#[derive(Debug, Serialize, Deserialize)]
struct Errand {
    id: String,
    question: AnalysisRequest,
}

impl Errand {
    /// Where what is found is told.
    fn subject(&self) -> String {
        format!("crownhead.analysis.{}", self.id)
    }

    /// Where somebody answers for as long as the question is asked.
    fn asker(&self) -> String {
        format!("crownhead.asker.{}", self.id)
    }
}

/// Workers on other machines.
#[derive(Clone)]
pub struct Workers {
    bus: Arc<dyn Bus>,
    queue: WorkQueue,
}

impl From<BusError> for ApiError {
    fn from(error: BusError) -> ApiError {
        tracing::warn!("cannot reach the workers: {}", Chain(&error));
        let message = "The analysis machines cannot be reached. Try again in a moment.";
        ApiError::new(ErrorCode::Busy, message)
    }
}

impl Workers {
    /// The workers that take from a queue and tell over a bus.
    pub fn new(bus: Arc<dyn Bus>, queue: WorkQueue) -> Workers {
        Workers { bus, queue }
    }

    /// Has a worker answer a question.
    pub(crate) async fn ask(&self, question: AnalysisRequest, outbox: &Outbox) -> Result<(), ApiError> {
        let request = number_of(&question);
        let errand = Errand { id: new_id()?, question };
        let mut found = self.bus.subscribe(errand.subject()).await?;
        let mut calls = self.bus.subscribe(errand.asker()).await?;
        let mut losses = self.bus.losses();
        losses.mark_unchanged();
        let ahead = self.queue.waiting().await?;
        self.queue.put(serde_json::to_vec(&errand).unwrap_or_default().into()).await?;
        tell(outbox, AnalysisMessage::Queued { request, ahead: u32::try_from(ahead).unwrap_or(u32::MAX) })
            .await;
        let mut told = 0;
        loop {
            tokio::select! {
                message = found.next() => {
                    let Some(message) = message else { return Ok(()) };
                    let Ok(message) = serde_json::from_slice(&message.payload) else { continue };
                    let is_last = is_last(&message);
                    if let Some(message) = news(message, &mut told) {
                        tell(outbox, message).await;
                    }
                    if is_last {
                        return Ok(());
                    }
                }
                call = calls.next() => if let Some(reply) = call.and_then(|call| call.reply) {
                    self.bus.publish(reply, Bytes::new()).await?;
                },
                _ = losses.changed() => {
                    return Err(BusError::Down("messages may have been lost".into()).into());
                }
            }
        }
    }
}

/// Is nothing told after this?
fn is_last(message: &AnalysisMessage) -> bool {
    use AnalysisMessage::{Done, Error, ReviewDone};
    matches!(message, Done { .. } | ReviewDone(_) | Error { .. })
}

/// What is to be told of a message: nothing when a worker before has told it, up to a depth or a ply.
fn news(message: AnalysisMessage, told: &mut u32) -> Option<AnalysisMessage> {
    match message {
        AnalysisMessage::Report(report) => {
            let is_news = report.depth >= *told;
            *told = report.depth.max(*told);
            is_news.then_some(AnalysisMessage::Report(report))
        }
        AnalysisMessage::ReviewMove(judged) => {
            let is_news = judged.ply > *told;
            *told = judged.ply.max(*told);
            is_news.then_some(AnalysisMessage::ReviewMove(judged))
        }
        other => Some(other),
    }
}

/// Takes questions from a queue and answers them, for others.
pub struct Worker {
    bus: Arc<dyn Bus>,
    queue: WorkQueue,
    analyst: Analyst,
    /// Questions that can be answered at the same time.
    seats: Arc<Semaphore>,
}

impl Worker {
    /// A worker whose `threads` threads share a table of `hash` megabytes.
    pub fn new(
        bus: Arc<dyn Bus>,
        queue: WorkQueue,
        endings: &'static Database,
        threads: usize,
        hash: usize,
    ) -> Worker {
        let (pool, blocking) = (Pool::start(threads, hash, endings), Blocking::default());
        let analyst = Analyst { pool, blocking, endings };
        Worker { bus, queue, analyst, seats: Arc::new(Semaphore::new(threads.max(1))) }
    }

    /// Works until it is told to stop. What it was doing then is left to others.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let mut working = tokio::task::JoinSet::new();
        tokio::pin!(stop);
        loop {
            let next = async {
                let seat = self.seats.clone().acquire_owned().await.ok();
                (seat, self.queue.take().await)
            };
            tokio::select! {
                (seat, task) = next => {
                    while working.try_join_next().is_some() {}
                    let (bus, analyst) = (self.bus.clone(), self.analyst.clone());
                    working.spawn(async move {
                        do_task(bus.as_ref(), analyst, task).await;
                        drop(seat);
                    });
                }
                () = &mut stop => break,
            }
        }
        self.analyst.pool.close();
        working.shutdown().await;
    }
}

async fn do_task(bus: &dyn Bus, analyst: Analyst, task: Task) {
    match serde_json::from_slice::<Errand>(task.payload()) {
        Ok(errand) => {
            let (subject, asker) = (errand.subject(), errand.asker());
            tokio::select! {
                () = answer(bus, analyst, errand.question, subject) => {}
                () = asker_has_gone(bus, &asker) => {}
                never = task.keep() => match never {},
            }
        }
        Err(error) => {
            tracing::warn!("ignoring a question that cannot be read, perhaps from another version: {error}");
        }
    }
    if let Err(error) = task.done().await {
        tracing::warn!("an answered question may be answered again: {}", Chain(&error));
    }
}

async fn answer(bus: &dyn Bus, analyst: Analyst, question: AnalysisRequest, subject: String) {
    let (outbox, mut found) = mpsc::channel(OUTBOX);
    let answering = async move {
        let request = number_of(&question);
        if let Err(error) = analyst.answer(question, &outbox).await {
            complain(&outbox, request, error).await;
        }
    };
    let telling = async {
        while let Some(message) = found.recv().await {
            // Without a bus nobody hears it; whoever asked will ask again.
            let _ =
                bus.publish(subject.clone(), serde_json::to_vec(&message).unwrap_or_default().into()).await;
        }
    };
    tokio::join!(answering, telling);
}

/// Waits until nobody asks any more.
async fn asker_has_gone(bus: &dyn Bus, asker: &str) {
    loop {
        sleep(LOOK).await;
        if let Err(BusError::Nobody { .. }) = bus.request(asker.to_owned(), Bytes::new(), LOOK).await {
            return;
        }
    }
}
