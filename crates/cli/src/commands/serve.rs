//! `crownhead serve`: the web page and the API.

mod check;

use std::fs;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use anyhow::Context;
use clap::{Args, ValueEnum};
use crownhead_server::{Config, Limits, Network, PublicHost, Server, Timeouts};
use crownhead_store::{ClubStore, SqliteStore, StudyStore};

use super::tls::TlsArgs;
use super::{cluster, collection};
use crate::args;
use crate::config;
use crate::endings;
use crate::exit::Exit;
use crate::log::LogArgs;
use crate::output::tell;
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Address to listen on [default: 127.0.0.1:8340]. Use 0.0.0.0:8340 to let other machines connect.
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = args::address)]
    listen: Option<SocketAddr>,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    store: StoreArgs,
    /// NATS server that connects the nodes; separate several with commas.
    #[arg(long, value_name = "nats://HOST:PORT", requires = "database", value_parser = args::bus)]
    bus: Option<String>,
    /// Unique name of this node: letters, digits, - and _.
    #[arg(long, value_name = "NAME", value_parser = node_name, default_value = "one")]
    node: String,
    /// Leave analysis to "crownhead worker" on other machines.
    #[arg(long, requires = "bus")]
    workers: bool,
    /// Show tournaments on the page: the folder of one tournament, or a folder of such folders.
    #[arg(long, value_name = "FOLDER")]
    arena: Option<PathBuf>,
    /// Let everybody search and explore a collection of games, which "crownhead games import" makes.
    #[arg(long, value_name = "FILE")]
    collection: Option<PathBuf>,
    /// Number of engine threads [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Size of the engine's transposition table in megabytes.
    #[arg(long, default_value_t = 64, value_name = "MB", value_parser = args::megabytes)]
    hash: usize,
    /// Whose requests are rate-limited: those of other machines, everybody's, or nobody's.
    #[arg(long, value_enum, default_value_t = LimitsArg::Others, value_name = "WHOSE")]
    limits: LimitsArg,
    /// Name by which browsers know this server; separate several with commas.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    public_host: Vec<PublicHost>,
    /// Addresses or networks of proxies whose X-Forwarded headers are believed, such as 127.0.0.1 or 10.0.0.0/8.
    #[arg(long, value_name = "NETWORK", value_delimiter = ',')]
    trusted_proxies: Vec<Network>,
    /// Address at which Prometheus gets figures from /metrics [default: none]. Keep it private.
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
    /// Say what is wrong with these options, and do not serve.
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    log: LogArgs,
}

/// Where games and studies are kept.
#[derive(Debug, Args)]
pub(crate) struct StoreArgs {
    /// File of games and studies [default: games.db in your data directory].
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// PostgreSQL database to use instead of a file; nodes with the same database share its games.
    #[arg(long, value_name = "postgres://USER@HOST/NAME", conflicts_with = "games")]
    database: Option<String>,
    #[command(flatten)]
    tls: TlsArgs,
}

/// Studies, and play between people.
pub(super) type Stores = (Arc<dyn StudyStore>, Arc<dyn ClubStore>);

impl StoreArgs {
    /// Opens the store, which is made if it is not there.
    pub(super) async fn open(&self) -> anyhow::Result<Stores> {
        if let Some(address) = &self.database {
            return cluster::stores(address, &self.tls).await;
        }
        let path = self.path()?;
        anyhow::ensure!(!path.is_dir(), "{} is a folder; name a file in it", path.display());
        let store = Arc::new(SqliteStore::open(&path).with_context(|| path.display().to_string())?);
        Ok((store.clone(), store))
    }

    fn path(&self) -> anyhow::Result<PathBuf> {
        self.games.clone().map_or_else(own_games, Ok)
    }

    /// Fails if there is no file to read.
    pub(super) fn must_be_there(&self) -> anyhow::Result<()> {
        if self.database.is_none() {
            let path = self.path()?;
            fs::metadata(&path).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }

    /// The same as it is typed, with a space before it.
    fn typed(&self) -> String {
        let file = self.games.as_ref().map(|file| format!(" --games {}", file.display()));
        // An address may hold a password, which has no business on a screen.
        file.or(self.database.as_ref().map(|_| " --database ...".to_owned())).unwrap_or_default()
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LimitsArg {
    Others,
    All,
    None,
}

impl From<LimitsArg> for Limits {
    fn from(limits: LimitsArg) -> Limits {
        match limits {
            LimitsArg::Others => Limits::Others,
            LimitsArg::All => Limits::All,
            LimitsArg::None => Limits::None,
        }
    }
}

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<Exit> {
    args.log.start()?;
    crownhead_server::allow_connections();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if args.check {
        return runtime.block_on(check::run(args));
    }
    runtime.block_on(serve(args))?;
    Ok(Exit::Success)
}

async fn config(args: &ServeArgs) -> anyhow::Result<Config> {
    let (studies, club) = args.store.open().await?;
    let (bus, workers) = match &args.bus {
        Some(address) => Some(cluster::bus(address, &args.node, &args.store.tls).await?),
        None => None,
    }
    .unzip();
    let processors = thread::available_parallelism().map_or(1, usize::from);
    Ok(Config {
        listen: args.listen.unwrap_or(SocketAddr::from(([127, 0, 0, 1], Server::PORT))),
        any_port: args.listen.is_none(),
        studies,
        club,
        node: args.node.clone(),
        bus,
        workers: workers.filter(|_| args.workers),
        limits: args.limits.into(),
        public_hosts: args.public_host.clone(),
        trusted_proxies: args.trusted_proxies.clone(),
        metrics: args.metrics,
        timeouts: Timeouts::default(),
        arena: args.arena.clone(),
        collection: args.collection.as_deref().map(collection::open).transpose()?,
        endings: endings::known(),
        threads: args.threads.map_or(processors, usize::from),
        hash: args.hash,
    })
}

/// A name that can be part of a subject on the bus.
fn node_name(text: &str) -> Result<String, String> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if (1..=64).contains(&text.len()) && text.chars().all(fits) {
        return Ok(text.to_owned());
    }
    Err("a name has 1 to 64 letters, digits, - and _".to_owned())
}

/// The default file of games; its folder is created if needed.
fn own_games() -> anyhow::Result<PathBuf> {
    let folder =
        config::own_data().context("there is no data directory for this user; name a file with --games")?;
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    Ok(folder.join("games.db"))
}

async fn serve(args: &ServeArgs) -> anyhow::Result<()> {
    let config = config(args).await?;
    let n_old_games = config.studies.n_old_games().await?;
    let server = Server::bind(config).await?;
    let address = page_address(server.address());
    let mut out = std::io::stdout();
    writeln!(out, "Crownhead is at {address} (Ctrl-C stops it)")?;
    if n_old_games > 0 {
        let (games, typed) = (counted(n_old_games as usize, "game", "games"), args.store.typed());
        writeln!(
            out,
            "Kept from an earlier version: {games}. To get them as a file: crownhead games old FILE.pdn{typed}"
        )?;
    }
    out.flush()?;
    if args.open
        && let Err(error) = open::that_detached(&address)
    {
        tell(format_args!("cannot open a browser: {error}"));
    }
    Ok(server.run(stopped()).await?)
}

/// What to type into a browser on this machine.
fn page_address(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        format!("http://localhost:{}", address.port())
    } else {
        format!("http://{address}")
    }
}

/// Waits for Ctrl-C or SIGTERM.
pub(super) async fn stopped() {
    tokio::select! {
        () = interrupted() => {}
        () = terminated() => {}
    }
}

async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            terminate.recv().await;
        }
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
