//! What takes several changes: each is a single statement, so that it is done or not done as a whole.

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::oneshot;
use tokio_postgres::types::ToSql;

use super::PostgresStore;
use super::append::Waiting;
use super::begin::{BEGIN, begin_text};
use crate::club::{Append, Appended, Begin, ClubStore, RatingChange};
use crate::database::{Database, Read, Repeat, Row, Statement, Value};
use crate::{Answer, StoreError};

impl Database for PostgresStore {
    fn rows<T: Send + 'static>(
        &self,
        statement: Statement,
        values: Vec<Value>,
        read: Read<T>,
    ) -> Answer<'_, Vec<T>> {
        Box::pin(async move {
            let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| value as _).collect();
            let rows = self.link.rows(statement.repeat, &statement.sql, &values).await?;
            rows.iter().map(|row| read(&mut Row::new(row))).collect()
        })
    }

    fn change_together(
        &self,
        first: Statement,
        others: Vec<Statement>,
        values: Vec<Value>,
    ) -> Answer<'_, bool> {
        let sql = together(&first, &others).into();
        Box::pin(async move { Ok(self.change(Statement { sql, repeat: first.repeat }, values).await? > 0) })
    }

    fn begin_game(&self, begin: Begin, offers: Vec<String>) -> Answer<'_, bool> {
        Box::pin(async move {
            match self.link.rows(Repeat::Never, BEGIN, &[&begin_text(&begin), &offers]).await {
                Ok(rows) => Ok(!rows.is_empty()),
                // Had it begun before the connection was lost?
                Err(error) => match self.game(begin.game.id.clone()).await? {
                    Some(found) if found == begin.game => Ok(true),
                    _ => Err(error),
                },
            }
        })
    }

    fn append_events(&self, append: Append) -> Answer<'_, Appended> {
        Box::pin(async move {
            if append.events.is_empty() {
                return Ok(Appended::Done);
            }
            let (answer, answered) = oneshot::channel();
            self.appends.try_send(Waiting { append, answer }).map_err(|error| match error {
                TrySendError::Full(_) => StoreError::Busy,
                TrySendError::Closed(_) => StoreError::Closed,
            })?;
            answered.await.map_err(|_| StoreError::Closed)?
        })
    }

    fn save_ratings(&self, game: String, changes: [RatingChange; 2]) -> Answer<'_, bool> {
        Box::pin(self.rate_both(game, changes))
    }
}

/// One statement of several. All see what was there before them.
fn together(first: &Statement, others: &[Statement]) -> String {
    let mut sql = format!("WITH first_one AS ({})", first.sql);
    for (number, Statement { sql: other, .. }) in others.iter().enumerate() {
        sql += &format!(", other_{number} AS ({other} AND EXISTS (SELECT 1 FROM first_one))");
    }
    sql + " SELECT 1 FROM first_one"
}

const RATE: &str = "
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

impl PostgresStore {
    async fn rate_both(&self, game: String, changes: [RatingChange; 2]) -> Result<bool, StoreError> {
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
        Ok(!self.link.rows(Repeat::Never, RATE, &values).await?.is_empty())
    }
}
