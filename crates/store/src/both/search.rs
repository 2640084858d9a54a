//! The search for games that are over.

use crate::club::Search;
use crate::database::{Statement, Value, values};
use crate::statements as sql;

/// The statement of a search. Whatever is left open fits any game; each kind of question has a statement of its own, so
/// that the right index is used.
pub(super) fn statement(search: Search) -> (Statement, Vec<Value>) {
    let Search { player, opponent, result, opening, position, viewer, after, limit } = search;
    let (ended, id) = after.unwrap_or((i64::MAX as u64, String::new()));
    let mut values = values![ended, id, viewer, limit];
    let mut statement = sql::SEARCH;
    let conditions = [
        (position.map(Value::from), "id IN (SELECT game FROM positions WHERE position = ?)"),
        (player.map(Value::from), "(black = ? OR white = ?)"),
        (opponent.map(Value::from), "(black = ? OR white = ?)"),
        (result.map(Value::from), "result = ?"),
        (opening.map(Value::from), "opening = ?"),
    ];
    for (value, condition) in conditions {
        if let Some(value) = value {
            values.push(value);
            let condition = condition.replace('?', &format!("${}", values.len()));
            statement.sql.to_mut().push_str(&format!(" AND {condition}"));
        }
    }
    statement.sql.to_mut().push_str(" ORDER BY ended DESC, id DESC LIMIT $4");
    (statement, values)
}
