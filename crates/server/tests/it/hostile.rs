//! Requests that nobody should send.

use crownhead_server::wire::ErrorAnswer;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_TYPE, HOST, ORIGIN};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::desk::Desk;
use crate::visitor::{Visitor, meet};

async fn check(response: reqwest::Response, status: StatusCode, code: &str) {
    assert_eq!(response.status(), status);
    let ErrorAnswer { error } = response.json().await.unwrap();
    assert_eq!(error.code.as_str(), code);
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
        "/api/games",
        "/api/online/games/none",
        "/api/online/games/000000000000",
        "/api/online/games/000000000000/nodes/x",
        "/api/online/games/..%2f..%2fetc%2fpasswd",
        "/api/online/games/%00/pdn",
        "/nothing.js",
        "/../Cargo.toml",
    ] {
        let response = desk.request(Method::GET, path).send().await.unwrap();
        check(response, StatusCode::NOT_FOUND, "not_found").await;
    }
    let response = desk.request(Method::PATCH, "/api/online/games").send().await.unwrap();
    assert!(response.headers().contains_key("allow"));
    check(response, StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed").await;
}

#[tokio::test]
async fn pages_of_other_sites_get_nothing() {
    let desk = Desk::open().await;
    let foreign = desk.request(Method::GET, "/api/about").header(HOST, "evil.example");
    check(foreign.send().await.unwrap(), StatusCode::FORBIDDEN, "forbidden").await;
    let other = desk.request(Method::POST, "/api/online/guest").header(ORIGIN, "http://evil.example");
    check(other.send().await.unwrap(), StatusCode::FORBIDDEN, "forbidden").await;
    let own =
        desk.request(Method::POST, "/api/online/guest").header(ORIGIN, format!("http://{}", desk.address));
    assert_eq!(own.send().await.unwrap().status(), 201);
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
        assert!(
            policy.contains("script-src 'self' 'wasm-unsafe-eval';") && !policy.contains("'unsafe"),
            "{policy}"
        );
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("x-frame-options"), "DENY");
    }
}

#[tokio::test]
async fn settings_out_of_range_are_refused() {
    let desk = Desk::open().await;
    let guest = Visitor::guest(&desk).await;
    for (settings, code) in [
        (json!({"start": {"from": "ballot", "number": 175}}), "bad_value"),
        (json!({"start": {"from": "ballot", "number": 70_000}}), "bad_request"),
        (json!({"start": {"from": "fen", "fen": "B:W1:B2"}}), "bad_request"),
        (json!({"start": {"from": "fen", "fen": "B:W21:B"}}), "bad_value"),
        (json!({"start": {"from": "chess"}}), "bad_request"),
        (json!({"clock": {"base_ms": 0}}), "bad_value"),
        (json!({"clock": {"base_ms": 999}}), "bad_value"),
        (json!({"clock": {"base_ms": 90_000_000}}), "bad_value"),
        (json!({"clock": {"base_ms": -1}}), "bad_request"),
        (json!({"clock": {"base_seconds": 300}}), "bad_request"),
        (json!({"clock": {"base_ms": 60_000, "increment_ms": 3_700_000}}), "bad_value"),
        (json!({"rules": "chess"}), "bad_rules"),
        (json!({"side": "green"}), "bad_request"),
    ] {
        let seek = guest.refused(Method::POST, "/api/online/seeks", settings.clone()).await;
        assert_eq!(seek.1, code, "{settings}");
        let challenge = guest.refused(Method::POST, "/api/online/challenges", json!({"settings": settings}));
        assert_eq!(challenge.await.1, code, "{settings}");
    }
    for (query, code) in [("limit=0", "bad_value"), ("after=x", "bad_value"), ("limit=x", "bad_request")] {
        let path = format!("/api/online/games?{query}");
        assert_eq!(desk.refused(Method::GET, &path, Value::Null).await.1, code, "{query}");
    }
}

#[tokio::test]
async fn commands_that_are_for_ones_own_board_are_refused_in_a_game_with_others() {
    let desk = Desk::open().await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, black, _) = meet(&desk, &one, &two, json!({})).await;
    let mut line = black.socket().await;
    line.play(&game, 0, "11-15").await.unwrap();
    for command in [
        json!({"type": "redo"}),
        json!({"type": "restart"}),
        json!({"type": "set_up", "start": {"fen": "W:W21:B1"}}),
        json!({"type": "sit", "side": "white", "seat": {"level": 1}}),
        json!({"type": "sit", "side": "white", "seat": "shared"}),
    ] {
        assert_eq!(line.order(&game, command.clone()).await.1, Err("not_now".to_owned()), "{command}");
    }
    // Nobody says how long the way was, or what the next game is called.
    for command in [
        json!({"type": "move", "ply": 1, "move": "22-18", "lag_ms": 60_000}),
        json!({"type": "rematch", "next": "000000000000"}),
        json!({"type": "dance"}),
    ] {
        let message = json!({"type": "act", "request": 1, "game": game, "command": command});
        line.socket.say(message).await;
        let answer: Value = line.socket.hear().await.unwrap();
        assert_eq!(
            (&answer["type"], &answer["error"]["code"]),
            (&json!("refused"), &json!("bad_request")),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn who_says_nothing_is_not_waited_for() {
    let desk = Desk::with(|config| config.timeouts.headers = std::time::Duration::from_millis(200)).await;
    for beginning in ["", "GET / HTTP/1.1\r\nHost: localhost\r\n"] {
        let mut silent = tokio::net::TcpStream::connect(desk.address).await.unwrap();
        silent.write_all(beginning.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // It ends, and not because the client has closed: that is the test.
        let read =
            tokio::time::timeout(std::time::Duration::from_secs(60), silent.read_to_end(&mut answer)).await;
        assert!(read.is_ok(), "the server waits for the rest of {beginning:?} without end");
        assert!(!String::from_utf8_lossy(&answer).contains("200"), "the request never ended");
    }
}
