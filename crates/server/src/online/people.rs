//! Who somebody is: guests, accounts, and the cookies by which they are known.

use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, COOKIE, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use crownhead_contest::Name;
use crownhead_store::club::{Account, ApiToken, Player, Session};

use super::{Online, Secret, convert, new_id, now, ratings, secret, try_again};
use crate::App;
use crate::error::{ApiError, sentence};
use crate::wire::{Credentials, ErrorCode, MadeToken, Me, NewToken, Scope, TokenInfo};

mod password;

/// Somebody who is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person {
    /// The id of an account, or one that only this guest has.
    pub(crate) id: String,
    /// The name that is shown.
    pub(crate) name: String,
    /// Is there an account?
    pub(crate) has_account: bool,
}

/// By what somebody is known, as it is kept. Whatever was opened by it ends when it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Login {
    /// The session of a cookie.
    Session(String),
    /// The token of a program.
    Token(String),
}

/// Whoever asks, and by which session, if it is known who that is.
pub(crate) struct Identified(pub(crate) Option<(Person, Login)>);

/// Whoever asks, if it is known who that is.
pub(crate) struct Caller(pub(crate) Option<Person>);

/// Whoever asks, who must be known.
pub(crate) struct Known(pub(crate) Person);

/// Whoever asks, by a session or by a token.
pub(crate) struct Anyone(pub(crate) Person);

/// A program that asks by a token.
pub(crate) struct Program {
    /// Whose account it is.
    pub(crate) person: Person,
    /// By which token.
    pub(crate) login: Login,
    scopes: Vec<Scope>,
}

/// The name of the cookie.
const COOKIE_NAME: &str = "crownhead";
/// Lifetime of a session in seconds.
const SESSION_SECONDS: u64 = 30 * 24 * 3600;
/// The maximum number of tokens of an account.
const MAX_TOKENS: usize = 20;

impl FromRequestParts<App> for Identified {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Identified, ApiError> {
        let Some(token) = cookie(&parts.headers) else { return Ok(Identified(None)) };
        let session = app.online.store().session(token.hash()).await?;
        Ok(Identified(session.map(|Session { hash, person, name, has_account, .. }| {
            (Person { id: person, name, has_account }, Login::Session(hash))
        })))
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, ApiError> {
        let Identified(known) = Identified::from_request_parts(parts, app).await?;
        Ok(Caller(known.map(|(person, _)| person)))
    }
}

impl FromRequestParts<App> for Known {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Known, ApiError> {
        let Caller(person) = Caller::from_request_parts(parts, app).await?;
        person.map(Known).ok_or_else(nobody)
    }
}

impl FromRequestParts<App> for Anyone {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Anyone, ApiError> {
        if parts.headers.contains_key(AUTHORIZATION) {
            return Ok(Anyone(Program::from_request_parts(parts, app).await?.person));
        }
        let Known(person) = Known::from_request_parts(parts, app).await?;
        Ok(Anyone(person))
    }
}

impl FromRequestParts<App> for Program {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Program, ApiError> {
        let given = parts.headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let token = given.and_then(|given| given.strip_prefix("Bearer ")).map(str::trim);
        let needed = || who_are_you("This address needs a token: send it as Authorization: Bearer TOKEN.");
        let hash = Secret::given(token.ok_or_else(needed)?).hash();
        let found = app.online.store().token(hash).await?;
        let found = found.ok_or_else(|| who_are_you("There is no such token, or it was revoked."))?;
        let login = Login::Token(found.hash.clone());
        let account = app.online.store().account(found.account.clone()).await?.ok_or_else(needed)?;
        let person = Person { id: account.id, name: account.name, has_account: true };
        Ok(Program { person, login, scopes: scopes(&found) })
    }
}

impl Program {
    /// The program, if its token is for this.
    pub(crate) fn may(self, scope: Scope) -> Result<Person, ApiError> {
        if self.scopes.contains(&scope) {
            return Ok(self.person);
        }
        let message = format!("This token does not allow that: it needs the scope {}.", scope_word(scope));
        Err(ApiError::new(ErrorCode::Forbidden, message))
    }
}

/// Nobody is known to ask.
pub(crate) fn nobody() -> ApiError {
    let message = "The server does not know who you are. Play as a guest, or log in.";
    who_are_you(message).with_hint("POST /api/online/guest")
}

fn who_are_you(message: &str) -> ApiError {
    ApiError::new(ErrorCode::WhoAreYou, message)
}

/// The token in the cookie of a request.
fn cookie(headers: &HeaderMap) -> Option<Secret> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE_NAME).map(|(_, token)| Secret::given(token))
}

