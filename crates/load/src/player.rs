//! One person: a connection, a game, and another after it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crownhead_server::wire::{
    Command, ErrorCode, Event, EventMessage, GameId, OnlineMessage, OnlineRequest, Side, Situation,
};
use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::crowd::{Guest, World};
use crate::journal::Said;

type Socket = WebSocketStream<TcpStream>;

/// How long an answer is waited for before the connection counts as dead.
const PATIENCE: Duration = Duration::from_secs(5);
/// How soon something that was refused for the moment is sent again.
const AGAIN: Duration = Duration::from_millis(200);

/// What the two players of a game know together.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// The move that is on the way, and since when.
    sent: Mutex<Option<(u32, Instant)>>,
}

impl Table {
    fn sent(&self) -> std::sync::MutexGuard<'_, Option<(u32, Instant)>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One person.
#[derive(Debug)]
pub(crate) struct Player {
    world: Arc<World>,
    table: Arc<Table>,
    guest: Guest,
    game: String,
    side: Side,
    /// The number of the last event that is known; none before the game was seen.
    seq: Option<u64>,
    ply: u32,
    turn: Side,
    legal: Vec<String>,
    is_over: bool,
    /// Does the other want another game?
    is_asked: bool,
    /// Has this player asked for another game?
    has_asked: bool,
    /// What is on the way.
    pending: Option<Pending>,
    requests: u32,
    /// Since when there has been no connection.
    lost: Option<Instant>,
    was_seated: bool,
}

#[derive(Debug)]
struct Pending {
    request: u32,
    /// The move and the plies before it; none for a rematch.
    mv: Option<(u32, String)>,
    first_sent: Instant,
    last_sent: Instant,
}

/// The connection no longer works.
#[derive(Debug)]
struct Lost;

impl From<tungstenite::Error> for Lost {
    fn from(_: tungstenite::Error) -> Lost {
        Lost
    }
}

impl Player {
    pub(crate) fn new(
        world: Arc<World>,
        table: Arc<Table>,
        guest: Guest,
        game: String,
        side: Side,
    ) -> Player {
        Player {
            world,
            table,
            guest,
            game,
            side,
            seq: None,
            ply: 0,
            turn: Side::Black,
            legal: Vec::new(),
            is_over: false,
            is_asked: false,
            has_asked: false,
            pending: None,
            requests: 0,
            lost: None,
            was_seated: false,
        }
    }

    /// Plays until the crowd is closed and nothing is on the way.
    pub(crate) async fn run(mut self) {
        while !self.is_done() {
            if let Some(mut socket) = self.connect().await {
                let ended = self.sit(&mut socket).await;
                if ended.is_ok() {
                    // The server may be gone already.
                    let _ = socket.close(None).await;
                    return;
                }
                self.world.meter.note_lost_connection();
            }
            self.lost.get_or_insert_with(Instant::now);
            sleep(Duration::from_millis(fastrand::u64(50..300))).await;
        }
    }

    fn is_done(&self) -> bool {
        self.world.is_closing() && self.pending.is_none()
    }

    async fn connect(&self) -> Option<Socket> {
        let node = self.world.node();
        let address = node.strip_prefix("http://")?;
        let mut request = format!("ws://{address}/api/online/socket").into_client_request().ok()?;
        request.headers_mut().insert("cookie", self.guest.cookie.parse().ok()?);
        // There are thousands of connections.
        let config = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
        let socket = TcpSocket::new_v4().ok()?;
        if let Some(from) = self.guest.address {
            socket.bind((from, 0).into()).ok()?;
        }
        let stream = timeout(PATIENCE, socket.connect(address.parse().ok()?)).await.ok()?.ok()?;
        stream.set_nodelay(true).ok()?;
        let connected = timeout(PATIENCE, client_async_with_config(request, stream, Some(config))).await;
        connected.ok()?.ok().map(|(socket, _)| socket)
    }

