//! The program as a user runs it: what it prints, and how it ends.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::fs;
use std::time::Duration;

use assert_cmd::Command;
use crownhead_arena::mock::MockEndpoint;
use crownhead_protocol::hub::{ParamKind, Reply};

fn crownhead(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("crownhead").unwrap();
    command.args(args);
    command
}

/// What a successful call prints.
#[track_caller]
fn prints(args: &[&str]) -> String {
    let output = crownhead(args).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// What a failing call says, when it ends with this code.
#[track_caller]
fn fails(args: &[&str], code: i32) -> String {
    let output = crownhead(args).assert().code(code).get_output().stderr.clone();
    String::from_utf8(output).unwrap()
}

#[test]
fn perft_ends_with_the_count_alone() {
    assert_eq!(prints(&["perft", "8"]), "845931\n");
    assert_eq!(prints(&["perft", "0"]), "1\n");
    assert_eq!(prints(&["perft", "8", "--threads", "2", "--hash", "4"]), "845931\n");
    let divided = prints(&["perft", "4", "--divide"]);
    assert_eq!(divided.lines().count(), 8);
    assert!(divided.starts_with("9-13: ") && divided.ends_with("\n1469\n"), "{divided}");
}

#[test]
fn perft_counts_moves_or_routes() {
    let ring = "W:WK22:B17,18,10,9";
    assert_eq!(prints(&["perft", "1", ring]), "2\n");
    assert_eq!(prints(&["perft", "1", ring, "--unique"]), "1\n");
}

#[test]
fn perft_plays_by_house_rules() {
    let fen = "W:W18,30:B6,14";
    assert_eq!(prints(&["perft", "1", fen]), "1\n");
    assert_eq!(prints(&["perft", "1", fen, "--rules", "capture=optional"]), "4\n");
    assert_eq!(prints(&["perft", "1", fen, "--rules", "free-stop"]), "4\n");
}

#[test]
fn moves_are_listed_one_a_line() {
    assert_eq!(prints(&["moves"]), "9-13\n9-14\n10-14\n10-15\n11-15\n11-16\n12-16\n");
    assert_eq!(prints(&["moves", "W:W22:B18,11"]), "22x15x8\n");
    assert_eq!(prints(&["moves", "B:W25,30:B21"]), "");
}

#[test]
fn moves_answers_each_line_of_standard_input() {
    let asked = "B:W21-32:B1-12\nnonsense\nB:W25,30:B21\n";
    let output = crownhead(&["moves", "-"]).write_stdin(asked).assert().code(1).get_output().stdout.clone();
    let answers = String::from_utf8(output).unwrap();
    let lines: Vec<&str> = answers.split('\n').collect();
    assert_eq!(lines[0], "9-13 9-14 10-14 10-15 11-15 11-16 12-16");
    assert!(lines[1].starts_with("error: \"nonsense\" is not a FEN"), "{}", lines[1]);
    assert_eq!(lines[2..], ["", ""]);
}

#[test]
fn a_line_that_is_not_text_is_an_error_of_that_line() {
    for args in [&["moves", "-"][..], &["endgame", "probe", "-"]] {
        let asked = b"W:WK3:BK30\n\xff\nW:WK3:BK30\n";
        let output = crownhead(args).write_stdin(&asked[..]).assert().code(1).get_output().stdout.clone();
        let answers = String::from_utf8(output).unwrap();
        let lines: Vec<&str> = answers.lines().collect();
        assert!(lines.len() == 3 && lines[0] == lines[2], "{answers}");
        assert!(lines[1].starts_with("error: ") && lines[1].contains("is not a FEN"), "{answers}");
    }
}

#[test]
fn show_has_the_board_the_masks_and_the_moves() {
    let text = prints(&["show"]);
    for part in [
        " 8     b     b     b     b       1   2   3   4",
        "black     0b0000_0000_0000_0000_0000_1111_1111_1111  0x00000FFF",
        "Legal moves (7): 9-13 9-14",
        "Black to move, official rules",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "no colors when the output is not a terminal");
    assert!(prints(&["show", "--color", "always"]).contains('\u{1b}'));
    assert!(prints(&["show", "--pieces", "unicode"]).contains('⛂'));
    assert!(prints(&["show", "--pieces", "digits"]).contains(" 8     1     1"));
}

#[test]
fn show_speaks_json() {
    let json: serde_json::Value = serde_json::from_str(&prints(&["show", "W:W18:B14,K6", "--json"])).unwrap();
    assert_eq!(json["fen"], "W:W18:BK6,14");
    assert_eq!(json["masks"]["kings"]["hex"], "0x00000020");
    assert_eq!(json["moves"][0]["text"], "18x9x2");
    assert_eq!(json["moves"][0]["captured"], serde_json::json!([6, 14]));
    assert_eq!(json["black"]["kings"], 1);
}

#[test]
fn bits_answers_in_three_notations_and_on_the_board() {
    let text = prints(&["bits", "flip", "0x00000FFF", "3"]);
    for part in [
        "0b0000_0000_0000_0000_0000_1111_1111_0111",
        "0x00000FF7",
        "4087",
        " 8     1     1     1     0       1   2   3   4",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(prints(&["bits", "add", "0b1011", "7"]).contains("decimal   18"));
    assert!(prints(&["bits", "move", "0b1", "0", "4"]).contains("decimal   16"));
    assert!(prints(&["bits", "count", "0xFF"]).contains("decimal   8"));
    assert!(prints(&["bits", "check", "0xFF", "8"]).contains("no"));
    let divided = prints(&["bits", "--width", "8", "div", "17", "5"]);
    assert!(divided.contains("decimal   3") && divided.contains("decimal   2"), "{divided}");
}

#[test]
fn bits_tells_what_does_not_fit() {
    assert!(fails(&["bits", "add", "--width", "8", "255", "1"], 3).contains("too large for the width"));
    assert!(fails(&["bits", "div", "1", "0"], 3).contains("division by zero"));
    assert!(fails(&["bits", "set", "1", "32"], 3).contains("bits are 0 to 31"));
    assert!(fails(&["bits", "show", "0b12"], 3).contains("is not a binary digit"));
}

#[test]
fn bad_input_ends_with_its_own_code() {
    assert!(fails(&["show", "B:W99:B1"], 3).contains("squares are 1 to 32"));
    assert!(fails(&["moves", "W:W1:B2"], 3).contains("crown row"));
    assert!(fails(&["pdn", "check", "/no/such/file.pdn"], 4).contains("/no/such/file.pdn"));
    assert!(fails(&["perft", "2", "--rules", "pool"], 2).contains("no rules are called \"pool\""));
    fails(&["perft", "two"], 2);
    fails(&["perft", "4000000000"], 2);
    fails(&["perft", "3", "--hash", "99999999"], 2);
}

/// A file with these games, in a folder that is gone after the test.
fn game_file(text: &str) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("games.pdn");
    fs::write(&file, text).unwrap();
    let name = file.to_str().unwrap().to_owned();
    (dir, name)
}

#[test]
fn pdn_check_replays_every_game() {
    let (_dir, file) = game_file("1. 11-15 22-18 2. 15x22 25x18 1/2-1/2\n\n1. 9-14 22-17 1-0\n");
    assert_eq!(prints(&["pdn", "check", &file]), format!("{file}: 2 of 2 games legal, 6 plies\n"));
}

#[test]
fn pdn_check_names_each_fault_and_goes_on() {
    let (_dir, file) = game_file(
        "1. 11-15 22-18 2. 8-10 *\n1. 11-15 22-81 *\n1. 11-15 *\n[Event \"x\"]\n1. 11-15\n22-18 2. 9-13 *\n",
    );
    let output = crownhead(&["pdn", "check", &file]).assert().code(1).get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with(&format!("{file}:1:19: game 1: ply 3: 8-10: ")), "{text}");
    assert!(lines[1].starts_with(&format!("{file}:2:10: game 2: `22-81`")), "{text}");
    assert!(
        lines[2].starts_with(&format!("{file}:6:10: game 4: ply 3: 9-13: a capture must be made")),
        "{text}"
    );
    assert_eq!(lines[3], format!("{file}: 1 of 4 games legal, 1 ply"));
}

