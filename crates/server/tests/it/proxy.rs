//! A real nginx, with the configuration that is handed out, before the server.

use crownhead_harness::{Nginx, skips};
use futures_util::StreamExt;
use reqwest::StatusCode;
use reqwest::header::{HOST, ORIGIN, SET_COOKIE};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::desk::Desk;

const NAME: &str = "checkers.example.org";
const PAGE: &str = "https://checkers.example.org";

#[tokio::test(flavor = "multi_thread")]
async fn nginx_passes_on_what_it_should_and_nothing_that_is_forged() {
    if skips() {
        return;
    }
    let desk = Desk::behind_proxy().await;
    let configuration = include_str!("../../../../packaging/nginx.conf");
    let nginx = Nginx::start(configuration, desk.address).unwrap();
    let client = reqwest::Client::new();

    // A guest, from the page's own name: the cookie is for HTTPS alone.
    let request = client.post(format!("http://{}/api/online/guest", nginx.address()));
    let guest = request.header(HOST, NAME).header(ORIGIN, PAGE).send().await.unwrap();
    assert_eq!(guest.status(), StatusCode::CREATED);
    let cookie = guest.headers().get(SET_COOKIE).unwrap().to_str().unwrap();
    assert!(cookie.contains("; Secure"), "{cookie}");

    // A WebSocket, from the page and from another site.
    for (origin, is_let_in) in [(PAGE, true), ("https://evil.example", false)] {
        let address = format!("ws://{}/api/online/socket", nginx.address());
        let mut request = address.into_client_request().unwrap();
        request.headers_mut().insert(HOST, NAME.parse().unwrap());
        request.headers_mut().insert(ORIGIN, origin.parse().unwrap());
        match tokio_tungstenite::connect_async(request).await {
            Ok((mut socket, _)) => assert!(is_let_in && socket.next().await.unwrap().is_ok(), "{origin}"),
            Err(error) => assert!(!is_let_in, "{origin}: {error}"),
        }
    }

    // Whoever says that he is somebody else is limited all the same.
    let mut refused = 0;
    for number in 0..600 {
        let request = client.get(format!("http://{}/api/about", nginx.address())).header(HOST, NAME);
        let request = request.header("x-forwarded-for", format!("10.0.{}.{}", number / 256, number % 256));
        refused += u32::from(request.send().await.unwrap().status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused > 100, "{refused}");
}
