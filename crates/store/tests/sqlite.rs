//! SQLite keeps what every store promises, and its own promises about files.

use crownhead_store::{SavedGame, SqliteStore, Store, StoreError, contract};

fn game(id: &str) -> SavedGame {
    let text = String::new();
    SavedGame { id: id.to_owned(), version: 1, created: 1, changed: 1, summary: text.clone(), document: text }
}

#[tokio::test]
async fn a_store_in_memory_and_one_on_disk_keep_the_contract() {
    contract::check(&SqliteStore::in_memory().unwrap()).await;
    let folder = tempfile::tempdir().unwrap();
    contract::check(&SqliteStore::open(&folder.path().join("games.db")).unwrap()).await;
}

#[tokio::test]
async fn games_are_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    SqliteStore::open(&path).unwrap().save(game("kept")).await.unwrap();
    // The first store may still be closing; that must not matter.
    let again = SqliteStore::open(&path).unwrap();
    assert_eq!(again.load("kept".to_owned()).await.unwrap(), Some(game("kept")));
}

#[tokio::test]
async fn many_at_once_are_all_answered() {
    let store = SqliteStore::in_memory().unwrap();
    let saves: Vec<_> = (0..1000).map(|i| store.save(game(&i.to_string()))).collect();
    for save in saves {
        save.await.unwrap();
    }
    assert_eq!(store.list(None, 2000).await.unwrap().len(), 1000);
}

#[test]
fn what_is_no_store_or_too_new_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    std::fs::write(&path, "this is not a database, however long it is".repeat(30)).unwrap();
    let error = SqliteStore::open(&path).unwrap_err();
    assert!(error.to_string().contains("not a database"), "{error}");
    let newer = folder.path().join("newer.db");
    rusqlite::Connection::open(&newer).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(matches!(SqliteStore::open(&newer), Err(StoreError::TooNew { found: 99, .. })));
}
