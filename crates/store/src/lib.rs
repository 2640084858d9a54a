#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod club;
mod columns;
pub mod contract;
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;

use std::future::Future;
use std::pin::Pin;

use thiserror::Error;

pub use club::ClubStore;
#[cfg(feature = "postgres")]
pub use postgres::PostgresStore;
pub use sqlite::SqliteStore;

/// A game as it is saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// Its name, at most 64 characters.
    pub id: String,
    /// Grows with every change; a save that is not newer than what is there is refused.
    pub version: u64,
    /// When it was begun, in milliseconds since 1970.
    pub created: u64,
    /// When it was changed last.
    pub changed: u64,
    /// What a list of games shows.
    pub summary: String,
    /// The whole game.
    pub document: String,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// Its name.
    pub id: String,
    /// When it was changed last, in milliseconds since 1970.
    pub changed: u64,
    /// What it shows.
    pub summary: String,
}

/// A place in the list of games: behind this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After {
    /// When it was changed last.
    pub changed: u64,
    /// Its name.
    pub id: String,
}

/// Why a store failed.
#[derive(Debug, Error)]
pub enum StoreError {
    /// What is there is as new or newer.
    #[error("game {id} was changed by somebody else: version {version} is not newer than what is saved")]
    Stale {
        /// The game.
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
    /// The store was closed.
    #[error("the store of saved games is closed")]
    Closed,
}

/// An answer that comes later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where games are kept.
pub trait Store: Send + Sync + 'static {
    /// Saves a game, in place of what is there under its id. When this has answered, it is durable.
    fn save(&self, game: SavedGame) -> Answer<'_, ()>;

    /// The game with this id, if there is one.
    fn load(&self, id: String) -> Answer<'_, Option<SavedGame>>;

    /// Deletes a game. Was there one?
    fn delete(&self, id: String) -> Answer<'_, bool>;

    /// At most `limit` games after a place in the list, the most recently changed first.
    fn list(&self, after: Option<After>, limit: u32) -> Answer<'_, Vec<ListedGame>>;
}
