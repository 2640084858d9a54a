//! Guests, accounts and tokens.

use std::sync::{Arc, Mutex};

use crownhead_server::wire::{ChallengeInfo, MadeToken, Me, Profile, TokenList};
use reqwest::header::{COOKIE, SET_COOKIE};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::visitor::{Visitor, cookie};

#[tokio::test]
async fn a_session_is_a_cookie_that_scripts_and_other_sites_do_not_get() {
    let desk = Desk::open().await;
    let response = desk.request(Method::POST, "/api/online/guest").send().await.unwrap();
    let set = response.headers().get(SET_COOKIE).unwrap().to_str().unwrap().to_owned();
    assert!(set.contains("; HttpOnly") && set.contains("; SameSite=Lax") && !set.contains("Secure"), "{set}");
    for (desk, is_trusted) in [(&desk, false), (&Desk::behind_proxy().await, true)] {
        let by_https = desk.request(Method::POST, "/api/online/guest").header("x-forwarded-proto", "https");
        let response = by_https.send().await.unwrap();
        let set = response.headers().get(SET_COOKIE).unwrap().to_str().unwrap();
        assert_eq!(set.contains("; Secure"), is_trusted, "{set}");
    }
    let me = desk.request(Method::GET, "/api/online/me");
    assert_eq!(me.send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
    let wrong = desk.request(Method::GET, "/api/online/me").header(COOKIE, "crownhead=0000");
    assert_eq!(wrong.send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn accounts_are_made_entered_and_left() {
    let desk = Desk::open().await;
    let marion = Visitor::account(&desk, "Marion").await;
    assert_eq!((marion.me.name.as_str(), marion.me.guest), ("Marion", false));
    assert_eq!(marion.me.rating.unwrap().rating, 1500);
    let again = json!({"name": "MARION", "password": "something else"});
    assert_eq!(desk.refused(Method::POST, "/api/online/register", again).await.0, 409);
    for (name, password) in
        [("x", "long enough"), ("admin", "long enough"), ("Asa", "short"), ("a b", "long enough")]
    {
        let body = json!({"name": name, "password": password});
        assert_eq!(desk.refused(Method::POST, "/api/online/register", body).await.1, "bad_value");
    }
    for (name, password) in [("Marion", "wrong horse"), ("Nobody", "correct horse")] {
        let body = json!({"name": name, "password": password});
        assert_eq!(desk.refused(Method::POST, "/api/online/login", body).await.1, "who_are_you");
    }
    let body = json!({"name": "marion", "password": "correct horse"});
    let response = desk.send(Method::POST, "/api/online/login", body).await;
    assert_eq!(response.status(), StatusCode::OK);
    let (telephone, me) = (cookie(&response), response.json::<Me>().await.unwrap());
    assert_eq!(me.name, "Marion");
    assert_ne!(telephone, marion.cookie);
    assert_eq!(marion.send(Method::POST, "/api/online/logout", Value::Null).await.status(), 204);
    assert_eq!(marion.refused(Method::GET, "/api/online/me", Value::Null).await.0, 401);
    let still = desk.request(Method::GET, "/api/online/me").header(COOKIE, telephone).send().await.unwrap();
    assert_eq!(still.status(), StatusCode::OK, "leaving one device is not leaving the other");
    let profile: Profile = desk.get("/api/online/players/mArIoN").await;
    assert_eq!(profile.name, "Marion");
}

#[tokio::test]
async fn tokens_belong_to_accounts_and_are_told_once() {
    let desk = Desk::open().await;
    let guest = Visitor::guest(&desk).await;
    let new = json!({"name": "my bot", "scopes": ["bot:play"]});
    assert_eq!(guest.refused(Method::POST, "/api/online/tokens", new.clone()).await.0, 403);
    let marion = Visitor::account(&desk, "Marion").await;
    let made: MadeToken = marion.post("/api/online/tokens", new).await;
    let listed = marion.send(Method::GET, "/api/online/tokens", Value::Null).await.text().await.unwrap();
    assert!(!listed.contains(&made.token));
    let listed: TokenList = serde_json::from_str(&listed).unwrap();
    assert_eq!(listed.tokens[0].id, made.id);
    let other = Visitor::account(&desk, "Asa").await;
    let path = format!("/api/online/tokens/{}", made.id);
    assert_eq!(other.refused(Method::DELETE, &path, Value::Null).await.0, 404);
    assert_eq!(marion.send(Method::DELETE, &path, Value::Null).await.status(), 204);
}

/// A log that can be read.
#[derive(Clone, Default)]
pub(crate) struct Log(pub(crate) Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn no_secret_gets_into_the_log() {
    let log = Log::default();
    let written = log.clone();
    // For all tests that run at the same time: none of them may have its secrets logged.
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::DEBUG)
        .with_writer(move || written.clone())
        .init();
    let desk = Desk::open().await;
    let marion = Visitor::account(&desk, "Marion").await;
    let wrong = json!({"name": "Marion", "password": "a secret mistake"});
    assert_eq!(desk.refused(Method::POST, "/api/online/login", wrong).await.0, 401);
    let made: MadeToken =
        marion.post("/api/online/tokens", json!({"name": "x", "scopes": ["bot:play"]})).await;
    let challenge: ChallengeInfo = marion.post("/api/online/challenges", json!({})).await;
    let guest = Visitor::guest(&desk).await;
    let _: ChallengeInfo = guest.get(&format!("/api/online/challenges/{}", challenge.code)).await;
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    // Only what our own code writes: the libraries of the test's client write what they send.
    let own: String = text.lines().filter(|line| line.contains("crownhead_server")).collect();
    assert!(own.contains("/api/online/login") && own.contains("answered"), "{own}");
    let session = marion.cookie.split('=').nth(1).unwrap();
    for secret in ["correct horse", "a secret mistake", session, &made.token, &challenge.code] {
        assert!(!own.contains(secret), "{secret} is in the log");
    }
}
