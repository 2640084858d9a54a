#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analysis;
mod arena;
mod blocking;
mod chain;
mod client;
mod collection;
mod convert;
mod describe;
mod error;
mod extract;
mod guard;
mod limits;
mod metrics;
mod old_games;
mod online;
mod page;
mod pool;
mod routes;
mod serve;
mod server;
mod socket;
mod system;
mod time;
#[cfg_attr(not(feature = "cluster"), path = "no_workers.rs")]
mod workers;

pub use client::{BadHost, BadNetwork, Network, PublicHost};
pub use crownhead_wire as wire;
pub use limits::Limits;
pub use old_games::{BadOldGame, old_game_pdn};
pub use serve::Timeouts;
pub use server::{Config, ServeError, Server};
pub use system::allow_connections;
#[cfg(feature = "cluster")]
pub use workers::Worker;
pub use workers::Workers;

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{ALLOW, CONTENT_TYPE, HeaderValue};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, middleware};
use crownhead_endgame::Database;
use crownhead_store::StudyStore;
use tokio::sync::watch;

use crate::arena::Arena;
use crate::blocking::Blocking;
use crate::client::Entrance;
use crate::collection::Collection;
use crate::error::ApiError;
use crate::limits::Gate;
use crate::metrics::Metrics;
use crate::online::Online;
use crate::pool::Pool;
use crate::wire::ErrorCode;

/// What every handler can reach.
#[derive(Clone)]
pub(crate) struct App {
    online: Online,
    studies: Arc<dyn StudyStore>,
    blocking: Blocking,
    gate: Arc<Gate>,
    metrics: Arc<Metrics>,
    pool: Pool,
    arena: Arena,
    collection: Collection,
    endings: &'static Database,
    /// Who analyzes in place of this program's own engine.
    workers: Option<Workers>,
    /// By which names, and through whom, the server is reached.
    entrance: Arc<Entrance>,
    /// Turns true when the server is being stopped.
    closing: watch::Receiver<bool>,
}

impl App {
    /// Waits until the server is being stopped.
    fn closed(&self) -> impl Future<Output = ()> + use<> {
        let mut closing = self.closing.clone();
        async move {
            // The sender lives as long as the server.
            let _ = closing.wait_for(|closing| *closing).await;
        }
    }
}

/// What the API offers, in the form of OpenAPI, as `/api/openapi.json` tells it.
pub fn description() -> serde_json::Value {
    describe::data(&routes::routes().1)
}

/// The whole service.
fn router(app: App) -> Router {
    let (api, description) = routes::routes();
    let description = describe::data(&description);
    let docs: Arc<str> = describe::page(&description).into();
    let description = Arc::new(description);
    #[cfg(feature = "mcp")]
    let api = api.merge(online::agents(&app));
    api.route("/api/openapi.json", get(move || async move { Json(description.as_ref().clone()) }))
        .route("/api/docs", get(move || async move { Html(docs.to_string()) }))
        .route("/api/docs.css", get(|| async { ([(CONTENT_TYPE, "text/css")], describe::STYLE) }))
        .route("/api/docs.js", get(|| async { ([(CONTENT_TYPE, "text/javascript")], describe::SCRIPT) }))
        .route("/api/analysis", get(analysis::socket))
        .route("/api/online/socket", get(routes::online_socket))
        .route("/api/arena/{id}/watch", get(routes::arena_socket))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .fallback(page::file)
        .layer(middleware::from_fn(tell_method))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// What the server tells its operator, at an address of its own.
fn metrics_router(app: App) -> Router {
    Router::new().route("/metrics", get(metrics_text)).with_state(app)
}

/// The routes know which methods they allow; the words are the API's.
async fn tell_method(request: Request, next: middleware::Next) -> Response {
    let response = next.run(request).await;
    if response.status() != StatusCode::METHOD_NOT_ALLOWED {
        return response;
    }
    let error = ApiError::new(ErrorCode::MethodNotAllowed, "This address does not support this method.");
    let allowed = response.headers().get(ALLOW).cloned().unwrap_or(HeaderValue::from_static("GET,HEAD"));
    ([(ALLOW, allowed)], error).into_response()
}

/// May this node act? One that is starting, leaving, or without its store may not.
async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    match app.online.node().may_act() {
        true => (StatusCode::OK, "ready\n"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
    }
}

async fn metrics_text(State(app): State<App>) -> impl IntoResponse {
    let text = app.metrics.text(app.online.n_desks(), app.online.node().may_act());
    ([(CONTENT_TYPE, metrics::CONTENT)], text)
}
