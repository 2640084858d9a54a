//! Studies in a file of SQLite.

use rusqlite::{Row, params};

use super::read::{all, change, one};
use super::{SqliteStore, number};
use crate::columns::{LISTED_STUDY, OLD_GAME, STUDY};
use crate::studies::{ListedStudy, OldGame, Study, StudyStore, Visibility};
use crate::{Answer, StoreError};

impl StudyStore for SqliteStore {
    fn add_study(&self, study: Study, limit: u32) -> Answer<'_, bool> {
        self.ask(move |connection| {
            let Study { id, owner, title, visibility, version, created, changed, pdn } = study;
            let [version, created, changed] = [version, created, changed].map(|number| number as i64);
            let added = change(
                connection,
                "INSERT INTO studies (id, owner, title, visibility, version, created, changed, pdn)
                 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE (SELECT count(*) FROM studies WHERE owner = ?2) < ?9",
                params![id, owner, title, visibility.word(), version, created, changed, pdn, limit],
            )?;
            Ok(added > 0)
        })
    }

    fn study(&self, id: String) -> Answer<'_, Option<Study>> {
        self.ask(move |connection| one(connection, &format!("{STUDY} WHERE id = ?1"), [id], study))
    }

    fn save_study(&self, study: Study) -> Answer<'_, ()> {
        self.ask(move |connection| {
            let Study { id, owner, title, visibility, version, changed, pdn, .. } = study;
            let saved = change(
                connection,
                "UPDATE studies SET title = ?3, visibility = ?4, version = ?5, changed = ?6, pdn = ?7
                 WHERE id = ?1 AND owner = ?2 AND version = ?5 - 1",
                params![id, owner, title, visibility.word(), version as i64, changed as i64, pdn],
            )?;
            if saved == 0 { Err(StoreError::Stale { id, version }) } else { Ok(()) }
        })
    }

    fn delete_study(&self, owner: String, id: String) -> Answer<'_, bool> {
        self.ask(move |connection| {
            let statement = "DELETE FROM studies WHERE owner = ?1 AND id = ?2";
            Ok(change(connection, statement, [owner, id])? > 0)
        })
    }

    fn studies_of(&self, owner: String) -> Answer<'_, Vec<ListedStudy>> {
        self.ask(move |connection| {
            let query = format!("{LISTED_STUDY} WHERE owner = ?1 ORDER BY changed DESC, id DESC");
            all(connection, &query, [owner], listed_study)
        })
    }

    fn n_old_games(&self) -> Answer<'_, u64> {
        self.ask(move |connection| {
            let n = one(connection, "SELECT count(*) FROM games", [], |row| number(row, 0))?;
            Ok(n.unwrap_or_default())
        })
    }

    fn old_games(&self, after: Option<(u64, String)>, limit: u32) -> Answer<'_, Vec<OldGame>> {
        self.ask(move |connection| {
            let (created, id) = after.map_or((-1, String::new()), |(created, id)| (created as i64, id));
            let query = format!("{OLD_GAME} WHERE (created, id) > (?1, ?2) ORDER BY created, id LIMIT ?3");
            all(connection, &query, params![created, id, limit], old_game)
        })
    }

    fn delete_old_game(&self, id: String, version: u64) -> Answer<'_, bool> {
        self.ask(move |connection| {
            let statement = "DELETE FROM games WHERE id = ?1 AND version = ?2";
            Ok(change(connection, statement, params![id, version as i64])? > 0)
        })
    }
}

fn study(row: &Row<'_>) -> rusqlite::Result<Study> {
    Ok(Study {
        id: row.get(0)?,
        owner: row.get(1)?,
        title: row.get(2)?,
        visibility: visibility(row, 3)?,
        version: number(row, 4)?,
        created: number(row, 5)?,
        changed: number(row, 6)?,
        pdn: row.get(7)?,
    })
}

fn listed_study(row: &Row<'_>) -> rusqlite::Result<ListedStudy> {
    Ok(ListedStudy {
        id: row.get(0)?,
        title: row.get(1)?,
        visibility: visibility(row, 2)?,
        version: number(row, 3)?,
        created: number(row, 4)?,
        changed: number(row, 5)?,
    })
}

fn visibility(row: &Row<'_>, column: usize) -> rusqlite::Result<Visibility> {
    Ok(Visibility::from_word(row.get_ref(column)?.as_str()?))
}

fn old_game(row: &Row<'_>) -> rusqlite::Result<OldGame> {
    Ok(OldGame {
        id: row.get(0)?,
        version: number(row, 1)?,
        created: number(row, 2)?,
        changed: number(row, 3)?,
        document: row.get(4)?,
    })
}
