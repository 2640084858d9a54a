//! Who owns a game.

use crate::StoreError;
use crate::club::Claim;
use crate::database::{Database, Row, values};
use crate::statements as sql;

/// A game's owner as the database has it.
struct Lease {
    node: Option<String>,
    epoch: u64,
    /// The time since the last sign of life of the owner, or since the game was given back.
    idle_ms: Option<i64>,
}

fn read(row: &mut Row<'_>) -> Result<Lease, StoreError> {
    Ok(Lease { node: row.next()?, epoch: row.next()?, idle_ms: row.next()? })
}

/// Looks who owns the game, and takes it from where it was seen to be: only one of many who try gets it.
pub(super) async fn claim<D: Database>(
    database: &D,
    game: String,
    node: String,
    lease_ms: u64,
) -> Result<Claim, StoreError> {
    loop {
        let Some(lease) = find(database, &game).await? else { return Ok(Claim::Unknown) };
        let is_alive = lease.idle_ms.is_some_and(|idle| idle <= lease_ms as i64);
        match lease.node {
            Some(owner) if owner != node && is_alive => return Ok(Claim::Other(owner)),
            _ => {}
        }
        if take(database, &game, &node, lease.epoch).await? {
            let idle_ms = lease.idle_ms.unwrap_or(0).max(0) as u64;
            return Ok(Claim::Owned { epoch: lease.epoch + 1, idle_ms });
        }
    }
}

async fn find<D: Database>(database: &D, game: &str) -> Result<Option<Lease>, StoreError> {
    database.one(sql::LEASE, values![game], read).await
}

/// Takes a game that is in this epoch. If it is not known whether that came through, the database tells.
async fn take<D: Database>(database: &D, game: &str, node: &str, epoch: u64) -> Result<bool, StoreError> {
    match database.change(sql::TAKE_GAME, values![game, node, epoch]).await {
        Ok(taken) => Ok(taken > 0),
        Err(error) => match find(database, game).await? {
            Some(lease) if lease.node.as_deref() == Some(node) && lease.epoch == epoch + 1 => Ok(true),
            _ => Err(error),
        },
    }
}
