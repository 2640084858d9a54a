//! The thread that has the socket: opens it, reads it, writes to it, and opens it again.

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use crownhead_wire::{OnlineMessage, OnlineRequest};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::header::COOKIE;
use tungstenite::http::{HeaderValue, Request};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, Message, WebSocket};

use crate::error::ClientError;
use crate::event::{Event, Order};
use crate::http::{Http, cookie};
use crate::line::{Line, Reaction};

/// What the thread is told.
#[derive(Debug)]
pub(crate) enum Wish {
    Order(Order),
    /// We are somebody else now.
    Reopen,
}

/// How long a connection may take to be made.
const CONNECTING: Duration = Duration::from_secs(5);
/// How long the socket is listened to before orders are looked at: the longest that a move waits on its way out.
const LISTENING: Duration = Duration::from_millis(15);
/// After this long without a message, the server is pinged ...
const SILENCE: Duration = Duration::from_secs(20);
/// ... and when it still says nothing, the connection is gone. Networks do not always tell.
const TOO_LONG: Duration = Duration::from_secs(30);
/// The first and the longest pause before reconnecting; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const LONGEST_PAUSE: Duration = Duration::from_secs(4);

/// Why a connection came to its end.
enum End {
    Lost(ClientError),
    Reopen,
    /// Nobody gives orders any more.
    Over,
}

/// The thread's work, until nobody gives orders any more.
pub(crate) fn run(http: Arc<Http>, wishes: Receiver<Wish>, tell: impl Fn(Event)) {
    let mut keeper = Keeper { http, wishes, tell, line: Line::default() };
    let mut pause = FIRST_PAUSE;
    loop {
        let end = match keeper.open() {
            Ok(socket) => {
                pause = FIRST_PAUSE;
                keeper.serve(socket)
            }
            Err(error) => End::Lost(error),
        };
        match end {
            End::Over => return,
            End::Reopen => {}
            End::Lost(why) => {
                let reaction = keeper.line.closed(why);
                keeper.tell_all(reaction);
                if !keeper.wait(pause) {
                    return;
                }
                pause = (2 * pause).min(LONGEST_PAUSE);
            }
        }
    }
}

struct Keeper<F> {
    http: Arc<Http>,
    wishes: Receiver<Wish>,
    tell: F,
    line: Line,
}

struct Socket {
    web: WebSocket<MaybeTlsStream<TcpStream>>,
    /// When something was heard last, and whether the silence since was asked about.
    heard: Instant,
    has_asked: bool,
}

impl<F: Fn(Event)> Keeper<F> {
    fn tell_all(&self, reaction: Reaction) {
        reaction.tell.into_iter().for_each(&self.tell);
    }

    /// Opens the socket as whoever we are; as a guest if we are nobody.
    fn open(&mut self) -> Result<Socket, ClientError> {
        self.http.enter()?;
        let web = connect(&self.http)?;
        Ok(Socket { web, heard: Instant::now(), has_asked: false })
    }

    fn serve(&mut self, mut socket: Socket) -> End {
        let opened = self.line.opened();
        match self.follow(&mut socket, opened) {
            Ok(end) => {
                // The server notices by itself if the farewell does not arrive.
                let _ = socket.web.close(None).and_then(|()| socket.web.flush());
                end
            }
            Err(error) => End::Lost(self.http.unreachable(error.to_string())),
        }
    }

