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
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(cause.contains("not a database"), "{cause}");
    let newer = folder.path().join("newer.db");
    rusqlite::Connection::open(&newer).unwrap().pragma_update(None, "user_version", 99).unwrap();
    assert!(matches!(SqliteStore::open(&newer), Err(StoreError::TooNew { found: 99, .. })));
}

#[tokio::test]
async fn play_over_a_network_is_kept_by_the_contract() {
    contract::check_club(&SqliteStore::in_memory().unwrap()).await;
    let folder = tempfile::tempdir().unwrap();
    contract::check_club(&SqliteStore::open(&folder.path().join("games.db")).unwrap()).await;
}

/// Every format there has been, as the program of its time has made it.
const FORMATS: [&str; 2] =
    [include_str!("../src/migrations/1_games.sql"), include_str!("../src/migrations/2_club.sql")];

#[tokio::test]
async fn games_of_every_earlier_format_are_taken_over() {
    for format in 0..=FORMATS.len() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let old = rusqlite::Connection::open(&path).unwrap();
        for migration in &FORMATS[..format] {
            old.execute_batch(migration).unwrap();
        }
        old.pragma_update(None, "user_version", format as u32).unwrap();
        if format > 0 {
            old.execute("INSERT INTO games VALUES ('kept', 1, 1, 1, '', '')", []).unwrap();
        }
        drop(old);
        let store = SqliteStore::open(&path).unwrap();
        let kept = store.load("kept".to_owned()).await.unwrap();
        assert_eq!(kept, (format > 0).then(|| game("kept")), "format {format}");
        contract::check_club(&store).await;
    }
}
