//! Play over a network in a PostgreSQL database.

use tokio::sync::oneshot;
use tokio_postgres::types::ToSql;

use super::PostgresStore;
use super::append::Waiting;
use super::link::Repeat::{Freely, Never};
use super::read;
use crate::club::{
    Account, ApiToken, Append, Appended, ChatLine, Claim, ClubStore, Offer, OnlineGame, RatingChange,
    SavedEvent, Search, Session,
};
use crate::columns::{ACCOUNT, GAME, OFFER_COLUMNS, SESSION, TOKEN};
use crate::{Answer, StoreError};

impl PostgresStore {
    async fn insert_account(&self, account: Account) -> Result<bool, StoreError> {
        let Account { id, name, folded, password, is_bot, created, rating } = account;
        // An account that is there with this very id was added by an earlier try.
        let statement = "INSERT INTO accounts (id, name, folded, password, is_bot, created, rating, deviation,
                 volatility, rated_games, rating_changed)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
             ON CONFLICT (folded) DO UPDATE SET name = excluded.name WHERE accounts.id = excluded.id RETURNING 1";
        let numbers = [created as i64, i64::from(rating.games), rating.changed as i64];
        let values: [&(dyn ToSql + Sync); 11] = [
            &id,
            &name,
            &folded,
            &password,
            &is_bot,
            &numbers[0],
            &rating.rating,
            &rating.deviation,
            &rating.volatility,
            &numbers[1],
            &numbers[2],
        ];
        Ok(self.link.change(Freely, statement, &values).await? > 0)
    }

    async fn insert_offer(&self, offer: Offer) -> Result<(), StoreError> {
        let Offer { id, code, creator, to, is_open, document, created, expires } = offer;
        let statement = format!(
            "INSERT INTO offers ({OFFER_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING"
        );
        let times = [created as i64, expires as i64];
        let values: [&(dyn ToSql + Sync); 8] =
            [&id, &code, &creator, &to, &is_open, &document, &times[0], &times[1]];
        self.link.change(Freely, &statement, &values).await.map(drop)
    }

    async fn insert_game(&self, game: OnlineGame, node: String) -> Result<(), StoreError> {
        let OnlineGame { id, black, white, settings, is_rated, is_private, created, .. } = game;
        let statement = "
            WITH game AS (
                INSERT INTO online_games (id, black, black_name, black_has_account, black_rating,
                    white, white_name, white_has_account, white_rating, settings, is_rated, is_private, created,
                    black_is_bot, white_is_bot)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $16) ON CONFLICT DO NOTHING
            )
            INSERT INTO leases (game, node, epoch, last_seq, is_live) VALUES ($1, $14, 1, 0, TRUE)
            ON CONFLICT DO NOTHING";
        let created = created as i64;
        let values: [&(dyn ToSql + Sync); 16] = [
            &id,
            &black.person,
            &black.name,
            &black.has_account,
            &black.rating,
            &white.person,
            &white.name,
            &white.has_account,
            &white.rating,
            &settings,
            &is_rated,
            &is_private,
            &created,
            &node,
            &black.is_bot,
            &white.is_bot,
        ];
        self.link.change(Freely, statement, &values).await.map(drop)
    }

    /// Whatever is left open in a search fits any game.
    async fn find(&self, search: Search) -> Result<Vec<OnlineGame>, StoreError> {
        let Search { player, opponent, result, opening, position, viewer, after, limit } = search;
        let (ended, id) = after.map_or((i64::MAX, String::new()), |(ended, id)| (ended as i64, id));
        let position = position.map(|position| position as i64);
        let limit = i64::from(limit);
        let mut values: Vec<&(dyn ToSql + Sync)> = vec![&ended, &id, &viewer, &limit];
        let mut query = format!(
            "{GAME} WHERE ended IS NOT NULL AND (ended, id) < ($1, $2) AND (NOT is_private OR black = $3 OR white = $3)"
        );
        let conditions: [(Option<&(dyn ToSql + Sync)>, &str); 5] = [
            (position.as_ref().map(|it| it as _), "id IN (SELECT game FROM positions WHERE position = ?)"),
            (player.as_ref().map(|it| it as _), "(black = ? OR white = ?)"),
            (opponent.as_ref().map(|it| it as _), "(black = ? OR white = ?)"),
            (result.as_ref().map(|it| it as _), "result = ?"),
            (opening.as_ref().map(|it| it as _), "opening = ?"),
        ];
        for (value, condition) in conditions {
            if let Some(value) = value {
                values.push(value);
                query.push_str(" AND ");
                query.push_str(&condition.replace('?', &format!("${}", values.len())));
            }
        }
        query.push_str(" ORDER BY ended DESC, id DESC LIMIT $4");
        self.link.all(&query, &values, read::game).await
    }

    /// Both ratings and what is shown beside the game, or nothing.
    async fn save_ratings(&self, game: String, changes: [RatingChange; 2]) -> Result<bool, StoreError> {
        let statement = "
            WITH game AS (
                SELECT id FROM online_games WHERE id = $1 AND black_change IS NULL FOR UPDATE
            ), players AS (
                SELECT accounts.id, new.* FROM accounts
                JOIN unnest($2::TEXT[], $3::DOUBLE PRECISION[], $4::DOUBLE PRECISION[], $5::DOUBLE PRECISION[],
                    $6::BIGINT[], $7::BIGINT[])
                    AS new (account, rating, deviation, volatility, games, changed)
                    ON accounts.id = new.account AND accounts.rated_games = new.games - 1
                ORDER BY accounts.id FOR UPDATE OF accounts
            ), fits AS (
                SELECT 1 FROM game WHERE (SELECT count(*) FROM players) = 2
            ), shown AS (
                UPDATE online_games SET black_change = $8, white_change = $9
                WHERE id = $1 AND EXISTS (SELECT 1 FROM fits)
            ), rated AS (
                UPDATE accounts SET rating = players.rating, deviation = players.deviation,
                    volatility = players.volatility, rated_games = players.games, rating_changed = players.changed
                FROM players WHERE accounts.id = players.id AND EXISTS (SELECT 1 FROM fits)
            )
            SELECT 1 FROM fits";
        let accounts = [0, 1].map(|side: usize| changes[side].account.as_str());
        let [ratings, deviations, volatilities] = [
            changes.each_ref().map(|change| change.rating.rating),
            changes.each_ref().map(|change| change.rating.deviation),
            changes.each_ref().map(|change| change.rating.volatility),
        ];
        let games = changes.each_ref().map(|change| i64::from(change.rating.games));
        let changed = changes.each_ref().map(|change| change.rating.changed as i64);
        let [black, white] = changes.each_ref().map(|change| change.difference);
        let values: [&(dyn ToSql + Sync); 9] = [
            &game,
            &accounts.as_slice(),
            &ratings.as_slice(),
            &deviations.as_slice(),
            &volatilities.as_slice(),
            &games.as_slice(),
            &changed.as_slice(),
            &black,
            &white,
        ];
        Ok(self.link.change(Never, statement, &values).await? > 0)
    }

    async fn add_events(&self, append: Append) -> Result<Appended, StoreError> {
        if append.events.is_empty() {
            return Ok(Appended::Done);
        }
        let (answer, answered) = oneshot::channel();
        self.appends.send(Waiting { append, answer }).map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    async fn last_lines(&self, game: String, limit: u32) -> Result<Vec<ChatLine>, StoreError> {
        let query = "SELECT at, person, name, text FROM chat WHERE game = $1 ORDER BY id DESC LIMIT $2";
        let mut lines = self.link.all(query, &[&game, &i64::from(limit)], read::chat_line).await?;
        lines.reverse();
        Ok(lines)
    }
}

