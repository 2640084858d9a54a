//! A program for one machine.

use std::sync::Arc;

use crownhead_bus::Bus;
use crownhead_server::Workers;

use super::left_out::refuse;
use super::serve::Stores;

pub(super) async fn stores(_address: &str) -> anyhow::Result<Stores> {
    refuse("PostgreSQL")
}

pub(super) async fn reach(_address: &str) -> anyhow::Result<()> {
    refuse("PostgreSQL")
}

pub(super) async fn bus(_address: &str, _node: &str) -> anyhow::Result<(Arc<dyn Bus>, Workers)> {
    refuse("NATS")
}
