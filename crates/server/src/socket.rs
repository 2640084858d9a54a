//! The WebSockets of the server, all under the same protection: counted by address, with frames that are not too large and
//! not too many, tried now and then, and hung up on when nobody is there.
//!
//! A client that never reads is noticed below, where bytes are written (`serve.rs`).

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::FromRequestParts;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval, sleep};

use crate::App;
use crate::client::Client;
use crate::error::ApiError;
use crate::limits::{Gate, Pace, Place};
use crate::metrics::Metrics;
use crate::time::clock_ms;
use crate::wire::ErrorCode;

/// How often a client is pinged, to notice when it is gone and to measure the delay.
const PING: Duration = Duration::from_secs(15);
/// A client that sends nothing for this long, not even a pong, is gone.
const SILENCE: Duration = Duration::from_secs(50);
/// Messages are short and connections many.
const READ_BUFFER: usize = 2 << 10;

/// A request for a WebSocket that may be granted.
pub(crate) struct Upgrade {
    upgrade: WebSocketUpgrade,
    client: Client,
    place: Place,
    app: App,
}

impl FromRequestParts<App> for Upgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Upgrade, ApiError> {
        let client = Client::from_request_parts(parts, app).await?;
        let upgrade = WebSocketUpgrade::from_request_parts(parts, app).await;
        let upgrade = upgrade.map_err(|_| {
            ApiError::new(ErrorCode::BadRequest, "This address is for WebSocket connections.")
        })?;
        let place = app.gate.socket(&client).inspect_err(|_| app.metrics.too_many())?;
        Ok(Upgrade { upgrade, client, place, app: app.clone() })
    }
}

impl Upgrade {
    /// Opens the socket for messages up to a size, and has it served.
    pub(crate) fn serve<F: Future<Output = ()> + Send + 'static>(
        self,
        max_message: usize,
        serve: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response {
        let Upgrade { upgrade, client, place, app } = self;
        let upgrade = upgrade
            .read_buffer_size(READ_BUFFER)
            .write_buffer_size(0)
            .max_message_size(max_message)
            .max_frame_size(max_message);
        upgrade.on_upgrade(move |inner| serve(Socket::new(inner, client, place, &app))).into_response()
    }
}

/// The client is gone, or is not listened to any more.
#[derive(Debug)]
pub(crate) struct Gone;

impl From<axum::Error> for Gone {
    fn from(_: axum::Error) -> Gone {
        Gone
    }
}

/// What is heard over a socket.
pub(crate) enum Heard {
    /// A message.
    Text(Utf8Bytes),
    /// The client is there, with this round trip in milliseconds.
    Pong(u64),
    /// The server is being stopped.
    Closing,
}

/// An open socket. It counts until it is dropped.
pub(crate) struct Socket {
    inner: WebSocket,
    client: Client,
    gate: Arc<Gate>,
    pace: Option<Pace>,
    metrics: Arc<Metrics>,
    closing: watch::Receiver<bool>,
    ping: Interval,
    /// When the client was heard last.
    heard: Instant,
    /// A frame that waits until it is its turn.
    held: Option<Message>,
    _place: Place,
}

impl Socket {
    fn new(inner: WebSocket, client: Client, place: Place, app: &App) -> Socket {
        app.metrics.sockets.inc();
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Socket {
            inner,
            client,
            gate: app.gate.clone(),
            pace: app.gate.pace(),
            metrics: app.metrics.clone(),
            closing: app.closing.clone(),
            ping,
            heard: Instant::now(),
            held: None,
            _place: place,
        }
    }

    /// The next thing that is heard. Nothing is lost when somebody stops waiting for it.
    pub(crate) async fn next(&mut self) -> Result<Heard, Gone> {
        loop {
            if self.held.is_none() {
                tokio::select! {
                    message = self.inner.recv() => self.take(message.ok_or(Gone)??)?,
                    _ = self.ping.tick() => self.try_client().await?,
                    () = closed(&mut self.closing) => return Ok(Heard::Closing),
                }
            }
            // Everybody at an address waits; only whoever is too fast alone is hung up on.
            while self.held.is_some()
                && let Some(wait) = self.gate.frame(&self.client)
            {
                sleep(wait).await;
            }
            match self.held.take() {
                Some(Message::Text(text)) => return Ok(Heard::Text(text)),
                Some(Message::Pong(stamp)) => {
                    if let Ok(stamp) = stamp.as_ref().try_into().map(u64::from_le_bytes) {
                        return Ok(Heard::Pong(clock_ms().saturating_sub(stamp)));
                    }
                }
                Some(Message::Close(_)) => return Err(Gone),
                Some(Message::Ping(_) | Message::Binary(_)) | None => {}
            }
        }
    }

    /// Takes a frame, of whatever kind, before anybody looks into it.
    fn take(&mut self, message: Message) -> Result<(), Gone> {
        self.heard = Instant::now();
        if self.pace.as_ref().is_some_and(|pace| !pace.step()) {
            self.metrics.too_many();
            return Err(Gone);
        }
        self.held = Some(message);
        Ok(())
    }

    async fn try_client(&mut self) -> Result<(), Gone> {
        if self.heard.elapsed() > SILENCE {
            return Err(Gone);
        }
        // A pong brings back when its ping was sent.
        let stamp = clock_ms().to_le_bytes().to_vec();
        Ok(self.inner.send(Message::Ping(stamp.into())).await?)
    }

    /// Sends a message.
    pub(crate) async fn send(&mut self, text: Utf8Bytes) -> Result<(), Gone> {
        Ok(self.inner.send(Message::Text(text)).await?)
    }

    /// Says a last message and hangs up.
    pub(crate) async fn close(&mut self, text: Utf8Bytes) -> Result<(), Gone> {
        self.send(text).await?;
        Ok(self.inner.send(Message::Close(None)).await?)
    }
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    // The sender lives as long as the server.
    let _ = closing.wait_for(|closing| *closing).await;
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.metrics.sockets.dec();
    }
}