impl ClubStore for PostgresStore {
    fn add_account(&self, account: Account) -> Answer<'_, bool> {
        Box::pin(self.insert_account(account))
    }

    fn account(&self, id: String) -> Answer<'_, Option<Account>> {
        Box::pin(
            async move { self.link.one(&format!("{ACCOUNT} WHERE id = $1"), &[&id], read::account).await },
        )
    }

    fn account_named(&self, folded: String) -> Answer<'_, Option<Account>> {
        Box::pin(async move {
            self.link.one(&format!("{ACCOUNT} WHERE folded = $1"), &[&folded], read::account).await
        })
    }

    fn add_session(&self, session: Session) -> Answer<'_, ()> {
        Box::pin(async move {
            let Session { hash, person, name, has_account, expires } = session;
            let statement = "INSERT INTO sessions (hash, person, name, has_account, expires)
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT (hash) DO NOTHING";
            let expires = expires as i64;
            self.link
                .change(Freely, statement, &[&hash, &person, &name, &has_account, &expires])
                .await
                .map(drop)
        })
    }

    fn session(&self, hash: String) -> Answer<'_, Option<Session>> {
        Box::pin(async move {
            let query = format!("{SESSION} WHERE hash = $1 AND expires > now_ms()");
            self.link.one(&query, &[&hash], read::session).await
        })
    }

    fn delete_session(&self, hash: String) -> Answer<'_, ()> {
        Box::pin(async move {
            self.link.change(Freely, "DELETE FROM sessions WHERE hash = $1", &[&hash]).await.map(drop)
        })
    }

    fn add_token(&self, token: ApiToken) -> Answer<'_, ()> {
        Box::pin(async move {
            let ApiToken { id, hash, account, name, scopes, created } = token;
            let statement = "INSERT INTO api_tokens (id, hash, account, name, scopes, created)
                 VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING";
            let created = created as i64;
            self.link
                .change(Freely, statement, &[&id, &hash, &account, &name, &scopes, &created])
                .await
                .map(drop)
        })
    }

    fn token(&self, hash: String) -> Answer<'_, Option<ApiToken>> {
        Box::pin(
            async move { self.link.one(&format!("{TOKEN} WHERE hash = $1"), &[&hash], read::token).await },
        )
    }

    fn tokens(&self, account: String) -> Answer<'_, Vec<ApiToken>> {
        Box::pin(async move {
            let query = format!("{TOKEN} WHERE account = $1 ORDER BY created DESC, id");
            self.link.all(&query, &[&account], read::token).await
        })
    }

    fn delete_token(&self, account: String, id: String) -> Answer<'_, bool> {
        Box::pin(async move {
            let statement = "DELETE FROM api_tokens WHERE account = $1 AND id = $2 RETURNING 1";
            Ok(self.link.change(Never, statement, &[&account, &id]).await? > 0)
        })
    }

    fn add_offer(&self, offer: Offer) -> Answer<'_, ()> {
        Box::pin(self.insert_offer(offer))
    }

    fn offer(&self, id_or_code: String) -> Answer<'_, Option<Offer>> {
        Box::pin(async move {
            let query = format!(
                "SELECT {OFFER_COLUMNS} FROM offers WHERE (id = $1 OR code = $1) AND expires > now_ms()"
            );
            self.link.one(&query, &[&id_or_code], read::offer).await
        })
    }

    fn open_offers(&self, limit: u32) -> Answer<'_, Vec<Offer>> {
        Box::pin(async move {
            let query = format!(
                "SELECT {OFFER_COLUMNS} FROM offers WHERE is_open AND expires > now_ms() ORDER BY created LIMIT $1"
            );
            self.link.all(&query, &[&i64::from(limit)], read::offer).await
        })
    }

    fn offers_of(&self, person: String) -> Answer<'_, Vec<Offer>> {
        Box::pin(async move {
            let query = format!(
                "SELECT {OFFER_COLUMNS} FROM offers WHERE (creator = $1 OR recipient = $1) AND expires > now_ms()
                 ORDER BY created DESC"
            );
            self.link.all(&query, &[&person], read::offer).await
        })
    }

    fn take_offer(&self, id: String) -> Answer<'_, Option<Offer>> {
        Box::pin(async move {
            let statement =
                format!("DELETE FROM offers WHERE id = $1 AND expires > now_ms() RETURNING {OFFER_COLUMNS}");
            let rows = self.link.rows(Never, &statement, &[&id]).await?;
            rows.first().map(read::offer).transpose().map_err(super::link::failed)
        })
    }

    fn add_game(&self, game: OnlineGame, node: String) -> Answer<'_, ()> {
        Box::pin(self.insert_game(game, node))
    }

    fn game(&self, id: String) -> Answer<'_, Option<OnlineGame>> {
        Box::pin(async move { self.link.one(&format!("{GAME} WHERE id = $1"), &[&id], read::game).await })
    }

    fn events(&self, game: String, after: u64) -> Answer<'_, Vec<SavedEvent>> {
        Box::pin(async move {
            let query = "SELECT seq, at, body FROM events WHERE game = $1 AND seq > $2 ORDER BY seq";
            self.link.all(query, &[&game, &(after as i64)], read::event).await
        })
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        Box::pin(self.add_events(append))
    }

    fn live_games(&self, limit: u32) -> Answer<'_, Vec<OnlineGame>> {
        Box::pin(async move {
            let query =
                format!("{GAME} WHERE ended IS NULL AND NOT is_private ORDER BY created DESC LIMIT $1");
            self.link.all(&query, &[&i64::from(limit)], read::game).await
        })
    }

    fn games_of(&self, person: String) -> Answer<'_, Vec<OnlineGame>> {
        Box::pin(async move {
            let query =
                format!("{GAME} WHERE ended IS NULL AND (black = $1 OR white = $1) ORDER BY created DESC");
            self.link.all(&query, &[&person], read::game).await
        })
    }

    fn search(&self, search: Search) -> Answer<'_, Vec<OnlineGame>> {
        Box::pin(self.find(search))
    }

    fn set_seat(&self, game: String, side: u8, hash: String) -> Answer<'_, ()> {
        Box::pin(async move {
            let statement = "INSERT INTO seats (game, side, hash) VALUES ($1, $2, $3)
                 ON CONFLICT (game, side) DO UPDATE SET hash = excluded.hash";
            self.link.change(Freely, statement, &[&game, &i16::from(side), &hash]).await.map(drop)
        })
    }

    fn seat(&self, game: String, hash: String) -> Answer<'_, Option<u8>> {
        Box::pin(async move {
            let query = "SELECT side FROM seats WHERE game = $1 AND hash = $2";
            let side = |row: &tokio_postgres::Row| row.try_get::<_, i16>(0).map(|side| side as u8);
            self.link.one(query, &[&game, &hash], side).await
        })
    }

    fn enter(&self, node: String) -> Answer<'_, ()> {
        Box::pin(async move { self.enter_as(&node).await })
    }

    fn heartbeat(&self, node: String) -> Answer<'_, ()> {
        Box::pin(async move { self.beat(&node).await })
    }

    fn claim(&self, game: String, node: String, lease_ms: u64) -> Answer<'_, Claim> {
        Box::pin(async move { self.claim_game(&game, &node, lease_ms).await })
    }

    fn leave(&self, node: String) -> Answer<'_, ()> {
        Box::pin(async move { self.leave_as(&node).await })
    }

    fn orphans(&self, lease_ms: u64, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(self.orphaned(lease_ms, limit))
    }

    fn rate(&self, game: String, changes: [RatingChange; 2]) -> Answer<'_, bool> {
        Box::pin(self.save_ratings(game, changes))
    }

    fn unrated(&self, limit: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let query =
                "SELECT id FROM online_games WHERE is_rated AND black_change IS NULL AND ended IS NOT NULL
                 AND result <> 'aborted' LIMIT $1";
            self.link.all(query, &[&i64::from(limit)], read::text).await
        })
    }

    fn say(&self, game: String, line: ChatLine) -> Answer<'_, ()> {
        Box::pin(async move {
            let ChatLine { at, person, name, text } = line;
            let statement = "INSERT INTO chat (game, at, person, name, text) VALUES ($1, $2, $3, $4, $5)";
            self.link.change(Never, statement, &[&game, &(at as i64), &person, &name, &text]).await.map(drop)
        })
    }

    fn chat(&self, game: String, limit: u32) -> Answer<'_, Vec<ChatLine>> {
        Box::pin(self.last_lines(game, limit))
    }

    fn tidy(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let statement = "WITH ended AS (DELETE FROM sessions WHERE expires <= now_ms())
                 DELETE FROM offers WHERE expires <= now_ms()";
            self.link.change(Freely, statement, &[]).await.map(drop)
        })
    }
}