#[test]
fn completions_and_manual_pages_know_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(prints(&["completions", shell]).contains("perft"), "{shell}");
    }
    let page = prints(&["man"]);
    assert!(page.contains("crownhead"));
    assert!(page.contains(".SH KEYS") && page.contains("take your last move back"), "{page}");
    let dir = tempfile::tempdir().unwrap();
    prints(&["man", "--dir", dir.path().to_str().unwrap()]);
    assert!(dir.path().join("crownhead-perft.1").exists());
}

/// What a game at the prompt prints when these lines are typed.
#[track_caller]
fn plays(args: &[&str], typed: &str) -> String {
    let output = crownhead(args).write_stdin(typed).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_game_is_played_to_its_end() {
    let text = plays(&["play", "W:W18,31:B14,6"], "18x2\nnew\n31-27\nquit\n");
    assert!(text.contains("White wins: Black has no pieces left"), "{text}");
    assert!(text.contains("A jump must be taken: the piece on 18 can jump. Play 18x9x2."), "{text}");
}

#[test]
fn without_a_command_a_game_begins() {
    let text = plays(&[], "11-15\nundo\nhelp\nmoves\nfen\n");
    assert!(text.contains("Black to move> "), "{text}");
    assert!(text.contains("take a move back"), "{text}");
    assert!(text.contains("B:W21,22"), "{text}");
}

#[test]
fn squares_have_the_names_that_are_asked_for() {
    assert!(plays(&["play", "--notation", "index32"], "10-14\nfen\n").contains("W:W21,22"));
    assert!(plays(&["play", "--notation", "index64"], "45-36\n").contains("Black: 45-36"));
    assert!(plays(&["play", "--notation", "algebraic"], "f6-e5\nref\n").contains("Black: f6-e5"));
}

#[test]
fn a_draw_takes_two_and_a_resignation_one() {
    assert!(plays(&["play"], "draw\n11-15\ndraw\n").contains("Draw: agreed"));
    assert!(plays(&["play"], "11-15\nresign\n").contains("Black wins: White resigned"));
}

#[test]
fn the_computer_answers() {
    let text = plays(&["play", "--level", "2"], "11-15\nundo\nhint\nresign\n");
    assert!(text.contains("you against level 2"), "{text}");
    assert!(text.contains("\nWhite: ") && text.contains("Black to move> "), "{text}");
    assert!(text.contains("Try "), "{text}");
    assert!(text.contains("White wins: Black resigned"), "{text}");
    let text = plays(&["play", "--level", "1", "--side", "white"], "quit\n");
    assert!(text.contains("Black: ") && text.contains("White to move> "), "{text}");
}

#[test]
fn a_move_is_chosen_by_its_number_in_the_list() {
    let text = plays(&["play"], "moves\n3\n1\n");
    assert!(text.contains(" 3  10-14") && text.contains("Black: 10-14"), "{text}");
    assert!(text.contains("White: 21-17"), "{text}");
    let text = plays(&["play", "--plain", "W:W22,K24:B18,K19,1"], "moves\n");
    assert!(text.contains("24x15  takes the king on 19"), "{text}");
}

#[test]
fn line_mode_has_the_commands_of_the_screen() {
    let typed =
        "bits\nreference\npieces\nflip\nanalyze\nballot skunk\nlevel 1\nfen W:W18:B14,6,1\nscore\nhelp\n";
    let text = plays(&["play", "--think", "0.1"], typed);
    for part in [
        "occupied  0b11111111_11110000_00001111_11111111 0xFFF00FFF",
        "Square names (pdn)",
        "Black men: 1, 2, 3",
        "depth ",
        "12-16 24-20 10-15",
        "A jump must be taken: the piece on 18 can jump.",
        "White has captured 0 men and 0 kings.",
        "take a move back",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn line_mode_browses_a_file_of_games() {
    let (_dir, file) = game_file("1. 11-15 {well} 22-18 (22-17) *\n\n1. 9-14 *\n");
    let text = plays(&["play", &file], "game 1\nnext\nvariation 2\nback\nlast\ncontinue\n");
    for part in
        ["2 games.", "Type game N", "well\nNext: 22-18 or 22-17.", "End of the line.", "Play on from here."]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn programs_play_by_json() {
    let text = plays(&["play", "--json", "--level", "1"], "11-15\nnonsense\nresign\n");
    let told: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(told[0]["type"], "state");
    assert_eq!(told[0]["moves"].as_array().unwrap().len(), 7);
    let of_type = |kind: &str| told.iter().filter(|line| line["type"] == kind).count();
    assert_eq!((of_type("move"), of_type("error")), (2, 1));
    let last = told.iter().rfind(|line| line["type"] == "state").unwrap();
    assert_eq!(last["outcome"]["winner"], "white");
    assert_eq!(last["white"]["player"], "level 1");
}

#[test]
fn a_configuration_says_what_flags_do_not() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (config, log) = (file("config.toml"), file("log.txt"));
    fs::write(
        &config,
        format!("level = 1\nside = \"white\"\nnotation = \"index32\"\nseed = 4\nlog = {log:?}\n"),
    )
    .unwrap();
    let text = plays(&["play", "--config", &config], "quit\n");
    assert!(text.contains("you against level 1") && text.contains("White to move> "), "{text}");
    assert!(plays(&["play", "--config", &config, "--level", "2"], "").contains("you against level 2"));
    assert!(fs::read_to_string(&log).unwrap().contains("crownhead"));
    fs::write(&config, "levle = 1\n").unwrap();
    assert!(fails(&["play", "--config", &config], 3).contains("levle"));
    assert!(fails(&["play", "--config", &file("none.toml")], 4).contains("none.toml"));
}

#[test]
fn flags_of_a_game_that_make_no_sense_are_told() {
    assert!(fails(&["play", "--level", "11"], 3).contains("--level: "));
    assert!(fails(&["play", "--white", "77"], 3).contains("--white: "));
    assert!(fails(&["play", "--think", "1e300"], 3).contains("--think: a time is 0 to 1000000 seconds"));
    assert!(fails(&["play", "--think", "-1"], 3).contains("--think: a time is 0 to 1000000 seconds"));
    assert!(fails(&["play", "--clock", "soon"], 3).contains("5+3"));
    assert!(fails(&["play", "--ballot", "sicilian"], 3).contains("1 to 174"));
    assert!(fails(&["play", "--rules", "pool"], 3).contains("no rules are called"));
    assert!(fails(&["play", "--notation", "roman"], 3).contains("algebraic"));
    assert!(fails(&["play", "B:W99:B1"], 3).contains("squares are 1 to 32"));
}

#[test]
fn a_match_is_played_kept_and_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (journal, pdn) = (file("journal"), file("games.pdn"));
    let mut args = vec!["match", "level:2", "level:1", "--games", "2", "--journal", &journal, "--pdn", &pdn];
    assert!(prints(&args).contains("in 2 games"));
    args[4] = "4";
    assert!(prints(&args).contains("in 4 games"));
    assert!(prints(&["pdn", "check", &pdn]).contains("4 of 4 games legal"));
    args[1] = "level:3";
    assert!(fails(&args, 3).contains("belongs to another match"));
}

#[test]
fn a_chat_model_has_its_own_time_in_a_match_and_void_games_tell_why() {
    let slow = MockEndpoint::start("127.0.0.1:0", Duration::from_millis(150)).unwrap();
    let player = format!("chat:model=truncated,url={},history=9", slow.url());
    // An engine's default of 0.1 s would make every game void.
    let args = ["match", &player, "random", "--games", "2", "--attempts", "1"];
    let output = crownhead(&args).assert().code(1).get_output().stdout.clone();
    let said = String::from_utf8(output).unwrap();
    assert!(said.contains("2 games were forfeited") && !said.contains("void"), "{said}");

    let quick = MockEndpoint::start("127.0.0.1:0", Duration::ZERO).unwrap();
    let player = format!("chat:model=locked,url={}", quick.url());
    let output =
        crownhead(&["match", &player, "random", "--games", "2"]).assert().code(1).get_output().clone();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("2 games are void") && said.contains("2 by chat:model=locked"), "{said}");
    assert!(said.contains("does not accept the key"), "{said}");
    // Each is told as it happens, where no bar is drawn.
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("game 1: chat:model=locked"), "{told}");
}

