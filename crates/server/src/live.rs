//! The WebSocket of a game: everybody who watches hears of every change.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::watch;

use crate::App;
use crate::games::Live;
use crate::wire::LiveMessage;

/// A connection is tried so often, so that one that is gone is noticed.
const PING: Duration = Duration::from_secs(20);

/// Tells one client of a game until either is gone.
pub(crate) async fn serve(socket: WebSocket, mut live: watch::Receiver<Live>, app: App) {
    let (mut send, mut receive) = socket.split();
    let closed = app.closed();
    tokio::pin!(closed);
    let mut ping = tokio::time::interval(PING);
    live.mark_changed();
    loop {
        let sent = tokio::select! {
            changed = live.changed() => {
                let news = live.borrow_and_update().clone();
                match (changed, news) {
                    (Ok(()), Live::State(text)) => send.send(Message::Text(text)).await,
                    (Ok(()), Live::Gone) => return last(&mut send, &LiveMessage::Gone).await,
                    // The actor has ended; whoever connects again wakes it.
                    (Err(_), _) => return last(&mut send, &LiveMessage::Closing).await,
                }
            }
            message = receive.next() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => Ok(()),
            },
            _ = ping.tick() => send.send(Message::Ping(Vec::new().into())).await,
            () = &mut closed => return last(&mut send, &LiveMessage::Closing).await,
        };
        if sent.is_err() {
            return;
        }
    }
}

/// Says the last word.
async fn last(send: &mut (impl SinkExt<Message> + Unpin), message: &LiveMessage) {
    let text = serde_json::to_string(message).unwrap_or_default();
    // A client that is gone hears nothing.
    let _ = send.send(Message::Text(text.into())).await;
    let _ = send.close().await;
}
