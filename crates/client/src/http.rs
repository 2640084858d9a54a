//! Questions over HTTP: who you are, and what people offer each other.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crownhead_wire::{
    ChallengeInfo, ChallengeList, ChatLog, Credentials, ErrorAnswer, Me, NewChallenge, OnlineSettings,
    SeatToken, SeekAnswer, StartedGame,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::Agent;
use ureq::http::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
use ureq::http::{HeaderMap, Method, Request};

use crate::error::ClientError;
use crate::kept::SessionFile;
use crate::site::Site;
use crate::token::Token;

/// The name of the cookie of a session.
const COOKIE_NAME: &str = "crownhead";
/// The longest time that a question may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The questions that can be asked, each waiting for its answer.
#[derive(Debug)]
pub struct Http {
    site: Site,
    agent: Agent,
    session: Mutex<Option<Token>>,
    /// Locked by whoever is coming in, so that two threads do not come in as two guests.
    entering: Mutex<()>,
    kept: Option<SessionFile>,
}

/// What is sent with a request that says nothing else.
#[derive(Serialize)]
struct Nothing {}

impl Http {
    /// Questions to a server, by the session that was kept.
    pub fn new(site: Site, kept: Option<SessionFile>) -> Http {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .max_redirects(0)
            // The socket goes straight to the server, and so do questions.
            .proxy(None)
            .build();
        let session = kept.as_ref().and_then(|kept| kept.read(&site));
        Http { site, agent: config.into(), session: Mutex::new(session), entering: Mutex::default(), kept }
    }

    /// The server.
    pub fn site(&self) -> &Site {
        &self.site
    }

    /// The session, if there is one.
    pub fn session(&self) -> Option<Token> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Takes up a session, or lets it go.
    pub fn set_session(&self, session: Option<Token>) {
        if let Some(Err(error)) = self.kept.as_ref().map(|kept| kept.write(&self.site, session.as_ref())) {
            tracing::warn!("the session is not kept: {error}");
        }
        *self.session.lock().unwrap_or_else(PoisonError::into_inner) = session;
    }

    /// Who you are.
    ///
    /// # Errors
    ///
    /// As for all that follow: the server cannot be reached, or says no.
    pub fn me(&self) -> Result<Me, ClientError> {
        self.get("/api/online/me")
    }

    /// Comes in as a guest.
    pub fn guest(&self) -> Result<Me, ClientError> {
        self.post("/api/online/guest", &Nothing {})
    }

    /// Comes in as a guest, unless there is a session already.
    pub(crate) fn enter(&self) -> Result<(), ClientError> {
        let _entering = self.entering.lock().unwrap_or_else(PoisonError::into_inner);
        if self.session().is_none() {
            self.guest()?;
        }
        Ok(())
    }

    /// Logs in to an account.
    pub fn log_in(&self, credentials: &Credentials) -> Result<Me, ClientError> {
        self.post("/api/online/login", credentials)
    }

    /// Makes an account, and logs in to it.
    pub fn register(&self, credentials: &Credentials) -> Result<Me, ClientError> {
        self.post("/api/online/register", credentials)
    }

    /// Ends the session.
    pub fn log_out(&self) -> Result<(), ClientError> {
        self.command(Method::POST, "/api/online/logout")?;
        self.set_session(None);
        Ok(())
    }

    /// Offers a game to anybody.
    pub fn seek(&self, settings: &OnlineSettings) -> Result<SeekAnswer, ClientError> {
        self.post("/api/online/seeks", settings)
    }

    /// Takes an offer back.
    pub fn end_seek(&self, id: &str) -> Result<(), ClientError> {
        self.command(Method::DELETE, &format!("/api/online/seeks/{}", plain(id)))
    }

    /// Accepts an offer.
    pub fn accept_seek(&self, id: &str) -> Result<StartedGame, ClientError> {
        self.post(&format!("/api/online/seeks/{}/accept", plain(id)), &Nothing {})
    }

    /// Challenges somebody, or whoever has the code.
    pub fn challenge(&self, challenge: &NewChallenge) -> Result<ChallengeInfo, ClientError> {
        self.post("/api/online/challenges", challenge)
    }

