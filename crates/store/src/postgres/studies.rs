//! Studies in a PostgreSQL database.

use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::link::Repeat::{Freely, Never};
use super::{PostgresStore, Read, number};
use crate::columns::{LISTED_STUDY, OLD_GAME, STUDY};
use crate::studies::{ListedStudy, OldGame, Study, StudyStore, Visibility};
use crate::{Answer, StoreError};

impl PostgresStore {
    async fn insert_study(&self, study: Study, limit: u32) -> Result<bool, StoreError> {
        let Study { id, owner, title, visibility, version, created, changed, pdn } = study;
        // A study that is there with this very id was added by an earlier try.
        let statement = "INSERT INTO studies (id, owner, title, visibility, version, created, changed, pdn)
             SELECT $1, $2, $3, $4, $5, $6, $7, $8
             WHERE (SELECT count(*) FROM studies WHERE owner = $2 AND id <> $1) < $9
             ON CONFLICT (id) DO UPDATE SET title = excluded.title WHERE studies.owner = excluded.owner RETURNING 1";
        let numbers = [version, created, changed].map(|number| number as i64);
        let (word, limit) = (visibility.word(), i64::from(limit));
        let values: [&(dyn ToSql + Sync); 9] =
            [&id, &owner, &title, &word, &numbers[0], &numbers[1], &numbers[2], &pdn, &limit];
        Ok(self.link.change(Freely, statement, &values).await? > 0)
    }

    async fn update_study(&self, study: Study) -> Result<(), StoreError> {
        let Study { id, owner, title, visibility, version, changed, pdn, .. } = &study;
        let statement =
            "UPDATE studies SET title = $3, visibility = $4, version = $5::BIGINT, changed = $6, pdn = $7
             WHERE id = $1 AND owner = $2 AND version = $5::BIGINT - 1 RETURNING 1";
        let numbers = [version, changed].map(|number| *number as i64);
        let word = visibility.word();
        let saved = self
            .link
            .change(Never, statement, &[id, owner, title, &word, &numbers[0], &numbers[1], pdn])
            .await;
        match saved {
            Ok(0) => Err(StoreError::Stale { id: id.clone(), version: *version }),
            Ok(_) => Ok(()),
            // Was it saved before the connection was lost?
            Err(error) => match self.study(id.clone()).await? {
                Some(found) if found == study => Ok(()),
                _ => Err(error),
            },
        }
    }
}

impl StudyStore for PostgresStore {
    fn add_study(&self, study: Study, limit: u32) -> Answer<'_, bool> {
        Box::pin(self.insert_study(study, limit))
    }

    fn study(&self, id: String) -> Answer<'_, Option<Study>> {
        Box::pin(async move { self.link.one(&format!("{STUDY} WHERE id = $1"), &[&id], study).await })
    }

    fn save_study(&self, study: Study) -> Answer<'_, ()> {
        Box::pin(self.update_study(study))
    }

    fn delete_study(&self, owner: String, id: String) -> Answer<'_, bool> {
        Box::pin(async move {
            let statement = "DELETE FROM studies WHERE owner = $1 AND id = $2 RETURNING 1";
            Ok(self.link.change(Never, statement, &[&owner, &id]).await? > 0)
        })
    }

    fn studies_of(&self, owner: String) -> Answer<'_, Vec<ListedStudy>> {
        Box::pin(async move {
            let query = format!("{LISTED_STUDY} WHERE owner = $1 ORDER BY changed DESC, id DESC");
            self.link.all(&query, &[&owner], listed_study).await
        })
    }

    fn n_old_games(&self) -> Answer<'_, u64> {
        Box::pin(async move {
            let n = self.link.one("SELECT count(*) FROM games", &[], |row| number(row, 0)).await?;
            Ok(n.unwrap_or_default())
        })
    }

    fn old_games(&self, after: Option<(u64, String)>, limit: u32) -> Answer<'_, Vec<OldGame>> {
        Box::pin(async move {
            let (created, id) = after.map_or((-1, String::new()), |(created, id)| (created as i64, id));
            let query = format!("{OLD_GAME} WHERE (created, id) > ($1, $2) ORDER BY created, id LIMIT $3");
            self.link.all(&query, &[&created, &id, &i64::from(limit)], old_game).await
        })
    }

    fn delete_old_game(&self, id: String, version: u64) -> Answer<'_, bool> {
        Box::pin(async move {
            let statement = "DELETE FROM games WHERE id = $1 AND version = $2 RETURNING 1";
            Ok(self.link.change(Never, statement, &[&id, &(version as i64)]).await? > 0)
        })
    }
}

fn study(row: &Row) -> Read<Study> {
    Ok(Study {
        id: row.try_get(0)?,
        owner: row.try_get(1)?,
        title: row.try_get(2)?,
        visibility: Visibility::from_word(row.try_get(3)?),
        version: number(row, 4)?,
        created: number(row, 5)?,
        changed: number(row, 6)?,
        pdn: row.try_get(7)?,
    })
}

fn listed_study(row: &Row) -> Read<ListedStudy> {
    Ok(ListedStudy {
        id: row.try_get(0)?,
        title: row.try_get(1)?,
        visibility: Visibility::from_word(row.try_get(2)?),
        version: number(row, 3)?,
        created: number(row, 4)?,
        changed: number(row, 5)?,
    })
}

fn old_game(row: &Row) -> Read<OldGame> {
    Ok(OldGame {
        id: row.try_get(0)?,
        version: number(row, 1)?,
        created: number(row, 2)?,
        changed: number(row, 3)?,
        document: row.try_get(4)?,
    })
}