    fn follow(&mut self, socket: &mut Socket, opened: Reaction) -> Result<End, Error> {
        self.react(socket, opened)?;
        loop {
            loop {
                match self.wishes.try_recv() {
                    Ok(Wish::Order(order)) => {
                        let reaction = self.line.order(order);
                        self.react(socket, reaction)?;
                    }
                    Ok(Wish::Reopen) => {
                        self.line.forget();
                        return Ok(End::Reopen);
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => return Ok(End::Over),
                }
            }
            if let Some(message) = socket.listen()? {
                if matches!(message, OnlineMessage::Hello { me: None, .. }) {
                    // The session is over: go on as a guest.
                    self.http.set_session(None);
                    return Ok(End::Reopen);
                }
                let is_closing = message == OnlineMessage::Closing;
                let reaction = self.line.hear(message, Instant::now());
                self.react(socket, reaction)?;
                if is_closing {
                    return Err(Error::ConnectionClosed);
                }
            }
            for request in self.line.due(Instant::now()) {
                socket.send(&request)?;
            }
            socket.keep_alive()?;
        }
    }

    fn react(&self, socket: &mut Socket, reaction: Reaction) -> Result<(), Error> {
        reaction.send.iter().try_for_each(|request| socket.send(request))?;
        reaction.tell.into_iter().for_each(&self.tell);
        Ok(())
    }

    /// Waits before a connection is tried again, and takes orders in the meantime. Is there anybody who gives them?
    fn wait(&mut self, pause: Duration) -> bool {
        let end = Instant::now() + pause;
        loop {
            match self.wishes.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(Wish::Order(order)) => {
                    let reaction = self.line.order(order);
                    self.tell_all(reaction);
                }
                Ok(Wish::Reopen) => {
                    self.line.forget();
                    return true;
                }
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }
}

impl Socket {
    fn send(&mut self, request: &OnlineRequest) -> Result<(), Error> {
        // Texts and numbers can always be written.
        let text = serde_json::to_string(request).unwrap_or_default();
        self.web.send(Message::text(text))
    }

    /// The next message, if one comes soon. What cannot be read is of a newer server, and left out.
    fn listen(&mut self) -> Result<Option<OnlineMessage>, Error> {
        match self.web.read() {
            Ok(message) => {
                self.heard = Instant::now();
                self.has_asked = false;
                let text = match message {
                    Message::Text(text) => text,
                    Message::Close(_) => return Err(Error::ConnectionClosed),
                    _ => return Ok(None),
                };
                let read = serde_json::from_str(&text);
                Ok(read.inspect_err(|error| tracing::warn!("a message that cannot be read: {error}")).ok())
            }
            Err(Error::Io(error)) if is_silence(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn keep_alive(&mut self) -> Result<(), Error> {
        let silence = self.heard.elapsed();
        if silence > TOO_LONG {
            return Err(Error::Io(io::ErrorKind::TimedOut.into()));
        }
        if silence > SILENCE && !self.has_asked {
            self.has_asked = true;
            self.send(&OnlineRequest::Ping { request: 0 })?;
        }
        Ok(())
    }
}

fn is_silence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted)
}

fn connect(http: &Http) -> Result<WebSocket<MaybeTlsStream<TcpStream>>, ClientError> {
    let stream = dial(http).map_err(|error| http.unreachable(error.to_string()))?;
    let timing = stream.try_clone().map_err(|error| http.unreachable(error.to_string()))?;
    let request = request(http).map_err(|error| http.odd(error.to_string()))?;
    let web = handshake(request, stream).map_err(|why| http.unreachable(why))?;
    // The clone is the same socket: reading it stops soon from now on, so that orders are seen.
    timing.set_read_timeout(Some(LISTENING)).map_err(|error| http.unreachable(error.to_string()))?;
    Ok(web)
}

/// Connects to any of the server's addresses.
fn dial(http: &Http) -> io::Result<TcpStream> {
    let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in http.site().address().to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECTING) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(CONNECTING))?;
                stream.set_write_timeout(Some(CONNECTING))?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn request(http: &Http) -> Result<Request<()>, Error> {
    let mut request = http.site().socket_url().into_client_request()?;
    if let Some(Ok(value)) = http.session().map(|session| HeaderValue::try_from(cookie(&session))) {
        request.headers_mut().insert(COOKIE, value);
    }
    Ok(request)
}

fn handshake(
    request: Request<()>,
    stream: TcpStream,
) -> Result<WebSocket<MaybeTlsStream<TcpStream>>, String> {
    #[cfg(feature = "tls")]
    let done = tungstenite::client_tls(request, stream);
    #[cfg(not(feature = "tls"))]
    let done = tungstenite::client(request, MaybeTlsStream::Plain(stream));
    done.map(|(web, _)| web).map_err(|error| error.to_string())
}
