//! The tools over HTTP, to be mounted in any server.

use std::sync::Arc;

use axum::Router;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;

use crate::bots;
use crate::hall::Hall;
use crate::local::LocalHall;
use crate::person;
use crate::server::{McpServer, Profile};

/// The largest request that is read, in bytes.
const MAX_REQUEST: usize = 64 << 10;

/// Who may come: hosts by the name they are called by, and pages by their origin. Requests from pages are refused unless
/// their origin is named, so that no page can play through a browser.
#[derive(Clone, Debug, Default)]
pub struct Guests {
    /// Names of this machine besides those of the loopback: `host` or `host:port`.
    pub hosts: Vec<String>,
    /// Origins of pages: `https://host:port`.
    pub origins: Vec<String>,
}

/// A router that answers at `/mcp`, and checks who comes.
pub fn router<H: Hall>(hall: Arc<H>, profile: Profile, guests: &Guests) -> Router {
    let loopback = ["localhost", "127.0.0.1", "::1"].map(str::to_owned);
    let hosts = loopback.into_iter().chain(guests.hosts.iter().cloned());
    let config = plain()
        .with_allowed_hosts(hosts)
        .with_allowed_origins(guests.origins.iter().cloned())
        .enforce_origin_validation();
    at("/mcp", hall, profile, config)
}

/// A router for a tournament that listens at a port: `/mcp` for agents, the bot API for programs that want plain HTTP, and
/// `/play` for people. All are known by their invitations.
pub fn tournament_router(hall: &LocalHall, guests: &Guests, port: u16) -> Router {
    let mut guests = guests.clone();
    // The page for people comes from here.
    let named = guests
        .hosts
        .iter()
        .map(|host| if host.contains(':') { host.clone() } else { format!("{host}:{port}") });
    let own = ["localhost", "127.0.0.1", "[::1]"].map(|host| format!("{host}:{port}"));
    let origins: Vec<String> = named.chain(own).map(|host| format!("http://{host}")).collect();
    guests.origins.extend(origins);
    let tools = router(Arc::new(hall.clone()), Profile::Play, &guests);
    tools.merge(bots::routes(hall.clone())).merge(person::routes())
}

/// A router that answers at a path, for a server that checks by itself who comes.
pub fn mounted<H: Hall>(path: &str, hall: Arc<H>, profile: Profile) -> Router {
    at(path, hall, profile, plain().disable_allowed_hosts().disable_allowed_origins())
}

fn plain() -> StreamableHttpServerConfig {
    StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(MAX_REQUEST)
}

fn at<H: Hall>(path: &str, hall: Arc<H>, profile: Profile, config: StreamableHttpServerConfig) -> Router {
    let sessions = Arc::new(LocalSessionManager::default());
    // A new one for each request; the games are in the hall.
    let make = move || Ok(McpServer::new(Arc::clone(&hall), profile));
    Router::new().route_service(path, StreamableHttpService::new(make, sessions, config))
}

/// Serves a router until the program ends.
///
/// # Errors
///
/// The listener fails.
pub async fn serve(listener: TcpListener, router: Router) -> std::io::Result<()> {
    axum::serve(listener, router).await
}
