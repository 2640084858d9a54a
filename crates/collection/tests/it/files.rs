//! Indexes in files.

use std::fs;

use crownhead_collection::{Builder, Import, ImportError, Index, IndexError, OpenGameError};

use crate::golden::GAMES;

#[test]
fn an_import_in_small_runs_is_the_index_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let [games, path] = ["golden.pdn", "all.games"].map(|name| folder.path().join(name));
    fs::write(&games, GAMES).unwrap();
    let games = games.canonicalize().unwrap();
    let mut builder = Builder::new();
    builder.add_file(&games.to_string_lossy(), GAMES);
    let expected = builder.into_index();
    for n in [1, 3, 1000] {
        let mut told = 0;
        let imported =
            Import::new([&games]).with_positions_in_memory(n).write(&path, |games| told = games).unwrap();
        assert_eq!((imported.games, imported.unreadable, imported.incomplete, told), (6, 0, 2, 6));
        let index = Index::open(&path).unwrap();
        index.verify().unwrap();
        assert!(index.as_bytes() == expected.as_bytes());
        assert_eq!(index.open_game(1).unwrap().tags.get("White"), Some("Ada Marsh"));
    }
}

#[test]
fn what_cannot_be_read_is_told_and_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let [games, path] = ["bad.pdn", "all.games"].map(|name| folder.path().join(name));
    fs::write(&games, "1. 11-15 99-1 *\n\n[Event \"x\"]\n1. 9-13 *\n").unwrap();
    let imported = Import::new([&games]).write(&path, |_| {}).unwrap();
    assert_eq!((imported.games, imported.unreadable), (1, 1));
    assert!(imported.problems[0].1.to_string().contains("99"));
}

#[test]
fn an_import_that_fails_leaves_the_old_index() {
    let folder = tempfile::tempdir().unwrap();
    let [games, path] = ["golden.pdn", "all.games"].map(|name| folder.path().join(name));
    fs::write(&games, GAMES).unwrap();
    Import::new([&games]).write(&path, |_| {}).unwrap();
    let missing = folder.path().join("missing.pdn");
    let error = Import::new([&games, &missing]).write(&path, |_| {}).unwrap_err();
    assert!(matches!(error, ImportError::Read { .. }), "{error}");
    assert!(matches!(Import::new([folder.path()]).write(&path, |_| {}), Err(ImportError::Read { .. })));
    assert_eq!(Index::open(&path).unwrap().n_games(), 6);
    assert!(matches!(Import::new([&games]).write(folder.path(), |_| {}), Err(ImportError::Write { .. })));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
}

#[test]
fn files_that_are_gone_or_changed_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let [games, path] = ["golden.pdn", "all.games"].map(|name| folder.path().join(name));
    fs::write(&games, GAMES).unwrap();
    Import::new([&games]).write(&path, |_| {}).unwrap();
    let index = Index::open(&path).unwrap();
    fs::write(&games, b"1. 9-14 *").unwrap();
    assert!(matches!(index.open_game(0), Err(OpenGameError::Changed { .. })));
    fs::remove_file(&games).unwrap();
    assert!(matches!(index.open_game(0), Err(OpenGameError::Io { .. })));
    assert!(matches!(Index::open(&games), Err(IndexError::Io { .. })));
    assert!(matches!(Index::open(folder.path()), Err(IndexError::Io { .. })));
}
