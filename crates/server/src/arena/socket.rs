//! The WebSocket of those who watch a tournament.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::broadcast::error::RecvError;

use super::show::{Spectator, text};
use crate::App;
use crate::wire::ArenaMessage;

/// A connection is tried so often, so that one that is gone is noticed.
const PING: Duration = Duration::from_secs(20);
/// A client that accepts nothing for this long is gone.
const STALLED: Duration = Duration::from_secs(30);

/// Tells somebody of a tournament until either is gone.
pub(crate) async fn serve(socket: WebSocket, mut spectator: Spectator, app: App) {
    let (mut send, mut receive) = socket.split();
    let closed = app.closed();
    tokio::pin!(closed);
    let mut ping = tokio::time::interval(PING);
    let mut next = Some(Message::Text(spectator.snapshot.clone()));
    loop {
        if let Some(message) = next
            && !matches!(tokio::time::timeout(STALLED, send.send(message)).await, Ok(Ok(())))
        {
            return;
        }
        next = tokio::select! {
            news = spectator.news.recv() => match news {
                Ok(news) => Some(Message::Text(news)),
                Err(RecvError::Lagged(_)) => {
                    spectator.begin_anew().await;
                    Some(Message::Text(spectator.snapshot.clone()))
                }
                Err(RecvError::Closed) => return,
            },
            message = receive.next() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                // There is nothing to be asked.
                Some(Ok(_)) => None,
            },
            _ = ping.tick() => Some(Message::Ping(Vec::new().into())),
            () = &mut closed => {
                // Whoever is gone hears nothing.
                let _ = send.send(Message::Text(text(&ArenaMessage::Closing))).await;
                let _ = send.close().await;
                return;
            }
        };
    }
}
