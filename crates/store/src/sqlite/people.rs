//! People in a file of SQLite.

use rusqlite::{Connection, params};

use super::read::{account, all, change, now, one};
use super::{SqliteStore, number, whole};
use crate::club::Account;
use crate::columns::{ACCOUNT, RATING_POINTS, RECORD};
use crate::people::{Blocked, DELETED, PeopleStore, RatingPoint, Record};
use crate::{Answer, StoreError};

impl PeopleStore for SqliteStore {
    fn become_bot(&self, id: String) -> Answer<'_, bool> {
        self.ask(move |connection| {
            let statement =
                "UPDATE accounts SET is_bot = 1 WHERE id = ?1 AND (is_bot = 1 OR rated_games = 0)";
            Ok(change(connection, statement, [id])? > 0)
        })
    }

    fn set_password(&self, id: String, password: String, but: String) -> Answer<'_, ()> {
        self.ask(move |connection| {
            whole(connection, |connection| {
                change(connection, "UPDATE accounts SET password = ?2 WHERE id = ?1", [&id, &password])?;
                change(connection, "DELETE FROM sessions WHERE person = ?1 AND hash <> ?2", [&id, &but])?;
                Ok(())
            })
        })
    }

    fn end_sessions(&self, person: String) -> Answer<'_, ()> {
        self.ask(move |connection| {
            change(connection, "DELETE FROM sessions WHERE person = ?1", [person])?;
            Ok(())
        })
    }

    fn set_recovery_codes(&self, account: String, hashes: Vec<String>) -> Answer<'_, ()> {
        self.ask(move |connection| {
            whole(connection, |connection| {
                change(connection, "DELETE FROM recovery_codes WHERE account = ?1", [&account])?;
                for hash in &hashes {
                    let statement = "INSERT INTO recovery_codes (account, hash) VALUES (?1, ?2)";
                    change(connection, statement, [&account, hash])?;
                }
                Ok(())
            })
        })
    }

    fn n_recovery_codes(&self, account: String) -> Answer<'_, u32> {
        self.ask(move |connection| {
            let query = "SELECT count(*) FROM recovery_codes WHERE account = ?1";
            Ok(one(connection, query, [account], |row| row.get(0))?.unwrap_or_default())
        })
    }

    fn recover(&self, account: String, code: String, password: String) -> Answer<'_, bool> {
        self.ask(move |connection| {
            whole(connection, |connection| {
                let statement = "DELETE FROM recovery_codes WHERE account = ?1 AND hash = ?2";
                if change(connection, statement, [&account, &code])? == 0 {
                    return Ok(false);
                }
                change(connection, "UPDATE accounts SET password = ?2 WHERE id = ?1", [&account, &password])?;
                change(connection, "DELETE FROM sessions WHERE person = ?1", [&account])?;
                change(connection, "DELETE FROM api_tokens WHERE account = ?1", [&account])?;
                Ok(true)
            })
        })
    }

    fn delete_account(&self, id: String) -> Answer<'_, ()> {
        self.ask(move |connection| whole(connection, |connection| delete_account(connection, &id)))
    }

    fn block(&self, person: String, other: String, limit: u32) -> Answer<'_, bool> {
        self.ask(move |connection| {
            let statement = "INSERT INTO blocks (person, other, name)
                 SELECT ?1, ?2, name FROM (SELECT name FROM accounts WHERE id = ?2
                     UNION ALL SELECT name FROM sessions WHERE person = ?2 UNION ALL SELECT 'Guest' LIMIT 1)
                 WHERE (SELECT count(*) FROM blocks WHERE person = ?1 AND other <> ?2) < ?3
                 ON CONFLICT (person, other) DO UPDATE SET name = excluded.name";
            Ok(change(connection, statement, params![person, other, limit])? > 0)
        })
    }

    fn unblock(&self, person: String, other: String) -> Answer<'_, ()> {
        self.ask(move |connection| {
            change(connection, "DELETE FROM blocks WHERE person = ?1 AND other = ?2", [person, other])?;
            Ok(())
        })
    }

    fn blocked_by(&self, person: String) -> Answer<'_, Vec<Blocked>> {
        self.ask(move |connection| {
            let query = "SELECT other, name FROM blocks WHERE person = ?1 ORDER BY name, other";
            all(connection, query, [person], |row| Ok(Blocked { person: row.get(0)?, name: row.get(1)? }))
        })
    }

    fn has_blocked(&self, person: String, other: String) -> Answer<'_, bool> {
        self.ask(move |connection| {
            let query = "SELECT 1 FROM blocks WHERE person = ?1 AND other = ?2";
            Ok(one(connection, query, [person, other], |_| Ok(()))?.is_some())
        })
    }

    fn leaders(&self, max_deviation: f64, limit: u32) -> Answer<'_, Vec<Account>> {
        self.ask(move |connection| {
            let query = format!(
                "{ACCOUNT} WHERE deviation <= ?1 AND rated_games > 0 AND password <> '' ORDER BY rating DESC, id LIMIT ?2"
            );
            all(connection, &query, params![max_deviation, limit], account)
        })
    }

    fn record(&self, account: String) -> Answer<'_, Record> {
        self.ask(move |connection| {
            let query = RECORD.replace('$', "?");
            let read = |row: &rusqlite::Row<'_>| {
                Ok(Record { wins: row.get(0)?, draws: row.get(1)?, losses: row.get(2)? })
            };
            Ok(one(connection, &query, [account], read)?.unwrap_or_default())
        })
    }

    fn rating_points(&self, account: String, limit: u32) -> Answer<'_, Vec<RatingPoint>> {
        self.ask(move |connection| {
            let query = RATING_POINTS.replace('$', "?");
            let read = |row: &rusqlite::Row<'_>| Ok(RatingPoint { at: number(row, 0)?, rating: row.get(1)? });
            let mut points = all(connection, &query, params![account, limit], read)?;
            points.reverse();
            Ok(points)
        })
    }

    fn extend_seeks(&self, person: String, until: u64) -> Answer<'_, ()> {
        self.ask(move |connection| {
            let statement =
                "UPDATE offers SET expires = ?2 WHERE creator = ?1 AND is_open = 1 AND expires > ?3 AND expires < ?2";
            change(connection, statement, params![person, until as i64, now()])?;
            Ok(())
        })
    }

    fn take_ended_seeks(&self) -> Answer<'_, Vec<String>> {
        self.ask(move |connection| {
            let statement = "DELETE FROM offers WHERE is_open = 1 AND expires <= ?1 RETURNING id";
            all(connection, statement, [now()], |row| row.get(0))
        })
    }
}

fn delete_account(connection: &Connection, id: &str) -> Result<(), StoreError> {
    let statement = "UPDATE accounts SET name = ?2, folded = ?2 || id, password = '' WHERE id = ?1";
    change(connection, statement, [id, DELETED])?;
    for statement in [
        "UPDATE online_games SET black_name = ?2, black_has_account = 0 WHERE black = ?1",
        "UPDATE online_games SET white_name = ?2, white_has_account = 0 WHERE white = ?1",
        "UPDATE chat SET name = ?2 WHERE person = ?1",
    ] {
        change(connection, statement, [id, DELETED])?;
    }
    for statement in [
        "DELETE FROM sessions WHERE person = ?1",
        "DELETE FROM api_tokens WHERE account = ?1",
        "DELETE FROM recovery_codes WHERE account = ?1",
        "DELETE FROM offers WHERE creator = ?1 OR recipient = ?1",
        "DELETE FROM blocks WHERE person = ?1 OR other = ?1",
        "DELETE FROM studies WHERE owner = ?1",
    ] {
        change(connection, statement, [id])?;
    }
    Ok(())
}
