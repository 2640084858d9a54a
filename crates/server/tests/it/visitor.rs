//! Somebody who plays over the network, from a cookie of their own.

use crownhead_server::wire::{
    ErrorAnswer, Event, EventMessage, Me, OnlineGameState, OnlineMessage, SeekAnswer, Side, StartedGame,
};
use reqwest::header::{COOKIE, SET_COOKIE};
use reqwest::{Method, Response, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::desk::{Desk, Socket};

/// Somebody who is known to a server.
#[derive(Clone)]
pub(crate) struct Visitor {
    address: String,
    pub(crate) cookie: String,
    client: reqwest::Client,
    pub(crate) me: Me,
}

impl Visitor {
    pub(crate) async fn guest(desk: &Desk) -> Visitor {
        Visitor::enter(desk, "/api/online/guest", Value::Null).await
    }

    pub(crate) async fn account(desk: &Desk, name: &str) -> Visitor {
        let body = json!({"name": name, "password": "correct horse"});
        Visitor::enter(desk, "/api/online/register", body).await
    }

    async fn enter(desk: &Desk, path: &str, body: Value) -> Visitor {
        let request = desk.request(Method::POST, path);
        let request = if body.is_null() { request } else { request.json(&body) };
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), StatusCode::CREATED, "{}", response.text().await.unwrap());
        let cookie = cookie(&response);
        Visitor {
            address: desk.address.to_string(),
            cookie,
            client: reqwest::Client::new(),
            me: response.json().await.unwrap(),
        }
    }

    /// The same person at a server that was started again.
    pub(crate) fn at(&self, desk: &Desk) -> Visitor {
        Visitor { address: desk.address.to_string(), ..self.clone() }
    }

    /// The same person by another cookie.
    pub(crate) fn with_cookie(&self, cookie: String) -> Visitor {
        Visitor { cookie, ..self.clone() }
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: Value) -> Response {
        let request = self
            .client
            .request(method, format!("http://{}{path}", self.address))
            .header(COOKIE, &self.cookie);
        let request = if body.is_null() { request } else { request.json(&body) };
        request.send().await.unwrap()
    }

    /// Asks something that works.
    pub(crate) async fn ask<T: DeserializeOwned>(&self, method: Method, path: &str, body: Value) -> T {
        let response = self.send(method, path, body).await;
        let status = response.status();
        let text = response.text().await.unwrap();
        assert!(status.is_success(), "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error} in {text}"))
    }

    pub(crate) async fn get<T: DeserializeOwned>(&self, path: &str) -> T {
        self.ask(Method::GET, path, Value::Null).await
    }

    pub(crate) async fn post<T: DeserializeOwned>(&self, path: &str, body: Value) -> T {
        self.ask(Method::POST, path, body).await
    }

    /// Asks something that is refused.
    pub(crate) async fn refused(&self, method: Method, path: &str, body: Value) -> (u16, String) {
        let response = self.send(method, path, body).await;
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        assert!((400..500).contains(&status), "{path}: {status} {text}");
        let ErrorAnswer { error } = serde_json::from_str(&text).unwrap();
        (status, error.code.to_string())
    }

    pub(crate) async fn socket(&self) -> Line {
        let mut request = format!("ws://{}/api/online/socket", self.address).into_client_request().unwrap();
        request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        let mut line = Line { socket: Socket(socket), requests: 0 };
        assert!(matches!(line.hear().await, OnlineMessage::Hello { .. }));
        line
    }
}

/// The cookie that an answer sets, as it is sent back.
pub(crate) fn cookie(response: &Response) -> String {
    let set = response.headers().get(SET_COOKIE).unwrap().to_str().unwrap();
    set.split(';').next().unwrap().to_owned()
}

/// Two who have met in the lobby: Black first.
pub(crate) async fn meet(
    desk: &Desk,
    one: &Visitor,
    two: &Visitor,
    settings: Value,
) -> (String, Visitor, Visitor) {
    let _ = desk;
    let waiting: SeekAnswer = one.post("/api/online/seeks", settings.clone()).await;
    assert!(matches!(waiting, SeekAnswer::Waiting { .. }), "{waiting:?}");
    let started: SeekAnswer = two.post("/api/online/seeks", settings).await;
    let SeekAnswer::Started { game, side } = started else { panic!("{started:?}") };
    match side {
        Side::Black => (game, two.clone(), one.clone()),
        Side::White => (game, one.clone(), two.clone()),
    }
}

/// A socket of online play.
pub(crate) struct Line {
    pub(crate) socket: Socket,
    requests: u32,
}

impl Line {
    pub(crate) async fn hear(&mut self) -> OnlineMessage {
        self.socket.hear().await.expect("the server has closed")
    }

    /// Asks for something, and gives what is told until the answer, and the answer: a code if it was refused.
    pub(crate) async fn ask(&mut self, mut message: Value) -> (Vec<OnlineMessage>, Result<(), String>) {
        self.requests += 1;
        message["request"] = json!(self.requests);
        self.socket.say(message).await;
        let mut told = Vec::new();
        loop {
            match self.hear().await {
                OnlineMessage::Ack { request } if request == self.requests => return (told, Ok(())),
                OnlineMessage::Refused { request, error } if request == self.requests => {
                    return (told, Err(error.code.to_string()));
                }
                other => told.push(other),
            }
        }
    }

    /// Watches a game from its state on.
    pub(crate) async fn watch(&mut self, game: &str) -> OnlineGameState {
        let (told, done) = self.ask(json!({"type": "watch", "game": game})).await;
        assert_eq!(done, Ok(()));
        match told.into_iter().find(|message| matches!(message, OnlineMessage::Game { .. })) {
            Some(OnlineMessage::Game { game, .. }) => *game,
            _ => panic!("no state"),
        }
    }

    pub(crate) async fn play(&mut self, game: &str, ply: u32, mv: &str) -> Result<(), String> {
        self.order(game, json!({"type": "move", "ply": ply, "move": mv})).await.1
    }

    pub(crate) async fn act(&mut self, game: &str, command: &str) -> Result<(), String> {
        self.order(game, json!({"type": command})).await.1
    }

    /// Gives a command in a game: what is told until the answer, and the answer.
    pub(crate) async fn order(
        &mut self,
        game: &str,
        command: Value,
    ) -> (Vec<OnlineMessage>, Result<(), String>) {
        self.ask(json!({"type": "act", "game": game, "command": command})).await
    }

    /// The next event of a game, with how it stands then.
    pub(crate) async fn told(&mut self) -> EventMessage {
        loop {
            if let OnlineMessage::Event(message) = self.hear().await {
                return message;
            }
        }
    }

    /// The next event of a game, with its number.
    pub(crate) async fn event(&mut self) -> (u64, Event) {
        let EventMessage { seq, event, .. } = self.told().await;
        (seq, event)
    }

    /// Waits until a game of one's own begins.
    pub(crate) async fn started(&mut self) -> StartedGame {
        loop {
            if let OnlineMessage::Started { game, side } = self.hear().await {
                return StartedGame { game, side };
            }
        }
    }
}