    /// Plays over one connection.
    async fn sit(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        self.watch(socket).await?;
        let mut act_at = Instant::now() + PATIENCE;
        let mut has_plan = false;
        while !self.is_done() {
            if !has_plan && let Some(pause) = self.pause() {
                (act_at, has_plan) = (Instant::now() + pause, true);
            }
            // While nothing is planned, the wish to close is looked for now and then.
            let wake = if has_plan { act_at } else { Instant::now() + Duration::from_millis(500) };
            tokio::select! {
                message = socket.next() => {
                    let before = (self.ply, self.game.len(), self.pending.is_some());
                    match message.ok_or(Lost)?? {
                        Message::Text(text) => self.hear(socket, &text).await?,
                        Message::Close(_) => return Err(Lost),
                        _ => {}
                    }
                    has_plan &= before == (self.ply, self.game.len(), self.pending.is_some());
                }
                () = sleep_until(wake.into()) => {
                    if has_plan {
                        has_plan = false;
                        self.act(socket).await?;
                    } else if self.is_overdue() {
                        return Err(Lost);
                    }
                }
            }
        }
        Ok(())
    }

    /// When to act next, if there is something to do.
    fn pause(&self) -> Option<Duration> {
        if self.pending.is_some() || self.seq.is_none() || self.world.is_closing() {
            return None;
        }
        let may_act = if self.is_over {
            !self.has_asked && (self.is_asked || self.side == Side::Black)
        } else {
            self.turn == self.side
        };
        may_act.then(|| self.world.pause())
    }

    fn is_overdue(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.last_sent.elapsed() > PATIENCE)
    }

    async fn watch(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        let watch = OnlineRequest::Watch {
            request: 0,
            game: self.game.clone(),
            seen: self.seq,
            seat: None,
            mute: false,
            glance: false,
        };
        say(socket, &watch).await
    }

    async fn act(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        let now = Instant::now();
        self.requests += 1;
        let mv = if self.is_over {
            None
        } else {
            if self.legal.is_empty() {
                return Ok(());
            }
            let mv = self.legal[fastrand::usize(..self.legal.len())].clone();
            *self.table.sent() = Some((self.ply, now));
            Some((self.ply, mv))
        };
        self.pending = Some(Pending { request: self.requests, mv, first_sent: now, last_sent: now });
        self.send(socket).await
    }

    /// Sends what is on the way, perhaps once more.
    async fn send(&mut self, socket: &mut Socket) -> Result<(), Lost> {
        let Some(pending) = &mut self.pending else { return Ok(()) };
        pending.last_sent = Instant::now();
        let (request, game) = (pending.request, self.game.clone());
        let command = match &pending.mv {
            Some((ply, mv)) => Command::Move { ply: *ply, text: mv.clone(), seen: None, lag_ms: 0 },
            None => Command::Rematch { next: GameId::default() },
        };
        // The number of the request is one of a game's acts too: what is sent again is done once.
        let act = Some(u64::from(request));
        say(socket, &OnlineRequest::Act { request, game, command, act }).await
    }

    async fn hear(&mut self, socket: &mut Socket, text: &str) -> Result<(), Lost> {
        match serde_json::from_str(text).map_err(|_| Lost)? {
            OnlineMessage::Game { game, .. } => {
                self.seq = Some(game.seq);
                self.see(socket, game.now).await
            }
            OnlineMessage::Event(message) => self.happen(socket, message).await,
            OnlineMessage::Ack { request: 0 } => {
                self.is_seated();
                // What was on the way when the connection was lost is sent again.
                self.send(socket).await
            }
            OnlineMessage::Ack { request } => {
                self.acknowledged(request);
                Ok(())
            }
            OnlineMessage::Refused { request, error } => self.refused(socket, request, error.code).await,
            OnlineMessage::Closing => Err(Lost),
            _ => Ok(()),
        }
    }

