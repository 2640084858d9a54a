//! People, in any database.

use super::club::is_any;
use crate::Answer;
use crate::club::Account;
use crate::database::{Database, Statement, Value, values};
use crate::people::{Blocked, DELETED, PeopleStore, RatingPoint, Record};
use crate::{read, statements as sql};

impl<D: Database> PeopleStore for D {
    fn become_bot(&self, id: String) -> Answer<'_, bool> {
        is_any(self.change(sql::BECOME_BOT, values![id]))
    }

    fn set_password(&self, id: String, password: String, but: String) -> Answer<'_, ()> {
        let others = vec![sql::END_OTHER_SESSIONS];
        done(self.change_together(sql::SET_PASSWORD, others, values![id, password, but]))
    }

    fn end_sessions(&self, person: String) -> Answer<'_, ()> {
        self.make(sql::END_SESSIONS, values![person])
    }

    fn set_recovery_codes(&self, account: String, hashes: Vec<String>) -> Answer<'_, ()> {
        let others = vec![sql::DELETE_RECOVERY_CODES, add_codes(hashes.len())];
        let values = [account].into_iter().chain(hashes).map(Value::from).collect();
        done(self.change_together(sql::HAS_ACCOUNT, others, values))
    }

    fn n_recovery_codes(&self, account: String) -> Answer<'_, u32> {
        Box::pin(async move {
            let n = self.one(sql::N_RECOVERY_CODES, values![account], read::only).await?;
            Ok(n.unwrap_or_default())
        })
    }

    fn recover(&self, account: String, code: String, password: String) -> Answer<'_, bool> {
        let others = vec![sql::SET_FOUND_PASSWORD, sql::END_SESSIONS, sql::DELETE_TOKENS];
        self.change_together(sql::USE_RECOVERY_CODE, others, values![account, code, password])
    }

    fn delete_account(&self, id: String) -> Answer<'_, ()> {
        // One statement changes a row once, even if it has several parts: nobody plays against themselves.
        let others = vec![
            sql::FORGET_BLACK,
            sql::FORGET_WHITE,
            sql::FORGET_LINES,
            sql::END_SESSIONS,
            sql::DELETE_TOKENS,
            sql::DELETE_RECOVERY_CODES,
            sql::DELETE_OFFERS,
            sql::DELETE_BLOCKS,
            sql::DELETE_STUDIES,
        ];
        done(self.change_together(sql::FORGET_ACCOUNT, others, values![id, DELETED]))
    }

    fn block(&self, person: String, other: String, limit: u32) -> Answer<'_, bool> {
        is_any(self.change(sql::BLOCK, values![person, other, limit]))
    }

    fn unblock(&self, person: String, other: String) -> Answer<'_, ()> {
        self.make(sql::UNBLOCK, values![person, other])
    }

    fn blocked_by(&self, person: String) -> Answer<'_, Vec<Blocked>> {
        self.rows(sql::BLOCKED_BY, values![person], read::blocked)
    }

    fn has_blocked(&self, person: String, other: String) -> Answer<'_, bool> {
        is_any(self.change(sql::HAS_BLOCKED, values![person, other]))
    }

    fn leaders(&self, max_deviation: f64, limit: u32) -> Answer<'_, Vec<Account>> {
        self.rows(sql::LEADERS, values![max_deviation, limit], read::account)
    }

    fn record(&self, account: String) -> Answer<'_, Record> {
        Box::pin(async move {
            Ok(self.one(sql::RECORD, values![account], read::record).await?.unwrap_or_default())
        })
    }

    fn rating_points(&self, account: String, limit: u32) -> Answer<'_, Vec<RatingPoint>> {
        Box::pin(async move {
            let mut points =
                self.rows(sql::RATING_POINTS, values![account, limit], read::rating_point).await?;
            points.reverse();
            Ok(points)
        })
    }

    fn extend_seeks(&self, person: String, until: u64) -> Answer<'_, ()> {
        self.make(sql::EXTEND_SEEKS, values![person, until])
    }

    fn take_ended_seeks(&self) -> Answer<'_, Vec<String>> {
        self.rows(sql::TAKE_ENDED_SEEKS, values![], read::only)
    }
}

/// Adds codes: the values from the second on.
fn add_codes(count: usize) -> Statement {
    let codes: Vec<String> = (0..count).map(|n| format!("SELECT CAST(${} AS TEXT) AS hash", n + 2)).collect();
    let sql = format!(
        "INSERT INTO recovery_codes (account, hash) SELECT $1, hash FROM ({}) AS codes WHERE TRUE",
        codes.join(" UNION ALL ")
    );
    Statement { sql: sql.into(), ..sql::DELETE_RECOVERY_CODES }
}

/// It is done, whether there was anything to do or not.
fn done(changed: Answer<'_, bool>) -> Answer<'_, ()> {
    Box::pin(async move { changed.await.map(drop) })
}