#[test]
fn a_tournament_is_played_kept_and_shown() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("small.toml");
    let text =
        "name = 'Small'\nreview-nodes = 0\n[[players]]\nspec = 'random'\n[[players]]\nspec = 'level:1'\n";
    fs::write(&file, text).unwrap();
    let (file, folder) = (file.to_str().unwrap(), dir.path().join("small"));
    for _ in 0..2 {
        assert!(prints(&["arena", "run", file]).contains("2 games, 0 void"));
    }
    let table = prints(&["arena", "table", folder.to_str().unwrap(), "--json"]);
    let table: serde_json::Value = serde_json::from_str(&table).unwrap();
    assert_eq!((&table["n_games"], &table["rows"][1]["rating"]["elo"]), (&2.into(), &1000.0.into()));
    assert!(
        prints(&["pdn", "check", folder.join("games.pdn").to_str().unwrap()]).contains("2 of 2 games legal")
    );
    assert!(fs::read_to_string(folder.join("report.html")).unwrap().contains("<h1>Small</h1>"));

    fs::write(file, text.replace("= 0\n", "= 0\nrounds = 2\n") + "[[players]]\nspec = 'level:2'\n").unwrap();
    assert!(prints(&["arena", "run", file]).contains("12 games, 0 void"));

    fs::write(file, text.replace("'random'", "'level:12'")).unwrap();
    assert!(fails(&["arena", "run", file], 3).contains("player 1: there is no level \"12\""));
    fs::write(file, text.replace("'random'", "'level:2'")).unwrap();
    assert!(fails(&["arena", "run", file], 3).contains("another tournament"));
    assert!(fails(&["arena", "table", "/no/such/folder"], 3).contains("holds no tournament"));
}

