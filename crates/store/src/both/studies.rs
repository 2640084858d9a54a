//! Studies, in any database.

use crate::database::{Database, values};
use crate::studies::{ListedStudy, OldGame, Study, StudyStore};
use crate::{Answer, StoreError, read, statements as sql};

impl<D: Database> StudyStore for D {
    fn add_study(&self, study: Study, limit: u32) -> Answer<'_, bool> {
        let Study { id, owner, title, visibility, version, created, changed, pdn } = study;
        let values = values![id, owner, title, visibility.word(), version, created, changed, pdn, limit];
        Box::pin(async move { Ok(self.change(sql::ADD_STUDY, values).await? > 0) })
    }

    fn study(&self, id: String) -> Answer<'_, Option<Study>> {
        self.one(sql::STUDY, values![id], read::study)
    }

    fn save_study(&self, study: Study) -> Answer<'_, ()> {
        Box::pin(async move {
            let Study { id, owner, title, visibility, version, changed, pdn, .. } = study.clone();
            let values = values![id, owner, title, visibility.word(), version, changed, pdn];
            match self.change(sql::SAVE_STUDY, values).await {
                Ok(0) => Err(StoreError::Stale { id: study.id, version }),
                Ok(_) => Ok(()),
                // Was it saved before the connection was lost?
                Err(error) => match self.study(study.id.clone()).await? {
                    Some(found) if found == study => Ok(()),
                    _ => Err(error),
                },
            }
        })
    }

    fn delete_study(&self, owner: String, id: String) -> Answer<'_, bool> {
        Box::pin(async move { Ok(self.change(sql::DELETE_STUDY, values![owner, id]).await? > 0) })
    }

    fn studies_of(&self, owner: String) -> Answer<'_, Vec<ListedStudy>> {
        self.rows(sql::STUDIES_OF, values![owner], read::listed_study)
    }

    fn n_old_games(&self) -> Answer<'_, u64> {
        Box::pin(
            async move { Ok(self.one(sql::N_OLD_GAMES, values![], read::only).await?.unwrap_or_default()) },
        )
    }

    fn old_games(&self, after: Option<(u64, String)>, limit: u32) -> Answer<'_, Vec<OldGame>> {
        let (created, id) = after.map_or((-1, String::new()), |(created, id)| (created as i64, id));
        self.rows(sql::OLD_GAMES, values![created, id, limit], read::old_game)
    }

    fn delete_old_game(&self, id: String, version: u64) -> Answer<'_, bool> {
        Box::pin(async move { Ok(self.change(sql::DELETE_OLD_GAME, values![id, version]).await? > 0) })
    }
}
