//! Play over a network in a file of SQLite.

use rusqlite::params;

use super::deeds::{append, beat, claim, rate, search, set_free};
use super::read::{account, all, change, game, now, offer, one, token};
use super::{SqliteStore, number, whole};
use crate::Answer;
use crate::club::{
    Account, ApiToken, Append, Appended, ChatLine, Claim, ClubStore, Offer, OnlineGame, RatingChange,
    SavedEvent, Search, Session,
};
use crate::columns::{ACCOUNT, GAME, OFFER_COLUMNS, SESSION, TOKEN};

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
            let query = format!("{SESSION} WHERE hash = ?1 AND expires > ?2");
            one(connection, &query, params![hash, now()], |row| {
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
            let query =
                format!("SELECT {OFFER_COLUMNS} FROM offers WHERE (id = ?1 OR code = ?1) AND expires > ?2");
            one(connection, &query, params![id_or_code, now()], offer)
        })
    }

    fn open_offers(&self, limit: u32) -> Answer<'_, Vec<Offer>> {
        self.ask(move |connection| {
            let query = format!("SELECT {OFFER_COLUMNS} FROM offers WHERE is_open = 1 AND expires > ?1 ORDER BY created LIMIT ?2");
            all(connection, &query, params![now(), limit], offer)
        })
    }

    fn offers_of(&self, person: String) -> Answer<'_, Vec<Offer>> {
        self.ask(move |connection| {
            let query = format!(
                "SELECT {OFFER_COLUMNS} FROM offers WHERE (creator = ?1 OR recipient = ?1) AND expires > ?2 ORDER BY created DESC"
            );
            all(connection, &query, params![person, now()], offer)
        })
    }

    fn take_offer(&self, id: String) -> Answer<'_, Option<Offer>> {
        self.ask(move |connection| {
            whole(connection, |connection| {
                let query = format!("SELECT {OFFER_COLUMNS} FROM offers WHERE id = ?1 AND expires > ?2");
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
                         white, white_name, white_has_account, white_rating, settings, is_rated, is_private, created,
                         black_is_bot, white_is_bot)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)",
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
                        created as i64,
                        black.is_bot,
                        white.is_bot
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