#[test]
fn a_player_that_cannot_be_started_is_told() {
    assert!(fails(&["match", "hub:/no/such/engine", "level:1"], 3).contains("cannot be started"));
    assert!(fails(&["match", "deep-thought", "level:1"], 2).contains("is not a player"));
}

#[test]
fn another_program_plays_a_match_by_hub() {
    let engine = format!("hub:{} hub --hash 1", assert_cmd::cargo::cargo_bin!("crownhead").display());
    let args = ["match", &engine, "level:1", "--games", "2", "--control", "nodes=500"];
    assert!(prints(&args).contains("in 2 games"));
    let with_book = format!("{engine} --book");
    let args = ["match", &with_book, "level:1", "--games", "2", "--control", "nodes=500"];
    assert!(prints(&args).contains("in 2 games"));
    let silent = ["match", "hub:true", "level:1", "--games", "2"];
    assert!(fails(&silent, 3).contains("crashed"));
}

#[test]
fn hub_answers_bad_lines_and_leaves_at_the_end_of_input() {
    let said =
        "hub\nset-param name=speed value=9\npos pos=nonsense\nlevel depth=deep\nsing\ninit\ngo think\n";
    let text = hub(said);
    for part in ["id name=Crownhead", "wait", "error message=", "ready"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let text = hub("init\npos start\nlevel nodes=1000\ngo think\nping\n");
    assert!(text.contains("ready") && text.contains("pong"), "{text}");
}

/// What the engine says when these lines are all it hears.
#[track_caller]
fn hub(said: &str) -> String {
    let output =
        crownhead(&["hub", "--hash", "1"]).write_stdin(said).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

#[test]
fn hub_has_the_parameters_that_the_document_lists() {
    let document = include_str!("../../../docs/protocol.md");
    let lines = hub("hub\n");
    let params: Vec<&str> = lines.lines().filter(|line| line.starts_with("param ")).collect();
    for line in &params {
        let Ok(Reply::Param(param)) = line.parse() else { panic!("{line}") };
        let values = match param.kind {
            ParamKind::Bool => "`true false`".to_owned(),
            ParamKind::Int { min, max } => format!("{min} to {max}"),
            ParamKind::Enum { values } => format!("`{}`", values.join(" ")),
            other => panic!("{other:?}"),
        };
        let row = format!("| `{}` | {values} |", param.name);
        assert!(document.contains(&row), "{row}");
    }
    let table = document.split("### Parameters").nth(1).unwrap().split("\n\n").nth(1).unwrap();
    assert_eq!(table.lines().count(), 2 + params.len());
}

/// An error says its own part and leaves the rest to its cause.
#[test]
fn no_error_says_anything_twice() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (missing, damaged) = (at("missing.toml"), at("damaged.toml"));
    // Nothing can be made below a file.
    let below = at("damaged.toml/below");
    fs::write(&damaged, "players = 1\nnonsense").unwrap();
    let mut wrong = Vec::new();
    for (args, code) in [
        (vec!["arena", "run", &missing], 4),
        (vec!["arena", "run", &damaged], 3),
        (vec!["arena", "table", &missing], 3),
        (vec!["analyze", "--weights", &missing], 4),
        (vec!["analyze", "--weights", &damaged], 3),
        (vec!["match", "random", "random", "--openings", &missing], 4),
        (vec!["pdn", "check", &missing], 4),
        (vec!["play", "--plain", "--config", &missing], 4),
        (vec!["play", "--plain", "--config", &damaged], 3),
        (vec!["train", "fit", &missing, "--out", "x"], 4),
        (vec!["show", "W:W40:B1"], 3),
        (vec!["arena", "report", &below], 4),
        (vec!["bench", "--weights", &missing], 4),
        (vec!["book", "build", "--plies", "0", "--nodes", "1", "--out", &below], 4),
        (vec!["endgame", "build", "--pieces", "2", "--dir", &below], 4),
        (vec!["endgame", "verify", "--dir", &missing], 4),
        (vec!["hub", "--weights", &missing], 4),
        (vec!["man", "--dir", &below], 4),
        (vec!["match", "random", "random", "--prompt", &missing], 4),
        (vec!["match", "random", "random", "--games", "2", "--journal", &below], 4),
        (vec!["match", "random", "random", "--games", "2", "--pdn", &below], 4),
        (vec!["pdn", "check", dir.path().to_str().unwrap()], 4),
        (vec!["play", "--plain", "--log", &below], 4),
        (vec!["serve", "--arena", &missing, "--games", &at("games.db")], 4),
        (vec!["serve", "--database", "nonsense"], 3),
    ] {
        let failure = crownhead(&args).write_stdin("").assert().failure();
        let text = String::from_utf8(failure.get_output().stderr.clone()).unwrap();
        let parts: Vec<&str> = text.trim().split(": ").collect();
        let is_repeated =
            |(index, part): (usize, &&str)| parts[..index].iter().any(|before| before.contains(*part));
        if failure.get_output().status.code() != Some(code) || parts.iter().enumerate().any(is_repeated) {
            wrong.push(format!("{args:?}: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn dxp_needs_somewhere_to_go() {
    assert!(fails(&["dxp"], 2).contains("--listen <[ADDRESS:]PORT>"));
    assert!(fails(&["dxp", "--connect", "127.0.0.1:1"], 4).contains("cannot connect to"));
    assert!(fails(&["dxp", "--listen", "nowhere"], 2).contains("as in 8340"));
    for only_asked in [["--side", "white"], ["--games", "2"], ["--minutes", "3"]] {
        let args = [&["dxp", "--listen", "0"], only_asked.as_slice()].concat();
        assert!(fails(&args, 2).contains("cannot be used with"), "{only_asked:?}");
    }
}

#[test]
fn an_opponent_who_hangs_up_is_an_error() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let hang_up = std::thread::spawn(move || drop(listener.accept()));
    let said = fails(&["dxp", "--connect", &address, "--hash", "1"], 4);
    assert!(said.contains("the connection was lost"), "{said}");
    hang_up.join().unwrap();
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    for line in [
        "train fit x --out y --learning-rate nan",
        "train fit x --out y --learning-rate inf",
        "train fit x --out y --learning-rate=-1",
        "train fit x --out y --epochs 0",
        "train run --dir x --match-games 0",
        "match random random --games 0",
        "match random random --concurrency 0",
        "match crownhead:hash=9999999 random",
        "bench --depth 1000",
        "analyze --nodes 0",
        "analyze --hash 65537",
        "perft 3 --hash 65537",
        "play --hash 0",
        "book build --out x --plies 99999",
        "book build --out x --nodes 0",
        "dxp --connect 127.0.0.1:1 --games 0",
        "dxp --connect 127.0.0.1:1 --minutes 1000",
        "worker --bus foo",
        "play --think soon",
        "perft abc",
        "perft 256",
    ] {
        let said = fails(&line.split(' ').collect::<Vec<_>>(), 2);
        assert!(said.contains("invalid value"), "{line}: {said}");
        assert!(!said.contains("invalid digit"), "{line}: {said}");
    }
    assert!(fails(&["play", "--clock", "3d"], 3).contains("at one board; give minutes"));
    for elo in [["10", "0"], ["0", "0"], ["0", "nan"]] {
        let said = fails(&["match", "random", "random", "--sprt", elo[0], elo[1]], 3);
        assert!(said.contains("as in --sprt 0 10"), "{said}");
    }
}

/// The address space of the program is limited, so that the largest table cannot fit.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_does_not_fit_into_memory_is_told() {
    let program = assert_cmd::cargo::cargo_bin!("crownhead").display().to_string();
    let limited = |line: &str, typed: &str| {
        let command = format!("ulimit -v 4000000; exec {program} {line}");
        let output = Command::new("sh").args(["-c", &command]).write_stdin(typed).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    };
    for line in ["perft 3 --hash 65536", "analyze --hash 65536", "match crownhead:hash=65536 random"] {
        let (code, said) = limited(line, "");
        assert_eq!(code, Some(2), "{line}: {said}");
        assert!(said.contains("a table of 65536 MB does not fit into memory"), "{line}: {said}");
    }
    let (code, said) = limited("hub", "hub\nset-param name=hash value=65536\ninit\nquit\n");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("does not fit into memory") && said.contains("ready"), "{said}");
}

#[test]
fn the_cause_of_bad_weights_is_told() {
    let said = fails(&["match", "crownhead:weights=nofile", "random"], 2);
    assert!(said.contains("nofile: No such file"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_forfeit_says_who_and_why() {
    let (_folder, script) = game_file("read hub; echo wait; read init; echo ready; read new; read pos");
    let player = format!("hub:sh {script}");
    let output = crownhead(&["match", &player, "level:1", "--games", "2"]).assert().code(1);
    let said = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(said.contains(&format!("by {player}: crashed: its output ended")), "{said}");
}

#[test]
fn one_damaged_endgame_file_is_ignored_alone_and_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    let build = ["endgame", "build", "--dir", dir, "--material", "0,3,0,2"];
    crownhead(&build).assert().success();
    let damaged = folder.path().join("0302.ced");
    fs::write(&damaged, "not a database").unwrap();
    let probe = ["endgame", "probe", "--dir", dir, "W:WK18,K22,K23:BK3,K4"];
    let output = crownhead(&probe).assert().success().get_output().clone();
    let (found, warning) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(found.starts_with("win"), "{found}");
    assert!(warning.contains("--material 0,3,0,2 --distance"), "{warning}");
    crownhead(&build).assert().success();
    let output = crownhead(&probe).assert().success().get_output().clone();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn options_of_analysis_that_have_no_effect_are_refused() {
    let (_folder, games) = game_file("1. 11-15 22-18 *");
    assert!(fails(&["analyze", &games, "--lines", "3"], 3).contains("--lines is for a position"));
    assert!(fails(&["analyze", "--annotate", "x.pdn"], 3).contains("--annotate is for the games of a file"));
}

#[cfg(unix)]
#[test]
fn games_are_analyzed_from_a_pipe() {
    let (folder, games) = game_file("1. 11-15 22-18 *");
    let pipe = folder.path().join("pipe").display().to_string();
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::copy(games, pipe))
    };
    assert!(prints(&["analyze", &pipe, "--nodes", "50"]).contains("1. 11-15"));
    writer.join().unwrap().unwrap();
}

#[test]
fn a_file_without_games_is_bad_input() {
    for text in ["", "hello\n"] {
        let (_folder, file) = game_file(text);
        let said = fails(&["analyze", &file], 3);
        assert!(said.contains("holds no games; a game looks like 1. 11-15"), "{said}");
        let opened = plays(&["play", "--plain", &file], "games\n");
        assert!(opened.contains("holds no games: a game looks like 1. 11-15"), "{opened}");
    }
}

#[cfg(unix)]
#[test]
fn a_device_is_opened_like_a_file() {
    let opened = plays(&["play", "--plain", "/dev/null"], "");
    assert!(opened.contains("/dev/null holds no games"), "{opened}");
}

#[test]
fn weights_are_not_written_into_a_folder_that_is_not_there() {
    let said = fails(&["train", "fit", "games", "--out", "missing/new.weights"], 4);
    assert!(said.contains("missing/new.weights: No such file"), "{said}");
}

#[test]
fn a_file_that_is_missing_does_not_keep_others_from_being_checked() {
    let (_folder, games) = game_file("1. 11-15 22-18 *");
    let output = crownhead(&["pdn", "check", "nofile", &games]).assert().code(4).get_output().clone();
    assert!(String::from_utf8(output.stdout).unwrap().contains("1 of 1 game legal"));
    assert!(String::from_utf8(output.stderr).unwrap().contains("nofile: No such file"));
}

#[test]
fn endings_of_the_program_need_no_building() {
    let folder = tempfile::tempdir().unwrap();
    let build = ["endgame", "build", "--dir", folder.path().to_str().unwrap(), "--pieces", "3"];
    let said = crownhead(&build).assert().success().get_output().stderr.clone();
    assert!(String::from_utf8(said).unwrap().contains("part of the program"));
}

#[test]
fn analysis_speaks_json_and_annotates_games() {
    let text = prints(&["analyze", "W:W18:B14,6", "--depth", "4", "--json"]);
    let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(last["moves"][0], "18x9x2");
    assert_eq!(last["ends_in"], 1);
    let line = prints(&["analyze", "W:W8:B3"]);
    assert!(line.contains("win in 13") && line.lines().count() == 1, "{line}");
    let (_dir, file) = game_file("1. 11-15 22-18 2. 15x22 25x18 3. 12-16 18-14 *\n");
    let annotated = prints(&["analyze", &file, "--nodes", "2000"]);
    assert!(annotated.contains("11-15") && annotated.contains('{'), "{annotated}");
}

/// A file with a faulty game among others, and with everything that a game can have.
const GAMES: &str = "[Event \"A\"]\n[Annotator \"Ann\"]\n1. 11-15 {old} 22-18! (22-17 {also}) 2. 15x22 $7 25x18 1-0\n\n\
                     [Event \"B\"]\n1. 11-15 22-10 *\n\n[Event \"C\"]\n1. 11-99 *\n\n[Event \"D\"]\n1. 9-14 *\n";

#[test]
fn annotation_keeps_what_is_there_and_passes_over_faults() {
    let (dir, file) = game_file(GAMES);
    let assert = crownhead(&["analyze", &file, "--nodes", "500"]).assert().code(1);
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    let annotated = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(said.contains(&format!("{file}:6:10: game 2: ply 2: 22-10: ")), "{said}");
    assert!(said.contains("game 3: `11-99`"), "{said}");
    let text = annotated.replace('\n', " ");
    for kept in [
        "{old}",
        "22-18!",
        "22-17 {also})",
        "$7",
        "1. 11-15 22-10 *",
        "[Event \"D\"]",
        "[Annotator \"Ann; Crownhead",
    ] {
        assert!(text.contains(kept), "{kept}\n{annotated}");
    }
    assert!(
        text.contains("500 nodes a move, scores in men for Black") && text.contains("{Black: "),
        "{annotated}"
    );
    let target = dir.path().join("annotated.pdn");
    crownhead(&["analyze", &file, "--nodes", "500", "--annotate"]).arg(&target).assert().code(1).stdout("");
    assert_eq!(fs::read_to_string(&target).unwrap(), annotated);
    let check = crownhead(&["pdn", "check"]).arg(&target).assert().code(1);
    assert!(String::from_utf8_lossy(&check.get_output().stdout).contains("2 of 3 games legal"));
}

#[test]
fn annotation_speaks_json_and_reads_standard_input() {
    let mut command = crownhead(&["analyze", "-", "--nodes", "500", "--json"]);
    let output =
        command.write_stdin("1. 11-15 22-18 *\n\n1. 9-14 *\n").assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    let games: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        (games.len(), &games[1]["game"], &games[0]["moves"][1]["move"]),
        (2, &2.into(), &"22-18".into())
    );
    assert!(games[0]["moves"][0]["score"].is_i64() && games[0]["white"]["moves"] == 1, "{text}");
}

#[test]
fn annotation_never_writes_over_its_source_or_leaves_an_empty_file() {
    let (dir, file) = game_file("1. 11-15 *\n");
    assert!(fails(&["analyze", &file, "--annotate", &file], 3).contains("name another file"));
    let target = dir.path().join("target.pdn").display().to_string();
    assert!(
        fails(&["analyze", "/no/such/games.pdn", "--annotate", &target], 4).contains("/no/such/games.pdn")
    );
    assert!(!dir.path().join("target.pdn").exists());
    assert!(
        fails(&["analyze", &file, "--nodes", "9", "--annotate", "/no/such/folder/x.pdn"], 4)
            .contains("/no/such/folder")
    );
}

/// A missing file is not a FEN that cannot be read.
#[test]
fn files_are_not_taken_for_positions() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    for (args, part) in [
        (["play", "none.pdn"], "none.pdn: No such file"),
        (["analyze", "none.pdn"], "none.pdn: No such file"),
        (["analyze", folder], "directory"),
        (["show", "/no/such/file"], "/no/such/file: No such file"),
        (["moves", "positions.txt"], "positions.txt: No such file"),
        (["pdn", "check"], ""),
    ] {
        if part.is_empty() {
            assert!(fails(&["pdn", "check", folder], 4).ends_with("directory\n"));
            continue;
        }
        let said = fails(&args, 4);
        assert!(said.contains(part), "{args:?}: {said}");
    }
    let (_dir, file) = game_file("1. 11-15 *\n");
    assert!(fails(&["show", &file], 3).contains("is a file"));
    assert!(fails(&["play", "nonsense"], 3).contains("is not a FEN"));
}

#[test]
fn check_names_everything_that_is_no_move() {
    let check = |text: &str| {
        let output =
            crownhead(&["pdn", "check", "-"]).write_stdin(text).assert().code(1).get_output().stdout.clone();
        String::from_utf8(output).unwrap()
    };
    let said = check("hello world this is not pdn");
    assert!(said.contains("-:1:1: game 1: \"hello world this is not pdn\" are not moves"), "{said}");
    assert!(said.ends_with("-: 0 of 1 game legal, 0 plies\n"), "{said}");
    assert!(check("1. 11-15 e4 *").contains("-:1:10: game 1: \"e4\" is not a move;"));
    let said = check("[Event \"Chess\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n");
    assert!(said.contains("e4") && said.contains("Nf3"), "{said}");
}

/// The options of play, a file or a FEN may follow at once.
#[test]
fn play_need_not_be_said() {
    assert!(plays(&["--level", "3"], "quit\n").contains("you against level 3"));
    assert!(plays(&["--color", "never", "--level=3"], "quit\n").contains("you against level 3"));
    assert!(plays(&["W:W18,31:B14,6"], "fen\n").contains("W:W18,31:B6,14"));
    let (_dir, file) = game_file("1. 11-15 *\n\n1. 9-14 *\n");
    assert!(plays(&[&file], "quit\n").contains("2 games."));
    assert!(fails(&["none.pdn"], 4).contains("none.pdn"));
    assert!(fails(&["shwo"], 2).contains("'show'"));
}

#[test]
fn a_game_is_not_saved_into_a_folder_that_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/game.pdn");
    let text = plays(&["play"], &format!("11-15\nsave {}\nquit\n", path.display()));
    assert!(text.contains("No such file or directory"), "{text}");
    assert!(!folder.path().join("new").exists());
}

