//! Requests that nobody should send.

use crownhead_server::wire::ErrorAnswer;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_TYPE, HOST, ORIGIN};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::desk::Desk;

async fn check(response: reqwest::Response, status: StatusCode, code: &str) {
    assert_eq!(response.status(), status);
    let ErrorAnswer { error } = response.json().await.unwrap();
    assert_eq!(error.code, code);
    assert!(!error.message.is_empty());
}

#[tokio::test]
async fn what_is_not_json_or_too_much_is_refused() {
    let desk = Desk::open().await;
    let post = |body: String| {
        desk.request(Method::POST, "/api/position").header(CONTENT_TYPE, "application/json").body(body)
    };
    check(post("{".into()).send().await.unwrap(), StatusCode::BAD_REQUEST, "bad_request").await;
    check(post("{\"fem\": 1}".into()).send().await.unwrap(), StatusCode::BAD_REQUEST, "bad_request").await;
    check(post("[".repeat(100_000)).send().await.unwrap(), StatusCode::BAD_REQUEST, "bad_request").await;
    let large = format!("{{\"fen\": \"{}\"}}", "x".repeat(2 << 20));
    check(post(large).send().await.unwrap(), StatusCode::PAYLOAD_TOO_LARGE, "too_large").await;
    let untyped = desk.request(Method::POST, "/api/position").body("{}");
    check(untyped.send().await.unwrap(), StatusCode::UNSUPPORTED_MEDIA_TYPE, "wrong_type").await;
    let long = "9".repeat(900_000);
    for body in [json!({"fen": long}), json!({"rules": long}), json!({"fen": "W:W".to_owned() + &long})] {
        let (status, ..) = desk.refused(Method::POST, "/api/position", body).await;
        assert_eq!(status, 422);
    }
    let (status, ..) = desk.refused(Method::POST, "/api/position/move", json!({"move": long})).await;
    assert_eq!(status, 422);
}

#[tokio::test]
async fn addresses_that_lead_nowhere_are_told() {
    let desk = Desk::open().await;
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/games/none",
        "/api/games/000000000000",
        "/api/games/000000000000/nodes/x",
        "/api/games/..%2f..%2fetc%2fpasswd",
        "/api/games/%00/pdn",
        "/nothing.js",
        "/../Cargo.toml",
    ] {
        let response = desk.request(Method::GET, path).send().await.unwrap();
        check(response, StatusCode::NOT_FOUND, "not_found").await;
    }
    let response = desk.request(Method::PATCH, "/api/games").send().await.unwrap();
    assert!(response.headers().contains_key("allow"));
    check(response, StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed").await;
}

#[tokio::test]
async fn pages_of_other_sites_get_nothing() {
    let desk = Desk::open().await;
    let foreign = desk.request(Method::GET, "/api/about").header(HOST, "evil.example");
    check(foreign.send().await.unwrap(), StatusCode::FORBIDDEN, "forbidden").await;
    let other = desk
        .request(Method::POST, "/api/games")
        .header(ORIGIN, "http://evil.example")
        .json(&json!({"kind": "two"}));
    check(other.send().await.unwrap(), StatusCode::FORBIDDEN, "forbidden").await;
    let own = desk.request(Method::POST, "/api/games").header(ORIGIN, format!("http://{}", desk.address));
    assert_eq!(own.json(&json!({"kind": "two"})).send().await.unwrap().status(), 201);
    for path in ["/api/analysis", "/api/online/socket"] {
        let mut request = format!("ws://{}{path}", desk.address).into_client_request().unwrap();
        request.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
        assert!(tokio_tungstenite::connect_async(request).await.is_err());
    }
}

#[tokio::test]
async fn answers_carry_what_keeps_pages_safe() {
    let desk = Desk::open().await;
    for path in ["/", "/api/about", "/api/nothing", "/api/docs"] {
        let response =
            desk.request(Method::GET, path).header(ACCEPT_ENCODING, "br, gzip").send().await.unwrap();
        let header = |name: &str| response.headers().get(name).unwrap().to_str().unwrap().to_owned();
        let policy = header("content-security-policy");
        assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("x-frame-options"), "DENY");
    }
}

#[tokio::test]
async fn the_description_names_every_address() {
    let desk = Desk::open().await;
    let description: Value = desk.get("/api/openapi.json").await;
    let n_paths = description["paths"].as_object().unwrap().len();
    assert!(n_paths >= 26, "{n_paths}");
    let docs = desk.text("/api/docs").await;
    assert!(docs.contains("POST /api/games/{id}/moves") && !docs.contains("<script"));
}

#[tokio::test]
async fn settings_out_of_range_are_refused() {
    let desk = Desk::open().await;
    for (new, code) in [
        (json!({"kind": "computer", "level": 11}), "bad_value"),
        (json!({"kind": "computer", "level": 300}), "bad_request"),
        (json!({"kind": "chess"}), "bad_request"),
        (json!({"kind": "two", "start": {"from": "ballot", "number": 175}}), "bad_value"),
        (json!({"kind": "two", "start": {"from": "fen", "fen": "B:W1:B2"}}), "bad_fen"),
        (json!({"kind": "two", "start": {"from": "pdn", "pdn": "hello"}}), "bad_pdn"),
        (json!({"kind": "two", "clock": {"base_seconds": 0}}), "bad_value"),
        (json!({"kind": "two", "rules": "chess"}), "bad_rules"),
    ] {
        let (_, found, message) = desk.refused(Method::POST, "/api/games", new.clone()).await;
        assert_eq!(found, code, "{new}: {message}");
    }
    assert_eq!(desk.refused(Method::GET, "/api/games?limit=0", Value::Null).await.1, "bad_value");
    assert_eq!(desk.refused(Method::GET, "/api/games?after=x", Value::Null).await.1, "bad_value");
    assert_eq!(desk.refused(Method::GET, "/api/games?limit=x", Value::Null).await.1, "bad_request");
}

#[tokio::test]
async fn who_says_nothing_is_not_waited_for() {
    let desk = Desk::open().await;
    let mut silent = tokio::net::TcpStream::connect(desk.address).await.unwrap();
    silent.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n").await.unwrap();
    let mut answer = Vec::new();
    // It ends, and not because the client has closed: that is the test.
    let _ = silent.read_to_end(&mut answer).await;
    assert!(!String::from_utf8_lossy(&answer).contains("200"), "the request never ended");
}
