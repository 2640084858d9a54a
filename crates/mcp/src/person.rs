//! A page on which a person plays in a tournament: a small host of MCP Apps around the board, known by an invitation.

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;

use crate::app;

const PAGE: &str = include_str!("person.html");
/// Nothing is fetched from elsewhere, and no other page shows this one.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The address of the page. The invitation stands behind a `#`, so that it is in no log.
pub(crate) fn routes() -> Router {
    Router::new().route("/play", get(page))
}

async fn page() -> impl IntoResponse {
    let board = app::PAGE.replace('&', "&amp;").replace('"', "&quot;");
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, PAGE.replace("{{board}}", &board))
}
