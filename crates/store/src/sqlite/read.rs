//! Statements, and from rows to what they mean. Their columns are those of `columns.rs`.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Params, Row};

use super::number;
use crate::StoreError;
use crate::club::{Account, ApiToken, Offer, OnlineGame, Over, Player, SavedRating};

/// The clock of this database is that of the machine.
pub(super) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// One row that a query finds, if it finds one.
pub(super) fn one<T>(
    connection: &Connection,
    query: &str,
    values: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreError> {
    Ok(connection.prepare_cached(query)?.query_row(values, read).optional()?)
}

/// All rows that a query finds.
pub(super) fn all<T>(
    connection: &Connection,
    query: &str,
    values: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, StoreError> {
    let mut statement = connection.prepare_cached(query)?;
    let rows = statement.query_map(values, read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Carries out a statement. How many rows did it change?
pub(super) fn change(
    connection: &Connection,
    statement: &str,
    values: impl Params,
) -> Result<usize, StoreError> {
    Ok(connection.prepare_cached(statement)?.execute(values)?)
}

pub(super) fn account(row: &Row<'_>) -> rusqlite::Result<Account> {
    Ok(Account {
        id: row.get(0)?,
        name: row.get(1)?,
        folded: row.get(2)?,
        password: row.get(3)?,
        is_bot: row.get(4)?,
        created: number(row, 5)?,
        rating: SavedRating {
            rating: row.get(6)?,
            deviation: row.get(7)?,
            volatility: row.get(8)?,
            games: row.get(9)?,
            changed: number(row, 10)?,
        },
    })
}

pub(super) fn token(row: &Row<'_>) -> rusqlite::Result<ApiToken> {
    Ok(ApiToken {
        id: row.get(0)?,
        hash: row.get(1)?,
        account: row.get(2)?,
        name: row.get(3)?,
        scopes: row.get(4)?,
        created: number(row, 5)?,
    })
}

pub(super) fn offer(row: &Row<'_>) -> rusqlite::Result<Offer> {
    Ok(Offer {
        id: row.get(0)?,
        code: row.get(1)?,
        creator: row.get(2)?,
        to: row.get(3)?,
        is_open: row.get(4)?,
        document: row.get(5)?,
        created: number(row, 6)?,
        expires: number(row, 7)?,
    })
}

pub(super) fn game(row: &Row<'_>) -> rusqlite::Result<OnlineGame> {
    let over = |ended: i64| -> rusqlite::Result<Over> {
        Ok(Over { ended: ended as u64, result: row.get(16)?, opening: row.get(17)?, summary: row.get(18)? })
    };
    Ok(OnlineGame {
        id: row.get(0)?,
        black: player(row, 1, 19)?,
        white: player(row, 6, 20)?,
        settings: row.get(11)?,
        is_rated: row.get(12)?,
        is_private: row.get(13)?,
        created: number(row, 14)?,
        over: row.get::<_, Option<i64>>(15)?.map(over).transpose()?,
    })
}

pub(super) fn player(row: &Row<'_>, first: usize, is_bot: usize) -> rusqlite::Result<Player> {
    Ok(Player {
        person: row.get(first)?,
        name: row.get(first + 1)?,
        has_account: row.get(first + 2)?,
        is_bot: row.get(is_bot)?,
        rating: row.get(first + 3)?,
        rating_change: row.get(first + 4)?,
    })
}