    /// The challenges to you and of yours.
    pub fn challenges(&self) -> Result<Vec<ChallengeInfo>, ClientError> {
        self.get("/api/online/challenges").map(|list: ChallengeList| list.challenges)
    }

    /// Accepts a challenge by its id or its code.
    pub fn accept_challenge(&self, code: &str) -> Result<StartedGame, ClientError> {
        self.post(&format!("/api/online/challenges/{}/accept", plain(code)), &Nothing {})
    }

    /// Declines a challenge.
    pub fn decline_challenge(&self, id: &str) -> Result<(), ClientError> {
        self.command(Method::POST, &format!("/api/online/challenges/{}/decline", plain(id)))
    }

    /// Takes a challenge back.
    pub fn end_challenge(&self, id: &str) -> Result<(), ClientError> {
        self.command(Method::DELETE, &format!("/api/online/challenges/{}", plain(id)))
    }

    /// What was said in a game.
    pub fn chat(&self, game: &str) -> Result<ChatLog, ClientError> {
        self.get(&format!("/api/online/games/{}/chat", plain(game)))
    }

    /// A token by which your seat can be taken from another device.
    pub fn seat(&self, game: &str) -> Result<SeatToken, ClientError> {
        self.post(&format!("/api/online/games/{}/seat", plain(game)), &Nothing {})
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ClientError> {
        self.read(&self.send(Method::GET, path, None)?)
    }

    fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, ClientError> {
        let body = serde_json::to_string(body).map_err(|error| self.odd(error.to_string()))?;
        self.read(&self.send(Method::POST, path, Some(body))?)
    }

    /// A request whose answer says nothing.
    fn command(&self, method: Method, path: &str) -> Result<(), ClientError> {
        let body = (method == Method::POST).then(|| "{}".to_owned());
        self.send(method, path, body).map(drop)
    }

    fn read<T: DeserializeOwned>(&self, text: &str) -> Result<T, ClientError> {
        serde_json::from_str(text).map_err(|error| self.odd(error.to_string()))
    }

    /// Sends a request and gives back the text of a good answer.
    fn send(&self, method: Method, path: &str, body: Option<String>) -> Result<String, ClientError> {
        let mut request = Request::builder().method(method).uri(self.site.url(path));
        if let Some(session) = self.session() {
            request = request.header(COOKIE, cookie(&session));
        }
        let unreachable = |error: ureq::Error| self.unreachable(error.to_string());
        let response = match body {
            None => self.agent.run(request.body(()).map_err(|error| self.odd(error.to_string()))?),
            Some(body) => {
                let request = request.header(CONTENT_TYPE, "application/json").body(body);
                self.agent.run(request.map_err(|error| self.odd(error.to_string()))?)
            }
        };
        let mut response = response.map_err(unreachable)?;
        if let Some(session) = session_in(response.headers()) {
            self.set_session(Some(session));
        }
        let status = response.status();
        let text = response.body_mut().read_to_string().map_err(unreachable)?;
        if status.is_success() {
            return Ok(text);
        }
        match serde_json::from_str::<ErrorAnswer>(&text) {
            Ok(answer) => Err(ClientError::Refused(answer.error)),
            Err(_) => Err(self.odd(format!("status {status}"))),
        }
    }

    pub(crate) fn unreachable(&self, why: String) -> ClientError {
        ClientError::Unreachable { site: self.site.to_string(), why }
    }

    pub(crate) fn odd(&self, why: String) -> ClientError {
        ClientError::NotOurs { site: self.site.to_string(), why }
    }
}

/// The header by which a session is known.
pub(crate) fn cookie(session: &Token) -> String {
    format!("{COOKIE_NAME}={}", session.reveal())
}

/// The session that an answer begins. An empty one is the end of a session, which is known already.
fn session_in(headers: &HeaderMap) -> Option<Token> {
    let cookies = headers.get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.filter_map(|cookie| cookie.split(';').next()?.trim().split_once('='));
    let value = pairs.find(|(name, _)| *name == COOKIE_NAME).map(|(_, value)| value)?;
    (!value.is_empty()).then(|| Token::new(value))
}

/// A name as it may stand in an address. Names of games, offers and codes are letters and digits.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-' || *c == '_').collect()
}
