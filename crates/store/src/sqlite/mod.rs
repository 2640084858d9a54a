//! Games in a file of SQLite.
//!
//! One thread has the connection. It takes all requests that wait, carries them out in one
//! transaction, and answers when that is on the disk: a hundred moves cost as many writes as one.

mod checkpoint;
mod database;
mod rows;

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TrySendError, channel, sync_channel};
use std::thread;

use rusqlite::Connection;
use tokio::sync::oneshot;

use crate::{Answer, StoreError};

/// Games in a file of SQLite.
#[derive(Debug)]
pub struct SqliteStore {
    requests: SyncSender<Request>,
}

/// Something to do with the connection, and how to tell what came of it once that is durable.
type Request = Box<dyn FnOnce(&Connection) -> Tell + Send>;
type Tell = Box<dyn FnOnce(Result<(), &StoreError>) + Send>;

/// Changes of the format, numbered from 1 in the order in which they are made.
const MIGRATIONS: [&str; 5] = [
    include_str!("../migrations/1_games.sql"),
    include_str!("../migrations/2_club.sql"),
    include_str!("../migrations/3_studies.sql"),
    include_str!("../migrations/4_rest.sql"),
    include_str!("../migrations/5_people.sql"),
];

/// Statements that are kept prepared; there are fewer.
const MAX_STATEMENTS: usize = 128;

/// More than this is not done in one transaction.
const MAX_GROUP: usize = 256;

/// Requests that may wait. Ten thousand players are served with far fewer.
const MAX_WAITING: usize = 8192;

/// A new file is for its owner alone: hashes of passwords are in it. Its companions follow it.
fn make_private(path: &Path) {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // If it is there, or cannot be made, opening it says so.
    let _ = options.open(path);
}

impl SqliteStore {
    /// Opens the games of a file, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, or was made by a newer program.
    pub fn open(path: &Path) -> Result<SqliteStore, StoreError> {
        make_private(path);
        let connection = Connection::open(path)?;
        connection.pragma_update(None, "wal_autocheckpoint", checkpoint::LONGEST_LOG)?;
        let (life, end) = channel();
        let store = SqliteStore::start(connection, Some(life))?;
        checkpoint::start(path.to_owned(), end)?;
        Ok(store)
    }

    /// Games that are gone when the store is.
    ///
    /// # Errors
    ///
    /// There is no memory for it.
    pub fn in_memory() -> Result<SqliteStore, StoreError> {
        SqliteStore::start(Connection::open_in_memory()?, None)
    }

    /// The thread keeps `life` until it has ended.
    fn start(mut connection: Connection, life: Option<Sender<()>>) -> Result<SqliteStore, StoreError> {
        // A second program may be writing; with a write-ahead log and full synchronization a
        // transaction is on the disk when it has ended.
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        // What is deleted, as the name of an account, is not left in the file.
        connection.pragma_update(None, "secure_delete", true)?;
        connection.set_prepared_statement_cache_capacity(MAX_STATEMENTS);
        rows::add_clock(&connection)?;
        migrate(&mut connection)?;
        let (requests, inbox) = sync_channel(MAX_WAITING);
        let thread = thread::Builder::new().name("store".to_owned());
        let run = move || {
            work(connection, &inbox);
            drop(life);
        };
        thread.spawn(run).map_err(|error| StoreError::Failed(error.into()))?;
        Ok(SqliteStore { requests })
    }

    /// Has the thread do something, and waits until it is durable.
    fn ask<T: Send + 'static>(
        &self,
        act: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Answer<'_, T> {
        let (answer, answered) = oneshot::channel();
        let request: Request = Box::new(move |connection| {
            let done = act(connection);
            Box::new(move |committed| {
                let durable = committed.map_err(|error| StoreError::Failed(error.to_string().into()));
                // Whoever asked may have gone away.
                let _ = answer.send(durable.and(done));
            })
        });
        let sent = self.requests.try_send(request).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Disconnected(_) => StoreError::Closed,
        });
        Box::pin(async move {
            sent?;
            answered.await.map_err(|_| StoreError::Closed)?
        })
    }
}

/// Does all of something or nothing, inside of a transaction that others share.
fn whole<T>(
    connection: &Connection,
    act: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    connection.prepare_cached("SAVEPOINT whole")?.execute([])?;
    let done = act(connection);
    if done.is_err() {
        connection.prepare_cached("ROLLBACK TO whole")?.execute([])?;
    }
    connection.prepare_cached("RELEASE whole")?.execute([])?;
    done
}

fn work(mut connection: Connection, inbox: &Receiver<Request>) {
    while let Ok(first) = inbox.recv() {
        let group: Vec<Request> = [first].into_iter().chain(inbox.try_iter().take(MAX_GROUP - 1)).collect();
        let mut tell = Vec::with_capacity(group.len());
        let done = carry_out(&mut connection, group, &mut tell);
        tell.into_iter().for_each(|tell| tell(done.as_ref().copied()));
    }
}

fn carry_out(
    connection: &mut Connection,
    group: Vec<Request>,
    tell: &mut Vec<Tell>,
) -> Result<(), StoreError> {
    let transaction = connection.transaction()?;
    tell.extend(group.into_iter().map(|request| request(&transaction)));
    Ok(transaction.commit()?)
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let known = MIGRATIONS.len() as u32;
    let transaction = connection.transaction()?;
    let found: u32 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if found > known {
        return Err(StoreError::TooNew { found, known });
    }
    for migration in &MIGRATIONS[found as usize..] {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", known)?;
    Ok(transaction.commit()?)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Failed(error.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]
    fn every_statement_is_understood() {
        let mut connection = Connection::open_in_memory().unwrap();
        rows::add_clock(&connection).unwrap();
        migrate(&mut connection).unwrap();
        for (name, statement) in crate::statements::ALL {
            let prepared = connection.prepare(&statement.sql.replace('$', "?"));
            assert!(prepared.is_ok(), "{name}: {:?}", prepared.err());
        }
    }

    #[tokio::test]
    async fn a_full_queue_says_so_and_the_rest_is_done() {
        let store = SqliteStore::in_memory().unwrap();
        let (go, wait) = channel::<()>();
        let first = store.ask(move |_| Ok(wait.recv().is_err()));
        let others: Vec<_> = (0..MAX_WAITING + MAX_GROUP + 10).map(|_| store.ask(|_| Ok(()))).collect();
        drop(go);
        assert!(first.await.unwrap());
        let mut refused = 0;
        for other in others {
            match other.await {
                Ok(()) => {}
                Err(StoreError::Busy) => refused += 1,
                Err(error) => panic!("{error}"),
            }
        }
        // At most one group has left the queue, and the first may be in it.
        assert!((10..=MAX_GROUP + 11).contains(&refused), "{refused}");
        assert!(store.ask(|_| Ok(())).await.is_ok());
    }
}
