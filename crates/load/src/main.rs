//! The program `crownhead-load`.

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, Parser, Subcommand};
use crownhead_load::attack::Attack;
use crownhead_load::chaos::{self, Chaos};
use crownhead_load::check::{Report, check};
use crownhead_load::crowd::{Crowd, Plan};
use crownhead_load::journal::Said;
use crownhead_load::node::Node;
use crownhead_load::{journal, system};
use crownhead_store::{ClubStore, PostgresStore, SqliteStore};

/// Thousands of people who play each other, and a checker of what the server has kept.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays against servers that run.
    Run(RunArgs),
    /// Starts a server with a file of games, plays against it, and checks.
    Bench(BenchArgs),
    /// The same while one address attacks: 200 players at other addresses must not feel it.
    Attack(AttackArgs),
    /// Compares what was logged with what is in a database.
    Check(CheckArgs),
    /// Starts servers, lets people play and kills the servers at random.
    Chaos(ChaosArgs),
}

/// How much is played.
#[derive(Debug, Args)]
struct LoadArgs {
    /// Games at the same time; each has two connections.
    #[arg(long, default_value_t = 5000)]
    games: usize,
    /// Moves in a second, all games together.
    #[arg(long, default_value_t = 2000.0)]
    rate: f64,
    /// For how long is measured.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
}

#[derive(Debug, Args)]
struct RunArgs {
    /// The nodes, as http://127.0.0.1:8340.
    #[arg(required = true)]
    nodes: Vec<String>,
    #[command(flatten)]
    load: LoadArgs,
    /// Where to log what was acknowledged and told.
    #[arg(long)]
    log: Option<PathBuf>,
    /// The server's process, whose memory and processor time are told.
    #[arg(long)]
    process: Option<u32>,
}

#[derive(Debug, Args)]
struct BenchArgs {
    /// The program `crownhead`.
    #[arg(long, default_value = "target/release/crownhead")]
    program: PathBuf,
    #[command(flatten)]
    load: LoadArgs,
}

#[derive(Debug, Args)]
struct AttackArgs {
    /// The program `crownhead`.
    #[arg(long, default_value = "target/release/crownhead")]
    program: PathBuf,
    /// Games at the same time; each has two players, at addresses of their own.
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Moves in a second, all games together.
    #[arg(long, default_value_t = 100.0)]
    rate: f64,
    /// For how long is measured.
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Sockets that the attacker opens; 0 for no attack.
    #[arg(long, default_value_t = 400)]
    sockets: usize,
    /// Connections over which the attacker sends requests without end.
    #[arg(long, default_value_t = 100)]
    floods: usize,
    /// Milliseconds in which 99 of 100 moves have to reach the opponent.
    #[arg(long, default_value_t = 200)]
    p99: u64,
}

#[derive(Debug, Args)]
struct CheckArgs {
    /// A file of SQLite, or postgres://...
    #[arg(long)]
    database: String,
    /// What was logged.
    #[arg(long)]
    log: PathBuf,
}

#[derive(Debug, Args)]
struct ChaosArgs {
    /// The program `crownhead`.
    #[arg(long, default_value = "target/release/crownhead")]
    program: PathBuf,
    /// How often something is killed.
    #[arg(long, default_value_t = 30)]
    kills: usize,
    /// Nodes.
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// Games at the same time.
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Moves in a second, all games together.
    #[arg(long, default_value_t = 100.0)]
    rate: f64,
    /// Seconds between two kills, on the average.
    #[arg(long, default_value_t = 4.0)]
    pause: f64,
    /// Seconds within which every player is back in play.
    #[arg(long, default_value_t = 10.0)]
    patience: f64,
}

#[tokio::main]
async fn main() -> ExitCode {
    crownhead_server::allow_connections();
    let done = match Cli::parse().command {
        Command::Run(args) => run(args).await,
        Command::Bench(args) => bench(args).await,
        Command::Attack(args) => run_attack(args).await,
        Command::Check(args) => check_log(&args.database, &args.log).await,
        Command::Chaos(args) => run_chaos(args).await,
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("crownhead-load: {error:#}");
            ExitCode::from(2)
        }
    }
}

async fn run(args: RunArgs) -> anyhow::Result<bool> {
    let (said, is_answered) = play(args.nodes, &args.load, args.process).await?;
    if let Some(path) = &args.log {
        journal::write(path, &said)?;
    }
    Ok(is_answered)
}

