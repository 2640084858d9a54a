//! Many people who play each other.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use crownhead_server::wire::{ChallengeInfo, NewChallenge, OnlineSettings, StartedGame, TimeControl};
use reqwest::header::{COOKIE, SET_COOKIE};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::figures::Meter;
use crate::journal::Journal;
use crate::player::{Player, Table, opposite};

/// What a crowd plays.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The nodes, as `http://127.0.0.1:8340`.
    pub nodes: Vec<String>,
    /// Games at the same time; each has two connections.
    pub games: usize,
    /// Moves in a second, all games together.
    pub rate: f64,
    /// Has each player an address of its own, of those of this machine?
    pub has_addresses: bool,
}

impl Plan {
    /// The address of a player.
    fn address(&self, number: usize) -> Option<Ipv4Addr> {
        let [.., high, low] = u32::try_from(number + 256).unwrap_or(u32::MAX).to_be_bytes();
        self.has_addresses.then(|| Ipv4Addr::new(127, 1, high, low))
    }
}

/// What all players share.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) plan: Plan,
    pub(crate) meter: Meter,
    pub(crate) journal: Journal,
    is_closing: AtomicBool,
    seated: AtomicUsize,
    client: reqwest::Client,
}

impl World {
    /// How long a player waits before the next move, on the average.
    pub(crate) fn pause(&self) -> Duration {
        let mean = self.plan.games as f64 / self.plan.rate;
        Duration::from_secs_f64(mean * 2.0 * fastrand::f64())
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Relaxed)
    }

    /// Any of the nodes.
    pub(crate) fn node(&self) -> &str {
        &self.plan.nodes[fastrand::usize(..self.plan.nodes.len())]
    }

    pub(crate) fn sit_down(&self) {
        self.seated.fetch_add(1, Ordering::Relaxed);
    }
}

/// Many people who play each other.
#[derive(Debug)]
pub struct Crowd {
    world: Arc<World>,
    players: JoinSet<()>,
}

/// Games that are begun at the same time.
const BEGINNING: usize = 32;
/// How often somebody who cannot begin a game tries.
const TRIES: usize = 100;

impl Crowd {
    /// Has everybody connect and begin a game; when this has answered, all sit at their boards.
    ///
    /// # Errors
    ///
    /// A game could not be begun.
    pub async fn gather(plan: Plan) -> anyhow::Result<Crowd> {
        let client = reqwest::Client::builder().pool_max_idle_per_host(BEGINNING).build()?;
        let world = World {
            plan,
            meter: Meter::default(),
            journal: Journal::default(),
            is_closing: AtomicBool::new(false),
            seated: AtomicUsize::new(0),
            client,
        };
        let world = Arc::new(world);
        let doors = Arc::new(Semaphore::new(BEGINNING));
        let mut arriving = JoinSet::new();
        for number in 0..world.plan.games {
            let (world, doors) = (world.clone(), doors.clone());
            arriving.spawn(async move {
                let _door = doors.acquire().await?;
                begin(&world, number).await
            });
        }
        let mut players = JoinSet::new();
        while let Some(arrived) = arriving.join_next().await {
            for player in arrived?? {
                players.spawn(player.run());
            }
        }
        let crowd = Crowd { world, players };
        while crowd.world.seated.load(Ordering::Relaxed) < 2 * crowd.world.plan.games {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(crowd)
    }

    /// What is measured.
    pub fn meter(&self) -> &Meter {
        &self.world.meter
    }

    /// What was said to the players.
    pub fn journal(&self) -> &Journal {
        &self.world.journal
    }

    /// Has everybody finish: no new moves, and those on the way are waited for. How many have no answer then?
    pub async fn close(&mut self, patience: Duration) -> usize {
        self.world.is_closing.store(true, Ordering::Relaxed);
        let begun = Instant::now();
        while !self.players.is_empty() && begun.elapsed() < patience {
            // Players end when nothing of theirs is on the way.
            let _ = tokio::time::timeout(Duration::from_millis(200), self.players.join_next()).await;
        }
        let left = self.players.len();
        self.players.shutdown().await;
        left
    }
}

/// Two guests, and a game between them.
async fn begin(world: &Arc<World>, number: usize) -> anyhow::Result<[Player; 2]> {
    let mut tries = 0;
    loop {
        match try_begin(world, number).await {
            Ok(players) => return Ok(players),
            Err(error) if tries == TRIES => return Err(error),
            Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
        }
        tries += 1;
    }
}

async fn try_begin(world: &Arc<World>, number: usize) -> anyhow::Result<[Player; 2]> {
    let (one, two) = (guest(world, 2 * number).await?, guest(world, 2 * number + 1).await?);
    let challenge = NewChallenge { settings: settings(), to: None };
    let challenge: ChallengeInfo = post(world, "/api/online/challenges", &one, &challenge).await?;
    let path = format!("/api/online/challenges/{}/accept", challenge.id);
    let started: StartedGame = post(world, &path, &two, &()).await?;
    let table = Arc::new(Table::default());
    let player =
        |guest: Guest, side| Player::new(world.clone(), table.clone(), guest, started.game.clone(), side);
    Ok([player(one, opposite(started.side)), player(two, started.side)])
}

/// Somebody before the game begins.
#[derive(Debug)]
pub(crate) struct Guest {
    pub(crate) cookie: String,
    pub(crate) address: Option<Ipv4Addr>,
    client: reqwest::Client,
}

/// Long enough that nobody loses on time, and with clocks that have to be kept.
fn settings() -> OnlineSettings {
    OnlineSettings { clock: Some(TimeControl::new(60, 5)), ..OnlineSettings::default() }
}

/// A new guest.
async fn guest(world: &World, number: usize) -> anyhow::Result<Guest> {
    let address = world.plan.address(number);
    let client = match address {
        Some(address) => reqwest::Client::builder().local_address(IpAddr::V4(address)).build()?,
        None => world.client.clone(),
    };
    let response = client.post(format!("{}/api/online/guest", world.node())).send().await?;
    let response = response.error_for_status()?;
    let cookie = response.headers().get(SET_COOKIE).context("a guest gets a cookie")?.to_str()?;
    let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
    Ok(Guest { cookie, address, client })
}

async fn post<T: DeserializeOwned>(
    world: &World,
    path: &str,
    guest: &Guest,
    body: &impl Serialize,
) -> anyhow::Result<T> {
    let request =
        guest.client.post(format!("{}{path}", world.node())).header(COOKIE, &guest.cookie).json(body);
    Ok(request.send().await?.error_for_status()?.json().await?)
}
