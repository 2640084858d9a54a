//! `crownhead games` and `crownhead explore`, as a user runs them.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const GAMES: &str = r#"[Event "Open 1998"]
[Black "Ada Marsh"]
[White "Bo Finch"]
[Result "1-0"]
1. 11-15 22-18 2. 15x22 25x18 1-0

[Event "Open 1999"]
[Black "Bo Finch"]
[White "Ada Marsh"]
[Result "1/2-1/2"]
1. 9-13 22-18 1/2-1/2

[Event "The best of 1998"]
[Black "A. Marsh"]
[White "Finch"]
1. 11-15 22-18 2. 15x22 25x18 *
"#;

/// A folder with a game file and a collection.
struct User {
    folder: TempDir,
}

impl User {
    fn new() -> User {
        let user = User { folder: tempfile::tempdir().unwrap() };
        fs::write(user.path("games.pdn"), GAMES).unwrap();
        user
    }

    /// A user who has imported the games.
    fn with_collection() -> User {
        let user = User::new();
        assert_eq!(user.run(&["games", "import", "games.pdn"]).0, 0);
        user
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        command.args(args).current_dir(self.folder.path());
        command.args(["--collection", "all.games"]);
        command
    }

    /// The exit code, and what was printed on both ways.
    fn run(&self, args: &[&str]) -> (i32, String, String) {
        let output = self.command(args).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (output.status.code().unwrap(), out, err)
    }

    #[track_caller]
    fn out(&self, args: &[&str]) -> String {
        let (code, out, err) = self.run(args);
        assert_eq!(code, 0, "{err}");
        out
    }
}

#[test]
fn games_are_imported_found_and_shown() {
    let user = User::with_collection();
    let found =
        user.out(&["games", "search", "--player", "ada", "--result", "win", "--opening", "single corner"]);
    assert!(found.contains("Ada Marsh - Bo Finch") && found.contains("1 game found"), "{found}");
    let found = user.out(&["games", "search", "--limit", "1"]);
    assert!(found.ends_with("3 games found, 1 listed; --skip and --limit choose others\n"), "{found}");
    let shown = user.out(&["games", "show", "2"]);
    assert!(shown.starts_with("[Event \"Open 1999\"]"), "{shown}");
    let found: Value =
        serde_json::from_str(&user.out(&["games", "search", "--json", "--pattern", "man on 13"])).unwrap();
    assert_eq!((&found["total"], &found["games"][0]["number"]), (&1.into(), &2.into()));
}

#[test]
fn a_position_is_explored_by_moves_and_by_fen() {
    let user = User::with_collection();
    let by_moves = user.out(&["explore", "11-15", "22-18"]);
    assert!(
        by_moves.contains("Single Corner\n2 games: Black won 1, White won 0, drawn 0, 1998"),
        "{by_moves}"
    );
    assert_eq!(user.out(&["explore", "B:W18,21,23-32:B1-10,12,15"]), by_moves);
    let all: Value = serde_json::from_str(&user.out(&["explore", "--json"])).unwrap();
    assert_eq!((all["moves"].as_array().unwrap().len(), &all["moves"][0]["move"]), (7, &"11-15".into()));
}

#[test]
fn duplicates_are_listed_and_left_out() {
    let user = User::with_collection();
    let listed = user.out(&["games", "dedupe"]);
    assert!(
        listed.contains("The best of 1998") && listed.ends_with("1 game could be left out\n"),
        "{listed}"
    );
    let (_, text, said) = user.run(&["games", "export", "-", "--unique"]);
    assert!(said.starts_with("2 games written") && text.matches("[Event ").count() == 2, "{said}{text}");
    // A file that is there is not written over.
    assert_eq!(user.run(&["games", "export", "games.pdn"]).0, 4);
    assert_eq!(fs::read_to_string(user.path("games.pdn")).unwrap(), GAMES);
}

#[test]
fn files_are_added_and_read_again() {
    let user = User::with_collection();
    fs::write(user.path("more.pdn"), "1. 10-14 *").unwrap();
    let said = user.out(&["games", "import", "more.pdn", "games.pdn"]);
    assert!(said.starts_with("4 games with"), "{said}");
    assert!(user.out(&["games", "stats"]).starts_with("4 games in 2 files, 1998 to 1999\n"));
    assert!(user.out(&["games", "verify"]).starts_with("4 games in 2 files"));
    fs::remove_file(user.path("games.pdn")).unwrap();
    let (code, _, err) = user.run(&["games", "import"]);
    assert!(code == 4 && err.contains("games.pdn") && err.contains("--replace"), "{err}");
    assert_eq!(user.run(&["games", "show", "1"]).0, 4);
    assert!(user.out(&["games", "import", "--replace", "more.pdn"]).starts_with("1 game with"));
}

#[track_caller]
fn refused(user: &User, args: &[&str], code: i32, words: &str) {
    let (found, _, err) = user.run(args);
    assert!(found == code && err.contains(words), "{found}: {err}");
}

#[test]
fn what_is_wrong_is_told_with_what_would_be_right() {
    let user = User::new();
    refused(&user, &["games", "search"], 3, "crownhead games import FILE.pdn");
    refused(&user, &["games", "import"], 3, "name game files");
    refused(&user, &["games", "import", "nowhere.pdn"], 4, "nowhere.pdn");
    refused(&user, &["games", "import", "."], 4, "directory");
    fs::write(user.path("bad.pdn"), "1. 11-15 99-1 *").unwrap();
    refused(&user, &["games", "import", "bad.pdn"], 1, "names no square 99");
    fs::write(user.path("all.games"), GAMES).unwrap();
    refused(&user, &["games", "search"], 3, "not a collection");
    refused(&user, &["games", "import", "games.pdn"], 3, "--replace");
    assert_eq!(user.run(&["games", "import", "--replace", "games.pdn"]).0, 0);
    refused(&user, &["games", "search", "--pattern", "queen on 3"], 2, "king on 15");
    refused(&user, &["games", "search", "--result", "win"], 3, "name a player");
    refused(&user, &["games", "show", "9"], 3, "games 1 to 3");
    refused(&user, &["explore", "11-19"], 3, "11-19");
}

#[test]
fn a_closed_pipe_is_no_error() {
    let user = User::with_collection();
    for args in [&["games", "search"][..], &["games", "export", "-"], &["explore"], &["games", "stats"]] {
        let mut child = user.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told() {
    let user = User::with_collection();
    if Path::new("/dev/full").exists() {
        for args in [&["games", "search"][..], &["games", "export", "-"], &["explore"], &["games", "stats"]] {
            let full = fs::File::options().write(true).open("/dev/full").unwrap();
            let code = user.command(args).stdout(full).status().unwrap().code();
            assert_eq!(code, Some(4), "{args:?}");
        }
    }
}