async fn bench(args: BenchArgs) -> anyhow::Result<bool> {
    let folder = tempfile::tempdir()?;
    let games = folder.path().join("games.db");
    let node = Node::start(&args.program, &["--games", &games.to_string_lossy()], folder.path().join("log"))?;
    let (said, is_answered) = play(vec![node.address()], &args.load, node.process()).await?;
    drop(node);
    let report = check(&SqliteStore::open(&games)?, &said).await?;
    println!("{report}");
    Ok(is_answered && report.faults.is_empty())
}

/// Has people play, and prints what was measured. What was said to them, and was everything answered?
async fn play(
    nodes: Vec<String>,
    load: &LoadArgs,
    process: Option<u32>,
) -> anyhow::Result<(Vec<Said>, bool)> {
    let memory = || process.and_then(system::memory_of);
    let before = memory();
    let begun = Instant::now();
    let plan = Plan { nodes, games: load.games, rate: load.rate, has_addresses: false };
    let mut crowd = Crowd::gather(plan).await?;
    let connections = 2 * load.games;
    println!("{connections} connections, {} games after {:.1} s", load.games, begun.elapsed().as_secs_f64());
    let processor_time = || process.and_then(system::processor_time_of);
    let (used, begun) = (processor_time(), Instant::now());
    crowd.meter().set_on(true);
    tokio::time::sleep(Duration::from_secs(load.seconds)).await;
    crowd.meter().set_on(false);
    let time = begun.elapsed();
    println!("{}", crowd.meter().figures(time));
    if let (Some(before), Some(after)) = (before, memory()) {
        let each = after.saturating_sub(before) as f64 / connections as f64 / 1024.0;
        println!("memory of the server {} MB, {each:.1} KB a connection with its game", after >> 20);
    }
    if let (Some(before), Some(after)) = (used, processor_time()) {
        println!("processors used by the server {:.2}", (after - before) / time.as_secs_f64());
    }
    let left = crowd.close(Duration::from_secs(30)).await;
    println!("moves without an answer at the end {left}");
    Ok((crowd.journal().take(), left == 0))
}

async fn run_attack(args: AttackArgs) -> anyhow::Result<bool> {
    let folder = tempfile::tempdir()?;
    let games = folder.path().join("games.db");
    let arguments = ["--limits", "all", "--games", &games.to_string_lossy()];
    let node = Node::start(&args.program, &arguments, folder.path().join("log"))?;
    let plan = Plan { nodes: vec![node.address()], games: args.games, rate: args.rate, has_addresses: true };
    let mut crowd = Crowd::gather(plan).await?;
    let target = node.address().trim_start_matches("http://").parse()?;
    let from = Ipv4Addr::new(127, 0, 0, 99);
    let attack = Attack { target, from, sockets: args.sockets, floods: args.floods }.start();
    let (begun, used) = (Instant::now(), node.process().and_then(system::processor_time_of));
    crowd.meter().set_on(true);
    tokio::time::sleep(Duration::from_secs(args.seconds)).await;
    crowd.meter().set_on(false);
    let figures = crowd.meter().figures(begun.elapsed());
    let now = node.process().and_then(system::processor_time_of);
    println!("{figures}\n{}", attack.damage());
    if let (Some(before), Some(after)) = (used, now) {
        let used = (after - before) / begun.elapsed().as_secs_f64();
        let memory = node.process().and_then(system::memory_of).unwrap_or_default() >> 20;
        println!("processors used by the server {used:.2}, memory {memory} MB");
    }
    drop(attack);
    let left = crowd.close(Duration::from_secs(30)).await;
    println!("moves without an answer at the end {left}");
    drop(node);
    let report = check(&SqliteStore::open(&games)?, &crowd.journal().take()).await?;
    println!("{report}");
    let is_quick = figures.way.p99 < Duration::from_millis(args.p99);
    Ok(is_quick && left == 0 && figures.lost_connections == 0 && report.faults.is_empty())
}

async fn check_log(database: &str, log: &Path) -> anyhow::Result<bool> {
    let store: Arc<dyn ClubStore> = if database.starts_with("postgres") {
        Arc::new(PostgresStore::open(database, None).await?)
    } else {
        Arc::new(SqliteStore::open(Path::new(database))?)
    };
    let report: Report = check(store.as_ref(), &journal::read(log)?).await?;
    println!("{report}");
    Ok(report.faults.is_empty())
}

async fn run_chaos(args: ChaosArgs) -> anyhow::Result<bool> {
    let plan = Chaos {
        program: args.program,
        kills: args.kills,
        nodes: args.nodes,
        games: args.games,
        rate: args.rate,
        pause: Duration::from_secs_f64(args.pause),
        patience: Duration::from_secs_f64(args.patience),
    };
    let outcome = chaos::run(&plan).await?;
    println!("{outcome}");
    Ok(outcome.is_good(plan.patience))
}
