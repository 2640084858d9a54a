//! What a node does by itself: it gives signs of life, takes games in hand that nobody owns, and tidies up.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crownhead_store::StoreError;

use super::{Online, ratings};
use crate::chain::Chain;

/// A node without a heartbeat for this long has lost its games to others.
pub(crate) const LEASE_MS: u64 = 3_000;
/// A node that could send no heartbeat for this long stops by itself, well before others take its games.
const SURE: Duration = Duration::from_millis(LEASE_MS - 1_000);
/// How often a sign of life is given, and games that nobody owns are looked for.
const BEAT: Duration = Duration::from_millis(700);
/// Games that are taken in hand at once.
const SWEEP: u32 = 500;
/// How often old sessions and offers are deleted, and ratings that were forgotten are made up for.
const TIDY: Duration = Duration::from_secs(300);

/// How often seeks are looked after.
const SEEKS: Duration = Duration::from_secs(2);

/// This node.
pub(crate) struct Node {
    name: String,
    /// When the last sign of life was given that has arrived.
    last_beat: Mutex<Option<Instant>>,
    is_leaving: AtomicBool,
}

impl Node {
    pub(super) fn new(name: String) -> Node {
        Node { name, last_beat: Mutex::new(None), is_leaving: AtomicBool::new(false) }
    }

    /// Its name among the nodes.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Is it sure to own its games?
    pub(crate) fn may_act(&self) -> bool {
        !self.is_leaving() && self.is_alive()
    }

    /// Is it being stopped?
    pub(crate) fn is_leaving(&self) -> bool {
        self.is_leaving.load(Ordering::Relaxed)
    }

    fn is_alive(&self) -> bool {
        self.last_beat().is_some_and(|beat| beat.elapsed() < SURE)
    }

    fn last_beat(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.last_beat.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Online {
    /// This node is there from now on. The games it had before are nobody's, until they are taken in hand again.
    pub(crate) async fn enter(&self) -> Result<(), StoreError> {
        let asked = Instant::now();
        self.store().enter(self.node().name().to_owned()).await?;
        *self.node().last_beat() = Some(asked);
        Ok(())
    }

    /// Does what a node does by itself, for ever.
    pub(crate) async fn keep(&self) {
        tokio::join!(self.beat(), self.sweep(), self.tidy(), self.tell_presence(), self.keep_seeks());
    }

    async fn beat(&self) {
        let mut interval = tokio::time::interval(BEAT);
        interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            interval.tick().await;
            let asked = Instant::now();
            let was_alive = self.node().is_alive();
            let given = if was_alive {
                self.store().heartbeat(self.node().name().to_owned()).await
            } else {
                self.come_back().await
            };
            match given {
                Ok(()) if asked.elapsed() < SURE => *self.node().last_beat() = Some(asked),
                Ok(()) => {}
                Err(error) => tracing::warn!("cannot send a heartbeat: {}", Chain(&error)),
            }
        }
    }

    /// Others may have taken games while no sign of life could be given: all are put down, and looked for again.
    async fn come_back(&self) -> Result<(), StoreError> {
        self.inner.desks.close().await;
        self.enter().await?;
        tracing::warn!(node = self.node().name(), "back after a pause without heartbeats");
        Ok(())
    }

    /// Takes games in hand that nobody owns.
    async fn sweep(&self) {
        loop {
            let n_found = match self.orphans().await {
                Ok(n_found) => n_found,
                Err(error) => {
                    tracing::warn!("cannot look for games without an owner: {}", Chain(&error));
                    0
                }
            };
            if n_found < SWEEP as usize {
                tokio::time::sleep(BEAT).await;
            }
        }
    }

    async fn orphans(&self) -> Result<usize, StoreError> {
        if !self.node().may_act() {
            return Ok(0);
        }
        let orphans = self.store().orphans(LEASE_MS, SWEEP).await?;
        let n_found = orphans.len();
        let woken = orphans.into_iter().map(|id| async move { self.wake(&id).await.is_ok() });
        let n_woken = futures_util::future::join_all(woken).await.into_iter().filter(|woken| *woken).count();
        if n_woken > 0 {
            tracing::info!(games = n_woken, "took over games");
        }
        // What cannot be taken now is looked for again, but not at once.
        Ok(if n_woken == 0 { 0 } else { n_found })
    }

    /// Seeks of people who are here go on, and those of people who are nowhere end.
    async fn keep_seeks(&self) {
        let mut interval = tokio::time::interval(SEEKS);
        loop {
            interval.tick().await;
            if let Err(error) = self.look_after_seeks().await {
                tracing::warn!("cannot look after seeks: {}", error.body.message);
            }
        }
    }

    async fn tidy(&self) {
        let mut interval = tokio::time::interval(TIDY);
        loop {
            interval.tick().await;
            if let Err(error) = self.tidy_once().await {
                tracing::warn!("cannot clean up: {}", Chain(&error));
            }
        }
    }

    async fn tidy_once(&self) -> Result<(), StoreError> {
        let n_gone = self.store().tidy().await?;
        tracing::debug!(n_gone, "deleted sessions and offers that have ended");
        for game in self.store().unrated(SWEEP).await? {
            ratings::rate(self, &game).await?;
        }
        Ok(())
    }

    /// Gives all games back: other nodes may have them at once.
    pub(crate) async fn leave(&self) {
        self.node().is_leaving.store(true, Ordering::Relaxed);
        self.inner.desks.close().await;
        if let Err(error) = self.store().leave(self.node().name().to_owned()).await {
            tracing::warn!("cannot give the games back: {}", Chain(&error));
        }
    }
}
