//! People in a PostgreSQL database.

use super::link::Repeat::{Freely, Never};
use super::{PostgresStore, number, read};
use crate::Answer;
use crate::club::Account;
use crate::columns::{ACCOUNT, RATING_POINTS, RECORD};
use crate::people::{Blocked, DELETED, PeopleStore, RatingPoint, Record};

impl PeopleStore for PostgresStore {
    fn become_bot(&self, id: String) -> Answer<'_, bool> {
        Box::pin(async move {
            let statement =
                "UPDATE accounts SET is_bot = TRUE WHERE id = $1 AND (is_bot OR rated_games = 0) RETURNING 1";
            Ok(self.link.change(Freely, statement, &[&id]).await? > 0)
        })
    }

    fn set_password(&self, id: String, password: String, but: String) -> Answer<'_, ()> {
        Box::pin(async move {
            let statement = "WITH ended AS (DELETE FROM sessions WHERE person = $1 AND hash <> $3)
                 UPDATE accounts SET password = $2 WHERE id = $1";
            self.link.change(Freely, statement, &[&id, &password, &but]).await.map(drop)
        })
    }

    fn end_sessions(&self, person: String) -> Answer<'_, ()> {
        Box::pin(async move {
            self.link.change(Freely, "DELETE FROM sessions WHERE person = $1", &[&person]).await.map(drop)
        })
    }

    fn set_recovery_codes(&self, account: String, hashes: Vec<String>) -> Answer<'_, ()> {
        Box::pin(async move {
            let statement = "WITH earlier AS (DELETE FROM recovery_codes WHERE account = $1)
                 INSERT INTO recovery_codes (account, hash) SELECT $1, unnest($2::TEXT[])";
            self.link.change(Never, statement, &[&account, &hashes]).await.map(drop)
        })
    }

    fn n_recovery_codes(&self, account: String) -> Answer<'_, u32> {
        Box::pin(async move {
            let query = "SELECT count(*) FROM recovery_codes WHERE account = $1";
            let n = self.link.one(query, &[&account], |row| number(row, 0)).await?;
            Ok(n.unwrap_or_default() as u32)
        })
    }

    fn recover(&self, account: String, code: String, password: String) -> Answer<'_, bool> {
        Box::pin(async move {
            let statement = "
                WITH used AS (
                    DELETE FROM recovery_codes WHERE account = $1 AND hash = $2 RETURNING 1
                ), changed AS (
                    UPDATE accounts SET password = $3 WHERE id = $1 AND EXISTS (SELECT 1 FROM used)
                ), sessions_ended AS (
                    DELETE FROM sessions WHERE person = $1 AND EXISTS (SELECT 1 FROM used)
                ), tokens_ended AS (
                    DELETE FROM api_tokens WHERE account = $1 AND EXISTS (SELECT 1 FROM used)
                )
                SELECT 1 FROM used";
            Ok(self.link.change(Never, statement, &[&account, &code, &password]).await? > 0)
        })
    }

    fn delete_account(&self, id: String) -> Answer<'_, ()> {
        Box::pin(async move {
            // A game has two players, and one statement changes a row once: nobody plays against themselves.
            let statement = "
                WITH black AS (
                    UPDATE online_games SET black_name = $2, black_has_account = FALSE WHERE black = $1
                ), white AS (
                    UPDATE online_games SET white_name = $2, white_has_account = FALSE WHERE white = $1
                ), lines AS (
                    UPDATE chat SET name = $2 WHERE person = $1
                ), ended AS (
                    DELETE FROM sessions WHERE person = $1
                ), revoked AS (
                    DELETE FROM api_tokens WHERE account = $1
                ), codes AS (
                    DELETE FROM recovery_codes WHERE account = $1
                ), withdrawn AS (
                    DELETE FROM offers WHERE creator = $1 OR recipient = $1
                ), unblocked AS (
                    DELETE FROM blocks WHERE person = $1 OR other = $1
                ), lost AS (
                    DELETE FROM studies WHERE owner = $1
                )
                UPDATE accounts SET name = $2, folded = $2 || id, password = '' WHERE id = $1";
            self.link.change(Freely, statement, &[&id, &DELETED]).await.map(drop)
        })
    }

    fn block(&self, person: String, other: String, limit: u32) -> Answer<'_, bool> {
        Box::pin(async move {
            let statement = "INSERT INTO blocks (person, other, name)
                 SELECT $1, $2, name FROM (SELECT name FROM accounts WHERE id = $2
                     UNION ALL SELECT name FROM sessions WHERE person = $2 UNION ALL SELECT 'Guest' LIMIT 1) AS found
                 WHERE (SELECT count(*) FROM blocks WHERE person = $1 AND other <> $2) < $3
                 ON CONFLICT (person, other) DO UPDATE SET name = excluded.name RETURNING 1";
            Ok(self.link.change(Freely, statement, &[&person, &other, &i64::from(limit)]).await? > 0)
        })
    }

    fn unblock(&self, person: String, other: String) -> Answer<'_, ()> {
        Box::pin(async move {
            let statement = "DELETE FROM blocks WHERE person = $1 AND other = $2";
            self.link.change(Freely, statement, &[&person, &other]).await.map(drop)
        })
    }

    fn blocked_by(&self, person: String) -> Answer<'_, Vec<Blocked>> {
        Box::pin(async move {
            let query = "SELECT other, name FROM blocks WHERE person = $1 ORDER BY name COLLATE \"C\", other";
            let read =
                |row: &tokio_postgres::Row| Ok(Blocked { person: row.try_get(0)?, name: row.try_get(1)? });
            self.link.all(query, &[&person], read).await
        })
    }

    fn has_blocked(&self, person: String, other: String) -> Answer<'_, bool> {
        Box::pin(async move {
            let query = "SELECT 1 FROM blocks WHERE person = $1 AND other = $2";
            Ok(self.link.one(query, &[&person, &other], |_| Ok(())).await?.is_some())
        })
    }

    fn leaders(&self, max_deviation: f64, limit: u32) -> Answer<'_, Vec<Account>> {
        Box::pin(async move {
            let query = format!(
                "{ACCOUNT} WHERE deviation <= $1 AND rated_games > 0 AND password <> '' ORDER BY rating DESC, id LIMIT $2"
            );
            self.link.all(&query, &[&max_deviation, &i64::from(limit)], read::account).await
        })
    }

    fn record(&self, account: String) -> Answer<'_, Record> {
        Box::pin(async move {
            let read = |row: &tokio_postgres::Row| {
                let n = |column| number(row, column).map(|n| n as u32);
                Ok(Record { wins: n(0)?, draws: n(1)?, losses: n(2)? })
            };
            Ok(self.link.one(RECORD, &[&account], read).await?.unwrap_or_default())
        })
    }

    fn rating_points(&self, account: String, limit: u32) -> Answer<'_, Vec<RatingPoint>> {
        Box::pin(async move {
            let read =
                |row: &tokio_postgres::Row| Ok(RatingPoint { at: number(row, 0)?, rating: row.try_get(1)? });
            let mut points = self.link.all(RATING_POINTS, &[&account, &i64::from(limit)], read).await?;
            points.reverse();
            Ok(points)
        })
    }

    fn extend_seeks(&self, person: String, until: u64) -> Answer<'_, ()> {
        Box::pin(async move {
            let statement = "UPDATE offers SET expires = $2
                 WHERE creator = $1 AND is_open AND expires > now_ms() AND expires < $2";
            self.link.change(Freely, statement, &[&person, &(until as i64)]).await.map(drop)
        })
    }

    fn take_ended_seeks(&self) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let statement = "DELETE FROM offers WHERE is_open AND expires <= now_ms() RETURNING id";
            let rows = self.link.rows(Never, statement, &[]).await?;
            rows.iter().map(read::text).collect::<Result<_, _>>().map_err(super::link::failed)
        })
    }
}
