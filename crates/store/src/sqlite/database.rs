//! What takes several statements: games that begin, events, ratings.

use rusqlite::Connection;

use super::rows::{change, rows};
use super::{SqliteStore, whole};
use crate::club::{Append, Appended, Begin, Ending, RatingChange, SavedRating};
use crate::database::{Database, Read, Statement, Value, values};
use crate::{Answer, StoreError};

impl Database for SqliteStore {
    fn rows<T: Send + 'static>(
        &self,
        statement: Statement,
        values: Vec<Value>,
        read: Read<T>,
    ) -> Answer<'_, Vec<T>> {
        self.ask(move |connection| rows(connection, &statement.sql, &values, read))
    }

    fn change_together(
        &self,
        first: Statement,
        others: Vec<Statement>,
        values: Vec<Value>,
    ) -> Answer<'_, bool> {
        self.ask(move |connection| {
            whole(connection, |connection| {
                if change(connection, &first.sql, &values)? == 0 {
                    return Ok(false);
                }
                for other in others {
                    change(connection, &other.sql, &values)?;
                }
                Ok(true)
            })
        })
    }

    fn begin_game(&self, begin: Begin, offers: Vec<String>) -> Answer<'_, bool> {
        self.ask(move |connection| whole(connection, |connection| begin_with(connection, begin, offers)))
    }

    fn append_events(&self, events: Append) -> Answer<'_, Appended> {
        self.ask(move |connection| whole(connection, |connection| append(connection, events)))
    }

    fn save_ratings(&self, game: String, changes: [RatingChange; 2]) -> Answer<'_, bool> {
        self.ask(move |connection| whole(connection, |connection| rate(connection, &game, &changes)))
    }
}

fn begin_with(connection: &Connection, game: Begin, offers: Vec<String>) -> Result<bool, StoreError> {
    let is_there = "SELECT 1 FROM offers WHERE id = $1 AND expires > now_ms()";
    for offer in &offers {
        if change(connection, is_there, &values![offer.as_str()])? == 0 {
            return Ok(false);
        }
    }
    for offer in offers {
        change(connection, "DELETE FROM offers WHERE id = $1", &values![offer])?;
    }
    begin(connection, game)
}

/// Adds a game, unless there is one of this id.
fn begin(connection: &Connection, Begin { game, node }: Begin) -> Result<bool, StoreError> {
    let (black, white) = (game.black, game.white);
    let values = values![
        game.id.as_str(),
        black.person,
        black.name,
        black.has_account,
        black.is_bot,
        black.rating,
        white.person,
        white.name,
        white.has_account,
        white.is_bot,
        white.rating,
        game.settings,
        game.is_rated,
        game.is_private,
        game.created,
    ];
    let statement = "INSERT INTO online_games (id, black, black_name, black_has_account, black_is_bot, black_rating,
             white, white_name, white_has_account, white_is_bot, white_rating, settings, is_rated, is_private, created)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING RETURNING 1";
    if change(connection, statement, &values)? == 0 {
        return Ok(false);
    }
    let lease = "INSERT INTO leases (game, node, epoch, last_seq, is_live) VALUES ($1, $2, 1, 0, 1)";
    change(connection, lease, &values![game.id, node])?;
    Ok(true)
}

fn append(connection: &Connection, append: Append) -> Result<Appended, StoreError> {
    let Append { game, epoch, events, ending, begins } = append;
    let (Some(first), Some(last)) = (events.first(), events.last()) else { return Ok(Appended::Done) };
    let moved_on = change(
        connection,
        "UPDATE leases SET last_seq = $1 WHERE game = $2 AND epoch = $3 AND last_seq = $4 RETURNING 1",
        &values![last.seq, game.as_str(), epoch, first.seq - 1],
    )?;
    if moved_on == 0 {
        let owned = "SELECT 1 FROM leases WHERE game = $1 AND epoch = $2";
        let is_owner = change(connection, owned, &values![game, epoch])? > 0;
        return Ok(if is_owner { Appended::Stale } else { Appended::Fenced });
    }
    for event in events {
        let add = "INSERT INTO events (game, seq, at, body) VALUES ($1, $2, $3, $4)";
        change(connection, add, &values![game.as_str(), event.seq, event.at, event.body])?;
    }
    if let Some(ending) = ending {
        end(connection, &game, ending)?;
    }
    if let Some(game) = begins {
        begin(connection, game)?;
    }
    Ok(Appended::Done)
}

fn end(connection: &Connection, game: &str, Ending { over, positions }: Ending) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE online_games SET ended = $2, result = $3, opening = $4, summary = $5 WHERE id = $1",
        &values![game, over.ended, over.result, over.opening, over.summary],
    )?;
    change(connection, "UPDATE leases SET is_live = 0 WHERE game = $1", &values![game])?;
    for position in positions {
        let add = "INSERT OR IGNORE INTO positions (position, game) VALUES ($1, $2)";
        change(connection, add, &values![position, game])?;
    }
    Ok(())
}

fn rate(connection: &Connection, game: &str, changes: &[RatingChange; 2]) -> Result<bool, StoreError> {
    let [black, white] = changes;
    let as_expected = change(
        connection,
        "SELECT 1 FROM online_games WHERE id = $1 AND black_change IS NULL
             AND EXISTS (SELECT 1 FROM accounts WHERE id = $2 AND rated_games = $3 - 1)
             AND EXISTS (SELECT 1 FROM accounts WHERE id = $4 AND rated_games = $5 - 1)",
        &values![
            game,
            black.account.as_str(),
            black.rating.games,
            white.account.as_str(),
            white.rating.games
        ],
    )?;
    if as_expected == 0 {
        return Ok(false);
    }
    change(
        connection,
        "UPDATE online_games SET black_change = $2, white_change = $3 WHERE id = $1",
        &values![game, black.difference, white.difference],
    )?;
    for RatingChange { account, rating, .. } in changes {
        let SavedRating { rating, deviation, volatility, games, changed } = *rating;
        change(
            connection,
            "UPDATE accounts SET rating = $2, deviation = $3, volatility = $4, rated_games = $5, rating_changed = $6
             WHERE id = $1",
            &values![account.as_str(), rating, deviation, volatility, games, changed],
        )?;
    }
    Ok(true)
}