#[test]
fn analysis_of_a_finished_game_says_who_has_won() {
    let finished = "B:W25,30:B21";
    assert_eq!(prints(&["analyze", finished]), "Black has no legal move and has lost\n");
    let text = prints(&["analyze", finished, "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["winner"], "white");
    assert_eq!(answer["moves"], serde_json::json!([]));
}

/// 31x15 alone could be either of two jumps.
#[test]
fn lines_of_analysis_can_be_read_again() {
    let line = prints(&["analyze", "W:W31:B26,27,18,19,1", "--depth", "2"]);
    assert!(line.contains("31x22x15") || line.contains("31x24x15"), "{line}");
}

#[test]
fn endings_are_known_without_any_files() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path().to_str().unwrap();
    let text = prints(&["endgame", "--dir", dir, "probe", "W:WK18,K22:BK3"]);
    assert!(text.starts_with("win in 7 for White\n18-14        win in 11\n"), "{text}");
    assert_eq!(text.lines().count(), 7);
    let asked = "W:WK18,K22:BK3\nB:WK32:BK1\nB:W21-32:B1-12\nnonsense\nB:WK32:BK1,K2\nW:W29:B25,22\n";
    let output = crownhead(&["endgame", "--dir", dir, "probe", "-"]).write_stdin(asked).assert().code(1);
    let answers = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(lines[..3], ["win in 7", "draw", "not covered"]);
    assert!(lines[3].starts_with("error: "), "{answers}");
    assert_eq!(lines[4..], ["win in 33", "loss in 0"]);
    let stats = prints(&["endgame", "--dir", dir, "stats"]);
    for total in [
        "2 pieces, both sides to move: 1432 won, 804 lost, 4740 drawn, the longest win 13 plies",
        "3 pieces, both sides to move: 200500 won, 174610 lost, 16954 drawn, the longest win 61 plies",
        "4 pieces, both sides to move: 5148608 won, 3834180 lost, 3435844 drawn, the longest win 109 plies",
    ] {
        assert!(stats.contains(total), "{total}\n{stats}");
    }
    assert!(stats.contains("       11  W:WK5:BK2\n"), "{stats}");
    assert!(fails(&["endgame", "--dir", "/no/such/folder", "stats"], 4).contains("/no/such/folder"));
}

#[test]
fn openings_are_found_by_number_and_name() {
    assert!(prints(&["openings"]).lines().count() == 174);
    assert!(prints(&["openings", "174"]).contains("Skunk"));
    assert!(prints(&["openings", "wilderness"]).lines().count() >= 2);
    assert!(fails(&["openings", "sicilian"], 3).contains("numbered 1 to 174"));
}

#[test]
fn a_saved_game_can_be_checked() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.pdn");
    let file = file.to_str().unwrap();
    plays(&["play"], &format!("11-15\n22-18\n15x22\nsave {file}\nquit\n"));
    assert_eq!(prints(&["pdn", "check", file]), format!("{file}: 1 of 1 game legal, 3 plies\n"));
}

