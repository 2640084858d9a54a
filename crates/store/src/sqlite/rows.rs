//! Values in and rows out, in SQLite.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::functions::FunctionFlags;
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, ToSql, params_from_iter};

use crate::StoreError;
use crate::database::{Columns, Read, Row, Value};

/// The clock of this database is that of the machine.
pub(super) fn add_clock(connection: &Connection) -> rusqlite::Result<()> {
    connection.create_scalar_function("now_ms", 0, FunctionFlags::SQLITE_UTF8, |_| {
        Ok(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64))
    })
}

/// The rows that a statement gives.
pub(super) fn rows<T>(
    connection: &Connection,
    sql: &str,
    values: &[Value],
    read: Read<T>,
) -> Result<Vec<T>, StoreError> {
    // SQLite takes `$1` for a name, and `?1` for a number.
    let mut statement = connection.prepare_cached(&sql.replace('$', "?"))?;
    // Statements that are carried out together have the same values, and some need only the first.
    let n_values = statement.parameter_count();
    let mut rows = statement.query(params_from_iter(values.iter().take(n_values)))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read(&mut Row::new(row))?);
    }
    Ok(found)
}

/// Carries out a change that gives back a row for each row it changes. How many were there?
pub(super) fn change(connection: &Connection, sql: &str, values: &[Value]) -> Result<usize, StoreError> {
    Ok(rows(connection, sql, values, |_| Ok(()))?.len())
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Value::Text(text) => text.to_sql(),
            Value::Number(number) => number.to_sql(),
            Value::Real(number) => number.to_sql(),
            Value::Flag(flag) => flag.to_sql(),
        }
    }
}

impl Columns for rusqlite::Row<'_> {
    fn text(&self, column: usize) -> Result<Option<String>, StoreError> {
        Ok(self.get(column)?)
    }

    fn number(&self, column: usize) -> Result<Option<i64>, StoreError> {
        Ok(self.get(column)?)
    }

    fn real(&self, column: usize) -> Result<Option<f64>, StoreError> {
        Ok(self.get(column)?)
    }

    fn flag(&self, column: usize) -> Result<Option<bool>, StoreError> {
        Ok(self.get(column)?)
    }
}
