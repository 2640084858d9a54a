//! Several nodes, a PostgreSQL and a NATS, which are killed at random while people play.

use std::fmt;
use std::fs::File;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use crownhead_harness::{Nats, Postgres};
use crownhead_store::PostgresStore;
use tempfile::TempDir;
use tokio::task::block_in_place;
use tokio::time::sleep;

use crate::check::{Report, check};
use crate::crowd::{Crowd, Plan};
use crate::figures::Figures;

/// What is tried.
#[derive(Clone, Debug)]
pub struct Chaos {
    /// The program `crownhead`.
    pub program: PathBuf,
    /// How often something is killed.
    pub kills: usize,
    /// Nodes.
    pub nodes: usize,
    /// Games at the same time.
    pub games: usize,
    /// Moves in a second, all games together.
    pub rate: f64,
    /// Between two kills, on the average.
    pub pause: Duration,
    /// How long players may be without an answer.
    pub patience: Duration,
}

/// What has come of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was killed how often: nodes, PostgreSQL, NATS.
    pub kills: [usize; 3],
    /// What was measured.
    pub figures: Figures,
    /// What was checked.
    pub report: Report,
    /// Players whose last move was never answered.
    pub unanswered: usize,
}

impl Outcome {
    /// Is nothing lost, and was everybody back in play in time?
    pub fn is_good(&self, patience: Duration) -> bool {
        let longest = self.figures.wait.most.max(self.figures.back.most).max(self.figures.way.most);
        self.report.faults.is_empty() && self.unanswered == 0 && self.report.acks > 0 && longest <= patience
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [nodes, postgres, nats] = self.kills;
        writeln!(f, "killed: {nodes} times a node, {postgres} times PostgreSQL, {nats} times NATS")?;
        writeln!(f, "{}", self.figures)?;
        writeln!(f, "moves without an answer at the end {}", self.unanswered)?;
        write!(f, "{}", self.report)
    }
}

/// Starts everything, plays, kills, and checks.
///
/// # Errors
///
/// Something does not start.
pub async fn run(plan: &Chaos) -> anyhow::Result<Outcome> {
    let mut cluster = block_in_place(|| Cluster::start(&plan.program, plan.nodes))?;
    let addresses = cluster.nodes.iter().map(|node| format!("http://127.0.0.1:{}", node.port)).collect();
    let crowd = Plan { nodes: addresses, games: plan.games, rate: plan.rate };
    let mut crowd = Crowd::gather(crowd).await?;
    crowd.meter().set_on(true);
    let begun = Instant::now();
    let mut kills = [0; 3];
    for number in 1..=plan.kills {
        sleep(plan.pause.mul_f64(0.5 + fastrand::f64())).await;
        let what = block_in_place(|| cluster.kill_something())?;
        kills[what as usize] += 1;
        if number % 10 == 0 {
            eprintln!("{number} kills, {} moves", crowd.meter().acks());
        }
    }
    // The last kill has to be got over as well, and what is on the way then is waited for.
    sleep(plan.pause).await;
    let unanswered = crowd.close(plan.patience).await;
    let figures = crowd.meter().figures(begun.elapsed());
    let store = PostgresStore::open(&cluster.postgres.url()).await?;
    let report = check(&store, &crowd.journal().take()).await?;
    Ok(Outcome { kills, figures, report, unanswered })
}

/// What can be killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Victim {
    Node,
    Postgres,
    Nats,
}

struct Cluster {
    // The nodes end first.
    nodes: Vec<Node>,
    nats: Nats,
    postgres: Postgres,
    program: PathBuf,
    folder: TempDir,
}

impl Cluster {
    fn start(program: &Path, n_nodes: usize) -> anyhow::Result<Cluster> {
        let (postgres, nats) = (Postgres::start()?, Nats::start()?);
        let folder = tempfile::tempdir()?;
        let mut cluster = Cluster { nodes: Vec::new(), nats, postgres, program: program.to_owned(), folder };
        for number in 1..=n_nodes {
            let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
            let mut node = Node { name: format!("node-{number}"), port, child: None };
            cluster.start_node(&mut node)?;
            cluster.nodes.push(node);
        }
        Ok(cluster)
    }

    fn start_node(&self, node: &mut Node) -> anyhow::Result<()> {
        let log = self.folder.path().join(&node.name);
        let log = File::options().create(true).append(true).open(log)?;
        let mut command = Command::new(&self.program);
        command.args(["serve", "--listen", &format!("127.0.0.1:{}", node.port), "--node", &node.name]);
        command.args(["--database", &self.postgres.url(), "--bus", &self.nats.url()]);
        command.args(["--threads", "1", "--hash", "1", "--limits", "none"]);
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        let program = self.program.display().to_string();
        node.child = Some(command.spawn().with_context(|| program)?);
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", node.port)).is_err() {
            let ended = node.child.as_mut().and_then(|child| child.try_wait().ok()).flatten();
            anyhow::ensure!(ended.is_none(), "{} ended: {}", node.name, self.log_of(node));
            anyhow::ensure!(begun.elapsed().as_secs() < 30, "{} does not listen", node.name);
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    fn log_of(&self, node: &Node) -> String {
        std::fs::read_to_string(self.folder.path().join(&node.name)).unwrap_or_default()
    }

    /// Kills something and starts it again.
    fn kill_something(&mut self) -> anyhow::Result<Victim> {
        match fastrand::usize(..4) {
            0 => {
                self.postgres.kill();
                self.postgres.start_again()?;
                Ok(Victim::Postgres)
            }
            1 => {
                self.nats.kill();
                std::thread::sleep(Duration::from_millis(fastrand::u64(0..2000)));
                self.nats.start_again()?;
                Ok(Victim::Nats)
            }
            _ => {
                let mut node = self.nodes.swap_remove(fastrand::usize(..self.nodes.len()));
                node.kill();
                // Sometimes it is back before its games are given to others, sometimes not.
                std::thread::sleep(Duration::from_millis(fastrand::u64(0..5000)));
                self.start_node(&mut node)?;
                self.nodes.push(node);
                Ok(Victim::Node)
            }
        }
    }
}

struct Node {
    name: String,
    port: u16,
    child: Option<Child>,
}

impl Node {
    fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}
