//! Who owns a game.

use super::PostgresStore;
use super::link::{Failure, Repeat};
use super::read;
use crate::StoreError;
use crate::club::Claim;

/// A game's owner as the database has it.
struct Lease {
    node: Option<String>,
    epoch: i64,
    /// The time since the last sign of life of the owner, or since the game was given back.
    idle_ms: Option<i64>,
}

impl PostgresStore {
    /// Looks who owns the game, and takes it from where it was seen to be: only one of many who try gets it.
    pub(super) async fn claim_game(
        &self,
        game: &str,
        node: &str,
        lease_ms: u64,
    ) -> Result<Claim, StoreError> {
        loop {
            let Some(lease) = self.lease(game).await? else { return Ok(Claim::Unknown) };
            let is_alive = lease.idle_ms.is_some_and(|idle| idle <= lease_ms as i64);
            match lease.node {
                Some(owner) if owner != node && is_alive => return Ok(Claim::Other(owner)),
                _ => {}
            }
            if self.take(game, node, lease.epoch).await? {
                let idle_ms = lease.idle_ms.unwrap_or(0) as u64;
                return Ok(Claim::Owned { epoch: lease.epoch as u64 + 1, idle_ms });
            }
        }
    }

    async fn lease(&self, game: &str) -> Result<Option<Lease>, StoreError> {
        let query =
            "SELECT leases.node, epoch, greatest(now_ms() - coalesce(free_since, seen), 0) FROM leases
             LEFT JOIN nodes ON nodes.node = leases.node WHERE game = $1";
        let read = |row: &tokio_postgres::Row| {
            Ok(Lease { node: row.try_get(0)?, epoch: row.try_get(1)?, idle_ms: row.try_get(2)? })
        };
        self.link.one(query, &[&game], read).await
    }

    /// Takes a game that is in this epoch. If it is not known whether that came through, the database tells.
    async fn take(&self, game: &str, node: &str, epoch: i64) -> Result<bool, StoreError> {
        let statement = "UPDATE leases SET node = $2, epoch = epoch + 1, free_since = NULL
             WHERE game = $1 AND epoch = $3 RETURNING 1";
        match self.link.attempt(statement, &[&game, &node, &epoch]).await {
            Ok(taken) => Ok(!taken.is_empty()),
            Err(Failure::Refused(error)) => Err(error),
            Err(_) => {
                let lease = self.lease(game).await?;
                Ok(lease.is_some_and(|lease| lease.node.as_deref() == Some(node) && lease.epoch == epoch + 1))
            }
        }
    }

    /// What a node had in an earlier life belongs to nobody, since its last sign of life; this is a new one.
    pub(super) async fn enter_as(&self, node: &str) -> Result<(), StoreError> {
        let statement = "
            WITH freed AS (
                UPDATE leases SET node = NULL, free_since = (SELECT seen FROM nodes WHERE node = $1)
                WHERE node = $1 AND is_live
            )
            INSERT INTO nodes (node, seen) VALUES ($1, now_ms()) ON CONFLICT (node) DO UPDATE SET seen = excluded.seen";
        self.link.change(Repeat::Freely, statement, &[&node]).await.map(drop)
    }

    pub(super) async fn beat(&self, node: &str) -> Result<(), StoreError> {
        let statement = "INSERT INTO nodes (node, seen) VALUES ($1, now_ms())
             ON CONFLICT (node) DO UPDATE SET seen = excluded.seen";
        self.link.change(Repeat::Freely, statement, &[&node]).await.map(drop)
    }

    pub(super) async fn leave_as(&self, node: &str) -> Result<(), StoreError> {
        let statement = "UPDATE leases SET node = NULL, free_since = now_ms() WHERE node = $1 AND is_live";
        self.link.change(Repeat::Freely, statement, &[&node]).await.map(drop)
    }

    pub(super) async fn orphaned(&self, lease_ms: u64, limit: u32) -> Result<Vec<String>, StoreError> {
        let query = "SELECT game FROM leases WHERE is_live AND (node IS NULL OR node NOT IN
             (SELECT node FROM nodes WHERE seen >= now_ms() - $1)) LIMIT $2";
        self.link.all(query, &[&(lease_ms as i64), &i64::from(limit)], read::text).await
    }
}
