//! Play over a network in a file of SQLite.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Params, Row, params};

use super::{SqliteStore, number, whole};
use crate::club::{
    Account, ApiToken, Append, Appended, ChatLine, Claim, ClubStore, Offer, OnlineGame, Over, Player,
    RatingChange, SavedEvent, SavedRating, Search, Session,
};
use crate::{Answer, StoreError};

/// The clock of this database is that of the machine.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

/// One row that a query finds, if it finds one.
fn one<T>(
    connection: &Connection,
    query: &str,
    values: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, StoreError> {
    Ok(connection.prepare_cached(query)?.query_row(values, read).optional()?)
}

/// All rows that a query finds.
fn all<T>(
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
fn change(connection: &Connection, statement: &str, values: impl Params) -> Result<usize, StoreError> {
    Ok(connection.prepare_cached(statement)?.execute(values)?)
}

const ACCOUNT: &str = "SELECT id, name, folded, password, is_bot, created, rating, deviation, volatility, \
    rated_games, rating_changed FROM accounts";

fn account(row: &Row<'_>) -> rusqlite::Result<Account> {
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

const TOKEN: &str = "SELECT id, hash, account, name, scopes, created FROM api_tokens";

fn token(row: &Row<'_>) -> rusqlite::Result<ApiToken> {
    Ok(ApiToken {
        id: row.get(0)?,
        hash: row.get(1)?,
        account: row.get(2)?,
        name: row.get(3)?,
        scopes: row.get(4)?,
        created: number(row, 5)?,
    })
}

const OFFER: &str = "SELECT id, code, creator, recipient, is_open, document, created, expires FROM offers";

fn offer(row: &Row<'_>) -> rusqlite::Result<Offer> {
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

const GAME: &str = "SELECT id, black, black_name, black_has_account, black_rating, black_change, \
    white, white_name, white_has_account, white_rating, white_change, \
    settings, is_rated, is_private, created, ended, result, opening, summary FROM online_games";

fn game(row: &Row<'_>) -> rusqlite::Result<OnlineGame> {
    let over = |ended: i64| -> rusqlite::Result<Over> {
        Ok(Over { ended: ended as u64, result: row.get(16)?, opening: row.get(17)?, summary: row.get(18)? })
    };
    Ok(OnlineGame {
        id: row.get(0)?,
        black: player(row, 1)?,
        white: player(row, 6)?,
        settings: row.get(11)?,
        is_rated: row.get(12)?,
        is_private: row.get(13)?,
        created: number(row, 14)?,
        over: row.get::<_, Option<i64>>(15)?.map(over).transpose()?,
    })
}

fn player(row: &Row<'_>, first: usize) -> rusqlite::Result<Player> {
    Ok(Player {
        person: row.get(first)?,
        name: row.get(first + 1)?,
        has_account: row.get(first + 2)?,
        rating: row.get(first + 3)?,
        rating_change: row.get(first + 4)?,
    })
}

fn append(connection: &Connection, append: Append) -> Result<Appended, StoreError> {
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

fn end(connection: &Connection, game: &str, over: &Over) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE online_games SET ended = ?2, result = ?3, opening = ?4, summary = ?5 WHERE id = ?1",
        params![game, over.ended as i64, over.result, over.opening, over.summary],
    )?;
    change(connection, "UPDATE leases SET is_live = 0 WHERE game = ?1", [game])?;
    Ok(())
}

fn claim(connection: &Connection, game: &str, node: &str, lease_ms: u64) -> Result<Claim, StoreError> {
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
fn set_free(connection: &Connection, node: &str, since: Option<i64>) -> Result<(), StoreError> {
    change(
        connection,
        "UPDATE leases SET node = NULL, free_since = ?2 WHERE node = ?1 AND is_live = 1",
        params![node, since],
    )?;
    Ok(())
}

fn rate(connection: &Connection, game: &str, changes: &[RatingChange; 2]) -> Result<bool, StoreError> {
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
fn search(connection: &Connection, search: Search) -> Result<Vec<OnlineGame>, StoreError> {
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

impl ClubStore for SqliteStore {
    fn add_account(&self, account: Account) -> Answer<'_, bool> {
        self.ask(move |connection| {
            let Account { id, name, folded, password, is_bot, created, rating } = account;
            let added = change(
                connection,
                "INSERT INTO accounts (id, name, folded, password, is_bot, created, rating, deviation, volatility,
                     rated_games, rating_changed)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (folded) DO NOTHING",
                params![
                    id,
                    name,
                    folded,
                    password,
                    is_bot,
                    created as i64,
                    rating.rating,
                    rating.deviation,
                    rating.volatility,
                    rating.games,
                    rating.changed as i64
                ],
            )?;
            Ok(added > 0)
        })
    }

    fn account(&self, id: String) -> Answer<'_, Option<Account>> {
        self.ask(move |connection| one(connection, &format!("{ACCOUNT} WHERE id = ?1"), [id], account))
    }

    fn account_named(&self, folded: String) -> Answer<'_, Option<Account>> {
        self.ask(move |connection| {
            one(connection, &format!("{ACCOUNT} WHERE folded = ?1"), [folded], account)
        })
    }

    fn set_bot(&self, id: String, is_bot: bool) -> Answer<'_, ()> {
        self.ask(move |connection| {
            change(connection, "UPDATE accounts SET is_bot = ?2 WHERE id = ?1", params![id, is_bot])?;
            Ok(())
        })
    }

    fn add_session(&self, session: Session) -> Answer<'_, ()> {
        self.ask(move |connection| {
            let Session { hash, person, name, has_account, expires } = session;
            change(
                connection,
                "INSERT INTO sessions (hash, person, name, has_account, expires) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![hash, person, name, has_account, expires as i64],
            )?;
            Ok(())
        })
    }

    fn session(&self, hash: String) -> Answer<'_, Option<Session>> {
        self.ask(move |connection| {
            let query = "SELECT hash, person, name, has_account, expires FROM sessions WHERE hash = ?1 AND expires > ?2";
            one(connection, query, params![hash, now()], |row| {
                Ok(Session {
                    hash: row.get(0)?,
                    person: row.get(1)?,
                    name: row.get(2)?,
                    has_account: row.get(3)?,
                    expires: number(row, 4)?,
                })
            })
        })
    }

    fn delete_session(&self, hash: String) -> Answer<'_, ()> {
        self.ask(move |connection| {
            change(connection, "DELETE FROM sessions WHERE hash = ?1", [hash])?;
            Ok(())
        })
    }

    fn add_token(&self, token: ApiToken) -> Answer<'_, ()> {
        self.ask(move |connection| {
            let ApiToken { id, hash, account, name, scopes, created } = token;
            change(
                connection,
                "INSERT INTO api_tokens (id, hash, account, name, scopes, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![id, hash, account, name, scopes, created as i64],
            )?;
            Ok(())
        })
    }

    fn token(&self, hash: String) -> Answer<'_, Option<ApiToken>> {
        self.ask(move |connection| one(connection, &format!("{TOKEN} WHERE hash = ?1"), [hash], token))
    }

    fn tokens(&self, account: String) -> Answer<'_, Vec<ApiToken>> {
        self.ask(move |connection| {
            all(
                connection,
                &format!("{TOKEN} WHERE account = ?1 ORDER BY created DESC, id"),
                [account],
                token,
            )
        })
    }

    fn delete_token(&self, account: String, id: String) -> Answer<'_, bool> {
        self.ask(move |connection| {
            let query = "DELETE FROM api_tokens WHERE account = ?1 AND id = ?2";
            Ok(change(connection, query, [account, id])? > 0)
        })
    }

    fn add_offer(&self, offer: Offer) -> Answer<'_, ()> {
        self.ask(move |connection| {
            let Offer { id, code, creator, to, is_open, document, created, expires } = offer;
            change(
                connection,
                "INSERT INTO offers (id, code, creator, recipient, is_open, document, created, expires)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![id, code, creator, to, is_open, document, created as i64, expires as i64],
            )?;
            Ok(())
        })
    }

    fn offer(&self, id_or_code: String) -> Answer<'_, Option<Offer>> {
        self.ask(move |connection| {
            let query = format!("{OFFER} WHERE (id = ?1 OR code = ?1) AND expires > ?2");
            one(connection, &query, params![id_or_code, now()], offer)
        })
    }

    fn open_offers(&self, limit: u32) -> Answer<'_, Vec<Offer>> {
        self.ask(move |connection| {
            let query = format!("{OFFER} WHERE is_open = 1 AND expires > ?1 ORDER BY created LIMIT ?2");
            all(connection, &query, params![now(), limit], offer)
        })
    }

    fn offers_of(&self, person: String) -> Answer<'_, Vec<Offer>> {
        self.ask(move |connection| {
            let query = format!(
                "{OFFER} WHERE (creator = ?1 OR recipient = ?1) AND expires > ?2 ORDER BY created DESC"
            );
            all(connection, &query, params![person, now()], offer)
        })
    }

    fn take_offer(&self, id: String) -> Answer<'_, Option<Offer>> {
        self.ask(move |connection| {
            whole(connection, |connection| {
                let query = format!("{OFFER} WHERE id = ?1 AND expires > ?2");
                let found = one(connection, &query, params![id, now()], offer)?;
                change(connection, "DELETE FROM offers WHERE id = ?1", [id])?;
                Ok(found)
            })
        })
    }

    fn add_game(&self, game: OnlineGame, node: String) -> Answer<'_, ()> {
        self.ask(move |connection| {
            whole(connection, |connection| {
                let OnlineGame { id, black, white, settings, is_rated, is_private, created, .. } = game;
                change(
                    connection,
                    "INSERT INTO online_games (id, black, black_name, black_has_account, black_rating,
                         white, white_name, white_has_account, white_rating, settings, is_rated, is_private, created)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
                    params![
                        id,
                        black.person,
                        black.name,
                        black.has_account,
                        black.rating,
                        white.person,
                        white.name,
                        white.has_account,
                        white.rating,
                        settings,
                        is_rated,
                        is_private,
                        created as i64
                    ],
                )?;
                change(
                    connection,
                    "INSERT INTO leases (game, node, epoch, last_seq, is_live) VALUES (?1, ?2, 1, 0, 1)",
                    [id, node],
                )?;
                Ok(())
            })
        })
    }

    fn game(&self, id: String) -> Answer<'_, Option<OnlineGame>> {
        self.ask(move |connection| one(connection, &format!("{GAME} WHERE id = ?1"), [id], game))
    }

    fn events(&self, game: String, after: u64) -> Answer<'_, Vec<SavedEvent>> {
        self.ask(move |connection| {
            let query = "SELECT seq, at, body FROM events WHERE game = ?1 AND seq > ?2 ORDER BY seq";
            all(connection, query, params![game, after as i64], |row| {
                Ok(SavedEvent { seq: number(row, 0)?, at: number(row, 1)?, body: row.get(2)? })
            })
        })
    }

    fn append(&self, events: Append) -> Answer<'_, Appended> {
        self.ask(move |connection| whole(connection, |connection| append(connection, events)))
    }

    fn live_games(&self, limit: u32) -> Answer<'_, Vec<OnlineGame>> {
        self.ask(move |connection| {
            let query =
                format!("{GAME} WHERE ended IS NULL AND is_private = 0 ORDER BY created DESC LIMIT ?1");
            all(connection, &query, [limit], game)
        })
    }

    fn games_of(&self, person: String) -> Answer<'_, Vec<OnlineGame>> {
        self.ask(move |connection| {
            let query = format!(
                "{GAME} WHERE black = ?1 AND ended IS NULL UNION ALL {GAME} WHERE white = ?1 AND ended IS NULL
                 ORDER BY created DESC"
            );
            all(connection, &query, [person], game)
        })
    }

    fn search(&self, what: Search) -> Answer<'_, Vec<OnlineGame>> {
        self.ask(move |connection| search(connection, what))
    }

    fn set_seat(&self, game: String, side: u8, hash: String) -> Answer<'_, ()> {
        self.ask(move |connection| {
            change(
                connection,
                "INSERT INTO seats (game, side, hash) VALUES (?1, ?2, ?3)
                 ON CONFLICT (game, side) DO UPDATE SET hash = excluded.hash",
                params![game, side, hash],
            )?;
            Ok(())
        })
    }

    fn seat(&self, game: String, hash: String) -> Answer<'_, Option<u8>> {
        self.ask(move |connection| {
            let query = "SELECT side FROM seats WHERE game = ?1 AND hash = ?2";
            one(connection, query, [game, hash], |row| row.get(0))
        })
    }

    fn enter(&self, node: String) -> Answer<'_, ()> {
        self.ask(move |connection| {
            whole(connection, |connection| {
                let seen =
                    one(connection, "SELECT seen FROM nodes WHERE node = ?1", [&node], |row| row.get(0))?;
                set_free(connection, &node, seen)?;
                beat(connection, &node)
            })
        })
    }

    fn heartbeat(&self, node: String) -> Answer<'_, ()> {
        self.ask(move |connection| beat(connection, &node))
    }

    fn claim(&self, game: String, node: String, lease_ms: u64) -> Answer<'_, Claim> {
        self.ask(move |connection| whole(connection, |connection| claim(connection, &game, &node, lease_ms)))
    }

    fn leave(&self, node: String) -> Answer<'_, ()> {
        self.ask(move |connection| set_free(connection, &node, Some(now())))
    }

    fn orphans(&self, lease_ms: u64, limit: u32) -> Answer<'_, Vec<String>> {
        self.ask(move |connection| {
            let query = "SELECT game FROM leases WHERE is_live = 1 AND (node IS NULL OR node NOT IN
                             (SELECT node FROM nodes WHERE seen >= ?1)) LIMIT ?2";
            all(connection, query, params![now() - lease_ms as i64, limit], |row| row.get(0))
        })
    }

    fn rate(&self, game: String, changes: [RatingChange; 2]) -> Answer<'_, bool> {
        self.ask(move |connection| whole(connection, |connection| rate(connection, &game, &changes)))
    }

    fn unrated(&self, limit: u32) -> Answer<'_, Vec<String>> {
        self.ask(move |connection| {
            let query = "SELECT id FROM online_games WHERE is_rated = 1 AND black_change IS NULL AND ended IS NOT NULL
                         AND result <> 'aborted' LIMIT ?1";
            all(connection, query, [limit], |row| row.get(0))
        })
    }

    fn say(&self, game: String, line: ChatLine) -> Answer<'_, ()> {
        self.ask(move |connection| {
            let ChatLine { at, person, name, text } = line;
            change(
                connection,
                "INSERT INTO chat (game, at, person, name, text) VALUES (?1, ?2, ?3, ?4, ?5)",
                params![game, at as i64, person, name, text],
            )?;
            Ok(())
        })
    }

    fn chat(&self, game: String, limit: u32) -> Answer<'_, Vec<ChatLine>> {
        self.ask(move |connection| {
            let query = "SELECT at, person, name, text FROM chat WHERE game = ?1 ORDER BY id DESC LIMIT ?2";
            let mut lines = all(connection, query, params![game, limit], |row| {
                Ok(ChatLine {
                    at: number(row, 0)?,
                    person: row.get(1)?,
                    name: row.get(2)?,
                    text: row.get(3)?,
                })
            })?;
            lines.reverse();
            Ok(lines)
        })
    }

    fn tidy(&self) -> Answer<'_, ()> {
        self.ask(move |connection| {
            change(connection, "DELETE FROM sessions WHERE expires <= ?1", [now()])?;
            change(connection, "DELETE FROM offers WHERE expires <= ?1", [now()])?;
            Ok(())
        })
    }
}

fn beat(connection: &Connection, node: &str) -> Result<(), StoreError> {
    change(
        connection,
        "INSERT INTO nodes (node, seen) VALUES (?1, ?2) ON CONFLICT (node) DO UPDATE SET seen = excluded.seen",
        params![node, now()],
    )?;
    Ok(())
}
