//! SQLite keeps what every store promises, and its own promises about files.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use crownhead_store::studies::{OldGame, Study, Visibility};
use crownhead_store::{SqliteStore, StoreError, StudyStore, contract};

fn study(id: &str) -> Study {
    Study {
        id: id.to_owned(),
        owner: "ann".to_owned(),
        title: String::new(),
        visibility: Visibility::Private,
        version: 1,
        created: 1,
        changed: 1,
        pdn: String::new(),
    }
}

fn old_game(id: &str, version: u64, created: u64) -> OldGame {
    OldGame { id: id.to_owned(), version, created, changed: 9, document: format!("document of {id}") }
}

#[tokio::test]
async fn a_store_in_memory_and_one_on_disk_keep_the_contract() {
    contract::check_studies(&SqliteStore::in_memory().unwrap()).await;
    let folder = tempfile::tempdir().unwrap();
    contract::check_studies(&SqliteStore::open(&folder.path().join("games.db")).unwrap()).await;
}

#[tokio::test]
async fn studies_are_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    assert!(SqliteStore::open(&path).unwrap().add_study(study("kept"), 9).await.unwrap());
    // The first store may still be closing; that must not matter.
    let again = SqliteStore::open(&path).unwrap();
    assert_eq!(again.study("kept".to_owned()).await.unwrap(), Some(study("kept")));
}

#[tokio::test]
async fn many_at_once_are_all_answered() {
    let store = SqliteStore::in_memory().unwrap();
    let adds: Vec<_> = (0..1001).map(|i| store.add_study(study(&i.to_string()), 1000)).collect();
    let mut n_added = 0;
    for add in adds {
        n_added += usize::from(add.await.unwrap());
    }
    assert_eq!((n_added, store.studies_of("ann".to_owned()).await.unwrap().len()), (1000, 1000));
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
const FORMATS: [&str; 5] = [
    include_str!("../src/migrations/1_games.sql"),
    include_str!("../src/migrations/2_club.sql"),
    include_str!("../src/migrations/3_studies.sql"),
    include_str!("../src/migrations/4_rest.sql"),
    include_str!("../src/migrations/5_people.sql"),
];

#[tokio::test]
async fn every_earlier_format_is_taken_over_with_what_is_in_it() {
    for format in 0..=FORMATS.len() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let old = rusqlite::Connection::open(&path).unwrap();
        for migration in &FORMATS[..format] {
            old.execute_batch(migration).unwrap();
        }
        old.pragma_update(None, "user_version", format as u32).unwrap();
        if format > 0 {
            let games = "INSERT INTO games (id, version, created, changed, summary, document) VALUES
                ('b', 3, 7, 9, '', 'document of b'), ('a', 1, 7, 9, '', 'document of a'), ('c', 2, 1, 9, '', 'document of c')";
            old.execute(games, []).unwrap();
        }
        drop(old);
        let store = SqliteStore::open(&path).unwrap();
        if format > 0 {
            they_are_handed_over(&store).await;
        }
        contract::check_studies(&store).await;
        contract::check_club(&store).await;
    }
}

/// Games that an earlier program has left are listed from the oldest on, and go when they are told to.
async fn they_are_handed_over(store: &dyn StudyStore) {
    let [a, b, c] = [old_game("a", 1, 7), old_game("b", 3, 7), old_game("c", 2, 1)];
    assert_eq!(store.n_old_games().await.unwrap(), 3);
    assert_eq!(store.old_games(None, 9).await.unwrap(), [c.clone(), a.clone(), b.clone()]);
    assert_eq!(store.old_games(Some((7, "a".to_owned())), 9).await.unwrap(), [b]);
    assert_eq!(store.old_games(None, 1).await.unwrap(), [c]);
    let delete = async |id: &str, version| store.delete_old_game(id.to_owned(), version).await.unwrap();
    assert!(!delete("b", 2).await, "it has been changed since");
    assert!(delete("a", 1).await && delete("b", 3).await && delete("c", 2).await && !delete("a", 1).await);
}

#[cfg(unix)]
#[test]
fn a_new_file_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let _store = SqliteStore::open(&folder.path().join("games.db")).unwrap();
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o077, 0, "{entry:?}");
    }
}
