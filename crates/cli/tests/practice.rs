//! `crownhead practice` as a user runs it.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::fs;

use assert_cmd::Command;
use crownhead_endgame::Database;
use crownhead_practice::{Attempt, Ending};
use serde_json::Value;
use tempfile::TempDir;

/// The program with folders of its own, which are gone after the test.
struct Home(TempDir);

impl Home {
    fn new() -> Home {
        Home(tempfile::tempdir().unwrap())
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::cargo_bin("crownhead").unwrap();
        command.env("XDG_DATA_HOME", self.0.path()).env("HOME", self.0.path());
        command.arg("practice").args(args);
        command
    }

    /// What is printed when these lines are typed.
    #[track_caller]
    fn prints(&self, args: &[&str], typed: impl AsRef<[u8]>) -> String {
        let output =
            self.command(args).write_stdin(typed.as_ref()).assert().success().get_output().stdout.clone();
        String::from_utf8(output).unwrap()
    }

    #[track_caller]
    fn objects(&self, args: &[&str], typed: &str) -> Vec<Value> {
        let args = [args, &["--json"]].concat();
        self.prints(&args, typed).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[track_caller]
    fn fails(&self, args: &[&str], code: i32) -> String {
        let output = self.command(args).assert().code(code).get_output().stderr.clone();
        String::from_utf8(output).unwrap()
    }

    /// The lines that name an ending in the list.
    fn listed(&self, id: &str) -> String {
        let list = self.prints(&[], "");
        list.lines().find(|line| line.contains(&format!("  {id} "))).unwrap().to_owned()
    }
}

/// The moves by which an ending is done, by the database itself.
fn moves_that_do(id: &str) -> String {
    let (database, ending) = (Database::shipped(), Ending::named(id).unwrap());
    let mut attempt = Attempt::new(database, ending.example(), ending.goal).unwrap();
    let mut moves = String::new();
    while attempt.end().is_none() {
        let (mv, _) = attempt.hint(database).unwrap();
        attempt.play(database, mv).unwrap();
        moves.push_str(&format!("{}\n", mv.route_text()));
    }
    moves
}

#[test]
fn all_endings_are_listed_with_what_is_needed_for_them() {
    let home = Home::new();
    let list = home.prints(&[], "");
    assert!(Ending::ALL.iter().all(|ending| list.contains(ending.id)));
    assert!(list.lines().all(|line| line.len() <= 79), "{list}");
    assert!(list.contains("5 pieces, built when you first need them"), "{list}");
    let objects = home.objects(&[], "");
    assert_eq!(objects.len(), Ending::ALL.len());
    let first = objects.iter().find(|ending| ending["id"] == "first-position").unwrap();
    assert_eq!(
        (&first["pieces"], &first["side"], &first["aim"]),
        (&4.into(), &"white".into(), &"win".into())
    );
    assert_eq!(first["tried"], 0);
}

#[test]
fn the_document_has_all_of_them() {
    let document =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/practice.md")).unwrap();
    for ending in Ending::ALL {
        let row = format!(
            "| `{}` | {} | {} | {} | `{}` |",
            ending.id,
            ending.title,
            ending.goal,
            ending.n_pieces(),
            ending.example()
        );
        assert!(document.contains(&row), "{row}");
    }
}

#[test]
fn a_win_is_played_to_its_end_and_kept() {
    let home = Home::new();
    let told = home.prints(&["first-position"], moves_that_do("first-position"));
    assert!(told.starts_with("First position: White to win.\n"), "{told}");
    assert!(told.contains("You have won in 41 moves. At best it takes 41."), "{told}");
    assert!(told.lines().all(|line| line.len() <= 79), "{told}");
    assert!(home.listed("first-position").ends_with("won 1 of 1 try, 1 without help"));
}

#[test]
fn a_draw_is_held_to_its_end_and_kept() {
    let home = Home::new();
    let told = home.prints(&["two-kings-each"], moves_that_do("two-kings-each"));
    assert!(told.contains("You have held the draw for 20 moves, which is enough."), "{told}");
    assert!(home.listed("two-kings-each").ends_with("held 1 of 1 try, 1 without help"));
}

#[test]
fn what_is_thrown_away_is_told_and_taken_back() {
    let home = Home::new();
    let told = home.prints(&["the-move", "--distance"], "32-28\n28-32\nundo\nhint\n32-27\nquit\n");
    assert!(told.contains("White to win, 9 plies from the end."), "{told}");
    assert!(
        told.contains("32-28 throws the win away: now it is a draw. 32-27 would have kept it."),
        "{told}"
    );
    assert!(told.contains("This attempt is over; take a move back, or begin again."), "{told}");
    assert!(told.contains("32-27, 9 plies from the end."), "{told}");
    assert!(told.contains("32-27 keeps the win, 8 plies from the end.\nBlack plays "), "{told}");
    assert!(home.listed("the-move").ends_with("won 0 of 1 try, 0 without help"));
    let solved = format!("hint\n{}", moves_that_do("the-move"));
    assert!(home.prints(&["the-move"], &solved).contains("You have won in 5 moves, with help."));
    assert!(home.listed("the-move").ends_with("won 1 of 2 tries, 0 without help"));
}

#[test]
fn positions_are_the_same_for_the_same_number() {
    let home = Home::new();
    let fen = |args: &[&str], typed: &str| {
        let objects = home.objects(args, typed);
        objects.last().unwrap()["fen"].as_str().unwrap().to_owned()
    };
    let seventh = fen(&["bridge", "--seed", "7"], "");
    assert_eq!(fen(&["bridge", "--seed", "6"], "next\n"), seventh);
    assert_eq!(fen(&["bridge"], "next 7\n"), seventh);
    assert_ne!(fen(&["bridge", "--seed", "8"], ""), seventh);
    assert!(home.prints(&["bridge", "--seed", "7"], "").contains("Position 7."));
}

#[test]
fn programs_are_answered_in_json() {
    let home = Home::new();
    let objects = home.objects(&["the-move"], "32-28\nundo\nhint\n32-27\nnonsense\n");
    let events: Vec<&str> = objects.iter().map(|object| object["event"].as_str().unwrap()).collect();
    assert_eq!(events, ["position", "move", "position", "position", "hint", "move", "position", "error"]);
    assert_eq!(objects[0]["moves"], serde_json::json!(["32-27", "32-28"]));
    assert_eq!(objects[1]["kept"], false);
    assert_eq!((&objects[1]["better"], &objects[1]["end"]["how"]), (&"32-27".into(), &"thrown_away".into()));
    assert_eq!(objects[2]["moves"], serde_json::json!([]));
    assert_eq!(objects[4]["move"], "32-27");
    assert_eq!(objects[5]["verdict"], serde_json::json!({ "value": "win", "plies": 8 }));
    assert!(objects[5]["reply"].is_string() && objects[5]["end"].is_null());
}

#[test]
fn bad_input_is_told_what_would_be_right() {
    let home = Home::new();
    assert!(home.fails(&["chess"], 3).contains("there is no ending \"chess\"; crownhead practice lists all"));
    assert!(home.fails(&["99"], 3).contains("they are numbered 1 to"));
    assert!(home.fails(&["payne"], 3).contains("payne-single-corner, payne-double-corner; name one of them"));
    assert!(home.fails(&["--seed", "1"], 2).contains("ENDING"));
    let told = home.prints(&["the-move"], b"11-15\nf\xFFly\nnext x\nundo\nundo now\n\n?\n");
    for part in [
        "type moves for all of them, or help.",
        "Next takes a number, as in next 7, not x.",
        "There is no move of yours to take back.",
        "Undo stands alone; type help for what there is.",
        "  hint      a best move",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    assert!(home.listed("the-move").ends_with("White to win"), "nothing was tried");
}

#[test]
fn an_ending_without_its_database_names_the_command_that_builds_it() {
    let home = Home::new();
    let told = home.fails(&["second-position"], 3);
    assert!(told.contains("Second position has 6 pieces"), "{told}");
    assert!(told.contains("crownhead endgame build --material 2,1,2,1 --distance"), "{told}");
}

#[test]
fn a_record_that_cannot_be_read_is_left_alone() {
    let home = Home::new();
    home.prints(&["the-move"], "32-28\n");
    let file = home.0.path().join("crownhead/practice.json");
    assert!(fs::read_to_string(&file).unwrap().contains("the-move"));
    fs::write(&file, "{ no record").unwrap();
    let output = home.command(&["the-move"]).write_stdin("32-28\n").assert().success().get_output().clone();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("practice.json") && told.contains("is not kept"), "{told}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "{ no record");
    fs::remove_file(&file).unwrap();
    home.prints(&["the-move", "--no-keep"], "32-28\n");
    assert!(!file.exists());
}