/// The cookie of a session. Scripts cannot read it and other sites cannot send it; over HTTPS it never goes without.
pub(crate) fn logged_in(token: &Secret, headers: &HeaderMap) -> Result<HeaderValue, ApiError> {
    let secure = if came_by_https(headers) { "; Secure" } else { "" };
    let token = token.reveal();
    let text =
        format!("{COOKIE_NAME}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={SESSION_SECONDS}{secure}");
    HeaderValue::try_from(text).map_err(|_| try_again())
}

/// The cookie that takes a session away.
pub(crate) fn logged_out() -> HeaderValue {
    HeaderValue::from_static("crownhead=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0")
}

/// A proxy that speaks HTTPS for the server says so.
fn came_by_https(headers: &HeaderMap) -> bool {
    headers.get("x-forwarded-proto").is_some_and(|proto| proto.as_bytes().eq_ignore_ascii_case(b"https"))
}

fn scope_word(scope: Scope) -> &'static str {
    match scope {
        Scope::BotPlay => "bot:play",
        Scope::ChallengeWrite => "challenge:write",
    }
}

fn scopes(token: &ApiToken) -> Vec<Scope> {
    let words: Vec<&str> = token.scopes.split(' ').collect();
    [Scope::BotPlay, Scope::ChallengeWrite]
        .into_iter()
        .filter(|scope| words.contains(&scope_word(*scope)))
        .collect()
}

impl Online {
    /// Somebody new, without an account.
    pub(crate) async fn new_guest(&self) -> Result<(Person, Secret), ApiError> {
        let name = format!("Guest {}", 1000 + secret::chance()? % 9000);
        let person = Person { id: format!("g{}", new_id()?), name, has_account: false };
        let token = self.open_session(&person).await?;
        Ok((person, token))
    }

    pub(super) async fn open_session(&self, person: &Person) -> Result<Secret, ApiError> {
        let token = Secret::new()?;
        let session = Session {
            hash: token.hash(),
            person: person.id.clone(),
            name: person.name.clone(),
            has_account: person.has_account,
            expires: now() + SESSION_SECONDS * 1000,
        };
        self.store().add_session(session).await?;
        Ok(token)
    }

    /// Makes an account, and logs it in.
    pub(crate) async fn register(&self, credentials: Credentials) -> Result<(Person, Secret), ApiError> {
        let Credentials { name, password } = credentials;
        let bad = |message: String| ApiError::new(ErrorCode::BadValue, message);
        let name: Name =
            name.parse().map_err(|error: crownhead_contest::BadName| bad(sentence(&error.to_string())))?;
        check_password(&password)?;
        let account = Account {
            id: format!("u{}", new_id()?),
            name: name.to_string(),
            folded: name.folded(),
            password: self.hash(password).await?,
            is_bot: false,
            created: now(),
            rating: ratings::new(now()),
        };
        let person = Person { id: account.id.clone(), name: account.name.clone(), has_account: true };
        if !self.store().add_account(account).await? {
            return Err(ApiError::new(ErrorCode::NotNow, "This name is taken."));
        }
        let token = self.open_session(&person).await?;
        Ok((person, token))
    }

    /// Logs somebody in. A name that does not exist takes as long as a wrong password.
    pub(crate) async fn log_in(&self, credentials: Credentials) -> Result<(Person, Secret), ApiError> {
        let Credentials { name, password } = credentials;
        let account = self.store().account_named(Name::fold(&name)).await?;
        let kept = account.as_ref().map(|account| account.password.clone());
        let is_right = self.verify(password, kept).await?;
        let Some(account) = account.filter(|_| is_right) else { return Err(self.wrong_login()) };
        let person = Person { id: account.id, name: account.name, has_account: true };
        let token = self.open_session(&person).await?;
        Ok((person, token))
    }