    /// Sees how the game stands, and goes to the next one if there is one.
    async fn see(&mut self, socket: &mut Socket, now: Situation) -> Result<(), Lost> {
        self.ply = now.ply;
        self.turn = now.turn.into();
        self.is_over = now.result.is_some();
        let asker = now.rematch.map(Side::from);
        self.is_asked = asker == Some(opposite(self.side));
        self.has_asked = asker == Some(self.side);
        self.legal = now.legal;
        match now.next {
            Some(next) => self.begin_again(socket, next.into()).await,
            None => Ok(()),
        }
    }

    fn is_seated(&mut self) {
        if !self.was_seated {
            self.was_seated = true;
            self.world.sit_down();
        }
        if let Some(lost) = self.lost.take() {
            self.world.meter.note_return(lost.elapsed());
        }
    }

    async fn happen(&mut self, socket: &mut Socket, message: EventMessage) -> Result<(), Lost> {
        let EventMessage { game, seq, event, now, .. } = message;
        if game != self.game {
            return Ok(());
        }
        self.world.journal.note(Said::Event { game, seq, event: event.clone() });
        if self.seq.is_none_or(|known| seq != known + 1) {
            if self.seq.is_none_or(|known| seq > known) {
                self.world.meter.note_refusal("gap in events");
            }
            return Ok(());
        }
        self.seq = Some(seq);
        if let Event::Move { ply, .. } = event {
            self.moved(ply);
        }
        self.see(socket, now).await
    }

    fn moved(&mut self, ply: u32) {
        let is_mine =
            self.pending.as_ref().and_then(|pending| pending.mv.as_ref()).is_some_and(|mv| mv.0 == ply);
        let mut sent = self.table.sent();
        if !is_mine && let Some((_, at)) = sent.take_if(|sent| sent.0 == ply) {
            self.world.meter.note_way(at.elapsed());
        }
    }

    async fn begin_again(&mut self, socket: &mut Socket, game: String) -> Result<(), Lost> {
        say(socket, &OnlineRequest::Unwatch { game: self.game.clone() }).await?;
        self.game = game;
        self.side = opposite(self.side);
        self.seq = None;
        (self.is_over, self.is_asked, self.has_asked) = (false, false, false);
        self.pending = None;
        self.watch(socket).await
    }

    fn acknowledged(&mut self, request: u32) {
        let Some(pending) = self.pending.take_if(|pending| pending.request == request) else { return };
        if let Some((ply, mv)) = pending.mv {
            self.world.meter.note_wait(pending.first_sent.elapsed());
            self.world.journal.note(Said::Ack { game: self.game.clone(), ply, mv });
        }
    }

    async fn refused(&mut self, socket: &mut Socket, request: u32, code: ErrorCode) -> Result<(), Lost> {
        self.world.meter.note_refusal(code.as_str());
        let is_passing =
            matches!(code, ErrorCode::TryAgain | ErrorCode::Storage | ErrorCode::Busy | ErrorCode::TooMany);
        sleep(AGAIN).await;
        if request == 0 {
            return self.watch(socket).await;
        }
        if self.pending.as_ref().is_none_or(|pending| pending.request != request) {
            return Ok(());
        }
        if is_passing {
            return self.send(socket).await;
        }
        // The game has gone on in another way than this player thinks: look at it afresh.
        self.pending = None;
        self.seq = None;
        self.watch(socket).await
    }
}

pub(crate) fn opposite(side: Side) -> Side {
    match side {
        Side::Black => Side::White,
        Side::White => Side::Black,
    }
}

async fn say(socket: &mut Socket, request: &OnlineRequest) -> Result<(), Lost> {
    let text = serde_json::to_string(request).map_err(|_| Lost)?;
    let sent = timeout(PATIENCE, socket.send(Message::Text(text.into()))).await;
    Ok(sent.map_err(|_| Lost)??)
}