#[test]
fn a_server_is_named_by_its_address_and_secrets_stay_with_their_owner() {
    assert!(fails(&["play", "--name", "Marion"], 3).contains("--online URL"));
    assert!(fails(&["play", "--online", "ftp://club.example"], 3).contains("http://127.0.0.1:8340"));
    let nowhere = ["play", "--no-keep", "--online", "http://127.0.0.1:1"];
    // Nobody is at the keyboard, and a password is not taken from anywhere else.
    assert!(fails(&[&nowhere[..], &["--name", "Marion"]].concat(), 4).contains("--token"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    fs::write(&file, "secret").unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        let said = fails(&[&nowhere[..], &["--token", file.to_str().unwrap()]].concat(), 3);
        assert!(said.contains("chmod 600") && !said.contains("secret"), "{said}");
    }
}

#[test]
fn a_network_is_fitted_from_scratch_and_with_a_warm_start() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (games, first, second) = (path("games"), path("first.weights"), path("second.weights"));
    let played = prints(&["train", "games", "--dir", &games, "--games", "1", "--nodes", "20"]);
    assert!(played.contains("positions in"), "{played}");
    let fit = |more: &[&str]| prints(&[&["train", "fit", &games, "--epochs", "1", "--out"], more].concat());
    assert!(fit(&[&first]).contains("epoch 1: "));
    assert!(fit(&[&second, "--warm-start", &first]).contains("epoch 1: "));
    assert!(String::from_utf8_lossy(&fs::read(&second).unwrap()).contains("warm start from"));
    assert!(fs::read_to_string(path("second.svg")).unwrap().starts_with("<svg"));
    assert!(prints(&["bench", "--depth", "3", "--weights", &second]).contains("nodes"));
    let nothing = fails(&["train", "fit", &games, "--out", &second, "--warm-start", &path("none")], 4);
    assert_eq!(nothing.matches("No such file").count(), 1, "{nothing}");
    fs::write(&first, "PDN").unwrap();
    let other = fails(&["train", "fit", &games, "--out", &second, "--warm-start", &first], 3);
    assert!(other.contains("not a file of weights"), "{other}");
    let run = path("run");
    let gainless = fails(&["train", "run", "--dir", &run, "--gain", "0"], 3);
    assert!(gainless.contains("as in --gain 8"), "{gainless}");
}

