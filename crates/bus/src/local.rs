//! A bus inside one process.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use crate::{Answer, Bus, BusError, Message, Source, Subscription};

/// A listener that is further behind than this loses messages.
const CAPACITY: usize = 4096;

/// A bus inside one process. Clones are the same bus.
#[derive(Clone, Debug, Default)]
pub struct LocalBus {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    listeners: Mutex<HashMap<String, Vec<mpsc::Sender<Message>>>>,
    questions: AtomicU64,
    losses: watch::Sender<u64>,
}

impl LocalBus {
    /// A bus that nobody listens to.
    pub fn new() -> LocalBus {
        LocalBus::default()
    }

    fn listeners(&self) -> MutexGuard<'_, HashMap<String, Vec<mpsc::Sender<Message>>>> {
        // The map is whole between any two of its changes.
        self.shared.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listen(&self, subject: String) -> mpsc::Receiver<Message> {
        let (sender, inbox) = mpsc::channel(CAPACITY);
        let mut listeners = self.listeners();
        let of_subject = listeners.entry(subject).or_default();
        of_subject.retain(|listener| !listener.is_closed());
        of_subject.push(sender);
        inbox
    }

    /// Tells all listeners; how many there are.
    fn tell(&self, message: &Message) -> usize {
        let mut listeners = self.listeners();
        let Some(of_subject) = listeners.get_mut(&message.subject) else { return 0 };
        of_subject.retain(|listener| match listener.try_send(message.clone()) {
            Err(mpsc::error::TrySendError::Closed(_)) => false,
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.shared.losses.send_modify(|losses| *losses += 1);
                true
            }
            Ok(()) => true,
        });
        let heard = of_subject.len();
        if heard == 0 {
            listeners.remove(&message.subject);
        }
        heard
    }

    async fn ask(&self, subject: String, payload: Bytes, patience: Duration) -> Result<Bytes, BusError> {
        let reply = format!("answer.{}", self.shared.questions.fetch_add(1, Ordering::Relaxed));
        let mut inbox = self.listen(reply.clone());
        let question = Message { subject: subject.clone(), payload, reply: Some(reply.clone()) };
        let answered = match self.tell(&question) {
            0 => Err(BusError::Nobody { subject }),
            _ => match timeout(patience, inbox.recv()).await {
                Ok(Some(answer)) => Ok(answer.payload),
                _ => Err(BusError::Late { subject, patience }),
            },
        };
        self.listeners().remove(&reply);
        answered
    }
}

impl Bus for LocalBus {
    fn publish(&self, subject: String, payload: Bytes) -> Answer<'_, ()> {
        self.tell(&Message { subject, payload, reply: None });
        Box::pin(async { Ok(()) })
    }

    fn subscribe(&self, subject: String) -> Answer<'_, Subscription> {
        let inbox = self.listen(subject);
        Box::pin(async { Ok(Subscription(Source::Local(inbox))) })
    }

    fn request(&self, subject: String, payload: Bytes, patience: Duration) -> Answer<'_, Bytes> {
        Box::pin(self.ask(subject, payload, patience))
    }

    fn losses(&self) -> watch::Receiver<u64> {
        self.shared.losses.subscribe()
    }
}
