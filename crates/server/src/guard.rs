//! Who may ask, and what every answer carries.

use std::net::SocketAddr;
use std::time::Instant;

use axum::extract::{ConnectInfo, FromRequestParts, MatchedPath, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN,
    REFERRER_POLICY, UPGRADE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::client::Client;
use crate::error::ApiError;
use crate::wire::ErrorCode;

/// Nothing but what the server itself sends: no inline scripts, no other sites. Rules and engine are WebAssembly, which a
/// policy counts as evaluation; `'wasm-unsafe-eval'` allows it for modules alone, not for scripts.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; media-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
    manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Refuses what comes by a foreign name or from pages of other sites, and adds headers to every answer.
pub(crate) async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api");
    let (method, began) = (request.method().clone(), Instant::now());
    // The pattern of the address and not the address: that may hold the code of a challenge.
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let client = recognize(&app, &mut request);
    let mut response = match refusal(&app, &request, client.as_ref()) {
        Some(error) => refused(error),
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

/// Whoever asks too often has to connect again.
fn refused(error: ApiError) -> Response {
    let is_too_many = error.is(ErrorCode::TooMany);
    let mut response = error.into_response();
    if is_too_many {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

fn refusal(app: &App, request: &Request, client: Option<&Client>) -> Option<ApiError> {
    let forbidden = |message: &str| Some(ApiError::new(ErrorCode::Forbidden, message));
    let host =
        text(request.headers(), HOST).or(request.uri().authority().map(|authority| authority.as_str()));
    if !app.entrance.answers_to(host) {
        return forbidden(
            "This server does not know itself by this name. Its operator can add it with --public-host.",
        );
    }
    if ["/api", "/mcp"].iter().any(|place| request.uri().path().starts_with(place))
        && let Some(client) = client
        && let Err(error) = app.gate.request(client)
    {
        app.metrics.too_many();
        return Some(error);
    }
    // Only a browser sends an origin; it does so for everything that could change something.
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_guarded = changes || request.headers().contains_key(UPGRADE);
    let origin = text(request.headers(), ORIGIN).filter(|_| is_guarded);
    match origin {
        Some(origin) if !app.entrance.is_own_page(origin, host) => {
            forbidden("Pages of other sites may not use this server.")
        }
        _ => None,
    }
}

/// Learns who asks, and takes away what only a trusted proxy may say.
fn recognize(app: &App, request: &mut Request) -> Option<Client> {
    let ConnectInfo(peer) = *request.extensions().get::<ConnectInfo<SocketAddr>>()?;
    let client = app.entrance.client(peer.ip(), request.headers());
    app.entrance.clean(peer.ip(), request.headers_mut());
    request.extensions_mut().insert(client);
    Some(client)
}

/// A request for something dear: an account, an offer, or what could be guessed.
pub(crate) struct Dear;

impl FromRequestParts<App> for Dear {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Dear, ApiError> {
        let client = Client::from_request_parts(parts, app).await?;
        app.gate.dear(&client).inspect_err(|_| app.metrics.too_many())?;
        Ok(Dear)
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}
