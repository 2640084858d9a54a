//! From the write-ahead log to the file, on a thread of its own.
//!
//! SQLite would do this by itself within a commit, and everybody who waits for that commit would wait for thousands of
//! pages. Another connection can do nearly all of it while commits go on.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;

use crate::StoreError;

/// How often pages are brought from the log to the file.
const PAUSE: Duration = Duration::from_secs(1);
/// Pages after which the log starts over: 16 MB.
const LONG_LOG: i64 = 4_096;
/// Pages from which commits checkpoint themselves, if the thread does not keep up: 1 GB.
pub(super) const LONGEST_LOG: u32 = 262_144;

/// Checkpoints the file until nobody holds the other end of the channel.
pub(super) fn start(path: PathBuf, end: Receiver<()>) -> Result<(), StoreError> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    let thread = thread::Builder::new().name("checkpoint".to_owned());
    let run = move || {
        while end.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
            // What fails now is done the next time, or by the commits; nothing is lost by waiting.
            let _ = checkpoint(&connection);
        }
    };
    thread.spawn(run).map_err(|error| StoreError::Failed(error.into()))?;
    Ok(())
}

fn checkpoint(connection: &Connection) -> rusqlite::Result<()> {
    // While others write there are always a few pages more, so that the log grows...
    let pages = |mode| connection.query_row(mode, [], |row| row.get::<_, i64>(1));
    if pages("PRAGMA wal_checkpoint(PASSIVE)")? > LONG_LOG {
        // ...until they wait for a moment.
        pages("PRAGMA wal_checkpoint(RESTART)")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_log_begins_anew_and_nothing_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let log_len = || std::fs::metadata(folder.path().join("games.db-wal")).unwrap().len();
        let writer = Connection::open(&path).unwrap();
        writer.pragma_update(None, "journal_mode", "WAL").unwrap();
        writer.pragma_update(None, "wal_autocheckpoint", 0).unwrap();
        writer.execute_batch("CREATE TABLE pages (bytes BLOB NOT NULL)").unwrap();
        let write = |n: i64| {
            let pages = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
                         INSERT INTO pages SELECT zeroblob(4000) FROM n";
            writer.execute(pages, [n]).unwrap();
        };
        write(LONG_LOG + 1);
        let longest = log_len();
        let other = Connection::open(&path).unwrap();
        checkpoint(&other).unwrap();
        write(LONG_LOG / 2);
        assert_eq!(log_len(), longest);
        let n: i64 = other.query_row("SELECT count(*) FROM pages", [], |row| row.get(0)).unwrap();
        assert_eq!(n, LONG_LOG + 1 + LONG_LOG / 2);
    }
}
