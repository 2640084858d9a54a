//! What several machines share: a PostgreSQL database and a NATS server.

use std::sync::Arc;

use anyhow::Context;
use crownhead_bus::{Bus, NatsBus, WorkQueue};
use crownhead_server::Workers;
use crownhead_store::PostgresStore;

use super::serve::Stores;
use super::tls::TlsArgs;

/// The queue of questions to the engine.
pub(super) const ANALYSIS: &str = "analysis";

/// Studies and games in a PostgreSQL database.
pub(super) async fn stores(address: &str, tls: &TlsArgs) -> anyhow::Result<Stores> {
    let store = Arc::new(PostgresStore::open(address, Some(tls.config()?)).await.context("--database")?);
    Ok((store.clone(), store))
}

/// Fails if there is no such database.
pub(super) async fn reach(address: &str, tls: &TlsArgs) -> anyhow::Result<()> {
    PostgresStore::reach(address, Some(tls.config()?)).await.context("--database")
}

/// The way to the other nodes, and to the workers that wait on it.
pub(super) async fn bus(address: &str, node: &str, tls: &TlsArgs) -> anyhow::Result<(Arc<dyn Bus>, Workers)> {
    let bus = NatsBus::connect(address, node, Some(tls.config()?)).await?;
    let workers = Workers::new(Arc::new(bus.clone()), WorkQueue::new(&bus, ANALYSIS));
    Ok((Arc::new(bus), workers))
}

/// Fails if nobody is there.
pub(super) async fn reach_bus(address: &str, tls: &TlsArgs) -> anyhow::Result<()> {
    NatsBus::reach(address, Some(tls.config()?)).await.context("--bus")
}
