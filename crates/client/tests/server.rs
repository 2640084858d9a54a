//! The client against a server that plays a part: it answers, hangs up, and answers again.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crownhead_client::wire::{Command, OnlineMessage, OnlineRequest, OnlineSettings, TimeControl};
use crownhead_client::{Answer, Ask, Client, ClientError, Event, Order, SessionFile, Site, Token};
use tungstenite::{Message, WebSocket};

const GAME: &str = "k7m2qd4xw0aj";
const PATIENCE: Duration = Duration::from_secs(20);

struct Server {
    listener: TcpListener,
}

impl Server {
    fn new() -> Server {
        Server { listener: TcpListener::bind("127.0.0.1:0").unwrap() }
    }

    fn site(&self) -> Site {
        self.listener.local_addr().unwrap().to_string().parse().unwrap()
    }

    fn accept(&self) -> TcpStream {
        let (stream, _) = self.listener.accept().unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Answers one request over HTTP, and gives back what was asked.
    fn answer(&self, status: u16, headers: &str, body: &str) -> String {
        let mut stream = self.accept();
        let mut asked = Vec::new();
        let mut part = [0; 4096];
        while !is_whole(&asked) {
            let n = stream.read(&mut part).unwrap();
            assert!(n > 0, "{}", String::from_utf8_lossy(&asked));
            asked.extend_from_slice(&part[..n]);
        }
        let length = body.len();
        let head =
            format!("HTTP/1.1 {status} OK\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n");
        stream.write_all((head + body).as_bytes()).unwrap();
        String::from_utf8(asked).unwrap()
    }

    fn admit_guest(&self) {
        let asked = self.answer(
            201,
            "Content-Type: application/json\r\nSet-Cookie: crownhead=secret1; Path=/; HttpOnly\r\n",
            r#"{"id": "g1", "name": "Guest 1", "guest": true}"#,
        );
        assert!(asked.starts_with("POST /api/online/guest "), "{asked}");
    }

    /// Takes a socket whose cookie is this one.
    #[allow(clippy::result_large_err, reason = "the callback's type is tungstenite's")]
    fn take(&self, cookie: &str) -> Socket {
        let cookie = format!("crownhead={cookie}");
        let check = |request: &tungstenite::handshake::server::Request, response| {
            assert_eq!(request.headers()["cookie"], cookie.as_str());
            Ok(response)
        };
        Socket { web: tungstenite::accept_hdr(self.accept(), check).unwrap() }
    }

    /// The same, and greets.
    fn socket(&self, cookie: &str) -> Socket {
        let mut socket = self.take(cookie);
        socket.say(r#"{"type": "hello", "me": {"id": "g1", "name": "Guest 1", "guest": true}, "games": [], "now": 1790000000000}"#);
        socket
    }
}

/// Has a request come with its whole body?
fn is_whole(asked: &[u8]) -> bool {
    let text = String::from_utf8_lossy(asked).to_ascii_lowercase();
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
    body.len() >= length.unwrap_or(0)
}

struct Socket {
    web: WebSocket<TcpStream>,
}

impl Socket {
    fn say(&mut self, text: &str) {
        self.web.send(Message::text(text)).unwrap();
    }

    fn ack(&mut self, request: u32) {
        self.say(&format!(r#"{{"type": "ack", "request": {request}}}"#));
    }

    fn hear(&mut self) -> OnlineRequest {
        loop {
            if let Message::Text(text) = self.web.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// Hears that the game is watched, and gives it.
    fn give_game(&mut self, seq: u64, ply: u32) {
        let watch = self.hear();
        let OnlineRequest::Watch { request, game, seen: None, .. } = watch else { panic!("{watch:?}") };
        assert_eq!(game, GAME);
        self.say(&format!(
            r#"{{"type": "game", "now": 1790000000000, "game": {{"id": "{GAME}", "seq": {seq}, "black": {{"id": "a1", "name": "Ann"}},
                "white": {{"id": "b1", "name": "Bob"}}, "settings": {{"rated": false}}, "created": 1, "start": "B:W21-32:B1-12",
                "moves": [], "ballot_plies": 0, "now": {}}}}}"#,
            situation(ply)
        ));
        self.ack(request);
    }
}

/// How a game stands, as far as it matters here.
fn situation(ply: u32) -> String {
    format!(
        r#"{{"ply": {ply}, "fen": "B:W21-32:B1-12", "turn": "black", "legal": [], "seats": ["person", "person"],
            "can": {{"takeback": false, "redo": false, "draw": false, "resign": false, "abort": true}}}}"#
    )
}

fn client(site: Site, kept: Option<SessionFile>) -> (Client, Receiver<Event>) {
    let (tell, events) = channel();
    let client = Client::open(site, kept, move |event| drop(tell.send(event)));
    (client, events)
}

fn next(events: &Receiver<Event>) -> Event {
    events.recv_timeout(PATIENCE).unwrap()
}

