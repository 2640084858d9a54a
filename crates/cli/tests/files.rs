//! Game files as programs and people hand them in: found, counted, packed, cut off.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use assert_cmd::Command;
use serde_json::{Value, json};
use tempfile::TempDir;

const GAMES: &str = r#"[Event "Club night"]
[Date "1985.03.07"]
[Black "Ann"]
[White "Ben"]
[Result "1-0"]

1. 11-15 23-19 2. 8-11 22-17 1-0

[Event "Match"]
[Date "1990"]
[Black "Cid"]
[White "Ann"]
[Result "1/2-1/2"]

1. 9-14 {quiet} 22-18 1/2-1/2

[Event "Club evening"]
[Black "ann"]
[White "BEN"]
[Result "1-0"]

1. 11-15 23-19 {the same again} 2. 8-11 22-17 1-0

[Black "Dan"]
[White "Eve"]

1. 11-15 1-32 *
"#;

struct Files {
    folder: TempDir,
}

impl Files {
    fn new() -> Files {
        let files = Files { folder: tempfile::tempdir().unwrap() };
        fs::write(files.path("games.pdn"), GAMES).unwrap();
        files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What a call prints and says, when it ends with this code.
    #[track_caller]
    fn run(&self, line: &str, code: i32) -> (String, String) {
        let mut command = Command::cargo_bin("crownhead").unwrap();
        let output = command.args(line.split(' ')).current_dir(&self.folder).assert().code(code);
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        (text(&output.get_output().stdout), text(&output.get_output().stderr))
    }

    /// The games that a call prints, by their Black players.
    #[track_caller]
    fn blacks(&self, line: &str, code: i32) -> Vec<String> {
        let (text, _) = self.run(line, code);
        text.lines()
            .filter_map(|line| line.strip_prefix("[Black \"")?.strip_suffix("\"]").map(str::to_owned))
            .collect()
    }
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn games_are_found_by_what_is_said_of_them_and_by_what_was_played() {
    let files = Files::new();
    let found = |options: &str| files.blacks(&format!("pdn filter games.pdn --legal {options}"), 0);
    assert_eq!(found("--player ann"), ["Ann", "Cid", "ann"]);
    assert_eq!(found("--black ann"), ["Ann", "ann"]);
    assert_eq!(found("--white ann --result draw"), ["Cid"]);
    assert_eq!(found("--event club"), ["Ann", "ann"]);
    assert_eq!(found("--from 1986 --to 1990"), ["Cid"]);
    assert_eq!(found("--opening faithful"), ["Ann", "ann"]);
    assert_eq!(found("--min-plies 3"), ["Ann", "ann"]);
    let after = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12,14";
    assert_eq!(found(&format!("--position {after}")), ["Cid"]);
    assert_eq!(files.blacks("pdn filter games.pdn --player ann --invert", 1), ["Dan"]);
    let (_, said) = files.run("pdn filter games.pdn --position nonsense", 3);
    assert!(said.contains("nonsense") || said.contains("FEN"), "{said}");
}

#[test]
fn files_become_one_and_games_are_kept_once() {
    let files = Files::new();
    assert_eq!(files.blacks("pdn merge games.pdn games.pdn", 1).len(), 8);
    let (_, said) = files.run("pdn merge games.pdn", 1);
    assert!(said.contains("game 4: ply 2: 1-32"), "{said}");
    assert_eq!(files.blacks("pdn dedupe games.pdn games.pdn", 1), ["Ann", "Cid", "Dan"]);
    assert!(files.run("pdn dedupe games.pdn", 1).1.contains("1 game left out"));
    let again = "[Black \"X\"] 1. 11-15 23-19 2. 8-11 22-17 *";
    fs::write(files.path("again.pdn"), again).unwrap();
    assert_eq!(files.blacks("pdn dedupe again.pdn games.pdn", 1), ["X", "Ann", "Cid", "Dan"]);
    assert_eq!(files.blacks("pdn dedupe --by-moves again.pdn games.pdn", 1), ["X", "Cid", "Dan"]);
    let (merged, _) = files.run("pdn filter games.pdn --event match", 0);
    assert!(merged.contains("{quiet}"), "comments stay");
}

#[test]
fn programs_get_every_game_as_an_object() {
    let files = Files::new();
    let games = objects(&files.run("pdn json games.pdn", 1).0);
    assert_eq!(games.len(), 4);
    assert_eq!(games[0]["result"], "black");
    assert_eq!(games[0]["opening"], "Old Faithful");
    assert_eq!(games[1]["moves"], serde_json::json!(["9-14", "22-18"]));
    assert_eq!(games[1]["tags"]["White"], "Ann");
    assert!(games[3]["fault"].as_str().unwrap().contains("1-32") && games[3].get("fen").is_none());
}

#[test]
fn files_are_counted() {
    let files = Files::new();
    let (text, _) = files.run("pdn stats games.pdn", 0);
    assert!(text.starts_with("4 games, 3 of them legal\nplies: 2 to 4, 3.3 on average\n"), "{text}");
    let stats = &objects(&files.run("pdn stats games.pdn --json --top 1", 0).0)[0];
    assert_eq!(stats["results"], serde_json::json!({"black": 2, "draw": 1, "unknown": 1}));
    assert_eq!(stats["players"], serde_json::json!([["Ann", 2]]));
    assert_eq!(stats["years"]["1985"], 1);
}

#[test]
fn packed_files_and_files_of_windows_are_read() {
    let files = Files::new();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(GAMES.as_bytes()).unwrap();
    fs::write(files.path("games.pdn.gz"), packed.finish().unwrap()).unwrap();
    let wide: Vec<u8> = GAMES.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(files.path("wide.pdn"), [&[0xFF, 0xFE], &wide[..]].concat()).unwrap();
    for name in ["games.pdn.gz", "wide.pdn"] {
        let (text, _) = files.run(&format!("pdn check {name}"), 1);
        assert!(text.ends_with("3 of 4 games legal, 10 plies\n"), "{text}");
    }
    let cut = fs::read(files.path("games.pdn.gz")).unwrap();
    fs::write(files.path("cut.pdn.gz"), &cut[..cut.len() / 2]).unwrap();
    files.run("pdn check cut.pdn.gz", 4);
}

#[test]
fn an_annotation_goes_on_where_it_was_interrupted() {
    let files = Files::new();
    let annotate = "analyze games.pdn --nodes 300 --annotate out.pdn";
    files.run(annotate, 1);
    let whole = fs::read_to_string(files.path("out.pdn")).unwrap();
    let third = whole.find("[Event \"Club evening\"]").unwrap();
    for end in [third, third + 60, third + 200, whole.len() - 1] {
        let mark = whole[..end].replacen("Club night", "Other night", 1);
        fs::write(files.path("out.pdn"), &mark).unwrap();
        files.run(&format!("{annotate} --resume"), 1);
        let resumed = fs::read_to_string(files.path("out.pdn")).unwrap();
        assert_eq!(resumed, whole.replacen("Club night", "Other night", 1), "cut at {end}");
    }
    files.run(&format!("{annotate} --resume"), 0);
}

#[cfg(unix)]
#[test]
fn an_annotation_that_cannot_be_written_leaves_no_empty_file() {
    let files = Files::new();
    let program = env!("CARGO_BIN_EXE_crownhead");
    // No file may have a byte; without the trap a signal would end the program.
    let line =
        format!("trap '' XFSZ; ulimit -f 0; {program} analyze games.pdn --nodes 50 --annotate out.pdn");
    let output = Command::new("sh")
        .args(["-c", &line])
        .current_dir(files.path(""))
        .assert()
        .code(4)
        .get_output()
        .clone();
    assert!(String::from_utf8(output.stderr).unwrap().contains("out.pdn: "));
    assert!(!files.path("out.pdn").exists());
}

#[test]
fn a_pipe_applies_moves_and_answers_every_line() {
    let mut command = Command::cargo_bin("crownhead").unwrap();
    let asked = "11-15 22-18\nB:W18:B14,1 14x23\nnonsense\n11-15 9-13\n\n";
    let output =
        command.args(["moves", "-", "--fen"]).write_stdin(asked).assert().code(1).get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert_eq!(lines[0], "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15 15x22");
    assert_eq!(lines[1], "W:W:B1,23");
    assert!(lines[2..].iter().all(|line| line.starts_with("error: ")), "{text}");
    let mut command = Command::cargo_bin("crownhead").unwrap();
    let output =
        command.args(["moves", "-", "--json"]).write_stdin(asked).assert().code(1).get_output().clone();
    let answers = objects(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(answers[0]["moves"][0]["route"], serde_json::json!([15, 22]));
    assert_eq!((&answers[1]["turn"], answers[2]["error"].is_string()), (&Value::from("white"), true));
}

#[test]
fn what_is_printed_can_be_had_as_json() {
    let files = Files::new();
    let one = |line: &str| objects(&files.run(line, 0).0).remove(0);
    assert_eq!(one("perft 3 --json")["count"], 302);
    assert_eq!(one("perft 2 --divide --json")["moves"]["9-13"], 7);
    assert_eq!(one("openings 174 --json")["name"], "Skunk");
    assert_eq!(one("bits add 2 3 --json")["decimal"], "5");
    assert_eq!(one("bits check 5 1 --json")["answer"], false);
    assert_eq!(one("endgame probe W:WK18,K22:BK3 --json")["verdict"]["value"], "win");
    assert_eq!(one("endgame probe W:WK18,K22:BK3 --json")["turn"], "white");
    assert!(one("endgame stats --json")["wins"].is_u64());
    assert!(one("book show --json")["moves"][0]["move"].is_string());
    assert!(one("bench --depth 2 --json")["nodes"].is_u64());
}

#[test]
fn each_fault_has_its_place_also_for_programs() {
    let files = Files::new();
    fs::write(files.path("bad.pdn"), "[Event \"A\"]\n[FEN \"B:W99:B1\"]\n\n1. 1-5 *\n\n1. 11-15 11-15 *\n")
        .unwrap();
    let (words, _) = files.run("pdn check bad.pdn", 1);
    assert!(words.starts_with("bad.pdn:2:1: game 1: the FEN \"B:W99:B1\": "), "{words}");
    assert!(words.contains("bad.pdn:6:10: game 2: ply 2: 11-15: "), "{words}");
    let (told, _) = files.run("pdn check --json bad.pdn games.pdn", 1);
    let told = objects(&told);
    let places: Vec<_> =
        told.iter().filter(|told| told["fault"].is_string()).map(|told| &told["line"]).collect();
    assert_eq!(places[..2], [&Value::from(2), &Value::from(6)]);
    assert_eq!((&told[1]["column"], &told[1]["game"]), (&10.into(), &2.into()));
    assert!(told[1]["fault"].as_str().unwrap().starts_with("ply 2: 11-15: "), "{}", told[1]);
    let summary = json!({ "file": "bad.pdn", "games": 2, "legal": 0, "plies": 0 });
    assert_eq!(told[2], summary);
    assert_eq!((&told.last().unwrap()["games"], &told.last().unwrap()["legal"]), (&4.into(), &3.into()));
}
