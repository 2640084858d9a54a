//! What several machines share: a PostgreSQL database and a NATS server.

use std::sync::Arc;

use anyhow::Context;
use crownhead_bus::{Bus, NatsBus, WorkQueue};
use crownhead_server::Workers;
use crownhead_store::PostgresStore;

use super::serve::Stores;

/// The queue of questions to the engine.
pub(super) const ANALYSIS: &str = "analysis";

/// Studies and games in a PostgreSQL database.
pub(super) async fn stores(address: &str) -> anyhow::Result<Stores> {
    let store = Arc::new(PostgresStore::open(address).await.context("--database")?);
    Ok((store.clone(), store))
}

/// Fails if there is no such database.
pub(super) async fn reach(address: &str) -> anyhow::Result<()> {
    PostgresStore::reach(address).await.context("--database")
}

/// The way to the other nodes, and to the workers that wait on it.
pub(super) async fn bus(address: &str, node: &str) -> anyhow::Result<(Arc<dyn Bus>, Workers)> {
    let bus = NatsBus::connect(address, node).await?;
    let workers = Workers::new(Arc::new(bus.clone()), WorkQueue::new(&bus, ANALYSIS));
    Ok((Arc::new(bus), workers))
}
