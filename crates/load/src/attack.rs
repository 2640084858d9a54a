//! One address that attacks a server while others play.

use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

/// An attack.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// The server.
    pub target: SocketAddr,
    /// The address that it comes from, one of this machine's.
    pub from: Ipv4Addr,
    /// Sockets that are opened, filled with garbage, and opened again.
    pub sockets: usize,
    /// Connections over which requests are sent as fast as they are answered.
    pub floods: usize,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Damage {
    /// Sockets that were let in.
    pub opened: AtomicU64,
    /// Frames that could be sent.
    pub frames: AtomicU64,
    /// Requests that were answered, however.
    pub requests: AtomicU64,
    /// Sockets, connections and requests that were refused.
    pub refused: AtomicU64,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let Damage { opened, frames, requests, refused } = self;
        write!(
            f,
            "the attacker: {} sockets opened, {} frames, {} requests answered, {} refusals",
            count(opened),
            count(frames),
            count(requests),
            count(refused)
        )
    }
}

/// An attack that goes on until this is dropped.
#[derive(Debug)]
pub struct Running {
    damage: Arc<Damage>,
    _end: oneshot::Sender<()>,
}

impl Running {
    /// What came of it so far.
    pub fn damage(&self) -> &Damage {
        &self.damage
    }
}

/// After a refusal the attacker takes a breath, as its processor is the players' too.
const BREATH: Duration = Duration::from_millis(20);
/// Garbage that is sent over a socket before it is opened again.
const FRAMES: usize = 2000;

impl Attack {
    /// Begins, on a thread of its own.
    pub fn start(self) -> Running {
        let damage = Arc::new(Damage::default());
        let (end, ended) = oneshot::channel();
        let counted = damage.clone();
        thread::spawn(move || {
            let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
            runtime.block_on(async move {
                for number in 0..self.sockets {
                    tokio::spawn(self.fill_sockets(number, counted.clone()));
                }
                for number in 0..self.floods {
                    tokio::spawn(self.flood_requests(number, counted.clone()));
                }
                // Dropped, not sent.
                let _ = ended.await;
            });
        });
        Running { damage, _end: end }
    }

    async fn connect(self) -> Option<TcpStream> {
        let socket = TcpSocket::new_v4().ok()?;
        socket.bind((self.from, 0).into()).ok()?;
        timeout(Duration::from_secs(5), socket.connect(self.target)).await.ok()?.ok()
    }

    async fn fill_sockets(self, number: usize, damage: Arc<Damage>) {
        loop {
            if self.fill_socket(number, &damage).await.is_none() {
                damage.refused.fetch_add(1, Ordering::Relaxed);
                sleep(BREATH).await;
            }
        }
    }

    /// Opens a socket and sends garbage: half of them without ever reading.
    async fn fill_socket(self, number: usize, damage: &Damage) -> Option<()> {
        let path = if number.is_multiple_of(3) { "/api/analysis" } else { "/api/online/socket" };
        let stream = self.connect().await?;
        let (socket, _) = client_async(format!("ws://{}{path}", self.target), stream).await.ok()?;
        damage.opened.fetch_add(1, Ordering::Relaxed);
        let (mut send, mut receive) = socket.split();
        let garbage = [
            Message::text("{\"type\": \"lobby\", \"on\": true}"),
            Message::text("garbage"),
            Message::binary(vec![0; 2000]),
            Message::Ping(vec![0; 100].into()),
        ];
        let sending = async {
            for frame in garbage.iter().cycle().take(FRAMES) {
                if send.send(frame.clone()).await.is_err() {
                    break;
                }
                damage.frames.fetch_add(1, Ordering::Relaxed);
            }
        };
        if number.is_multiple_of(2) {
            sending.await;
        } else {
            tokio::join!(sending, async { while let Some(Ok(_)) = receive.next().await {} });
        }
        Some(())
    }

    async fn flood_requests(self, number: usize, damage: Arc<Damage>) {
        loop {
            if self.flood(number, &damage).await.is_none() {
                damage.refused.fetch_add(1, Ordering::Relaxed);
                sleep(BREATH).await;
            }
        }
    }

    /// Sends requests over one connection, with a password to hash in every fourth.
    async fn flood(self, number: usize, damage: &Damage) -> Option<()> {
        let mut stream = self.connect().await?;
        let body = format!("{{\"name\": \"player{number}\", \"password\": \"wrong horse\"}}");
        let request = if number.is_multiple_of(4) {
            let length = body.len();
            format!(
                "POST /api/online/login HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 127.0.0.1\r\n\
                 Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
            )
        } else {
            "GET /api/online/lobby HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 127.0.0.1\r\n\r\n"
                .to_owned()
        };
        let mut answer = vec![0; 16 << 10];
        loop {
            stream.write_all(request.as_bytes()).await.ok()?;
            let length = stream.read(&mut answer).await.ok().filter(|length| *length > 0)?;
            damage.requests.fetch_add(1, Ordering::Relaxed);
            if answer[..length].starts_with(b"HTTP/1.1 429") {
                return None;
            }
        }
    }
}
