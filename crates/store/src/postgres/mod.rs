//! Games in a PostgreSQL database, which any number of programs may use at the same time.
//!
//! The database may be restarted: what reads, or comes to the same when it is done twice, is tried again for a few
//! seconds; what does not is tried again only as long as nothing was sent. Every change is a single statement, so that
//! it is done or not done as a whole.

mod append;
mod club;
mod lease;
mod link;
mod migrate;
mod read;

use tokio::sync::mpsc;
use tokio_postgres::Row;

use self::append::Waiting;
use self::link::{Link, Repeat};
use crate::{After, Answer, ListedGame, SavedGame, Store, StoreError};

/// Games in a PostgreSQL database.
#[derive(Debug)]
pub struct PostgresStore {
    link: Link,
    appends: mpsc::UnboundedSender<Waiting>,
}

impl PostgresStore {
    /// Opens the games of a database such as `postgres://name:password@host/database`. Its tables are made, or brought
    /// up to date, by the first program that comes.
    ///
    /// # Errors
    ///
    /// The address makes no sense, the database cannot be reached, or was made by a newer program.
    pub async fn open(address: &str) -> Result<PostgresStore, StoreError> {
        let link = Link::new(address)?;
        migrate::migrate(&link).await?;
        let (appends, waiting) = mpsc::unbounded_channel();
        tokio::spawn(append::work(link.clone(), waiting));
        Ok(PostgresStore { link, appends })
    }

    async fn save_game(&self, game: SavedGame) -> Result<(), StoreError> {
        let SavedGame { id, version, created, changed, summary, document } = &game;
        let statement = "INSERT INTO games (id, version, created, changed, summary, document)
             VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (id) DO UPDATE SET version = excluded.version, changed = excluded.changed,
                 summary = excluded.summary, document = excluded.document
             WHERE games.version < excluded.version RETURNING 1";
        let numbers = [version, created, changed].map(|number| *number as i64);
        let saved = self
            .link
            .change(Repeat::Never, statement, &[id, &numbers[0], &numbers[1], &numbers[2], summary, document])
            .await;
        match saved {
            Ok(0) => Err(StoreError::Stale { id: id.clone(), version: *version }),
            Ok(_) => Ok(()),
            // Was it saved before the connection was lost?
            Err(error) => match self.load(id.clone()).await? {
                Some(found) if found == game => Ok(()),
                _ => Err(error),
            },
        }
    }

    async fn list_games(&self, after: Option<After>, limit: u32) -> Result<Vec<ListedGame>, StoreError> {
        let query = "SELECT id, changed, summary FROM games WHERE (changed, id) < ($1, $2)
             ORDER BY changed DESC, id DESC LIMIT $3";
        let (changed, id) = after.map_or((i64::MAX, String::new()), |after| (after.changed as i64, after.id));
        self.link.all(query, &[&changed, &id, &i64::from(limit)], listed_game).await
    }
}

impl Store for PostgresStore {
    fn save(&self, game: SavedGame) -> Answer<'_, ()> {
        Box::pin(self.save_game(game))
    }

    fn load(&self, id: String) -> Answer<'_, Option<SavedGame>> {
        Box::pin(async move {
            let query = "SELECT id, version, created, changed, summary, document FROM games WHERE id = $1";
            self.link.one(query, &[&id], saved_game).await
        })
    }

    fn delete(&self, id: String) -> Answer<'_, bool> {
        Box::pin(async move {
            Ok(self.link.change(Repeat::Never, "DELETE FROM games WHERE id = $1 RETURNING 1", &[&id]).await?
                > 0)
        })
    }

    fn list(&self, after: Option<After>, limit: u32) -> Answer<'_, Vec<ListedGame>> {
        Box::pin(self.list_games(after, limit))
    }
}

type Read<T> = Result<T, tokio_postgres::Error>;

fn number(row: &Row, column: usize) -> Read<u64> {
    row.try_get::<_, i64>(column).map(|number| number as u64)
}

fn saved_game(row: &Row) -> Read<SavedGame> {
    Ok(SavedGame {
        id: row.try_get(0)?,
        version: number(row, 1)?,
        created: number(row, 2)?,
        changed: number(row, 3)?,
        summary: row.try_get(4)?,
        document: row.try_get(5)?,
    })
}

fn listed_game(row: &Row) -> Read<ListedGame> {
    Ok(ListedGame { id: row.try_get(0)?, changed: number(row, 1)?, summary: row.try_get(2)? })
}
