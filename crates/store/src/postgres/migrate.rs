//! Changes of the tables.

use super::link::{Failure, Link, failed, failure, patiently};
use crate::StoreError;
use crate::database::Repeat;

/// Changes of the format, numbered from 1 in the order in which they are made.
const MIGRATIONS: [&str; 5] = [
    include_str!("../migrations/postgres/1_games.sql"),
    include_str!("../migrations/postgres/2_club.sql"),
    include_str!("../migrations/postgres/3_studies.sql"),
    include_str!("../migrations/postgres/4_rest.sql"),
    include_str!("../migrations/postgres/5_people.sql"),
];

/// Any number, as long as nobody else takes it: those who come at the same time wait for the first.
const LOCK: i64 = 0x4352_4F57_4E48;

/// Makes the tables, or brings them up to date.
pub(super) async fn migrate(link: &Link) -> Result<(), StoreError> {
    // In one transaction, so that twice comes to the same as once.
    patiently(Repeat::Freely, || attempt(link)).await
}

async fn attempt(link: &Link) -> Result<(), Failure> {
    let known = MIGRATIONS.len() as u32;
    let mut connection = link.connection().await?;
    let transaction = connection.transaction().await.map_err(failure)?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(failure)?;
    transaction
        .batch_execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        .await
        .map_err(failure)?;
    let rows = transaction.query("SELECT version FROM schema_version", &[]).await.map_err(failure)?;
    let found = rows.first().map_or(Ok(0), |row| row.try_get::<_, i32>(0)).map_err(failure)? as u32;
    if found > known {
        return Err(Failure::Refused(StoreError::TooNew { found, known }));
    }
    for migration in &MIGRATIONS[found as usize..] {
        transaction.batch_execute(migration).await.map_err(failure)?;
    }
    transaction.execute("DELETE FROM schema_version", &[]).await.map_err(failure)?;
    let version = i32::try_from(known).map_err(|error| Failure::Refused(failed(error)))?;
    transaction.execute("INSERT INTO schema_version VALUES ($1)", &[&version]).await.map_err(failure)?;
    transaction.commit().await.map_err(failure)
}
