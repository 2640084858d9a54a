//! What every store has to do, as a test that any of them can be put through.

mod club;

pub use club::check_club;

use crate::{After, ListedGame, SavedGame, Store, StoreError};

/// Checks that a store, which is empty, keeps what it promises. It is not empty afterwards.
///
/// # Panics
///
/// When it does not.
pub async fn check(store: &dyn Store) {
    saves_and_loads(store).await;
    refuses_what_is_not_newer(store).await;
    lists_the_newest_first(store).await;
    deletes(store).await;
    keeps_any_text(store).await;
}

fn game(id: &str, version: u64, changed: u64) -> SavedGame {
    SavedGame {
        id: id.to_owned(),
        version,
        created: 5,
        changed,
        summary: format!("summary of {id}"),
        document: format!("document of {id}, version {version}"),
    }
}

async fn load(store: &dyn Store, id: &str) -> Option<SavedGame> {
    store.load(id.to_owned()).await.expect("a store answers")
}

async fn saves_and_loads(store: &dyn Store) {
    assert_eq!(load(store, "nobody").await, None);
    store.save(game("first", 1, 100)).await.expect("a new game is saved");
    assert_eq!(load(store, "first").await, Some(game("first", 1, 100)));
    store.save(game("first", 2, 300)).await.expect("a newer version is saved");
    assert_eq!(load(store, "first").await, Some(game("first", 2, 300)));
}

async fn refuses_what_is_not_newer(store: &dyn Store) {
    for version in [1, 2] {
        let refused = store.save(game("first", version, 999)).await;
        assert!(matches!(refused, Err(StoreError::Stale { .. })), "version {version}: {refused:?}");
    }
    assert_eq!(load(store, "first").await, Some(game("first", 2, 300)));
}

async fn lists_the_newest_first(store: &dyn Store) {
    // Two games of the same time come in the order of their names, so that none is left out or told twice.
    for (id, changed) in [("second", 200), ("fourth", 400), ("third", 300)] {
        store.save(game(id, 1, changed)).await.expect("a new game is saved");
    }
    let all = store.list(None, 10).await.expect("a store lists");
    assert_eq!(names(&all), ["fourth", "third", "first", "second"]);
    assert_eq!(all[3].summary, "summary of second");
    let mut told = Vec::new();
    let mut after = None;
    loop {
        let page = store.list(after, 1).await.expect("a store lists");
        let Some(last) = page.last() else { break };
        after = Some(After { changed: last.changed, id: last.id.clone() });
        told.extend(page);
    }
    assert_eq!(told, all);
}

fn names(games: &[ListedGame]) -> Vec<&str> {
    games.iter().map(|game| game.id.as_str()).collect()
}

async fn deletes(store: &dyn Store) {
    assert!(store.delete("second".to_owned()).await.expect("a store deletes"));
    assert!(!store.delete("second".to_owned()).await.expect("a store deletes"));
    assert_eq!(load(store, "second").await, None);
    assert_eq!(store.list(None, 10).await.expect("a store lists").len(), 3);
}

async fn keeps_any_text(store: &dyn Store) {
    let text = "quotes ' \" ; -- DROP TABLE games; \u{1F3C1} \u{0} \r\n".to_owned();
    let odd =
        SavedGame { document: text.clone(), summary: text, ..game("odd'); --", 1, u64::from(u32::MAX)) };
    // Some databases know no NUL in texts; what is saved comes back, or is refused.
    if store.save(odd.clone()).await.is_ok() {
        assert_eq!(load(store, &odd.id).await, Some(odd));
    }
}
