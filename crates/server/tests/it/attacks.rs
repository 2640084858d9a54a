//! Somebody who wants the server for himself, or wants nobody to have it.

use std::net::Ipv4Addr;
use std::time::Duration;

use crownhead_server::Limits;
use futures_util::{SinkExt, StreamExt};
use reqwest::header::{HOST, ORIGIN};
use reqwest::{Client, Method, StatusCode};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::desk::{Desk, HOME, Socket, connect_from};
use crate::visitor::{Visitor, meet};

/// Longer than anything here takes on a busy machine: a test that waits this long has found a hole.
const TOO_LONG: Duration = Duration::from_secs(60);

const SOCKETS: [&str; 2] = ["/api/online/socket", "/api/analysis"];

fn at(last: u8) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 0, last)
}

/// Sends the same again and again. Is it hung up on?
async fn is_cut_off(socket: Socket, message: Message, times: usize) -> bool {
    let (mut send, mut receive) = socket.0.split();
    let sending = async {
        for _ in 0..times {
            if send.send(message.clone()).await.is_err() {
                break;
            }
        }
    };
    let hearing = async { while let Some(Ok(_)) = receive.next().await {} };
    timeout(TOO_LONG, async { tokio::join!(sending, hearing) }).await.is_ok()
}

#[tokio::test]
async fn a_flood_of_anything_is_cut_off_on_every_socket() {
    let desk = Desk::limited().await;
    for path in SOCKETS {
        for message in [
            Message::text("garbage"),
            Message::binary(vec![0; 100]),
            Message::Ping(vec![1, 2, 3].into()),
            Message::Pong(vec![1, 2, 3].into()),
        ] {
            let socket = desk.socket(path).await;
            assert!(is_cut_off(socket, message.clone(), 1000).await, "{path}: {message:?}");
        }
    }
}

#[tokio::test]
async fn frames_that_are_too_large_are_not_taken() {
    let desk = Desk::limited().await;
    for (path, size) in [("/api/online/socket", 5 << 10), ("/api/analysis", 1 << 20)] {
        let socket = desk.socket(path).await;
        assert!(is_cut_off(socket, Message::text("x".repeat(size)), 1).await, "{path}");
    }
}

#[tokio::test]
async fn one_address_cannot_have_all_sockets() {
    for path in SOCKETS {
        let desk = Desk::limited().await;
        let mut sockets = Vec::new();
        for _ in 0..600 {
            match desk.socket_from(HOME, path).await {
                Ok(socket) => sockets.push(socket),
                Err(status) => assert_eq!(status, StatusCode::TOO_MANY_REQUESTS),
            }
        }
        assert!((1..=200).contains(&sockets.len()), "{path}: {}", sockets.len());
        assert!(desk.socket_from(at(2), path).await.is_ok(), "{path}: others are let in");
    }
}

async fn log_in(client: &Client, desk: &Desk, name: &str, password: &str) -> StatusCode {
    let request = client.post(format!("http://{}/api/online/login", desk.address));
    request.json(&json!({"name": name, "password": password})).send().await.unwrap().status()
}

#[tokio::test]
async fn nobody_can_lock_somebody_else_out() {
    let desk = Desk::limited().await;
    Visitor::account(&desk, "Marion").await;
    for last in 10..18 {
        let attacker = Desk::client_from(at(last));
        for _ in 0..12 {
            log_in(&attacker, &desk, "Marion", "wrong horse").await;
        }
        assert_eq!(
            log_in(&attacker, &desk, "Marion", "correct horse").await,
            StatusCode::TOO_MANY_REQUESTS,
            "who has guessed too often cannot try on"
        );
    }
    let marion = Desk::client_from(HOME);
    assert_eq!(log_in(&marion, &desk, "Marion", "correct horse").await, StatusCode::OK);
}

#[tokio::test]
async fn one_address_cannot_try_one_name_after_the_other() {
    let desk = Desk::limited().await;
    let attacker = Desk::client_from(at(9));
    let mut refused = false;
    for number in 0..150 {
        let status = log_in(&attacker, &desk, &format!("player{number}"), "123456789").await;
        refused |= status == StatusCode::TOO_MANY_REQUESTS;
    }
    assert!(refused);
}

