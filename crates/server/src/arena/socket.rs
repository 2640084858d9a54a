//! The WebSocket of those who watch a tournament.

use tokio::sync::broadcast::error::RecvError;

use super::show::{Spectator, text};
use crate::socket::{Gone, Heard, Socket};
use crate::wire::ArenaMessage;

/// Tells somebody of a tournament until either is gone.
pub(crate) async fn serve(mut socket: Socket, mut spectator: Spectator) {
    // A connection that fails is one that is gone.
    let _ = tell(&mut socket, &mut spectator).await;
}

async fn tell(socket: &mut Socket, spectator: &mut Spectator) -> Result<(), Gone> {
    socket.send(spectator.snapshot.clone()).await?;
    loop {
        tokio::select! {
            news = spectator.news.recv() => match news {
                Ok(news) => socket.send(news).await?,
                Err(RecvError::Lagged(_)) => {
                    spectator.begin_anew().await;
                    socket.send(spectator.snapshot.clone()).await?;
                }
                Err(RecvError::Closed) => return Ok(()),
            },
            heard = socket.next() => match heard? {
                Heard::Closing => return socket.close(text(&ArenaMessage::Closing)).await,
                // There is nothing to be asked.
                Heard::Text(_) | Heard::Pong(_) => {}
            },
        }
    }
}
