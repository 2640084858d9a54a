//! A bus over NATS.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_nats::client::RequestErrorKind;
use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Subscriber};
use bytes::Bytes;
use futures_util::StreamExt;
use rustls::ClientConfig;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::{Answer, Bus, BusError, Message, Source, Subscription};

/// Longer than this no command to the connection is waited for.
const PATIENCE: Duration = Duration::from_secs(1);
/// Pauses between attempts to connect again.
const PAUSE: Duration = Duration::from_millis(200);
/// A dead connection is noticed after two of these without an answer.
const PING: Duration = Duration::from_secs(2);
/// A listener that is further behind than this loses messages.
const CAPACITY: usize = 8192;
/// Nobody ever listens here: asking tells that all before it has arrived.
const NOWHERE: &str = "crownhead.nowhere";

/// A bus over NATS. Clones use the same connection, which is made anew whenever it is lost.
#[derive(Clone, Debug)]
pub struct NatsBus {
    client: Client,
    losses: watch::Receiver<u64>,
}

impl NatsBus {
    /// Connects to a server, or to one of several with commas between their addresses. If none is there yet, it is
    /// tried again in the background.
    ///
    /// An address that begins with `tls://` asks for an encrypted connection: `tls` then says whose certificate is
    /// believed, and shows ours if it has one. Without it, those that the system knows are believed.
    ///
    /// # Errors
    ///
    /// The addresses make no sense, or the server refuses who asks.
    pub async fn connect(
        addresses: &str,
        name: &str,
        tls: Option<ClientConfig>,
    ) -> Result<NatsBus, BusError> {
        let (lost, losses) = watch::channel(0);
        // A server that is away is tried five times a second, and told of once.
        let told = Mutex::new(String::new());
        let options = options(tls)
            .name(name)
            .retry_on_initial_connect()
            .ping_interval(PING)
            .request_timeout(None)
            .subscription_capacity(CAPACITY)
            .reconnect_delay_callback(|attempts| if attempts < 2 { Duration::ZERO } else { PAUSE })
            .event_callback(move |event| {
                match event {
                    Event::Connected => {
                        told.lock().unwrap_or_else(PoisonError::into_inner).clear();
                        tracing::info!("connected to the bus");
                    }
                    Event::Disconnected => tracing::warn!("the connection to the bus is lost"),
                    ref other => {
                        let (text, mut told) =
                            (other.to_string(), told.lock().unwrap_or_else(PoisonError::into_inner));
                        if *told != text {
                            tracing::warn!(%other, "bus event");
                            *told = text;
                        }
                    }
                }
                // Whoever reads again after a loss has to do it with the connection back.
                if matches!(event, Event::Connected | Event::SlowConsumer(_)) {
                    lost.send_modify(|losses| *losses += 1);
                }
                async {}
            });
        let servers: Vec<&str> = addresses.split(',').collect();
        let client = options.connect(servers).await.map_err(refused)?;
        Ok(NatsBus { client, losses })
    }

    /// Fails if no server can be reached.
    ///
    /// # Errors
    ///
    /// The addresses make no sense, nobody is there, or who is there refuses us or shows no certificate we believe.
    pub async fn reach(addresses: &str, tls: Option<ClientConfig>) -> Result<(), BusError> {
        let servers: Vec<&str> = addresses.split(',').collect();
        let client = options(tls).max_reconnects(1).connect(servers).await.map_err(refused)?;
        client.drain().await.map_err(BusError::down)
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// What is published while there is no connection would wait and come late; it is better lost.
    fn check_connected(&self) -> Result<(), BusError> {
        match self.client.connection_state() {
            State::Connected => Ok(()),
            state => Err(BusError::down(state.to_string())),
        }
    }

    async fn tell(&self, subject: String, payload: Bytes) -> Result<(), BusError> {
        self.check_connected()?;
        let published = timeout(PATIENCE, self.client.publish(subject, payload)).await;
        published.map_err(BusError::down)?.map_err(BusError::down)
    }

    async fn listen(&self, subject: String) -> Result<Subscription, BusError> {
        let subscribed = timeout(PATIENCE, self.client.subscribe(subject)).await;
        let subscriber = subscribed.map_err(BusError::down)?.map_err(BusError::down)?;
        self.settle().await;
        Ok(Subscription(Source::Nats(subscriber)))
    }

    /// Waits until the server has taken everything before. Without a connection there is nothing to wait for: when it
    /// is back, listeners are told that they may have missed something.
    async fn settle(&self) {
        if self.check_connected().is_ok() {
            let asked = self.client.request(NOWHERE, Bytes::new());
            // Nobody answers; the server says so.
            let _ = timeout(PATIENCE, asked).await;
        }
    }

    async fn ask(&self, subject: String, payload: Bytes, patience: Duration) -> Result<Bytes, BusError> {
        self.check_connected()?;
        match timeout(patience, self.client.request(subject.clone(), payload)).await {
            Err(_) => Err(BusError::Late { subject, patience }),
            Ok(Ok(answer)) => Ok(answer.payload),
            Ok(Err(error)) => Err(match error.kind() {
                RequestErrorKind::NoResponders => BusError::Nobody { subject },
                RequestErrorKind::TimedOut => BusError::Late { subject, patience },
                _ => BusError::down(error),
            }),
        }
    }
}

impl BusError {
    pub(crate) fn down(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> BusError {
        BusError::Down(error.into())
    }
}

/// The text has in it what lies behind the error, which would say it again.
fn refused(error: async_nats::ConnectError) -> BusError {
    BusError::down(error.to_string())
}

/// What every connection has in common.
fn options(tls: Option<ClientConfig>) -> ConnectOptions {
    let options = ConnectOptions::new().connection_timeout(PATIENCE);
    match tls {
        Some(tls) => options.tls_client_config(tls),
        None => options,
    }
}

/// The next message of a subscription.
pub(crate) async fn next(subscriber: &mut Subscriber) -> Option<Message> {
    let message = subscriber.next().await?;
    Some(Message {
        subject: message.subject.to_string(),
        payload: message.payload,
        reply: message.reply.map(|reply| reply.to_string()),
    })
}

impl Bus for NatsBus {
    fn publish(&self, subject: String, payload: Bytes) -> Answer<'_, ()> {
        Box::pin(self.tell(subject, payload))
    }

    fn subscribe(&self, subject: String) -> Answer<'_, Subscription> {
        Box::pin(self.listen(subject))
    }

    fn request(&self, subject: String, payload: Bytes, patience: Duration) -> Answer<'_, Bytes> {
        Box::pin(self.ask(subject, payload, patience))
    }

    fn losses(&self) -> watch::Receiver<u64> {
        self.losses.clone()
    }
}
