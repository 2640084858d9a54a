//! What takes several statements: adding events, ends, leases, ratings, searches.

use rusqlite::{Connection, params};

use super::read::{change, game, now, one};
use crate::StoreError;
use crate::club::{Append, Appended, Claim, OnlineGame, Over, RatingChange, SavedRating, Search};
use crate::columns::GAME;

pub(super) fn append(connection: &Connection, append: Append) -> Result<Appended, StoreError> {
    let Append { game, epoch, events, ending } = append;
    let (Some(first), Some(last)) = (events.first(), events.last()) else { return Ok(Appended::Done) };
    let moved_on = change(
        connection,
        "UPDATE leases SET last_seq = ?1 WHERE game = ?2 AND epoch = ?3 AND last_seq = ?4",
        params![last.seq as i64, game, epoch as i64, first.seq as i64 - 1],
    )?;
    if moved_on == 0 {
        let is_owner = one(
            connection,
            "SELECT 1 FROM leases WHERE game = ?1 AND epoch = ?2",
            params![game, epoch as i64],
            |_| Ok(()),
        )?;
        return Ok(if is_owner.is_some() { Appended::Stale } else { Appended::Fenced });
    }
    for event in &events {
        change(
            connection,
            "INSERT INTO events (game, seq, at, body) VALUES (?1, ?2, ?3, ?4)",
            params![game, event.seq as i64, event.at as i64, event.body],
        )?;
    }
    if let Some(ending) = ending {
        end(connection, &game, &ending.over)?;
        for position in ending.positions {
            change(
                connection,
                "INSERT OR IGNORE INTO positions (position, game) VALUES (?1, ?2)",
                params![position as i64, game],
            )?;
        }
    }
    Ok(Appended::Done)
}

pub(super) fn end(connection: &Connection, game: &str, over: &Over) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE online_games SET ended = ?2, result = ?3, opening = ?4, summary = ?5 WHERE id = ?1",
        params![game, over.ended as i64, over.result, over.opening, over.summary],
    )?;
    change(connection, "UPDATE leases SET is_live = 0 WHERE game = ?1", [game])?;
    Ok(())
}

pub(super) fn claim(
    connection: &Connection,
    game: &str,
    node: &str,
    lease_ms: u64,
) -> Result<Claim, StoreError> {
    let found = one(
        connection,
        "SELECT leases.node, epoch, coalesce(free_since, seen) FROM leases
         LEFT JOIN nodes ON nodes.node = leases.node WHERE game = ?1",
        [game],
        |row| Ok((row.get::<_, Option<String>>(0)?, row.get::<_, i64>(1)?, row.get::<_, Option<i64>>(2)?)),
    )?;
    let Some((owner, epoch, seen)) = found else { return Ok(Claim::Unknown) };
    let idle = seen.map_or(i64::MAX, |seen| (now() - seen).max(0));
    match owner {
        Some(owner) if owner != node && idle <= lease_ms as i64 => return Ok(Claim::Other(owner)),
        _ => {}
    }
    change(
        connection,
        "UPDATE leases SET node = ?2, epoch = epoch + 1, free_since = NULL WHERE game = ?1",
        params![game, node],
    )?;
    let idle_ms = if seen.is_some() { idle as u64 } else { 0 };
    Ok(Claim::Owned { epoch: epoch as u64 + 1, idle_ms })
}

/// The games of a node belong to nobody, since a time.
pub(super) fn set_free(connection: &Connection, node: &str, since: Option<i64>) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE leases SET node = NULL, free_since = ?2 WHERE node = ?1 AND is_live = 1",
        params![node, since],
    )?;
    Ok(())
}

pub(super) fn rate(
    connection: &Connection,
    game: &str,
    changes: &[RatingChange; 2],
) -> Result<bool, StoreError> {
    let [black, white] = changes;
    let is_as_expected = one(
        connection,
        "SELECT (SELECT count(*) FROM online_games WHERE id = ?1 AND black_change IS NULL)
              + (SELECT count(*) FROM accounts WHERE id = ?2 AND rated_games = ?3 - 1)
              + (SELECT count(*) FROM accounts WHERE id = ?4 AND rated_games = ?5 - 1) = 3",
        params![game, black.account, black.rating.games, white.account, white.rating.games],
        |row| row.get::<_, bool>(0),
    )?;
    if is_as_expected != Some(true) {
        return Ok(false);
    }
    change(
        connection,
        "UPDATE online_games SET black_change = ?2, white_change = ?3 WHERE id = ?1",
        params![game, black.difference, white.difference],
    )?;
    for RatingChange { account, rating, .. } in changes {
        let SavedRating { rating, deviation, volatility, games, changed } = *rating;
        change(
            connection,
            "UPDATE accounts SET rating = ?2, deviation = ?3, volatility = ?4, rated_games = ?5, rating_changed = ?6
             WHERE id = ?1",
            params![account, rating, deviation, volatility, games, changed as i64],
        )?;
    }
    Ok(true)
}

/// Whatever is left open in a search fits any game.
pub(super) fn search(connection: &Connection, search: Search) -> Result<Vec<OnlineGame>, StoreError> {
    let Search { player, opponent, result, opening, position, viewer, after, limit } = search;
    let (ended, id) = after.map_or((i64::MAX, String::new()), |(ended, id)| (ended as i64, id));
    // Each kind of question has a statement of its own, so that the right index is used.
    let mut query = format!("{GAME} WHERE ended IS NOT NULL AND (ended, id) < (?1, ?2)");
    if position.is_some() {
        query.push_str(" AND id IN (SELECT game FROM positions WHERE position = ?3)");
    }
    if player.is_some() {
        query.push_str(" AND (black = ?4 OR white = ?4)");
    }
    if opponent.is_some() {
        query.push_str(" AND (black = ?5 OR white = ?5)");
    }
    if result.is_some() {
        query.push_str(" AND result = ?6");
    }
    if opening.is_some() {
        query.push_str(" AND opening = ?7");
    }
    query.push_str(" AND (is_private = 0 OR black = ?8 OR white = ?8) ORDER BY ended DESC, id DESC LIMIT ?9");
    let position = position.map(|position| position as i64);
    let mut statement = connection.prepare_cached(&query)?;
    let values: [&dyn rusqlite::ToSql; 9] =
        [&ended, &id, &position, &player, &opponent, &result, &opening, &viewer, &limit];
    let rows = statement.query_map(values.as_slice(), game)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn beat(connection: &Connection, node: &str) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO nodes (node, seen) VALUES (?1, ?2) ON CONFLICT (node) DO UPDATE SET seen = excluded.seen",
        params![node, now()],
    )?;
    Ok(())
}
