#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod both;
pub mod club;
pub mod contract;
mod database;
pub mod people;
#[cfg(feature = "postgres")]
mod postgres;
mod read;
mod sqlite;
mod statements;
pub mod studies;

use std::future::Future;
use std::pin::Pin;

use thiserror::Error;

pub use club::ClubStore;
pub use people::PeopleStore;
#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;
pub use studies::StudyStore;

/// Why a store failed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// What is there is not the version before it.
    #[error("study {id} was changed meanwhile: version {version} does not follow what is saved")]
    Stale {
        /// The study.
        id: String,
        /// The version that was to be saved.
        version: u64,
    },
    /// The store was made by a newer program.
    #[error(
        "the saved games have format {found}, and this program knows formats up to {known}; use a newer one"
    )]
    TooNew {
        /// The format of what is there.
        found: u32,
        /// The newest format this program knows.
        known: u32,
    },
    /// Disk, connection, or what lies behind them.
    #[error("saved games cannot be reached")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// Too much waits to be done; this was not.
    #[error("too much waits to be saved; try again in a moment")]
    Busy,
    /// The store was closed.
    #[error("the store of saved games is closed")]
    Closed,
}

/// An answer that comes later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;
