//! A server: bound to an address, run until it is told to stop.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Once};
use std::time::Duration;

use axum::Router;
use crownhead_bus::Bus;
use crownhead_collection::Index;
use crownhead_endgame::Database;
use crownhead_store::{ClubStore, StoreError, StudyStore};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::arena::Arena;
use crate::blocking::Blocking;
use crate::client::{Entrance, Network, PublicHost};
use crate::collection::Collection;
use crate::limits::{Gate, Limits};
use crate::metrics::Metrics;
use crate::online::{Cluster, Online, Peers};
use crate::pool::Pool;
use crate::serve::{Door, Timeouts, serve};
use crate::workers::Workers;
use crate::{App, metrics_router, router};

/// What a server is made of.
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// May it take one of the next ports when this one is taken?
    pub any_port: bool,
    /// Where studies are kept.
    pub studies: Arc<dyn StudyStore>,
    /// Where play between people is kept.
    pub club: Arc<dyn ClubStore>,
    /// The name of this node among those that share the games. No two that run have the same.
    pub node: String,
    /// The way to the other nodes, if there are any.
    pub bus: Option<Arc<dyn Bus>>,
    /// Who analyzes in place of this program's own engine.
    pub workers: Option<Workers>,
    /// Whom limits are for.
    pub limits: Limits,
    /// Names by which browsers know the server. Without any, a server that listens on this machine only answers to no
    /// name but `localhost`, and another one to every name.
    pub public_hosts: Vec<PublicHost>,
    /// Proxies whose word about addresses and encryption is taken.
    pub trusted_proxies: Vec<Network>,
    /// Where figures for Prometheus are told, if anywhere. Not for everybody.
    pub metrics: Option<SocketAddr>,
    /// How long clients are waited for.
    pub timeouts: Timeouts,
    /// Where tournaments are, or the folder of one: they can be looked at.
    pub arena: Option<PathBuf>,
    /// Games that can be searched and explored.
    pub collection: Option<Index>,
    /// What is known about endings.
    pub endings: &'static Database,
    /// Threads of the engine.
    pub threads: usize,
    /// The size of the engine's table in megabytes.
    pub hash: usize,
}

/// Why there is no server.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What lies under it.
        source: io::Error,
    },
    /// There is no folder of tournaments.
    #[error("{} is not a folder of tournaments", folder.display())]
    Arena {
        /// The folder.
        folder: PathBuf,
        /// What lies under it.
        source: io::Error,
    },
    /// Play between people cannot be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The connections failed.
    #[error("the server failed")]
    Run(#[from] io::Error),
}

/// A server that is ready to answer.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    metrics: Option<TcpListener>,
    app: App,
    timeouts: Timeouts,
    close: watch::Sender<bool>,
    cluster: Option<Cluster>,
}

/// Ports that are tried when one is taken; then any port.
const MORE_PORTS: u16 = 9;
/// Time that requests in progress have when the server is stopped.
const GRACE: Duration = Duration::from_secs(5);

impl Server {
    /// The default port.
    pub const PORT: u16 = 8340;

    /// Takes its address. Clients can connect from now on, and are answered when it runs.
    ///
    /// # Errors
    ///
    /// The address is taken, or cannot be listened on.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let Config { listen, any_port, studies, club, node, bus, workers, .. } = config;
        let Config { limits, public_hosts, trusted_proxies, timeouts, .. } = config;
        let Config { arena, collection, endings, threads, hash, .. } = config;
        let no_folder = |source| ServeError::Arena { folder: arena.clone().unwrap_or_default(), source };
        let blocking = Blocking::default();
        let arena = Arena::open(arena.as_deref(), blocking.clone()).map_err(no_folder)?;
        let listener = bind(listen, any_port).await?;
        let told_at = match config.metrics {
            Some(address) => Some(bind(address, false).await?),
            None => None,
        };
        let address = listener.local_addr()?;
        let pool = Pool::start(threads, hash, endings);
        let (close, closing) = watch::channel(false);
        let (gate, metrics) = (Arc::new(Gate::new(limits)), Arc::new(Metrics::default()));
        let cluster = bus.map(|bus| Cluster::new(node.clone(), bus));
        let peers = cluster.clone().map(|cluster| Arc::new(cluster) as Arc<dyn Peers>);
        let online = Online::new(club, node, peers, pool.clone(), metrics.clone());
        online.enter().await?;
        let is_local = address.ip().is_loopback();
        let entrance = Entrance { is_local, public_hosts, proxies: trusted_proxies, warned: Once::new() };
        let app = App {
            online,
            studies,
            blocking,
            gate,
            metrics,
            pool,
            arena,
            collection: Collection::new(collection),
            endings,
            workers,
            entrance: Arc::new(entrance),
            closing,
        };
        Ok(Server { listener, address, metrics: told_at, app, timeouts, close, cluster })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it tells its figures, if anywhere.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref()?.local_addr().ok()
    }

    /// Answers until it is told to stop, then lets requests that are being answered come to their end.
    ///
    /// # Errors
    ///
    /// The connections failed.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        self.run_until(Box::pin(stop)).await
    }

    /// The same, compiled once and not for each caller.
    async fn run_until(self, stop: Pin<Box<dyn Future<Output = ()> + Send>>) -> Result<(), ServeError> {
        let Server { listener, metrics, app, timeouts, close, cluster, .. } = self;
        let (pool, online) = (app.pool.clone(), app.online.clone());
        let closed = app.closed();
        let stopping = async move {
            stop.await;
            close.send_replace(true);
        };
        let gate = app.gate.clone();
        let door = Door {
            entrance: app.entrance.clone(),
            gate: gate.clone(),
            metrics: app.metrics.clone(),
            timeouts,
        };
        let tell = tell(metrics, metrics_router(app.clone()), door.clone());
        let serve = serve(listener, router(app), door, stopping);
        let patience = async {
            closed.await;
            tokio::time::sleep(GRACE).await;
        };
        tokio::select! {
            () = serve => {}
            () = patience => {}
            () = online.keep() => {}
            () = tell => {}
            () = talk(cluster, online.clone()) => {}
            () = forget(&gate) => {}
        }
        online.leave().await;
        pool.close();
        Ok(())
    }
}

/// Forgets those who have not asked for long, for ever.
async fn forget(gate: &Gate) {
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        gate.tidy();
    }
}

/// Tells figures, if somebody wants them.
async fn tell(listener: Option<TcpListener>, router: Router, door: Door) {
    match listener {
        Some(listener) => serve(listener, router, door, std::future::pending()).await,
        None => std::future::pending().await,
    }
}

/// Talks to other nodes, if there are any.
async fn talk(cluster: Option<Cluster>, online: Online) {
    match cluster {
        Some(cluster) => cluster.keep(online).await,
        None => std::future::pending().await,
    }
}

async fn bind(listen: SocketAddr, any_port: bool) -> Result<TcpListener, ServeError> {
    let failed = |source| ServeError::Listen { address: listen, source };
    match TcpListener::bind(listen).await {
        Err(error) if any_port && error.kind() == io::ErrorKind::AddrInUse => {
            for more in 1..=MORE_PORTS {
                let next = SocketAddr::new(listen.ip(), listen.port().wrapping_add(more));
                if let Ok(listener) = TcpListener::bind(next).await {
                    return Ok(listener);
                }
            }
            TcpListener::bind(SocketAddr::new(listen.ip(), 0)).await.map_err(failed)
        }
        bound => bound.map_err(failed),
    }
}
