//! Who may ask, and what every answer carries.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Instant;

use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, UPGRADE,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::error::ApiError;
use crate::wire::ErrorCode;

/// Nothing but what the server itself sends: no inline scripts, no other sites. Rules and engine are WebAssembly, which a
/// policy counts as evaluation; `'wasm-unsafe-eval'` allows it for modules alone, not for scripts.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
    manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Refuses what comes by a foreign name or from pages of other sites, and adds headers to every answer.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let (method, began) = (request.method().clone(), Instant::now());
    // The pattern of the address and not the address: that may hold the code of a challenge.
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let mut response = match refusal(&app, &request) {
        Some(error) => error.into_response(),
        None => next.run(request).await,
    };
    let status = response.status().as_u16();
    app.metrics.answered(status);
    let milliseconds = began.elapsed().as_millis() as u64;
    tracing::debug!(%method, route, status, milliseconds, "answered");
    let headers = response.headers_mut();
    // A report has a policy of its own, which is stricter in what counts.
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    let fixed: [(HeaderName, &'static str); 4] = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    if is_api {
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

fn refusal(app: &App, request: &Request) -> Option<ApiError> {
    let forbidden = |message: &str| Some(ApiError::new(ErrorCode::Forbidden, message));
    let host =
        text(request.headers(), HOST).or(request.uri().authority().map(|authority| authority.as_str()));
    if app.is_local && !host.is_some_and(is_local_name) {
        return forbidden("This server answers to localhost and 127.0.0.1 only.");
    }
    if ["/api", "/mcp"].iter().any(|place| request.uri().path().starts_with(place))
        && let Some(address) = address(app, request.extensions(), request.headers())
        && let Err(error) = app.gate.request(address)
    {
        app.metrics.limited.add(1);
        return Some(error);
    }
    // Only a browser sends an origin; it does so for everything that could change something.
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_guarded = changes || request.headers().contains_key(UPGRADE);
    let origin = text(request.headers(), ORIGIN).filter(|_| is_guarded);
    match origin {
        Some(origin) if origin_host(origin) != host => {
            forbidden("Pages of other sites may not use this server.")
        }
        _ => None,
    }
}

/// Where a request comes from.
fn address(app: &App, extensions: &Extensions, headers: &HeaderMap) -> Option<IpAddr> {
    let ConnectInfo(peer) = extensions.get::<ConnectInfo<SocketAddr>>()?;
    Some(app.gate.address(peer.ip(), headers))
}

/// Where a request comes from, for those who have to be careful with it.
pub(crate) struct From(pub(crate) IpAddr);

impl FromRequestParts<App> for From {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<From, ApiError> {
        // Every connection of the server says where it comes from.
        Ok(From(address(app, &parts.extensions, &parts.headers).unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))))
    }
}

/// A request for something dear: an account, an offer, or what could be guessed.
pub(crate) struct Dear;

impl FromRequestParts<App> for Dear {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Dear, ApiError> {
        let From(address) = From::from_request_parts(parts, app).await?;
        app.gate.dear(address).inspect_err(|_| app.metrics.limited.add(1))?;
        Ok(Dear)
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Host and port of an origin such as `http://localhost:8340`.
fn origin_host(origin: &str) -> Option<&str> {
    origin.split_once("://").map(|(_, host)| host)
}

/// Is it a name of this machine, with any port? Another name that leads here may be a trap.
fn is_local_name(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || address.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for host in ["localhost", "LocalHost:80", "127.0.0.1:8340", "[::1]:8340", "127.3.2.1"] {
            assert!(is_local_name(host), "{host}");
        }
        for host in
            ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "192.168.0.1", "", ":80"]
        {
            assert!(!is_local_name(host), "{host}");
        }
    }
}