/// The next event that is not about the connection.
fn told(events: &Receiver<Event>) -> Event {
    loop {
        match next(events) {
            Event::Connected | Event::Lost(_) => {}
            Event::Told(message) if matches!(*message, OnlineMessage::Hello { .. }) => {}
            other => return other,
        }
    }
}

fn mv(ply: u32, mv: &str) -> Order {
    let command = Command::Move { ply, text: mv.to_owned(), seen: None, lag_ms: 0 };
    Order::Act { game: GAME.to_owned(), command }
}

#[test]
fn a_move_survives_a_lost_connection_and_is_told_once() {
    let server = Server::new();
    let (client, events) = client(server.site(), None);
    server.admit_guest();
    let mut socket = server.socket("secret1");
    client.order(Order::Watch { game: GAME.to_owned(), seat: None });
    socket.give_game(5, 0);
    assert!(matches!(told(&events), Event::Told(_)));
    assert!(matches!(told(&events), Event::Done(Order::Watch { .. })));
    client.order(mv(0, "11-15"));
    let first = socket.hear();
    // The server hangs up without an answer.
    drop(socket);
    let mut socket = server.socket("secret1");
    let watch = socket.hear();
    let OnlineRequest::Watch { request: watched, seen: Some(5), .. } = watch else { panic!("{watch:?}") };
    let again = socket.hear();
    assert_eq!(again, first);
    let OnlineRequest::Act { request, command: Command::Move { ply: 0, seen: Some(5), .. }, .. } = again
    else {
        panic!("{again:?}")
    };
    let event = format!(
        r#"{{"type": "event", "game": "{GAME}", "seq": 6, "at": 1, "event": {{"type": "move", "ply": 0, "move": "11-15"}},
            "now": {}}}"#,
        situation(1)
    );
    socket.say(&event);
    socket.ack(watched);
    socket.ack(request);
    socket.ack(request);
    socket.say(&event);
    socket.say(r#"{"type": "closing"}"#);
    let heard = told(&events);
    assert!(
        matches!(&heard, Event::Told(message) if matches!(**message, OnlineMessage::Event(_))),
        "{heard:?}"
    );
    assert!(matches!(told(&events), Event::Done(Order::Watch { .. })));
    assert!(matches!(told(&events), Event::Done(Order::Act { .. })));
    // Neither the second acknowledgment nor the second event is told; the next thing is that the server closes.
    let heard = told(&events);
    assert!(matches!(&heard, Event::Told(message) if **message == OnlineMessage::Closing), "{heard:?}");
    let mut socket = server.socket("secret1");
    let watch = socket.hear();
    assert!(matches!(watch, OnlineRequest::Watch { seen: Some(6), .. }), "{watch:?}");
}

#[test]
fn a_session_is_gone_on_with_and_another_begun_when_it_is_over() {
    let server = Server::new();
    let folder = tempfile::tempdir().unwrap();
    let file = SessionFile::new(folder.path().join("online.json"));
    file.write(&server.site(), Some(&Token::new("secret0"))).unwrap();
    let (_client, events) = client(server.site(), Some(file.clone()));
    // The session that was kept is not known any more.
    server.take("secret0").say(r#"{"type": "hello", "games": [], "now": 1}"#);
    server.admit_guest();
    let _socket = server.socket("secret1");
    loop {
        if let Event::Told(message) = next(&events) {
            assert!(matches!(*message, OnlineMessage::Hello { me: Some(_), .. }));
            break;
        }
    }
    assert_eq!(file.read(&server.site()), Some(Token::new("secret1")));
}

#[test]
fn a_server_says_no_in_its_own_words_and_others_in_ours() {
    let server = Server::new();
    let (client, events) = client(server.site(), None);
    server.admit_guest();
    let _socket = server.socket("secret1");
    let clock = Some(TimeControl::new(5, 3));
    client.ask(Ask::Seek(OnlineSettings { rated: true, clock, ..OnlineSettings::default() }));
    let no = r#"{"error": {"code": "not_now", "message": "A rated game needs an account."}}"#;
    let asked = server.answer(409, "", no);
    assert!(
        asked.contains(r#""rated":true"#) && asked.to_lowercase().contains("cookie: crownhead=secret1"),
        "{asked}"
    );
    let Event::Failed(Ask::Seek(_), error) = told(&events) else { panic!() };
    assert_eq!(error.to_string(), "A rated game needs an account.");
    client.ask(Ask::AcceptChallenge("k7m2 qd/../".to_owned()));
    let asked = server.answer(201, "", r#"{"game": "k7m2qd4xw0aj", "side": "white"}"#);
    assert!(asked.starts_with("POST /api/online/challenges/k7m2qd/accept "), "{asked}");
    assert!(matches!(told(&events), Event::Answered(Answer::Started(game)) if game.game == GAME));
    client.ask(Ask::Challenges);
    server.answer(200, "", "<html>another server</html>");
    let Event::Failed(_, error @ ClientError::NotOurs { .. }) = told(&events) else { panic!() };
    assert!(error.to_string().contains("no Crownhead server"), "{error}");
}
