//! Several nodes, a PostgreSQL and a NATS, which are killed at random while people play.

use std::fmt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crownhead_harness::{Nats, Postgres};
use crownhead_store::PostgresStore;
use tempfile::TempDir;
use tokio::task::block_in_place;
use tokio::time::sleep;

use crate::check::{Report, check};
use crate::crowd::{Crowd, Plan};
use crate::figures::Figures;
use crate::node::Node;

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
    let addresses = cluster.nodes.iter().map(Node::address).collect();
    let crowd = Plan { nodes: addresses, games: plan.games, rate: plan.rate, has_addresses: false };
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
    let store = PostgresStore::open(&cluster.postgres.url(), None).await?;
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
    // The nodes end first, and the folder of their logs goes last.
    nodes: Vec<Node>,
    nats: Nats,
    postgres: Postgres,
    _folder: TempDir,
}

impl Cluster {
    fn start(program: &Path, n_nodes: usize) -> anyhow::Result<Cluster> {
        let (postgres, nats, folder) = (Postgres::start()?, Nats::start()?, tempfile::tempdir()?);
        let start = |number: usize| {
            let name = format!("node-{number}");
            let log = folder.path().join(&name);
            let (database, bus) = (postgres.url(), nats.url());
            Node::start(program, &["--node", &name, "--database", &database, "--bus", &bus], log)
        };
        let nodes = (1..=n_nodes).map(start).collect::<anyhow::Result<_>>()?;
        Ok(Cluster { nodes, nats, postgres, _folder: folder })
    }

    /// Kills something and starts it again.
    fn kill_something(&mut self) -> anyhow::Result<Victim> {
        let pause = |most| thread::sleep(Duration::from_millis(fastrand::u64(0..most)));
        match fastrand::usize(..4) {
            0 => {
                self.postgres.kill();
                self.postgres.start_again()?;
                Ok(Victim::Postgres)
            }
            1 => {
                self.nats.kill();
                pause(2000);
                self.nats.start_again()?;
                Ok(Victim::Nats)
            }
            _ => {
                let node = fastrand::usize(..self.nodes.len());
                self.nodes[node].kill();
                // Sometimes it is back before its games are given to others, sometimes not.
                pause(5000);
                self.nodes[node].start_again()?;
                Ok(Victim::Node)
            }
        }
    }
}