#[test]
fn serve_tells_what_is_wrong_with_its_options_and_serves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.db");
    let check = |more: &[&str]| {
        let mut command = Command::cargo_bin("crownhead").unwrap();
        command.args(["serve", "--check", "--listen", "127.0.0.1:0", "--games"]).arg(&games).args(more);
        let output = command.output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(check(&[]), (0, "This works.\n".to_owned()));
    assert!(!games.exists(), "nothing is made");
    let name = ["--public-host", "checkers.example.org"];
    let (code, text) = check(&name);
    assert!(code == 1 && text.contains("--trusted-proxies 127.0.0.1"), "{text}");
    assert_eq!(check(&[&name[..], &["--trusted-proxies", "127.0.0.1"]].concat()).0, 0);
    let (code, text) = check(&[&name[..], &["--trusted-proxies", "0.0.0.0/0"]].concat());
    assert!(code == 1 && text.contains("believes everybody"), "{text}");
    let (code, text) = check(&["--tls-ca", "ca.pem"]);
    assert!(code == 1 && text.contains("for --database and --bus"), "{text}");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (code, text) = check(&["--metrics", &address]);
    assert!(code == 0 && text.contains(&format!("works as soon as {address} is free")), "{text}");
    fs::write(&games, "a diary").unwrap();
    let (code, text) = check(&[]);
    assert!(code == 1 && text.contains("not a database of games"), "{text}");
    fs::remove_file(&games).unwrap();
    let (code, text) = check(&["--arena", "/no/such/folder"]);
    assert!(code == 1 && text.contains("/no/such/folder is not a folder"), "{text}");
    assert_eq!(check(&["--trusted-proxies", "proxy.example"]).0, 2, "a name is no address");
}

