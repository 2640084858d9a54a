//! Games that an earlier version kept at the server, written to a file.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// A store as the first version made it, with these games in it and one that cannot be read.
fn old_store(folder: &Path, names: &[&str]) -> PathBuf {
    let path = folder.join("games.db");
    let file = rusqlite::Connection::open(&path).unwrap();
    file.execute_batch(include_str!("../../store/src/migrations/1_games.sql")).unwrap();
    file.pragma_update(None, "user_version", 1).unwrap();
    let add =
        "INSERT INTO games (id, version, created, changed, summary, document) VALUES (?1, 1, ?2, 1, '', ?3)";
    for name in names {
        let at = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../server/tests/old_games/{name}.json"));
        let row: Value = serde_json::from_str(&fs::read_to_string(at).unwrap()).unwrap();
        let [id, document] = ["id", "document"].map(|column| row[column].as_str().unwrap());
        file.execute(add, rusqlite::params![id, row["created"].as_i64(), document]).unwrap();
    }
    file.execute(add, rusqlite::params!["damaged", 1, "{}"]).unwrap();
    path
}

/// Runs `crownhead games old`; the code, and what it says.
fn export(args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let output = command.args(["games", "old"]).args(args).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn old_games_are_written_to_a_file_and_go_when_they_are_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let store = old_store(folder.path(), &["resigned_ballot", "analysis_of_a_file", "level_with_clock"]);
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let store = store.to_str().unwrap();

    let (code, said) = export(&[&at("first.pdn"), "--games", store]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("3 games written") && said.contains("game damaged cannot be written"), "{said}");
    let text = fs::read_to_string(at("first.pdn")).unwrap();
    assert_eq!(text.matches("[Result ").count(), 3, "{text}");
    assert!(text.contains("Crownhead level 5") && text.contains("{other}"), "{text}");
    let check =
        Command::new(env!("CARGO_BIN_EXE_crownhead")).args(["pdn", "check", &at("first.pdn")]).output();
    let check = String::from_utf8(check.unwrap().stdout).unwrap();
    assert!(check.contains("3 of 3 games legal"), "{check}");

    // A file that is there is not written over, and nothing is deleted then.
    let (code, said) = export(&[&at("first.pdn"), "--games", store, "--delete"]);
    assert_eq!(code, Some(4), "{said}");
    let (_, said) = export(&[&at("second.pdn"), "--games", store, "--delete"]);
    assert!(said.contains("3 games written"), "{said}");
    assert_eq!(fs::read_to_string(at("second.pdn")).unwrap(), text);
    let (code, said) = export(&[&at("third.pdn"), "--games", store]);
    assert!(said.contains("0 games written") && code == Some(1), "what cannot be read stays: {said}");
    assert_eq!(export(&[&at("x.pdn"), "--games", &at("nowhere.db")]).0, Some(4));
}

#[test]
fn a_server_says_that_there_are_old_games() {
    let folder = tempfile::tempdir().unwrap();
    let store = old_store(folder.path(), &["resigned_ballot"]);
    let mut server = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["serve", "--listen", "127.0.0.1:0", "--threads", "1", "--games", store.to_str().unwrap()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("Crownhead is at http://127.0.0.1:"));
    let line = lines.next().unwrap().unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(line.starts_with("Kept from an earlier version: 2 games."), "{line}");
    assert!(line.ends_with(&format!("crownhead games old FILE.pdn --games {}", store.display())), "{line}");
}
