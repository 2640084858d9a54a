//! A server: bound to an address, run until it is told to stop.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use crownhead_bus::Bus;
use crownhead_endgame::Database;
use crownhead_store::{ClubStore, StoreError, StudyStore};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::arena::Arena;
use crate::blocking::Blocking;
use crate::limits::{Gate, Limits};
use crate::metrics::Metrics;
use crate::online::{Cluster, Online, Peers};
use crate::pool::Pool;
use crate::serve::serve;
use crate::workers::Workers;
use crate::{App, router};

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
    /// Does a proxy stand before the server, whose word about addresses is to be taken?
    pub behind_proxy: bool,
    /// Where tournaments are, or the folder of one: they can be looked at.
    pub arena: Option<PathBuf>,
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
    app: App,
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
        let Config { limits, behind_proxy, arena, endings, threads, hash, .. } = config;
        let no_folder = |source| ServeError::Arena { folder: arena.clone().unwrap_or_default(), source };
        let arena = Arena::open(arena.as_deref()).map_err(no_folder)?;
        let listener = bind(listen, any_port).await?;
        let address = listener.local_addr()?;
        let pool = Pool::start(threads, hash, endings);
        let (close, closing) = watch::channel(false);
        let (gate, metrics) = (Arc::new(Gate::new(limits, behind_proxy)), Arc::new(Metrics::default()));
        let cluster = bus.map(|bus| Cluster::new(node.clone(), bus));
        let peers = cluster.clone().map(|cluster| Arc::new(cluster) as Arc<dyn Peers>);
        let online = Online::new(club, node, peers, pool.clone(), metrics.clone());
        online.enter().await?;
        let is_local = address.ip().is_loopback();
        let app = App {
            online,
            studies,
            blocking: Blocking::default(),
            gate,
            metrics,
            pool,
            arena,
            endings,
            workers,
            is_local,
            closing,
        };
        Ok(Server { listener, address, app, close, cluster })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
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
        let Server { listener, app, close, cluster, .. } = self;
        let (pool, online) = (app.pool.clone(), app.online.clone());
        let closed = app.closed();
        let stopping = async move {
            stop.await;
            close.send_replace(true);
        };
        let gate = app.gate.clone();
        let serve = serve(listener, router(app), stopping);
        let patience = async {
            closed.await;
            tokio::time::sleep(GRACE).await;
        };
        tokio::select! {
            () = serve => {}
            () = patience => {}
            () = online.keep() => {}
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