/// The options of the unit for systemd are right, but for the folder, which systemd makes.
#[test]
fn the_unit_for_systemd_starts_a_server_that_works() {
    let unit = include_str!("../../../packaging/crownhead.service");
    let defaults = include_str!("../../../packaging/debian/default");
    let options = defaults.lines().find_map(|line| line.strip_prefix("CROWNHEAD_OPTIONS=\""));
    let options = options.unwrap().trim_end_matches('"');
    let folder = tempfile::tempdir().unwrap();
    let started: Vec<&str> = unit
        .lines()
        .filter_map(|line| line.split_once("=/usr/local/bin/crownhead "))
        .map(|(_, rest)| rest)
        .collect();
    assert_eq!(started.len(), 2, "a check and the server");
    for line in started {
        let line = line.replace("/var/lib/crownhead", &folder.path().to_string_lossy());
        let line = line.replace("$CROWNHEAD_OPTIONS", options);
        let mut command = Command::cargo_bin("crownhead").unwrap();
        command.args(line.split(' ')).args(if line.contains("--check") { None } else { Some("--check") });
        let output = command.output().unwrap();
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stdout));
    }
}

#[test]
fn a_position_without_a_fen_says_who_moves_first() {
    assert!(prints(&["show", "--first", "white"]).contains("White to move"));
    assert!(prints(&["show", "--style", "list", "--first", "black"]).contains("Black to move"));
    assert!(fails(&["show", "W:W18:B14", "--first", "black"], 2).contains("--first"));
}
