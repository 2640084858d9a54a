//! `crownhead puzzles`, as a user runs it.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A folder with a record.
struct User {
    folder: TempDir,
}

impl User {
    fn new() -> User {
        User { folder: tempfile::tempdir().unwrap() }
    }

    /// What is printed, and the exit code.
    fn run(&self, args: &[&str], typed: impl AsRef<[u8]>) -> (String, i32) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .arg("puzzles")
            .args(args)
            .current_dir(self.folder.path())
            .env("XDG_DATA_HOME", self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that does not read may be over already.
        let _ = child.stdin.take().unwrap().write_all(typed.as_ref());
        let output = child.wait_with_output().unwrap();
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        (text, output.status.code().unwrap())
    }

    /// The answers to lines, as JSON.
    fn answers(&self, args: &[&str], typed: &str) -> Vec<Value> {
        let (text, code) = self.run(&[args, &["--json"]].concat(), typed);
        assert_eq!(code, 0, "{text}");
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

#[test]
fn a_puzzle_is_solved_by_its_solution() {
    let user = User::new();
    let first = &user.answers(&["--seed", "1"], "")[0];
    assert_eq!(first["type"], "puzzle");
    let id = first["id"].as_str().unwrap();
    let solution = user.answers(&[id, "--record", "other.json"], "solution\n")[1].clone();
    let moves: Vec<&str> =
        solution["then"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    // Whoever types the whole line is answered to those that had to be found, and told about the others.
    let mut typed = String::new();
    let mut answers = user.answers(&[id], &typed);
    while answers.last().unwrap()["type"] != "solved" {
        let fen = answers.last().unwrap()["fen"].as_str().unwrap().to_owned();
        let mv = moves.iter().find(|mv| user_can_play(&fen, mv)).unwrap();
        typed.push_str(&format!("{mv}\n"));
        answers = user.answers(&[id, "--record", "third.json"], &typed);
        assert!(typed.lines().count() <= moves.len(), "{typed}");
    }
    let solved = answers.last().unwrap();
    assert_eq!(solved["you"]["streak"], 1);
    assert!(solved["you"]["rating"].as_f64().unwrap() > 1200.0, "{solved}");
}

/// Is a move of the line the next one? Moves of a line are legal in order, and each leaves another square.
#[test]
fn a_line_that_is_not_text_is_answered_like_any_other() {
    let (text, code) = User::new().run(&["--seed", "1"], b"\xff\nsolution\n");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("> solution\n"), "{text}");
}

fn user_can_play(fen: &str, mv: &str) -> bool {
    let pos: crownhead_board::Position = fen.parse().unwrap();
    pos.parse_move(mv).is_ok()
}

#[test]
fn a_failure_is_kept_and_comes_again() {
    let user = User::new();
    let answers = user.answers(&["--seed", "3", "--record", "own.json"], "solution\nme\n");
    assert_eq!(answers[2]["tried"], 1);
    assert_eq!(answers[2]["solved"], 0);
    assert!(answers[2]["rating"].as_f64().unwrap() < 1200.0);
    let kept: Value =
        serde_json::from_str(&fs::read_to_string(user.folder.path().join("own.json")).unwrap()).unwrap();
    let id = answers[0]["id"].as_str().unwrap();
    assert_eq!(kept["puzzles"][id]["tries"], 1);
    assert!(kept["puzzles"][id]["memory"]["stability"].as_f64().unwrap() > 0.0);
}

#[test]
fn the_daily_puzzle_is_the_same_for_everybody() {
    let [one, other] = [User::new(), User::new()].map(|user| user.answers(&["--daily"], "")[0].clone());
    assert_eq!(one["id"], other["id"]);
    assert_eq!(one["daily"], true);
}

#[test]
fn words_and_a_board_fit_into_a_small_terminal() {
    let user = User::new();
    let (text, code) = user.run(&["--seed", "2"], "help\nhint\nhint\nabout\n99-1\nsolution\nnext\nquit\n");
    assert_eq!(code, 0);
    for wanted in ["to play and", "The piece on", "The move is", "Rating", "The solution:", "Your rating:"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn themes_can_be_combined() {
    let user = User::new();
    let wanted = ["--theme", "sacrifice", "--theme", "crowning", "--without", "only-draw", "--max", "2500"];
    let about = &user.answers(&wanted, "about\n")[1];
    let themes: Vec<&str> =
        about["themes"].as_array().unwrap().iter().map(|theme| theme.as_str().unwrap()).collect();
    assert!(themes.contains(&"sacrifice") && themes.contains(&"crowning") && !themes.contains(&"only-draw"));
    let (text, code) = user.run(&["--theme", "sacrifice", "--theme", "quiet"], "");
    assert_eq!((text.contains("no puzzle fits"), code), (true, 3), "{text}");
    let (text, code) = user.run(&["--theme", "golf"], "");
    assert_eq!((text.contains("two-for-one"), code), (true, 2), "{text}");
    let (text, _) = user.run(&["themes"], "");
    assert!(text.lines().any(|line| line.starts_with("two-for-one")), "{text}");
}

#[test]
fn what_cannot_be_is_told() {
    let user = User::new();
    fs::write(user.folder.path().join("games.pdn"), "1. 11-15 *").unwrap();
    for (args, words) in [
        (&["00000000"][..], "there is no puzzle 00000000"),
        (&["nonsense!"], "eight letters and digits"),
        (&["--file", "games.pdn"], "this is no file of puzzles"),
        (&["--record", "games.pdn"], "this is no record of puzzles"),
        (&["audit", "--file", "missing"], "missing"),
    ] {
        let (text, code) = user.run(args, "");
        assert!(text.contains(words) && code != 0, "{args:?}: {text}");
    }
}

/// White walks into an exchange after which the last king is trapped.
const GAME: &str = "[SetUp \"1\"]\n[FEN \"W:WK8,K14:BK26,K31\"]\n1. 14-18 26-23 *\n";

#[test]
fn puzzles_are_made_from_game_files_and_resumed() {
    let user = User::new();
    fs::write(user.folder.path().join("games.pdn"), GAME).unwrap();
    let args = ["make", "games.pdn", "--dir", "made", "--out", "own.puzzles"];
    assert_eq!(user.run(&args, ""), ("1 puzzle in made\n".to_owned(), 0));
    let bytes = fs::read(user.folder.path().join("own.puzzles")).unwrap();
    let made =
        fs::metadata(fs::read_dir(user.folder.path().join("made")).unwrap().next().unwrap().unwrap().path());
    let made = made.unwrap().modified().unwrap();
    assert_eq!(user.run(&args, ""), ("1 puzzle in made\n".to_owned(), 0));
    assert_eq!(fs::read(user.folder.path().join("own.puzzles")).unwrap(), bytes);
    let again =
        fs::metadata(fs::read_dir(user.folder.path().join("made")).unwrap().next().unwrap().unwrap().path());
    assert_eq!(again.unwrap().modified().unwrap(), made, "a batch that is there is not made again");
    let (text, code) = user.run(&["audit", "--file", "own.puzzles"], "");
    assert_eq!((text.as_str(), code), ("1 puzzle: 1 proved again, 0 not decided, 0 wrong\n", 0));
    let answer = &user.answers(&["--file", "own.puzzles"], "26-23\n")[1];
    assert_eq!(answer["type"], "right", "{answer}");
}

#[test]
fn an_audit_says_what_it_could_decide() {
    let (text, code) = User::new().run(&["audit", "--limit", "20", "--positions", "100"], "");
    assert!(code == 0 && text.contains("puzzles: ") && text.contains(" 0 wrong"), "{text}");
}