#[tokio::test]
async fn a_name_of_a_megabyte_is_no_name() {
    let desk = Desk::open().await;
    let name = "x".repeat(1_000_000);
    for _ in 0..20 {
        let status = log_in(&Client::new(), &desk, &name, "whatever it is").await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "it is nobody's, and nothing is remembered of it");
    }
}

#[tokio::test]
async fn a_body_that_never_ends_is_not_waited_for() {
    let desk = Desk::with(|config| config.timeouts.body = Duration::from_millis(200)).await;
    let head = "POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    for rest in ["Content-Length: 1000\r\n\r\n{\"fen\":", "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"] {
        let mut slow = connect_from(HOME, desk.address).await;
        slow.write_all(format!("{head}{rest}").as_bytes()).await.unwrap();
        let mut answer = String::new();
        let read = timeout(TOO_LONG, slow.read_to_string(&mut answer)).await;
        assert!(read.is_ok(), "the connection stays open");
        assert!(answer.starts_with("HTTP/1.1 400") && answer.contains("too long to arrive"), "{answer}");
    }
}

#[tokio::test]
async fn who_never_reads_is_hung_up_on() {
    let desk = Desk::with(|config| {
        config.limits = Limits::None;
        config.timeouts.write = Duration::from_millis(200);
    })
    .await;
    let (one, two) = (Visitor::guest(&desk).await, Visitor::guest(&desk).await);
    let (game, ..) = meet(&desk, &one, &two, json!({})).await;
    let deaf = desk.socket("/api/online/socket").await;
    let (mut send, _receive) = deaf.0.split();
    let watch = json!({"type": "watch", "request": 1, "game": game}).to_string();
    // Each is answered with the whole game, until nothing more fits between the two.
    let sending = async { while send.send(Message::text(watch.clone())).await.is_ok() {} };
    assert!(timeout(TOO_LONG, sending).await.is_ok(), "the socket stays open");
    let sockets = async {
        while !desk.metrics().await.contains("crownhead_sockets 0") {
            tokio::task::yield_now().await;
        }
    };
    assert!(timeout(TOO_LONG, sockets).await.is_ok(), "the server does not notice");
}

#[tokio::test]
async fn forged_headers_count_for_nothing() {
    let desk = Desk::limited().await;
    let attacker = Desk::client_from(at(9));
    let mut refused = 0;
    for number in 0..600 {
        let request = attacker.get(format!("http://{}/api/about", desk.address));
        let request = request.header("x-forwarded-for", format!("10.0.{}.{}", number / 256, number % 256));
        let request = request.header("x-real-ip", "127.0.0.1").header("forwarded", "for=127.0.0.1");
        refused += u32::from(request.send().await.unwrap().status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 100, "{refused}");
    assert!(!desk.text("/api/about").await.is_empty(), "others are answered");
}

#[tokio::test]
async fn behind_a_proxy_each_client_counts_for_itself() {
    let desk = Desk::behind_proxy().await;
    let ask = async |named: &str| {
        let request = desk.request(Method::GET, "/api/about").header(HOST, "checkers.example.org");
        request.header("x-forwarded-for", named).send().await.unwrap().status()
    };
    let mut refused = 0;
    for _ in 0..600 {
        // What stands before the last address was said by the client.
        refused += u32::from(ask("127.0.0.1, 203.0.113.7").await == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 100, "{refused}");
    assert_eq!(ask("203.0.113.8").await, StatusCode::OK);
    assert_eq!(ask("127.0.0.1, 203.0.113.8").await, StatusCode::OK);
}

#[tokio::test]
async fn a_server_behind_a_proxy_answers_to_its_name_alone() {
    let desk = Desk::behind_proxy().await;
    let ask = async |host: &str, origin: &str| {
        let request = desk.request(Method::POST, "/api/online/guest").header(HOST, host);
        request.header(ORIGIN, origin).send().await.unwrap().status()
    };
    let page = "https://checkers.example.org";
    assert_eq!(ask("checkers.example.org", page).await, StatusCode::CREATED);
    assert_eq!(ask("127.0.0.1:8340", page).await, StatusCode::CREATED, "a proxy may ask by an address");
    assert_eq!(ask("evil.example", "https://evil.example").await, StatusCode::FORBIDDEN);
    assert_eq!(ask("checkers.example.org", "https://evil.example").await, StatusCode::FORBIDDEN);
}
