//! Games in a PostgreSQL database, which any number of programs may use at the same time.
//!
//! The database may be restarted: what reads, or comes to the same when it is done twice, is tried again for a few
//! seconds; what does not is tried again only as long as nothing was sent. Every change is a single statement, so that
//! it is done or not done as a whole.

mod append;
mod begin;
mod database;
mod link;
mod migrate;
mod rows;

use rustls::ClientConfig;
use tokio::sync::mpsc;

use self::append::Waiting;
use self::link::Link;
use crate::StoreError;

/// Games in a PostgreSQL database.
#[derive(Debug)]
pub struct PostgresStore {
    link: Link,
    appends: mpsc::Sender<Waiting>,
}

impl PostgresStore {
    /// Opens the games of a database such as `postgres://name:password@host/database`. Its tables are made, or brought
    /// up to date, by the first program that comes.
    ///
    /// An address with `sslmode=require` asks for an encrypted connection: `tls` then says whose certificate is
    /// believed, and shows ours if it has one.
    ///
    /// # Errors
    ///
    /// The address makes no sense, the database cannot be reached, or was made by a newer program.
    pub async fn open(address: &str, tls: Option<ClientConfig>) -> Result<PostgresStore, StoreError> {
        let link = Link::new(address, tls)?;
        migrate::migrate(&link).await?;
        let (appends, waiting) = mpsc::channel(append::MAX_WAITING);
        tokio::spawn(append::work(link.clone(), waiting));
        Ok(PostgresStore { link, appends })
    }

    /// Fails if a database cannot be reached. Nothing in it is changed.
    ///
    /// # Errors
    ///
    /// The address makes no sense, or the database cannot be reached.
    pub async fn reach(address: &str, tls: Option<ClientConfig>) -> Result<(), StoreError> {
        Link::new(address, tls)?.attempt("SELECT 1", &[]).await.map(drop).map_err(StoreError::from)
    }
}

type Got<T> = Result<T, tokio_postgres::Error>;
