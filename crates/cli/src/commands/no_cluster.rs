//! A program for one machine.

use std::sync::Arc;

use crownhead_bus::Bus;
use crownhead_server::Workers;

use super::left_out::refuse;
use super::serve::Stores;
use super::tls::TlsArgs;

pub(super) async fn stores(_address: &str, _tls: &TlsArgs) -> anyhow::Result<Stores> {
    refuse("PostgreSQL")
}

pub(super) async fn reach(_address: &str, _tls: &TlsArgs) -> anyhow::Result<()> {
    refuse("PostgreSQL")
}

pub(super) async fn bus(
    _address: &str,
    _node: &str,
    _tls: &TlsArgs,
) -> anyhow::Result<(Arc<dyn Bus>, Workers)> {
    refuse("NATS")
}

pub(super) async fn reach_bus(_address: &str, _tls: &TlsArgs) -> anyhow::Result<()> {
    refuse("NATS")
}