    /// Name or password is wrong; which of them is not said.
    pub(crate) fn wrong_login(&self) -> ApiError {
        self.metrics().failed_logins.inc();
        who_are_you("There is no account with this name and this password.")
    }

    pub(super) async fn hash(&self, password: String) -> Result<String, ApiError> {
        self.inner.hashing.run(move || password::hash(&password)).await?.ok_or_else(try_again)
    }

    pub(super) async fn verify(&self, password: String, kept: Option<String>) -> Result<bool, ApiError> {
        self.inner.hashing.run(move || password::verify(&password, kept.as_deref())).await
    }

    /// Somebody as they see themselves.
    pub(crate) async fn me(&self, person: &Person) -> Result<Me, ApiError> {
        let account = match person.has_account {
            true => self.store().account(person.id.clone()).await?,
            false => None,
        };
        Ok(Me {
            id: person.id.clone(),
            name: person.name.clone(),
            guest: !person.has_account,
            bot: account.as_ref().is_some_and(|account| account.is_bot),
            rating: account.as_ref().map(|account| convert::rating_info(&account.rating)),
        })
    }

    /// Somebody as a player of a game that begins.
    pub(crate) async fn player(&self, person: &Person) -> Result<Player, ApiError> {
        let me = self.me(person).await?;
        Ok(Player {
            person: me.id,
            name: me.name,
            has_account: !me.guest,
            is_bot: me.bot,
            rating: me.rating.map(|rating| rating.rating),
            rating_change: None,
        })
    }

    /// A program whose account says that it is one, so that people know whom they play.
    pub(crate) async fn bot(&self, program: Program) -> Result<Person, ApiError> {
        let person = program.may(Scope::BotPlay)?;
        let account = self.store().account(person.id.clone()).await?;
        if account.is_some_and(|account| account.is_bot) {
            return Ok(person);
        }
        let message = "This account belongs to a person. Mark it as a bot first.";
        Err(ApiError::new(ErrorCode::Forbidden, message).with_hint("POST /api/online/bot"))
    }

    /// Makes a token for a program.
    pub(crate) async fn make_token(&self, person: &Person, new: NewToken) -> Result<MadeToken, ApiError> {
        needs_account(person)?;
        let name = new.name.trim();
        if name.is_empty() || name.chars().count() > 60 || new.scopes.is_empty() {
            let message = "A token has a name of at most 60 characters, and at least one scope.";
            return Err(ApiError::new(ErrorCode::BadValue, message));
        }
        if self.store().tokens(person.id.clone()).await?.len() >= MAX_TOKENS {
            return Err(ApiError::not_now(format!(
                "You have {MAX_TOKENS} tokens already; revoke one first."
            )));
        }
        let (id, token) = (new_id()?, Secret::new()?);
        let words: Vec<&str> = new.scopes.iter().map(|scope| scope_word(*scope)).collect();
        let kept = ApiToken {
            id: id.clone(),
            hash: token.hash(),
            account: person.id.clone(),
            name: name.to_owned(),
            scopes: words.join(" "),
            created: now(),
        };
        self.store().add_token(kept).await?;
        Ok(MadeToken { id, token: token.reveal().to_owned() })
    }

    /// The tokens of an account.
    pub(crate) async fn tokens(&self, person: &Person) -> Result<Vec<TokenInfo>, ApiError> {
        let tokens = self.store().tokens(person.id.clone()).await?;
        let info = |token: ApiToken| {
            let scopes = scopes(&token);
            TokenInfo { id: token.id, name: token.name, scopes, created: token.created }
        };
        Ok(tokens.into_iter().map(info).collect())
    }
}

/// Is this a password that somebody may have?
pub(super) fn check_password(password: &str) -> Result<(), ApiError> {
    password::check(password).map_err(|message| ApiError::new(ErrorCode::BadValue, message))
}

/// Some things are for accounts alone.
pub(crate) fn needs_account(person: &Person) -> Result<(), ApiError> {
    if person.has_account {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::Forbidden, "This needs an account: register, or log in."))
}
