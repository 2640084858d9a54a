//! A whole game in each style, typed line by line as a user of that program would, against the transcript of it.
//!
//! `crates/cli/tests/styles/NAME.in` is what is typed, `NAME.out` what is seen. With `CROWNHEAD_BLESS=1` the transcripts are
//! written anew; read them before they are committed.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn crownhead(args: &[&str], typed: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(args)
        .env_remove("NO_COLOR")
        .env("XDG_CONFIG_HOME", "/nonexistent")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn plays_as_written(style: &str) {
    let file = |ending: &str| {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/styles/{style}.{ending}"))
    };
    let typed = std::fs::read_to_string(file("in")).unwrap();
    let seen = crownhead(&["play", "--plain", "--color", "never", "--style", style], &typed);
    if std::env::var_os("CROWNHEAD_BLESS").is_some() {
        std::fs::write(file("out"), &seen).unwrap();
    }
    let known = std::fs::read_to_string(file("out")).unwrap();
    for (line, (seen, known)) in seen.lines().zip(known.lines()).enumerate() {
        assert_eq!(seen, known, "{style}.out, line {}", line + 1);
    }
    assert_eq!(seen.lines().count(), known.lines().count());
    assert!(seen.contains(" wins"), "the game has an end");
}

#[test]
fn masks() {
    plays_as_written("masks");
}

#[test]
fn letters() {
    plays_as_written("letters");
}

#[test]
fn coordinates() {
    plays_as_written("coordinates");
}

#[test]
fn indices() {
    plays_as_written("indices");
}

#[test]
fn list() {
    plays_as_written("list");
}

#[test]
fn the_parts_of_a_style_are_flags_of_their_own() {
    let seen = crownhead(
        &[
            "play",
            "--plain",
            "--color",
            "never",
            "--pieces",
            "rRbB",
            "--names",
            "Red,Black",
            "--first",
            "black",
        ],
        "",
    );
    assert!(seen.contains("Black: b, kings B. Red: r, kings R."), "{seen}");
    assert!(seen.ends_with("Black to move> \n"), "{seen}");
    let seen =
        crownhead(&["play", "--plain", "--color", "never", "--style", "list", "--count-from", "1"], "1\n");
    assert!(seen.contains("\n1: 16 -> 25\n") && seen.contains("White: 16-25"), "{seen}");
}

#[test]
fn a_style_is_a_key_of_the_configuration() {
    let config = std::env::temp_dir().join(format!("crownhead-style-{}.toml", std::process::id()));
    std::fs::write(&config, "style = \"letters\"\ncount-from = 1\ntheme = \"wood\"\n").unwrap();
    let path = config.to_str().unwrap();
    let seen = crownhead(&["play", "--plain", "--color", "never", "--config", path], "a\n1\n");
    assert!(seen.contains("1: C1 to D0") && seen.contains("Player One: C1 to D0"), "{seen}");
    std::fs::write(&config, "stile = \"letters\"\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["play", "--plain", "--config", path])
        .output()
        .unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("stile"), "a key that does not exist is told");
    std::fs::remove_file(&config).unwrap();
}

#[test]
fn positions_are_shown_in_a_style_too() {
    let masks = crownhead(&["show", "--color", "never", "--style", "masks"], "");
    assert!(masks.contains("Red to move, free-stop rules"), "{masks}");
    assert!(masks.contains("red       0b0000_0000_0000_0000_0000_1111_1111_1111  0x00000FFF"), "{masks}");
    let list = crownhead(&["show", "--color", "never", "--style", "list"], "");
    assert!(list.contains("0x000000000055AA55") && list.contains("0xAA55AA0000000000"), "{list}");
    let apart =
        crownhead(&["show", "--color", "never", "--words", "apart", "--layout", "up64", "W:WK18:B1"], "");
    assert!(apart.contains("white kings") && apart.contains("up64: bit 0 is a1"), "{apart}");
}

#[test]
fn bits_are_toggled_inverted_and_merged() {
    let hex = |args: &[&str]| {
        let seen = crownhead(&[&["bits", "--color", "never"], args].concat(), "");
        seen.lines().find_map(|line| line.strip_prefix("hex")).unwrap().trim().to_owned()
    };
    assert_eq!(hex(&["xor", "0x0F", "0x3C", "--width", "8"]), "0x33");
    assert_eq!(hex(&["toggle", "0x0F", "0x3C", "--width", "8"]), "0x33");
    assert_eq!(hex(&["not", "0x0F", "--width", "8"]), "0xF0");
    assert_eq!(hex(&["union", "0x0F", "0x30", "--width", "8"]), "0x3F");
    assert!(crownhead(&["bits", "match", "0x0F", "0x08"], "").contains("yes"));
    assert!(crownhead(&["bits", "first", "0x30"], "").contains('4'));
    assert_eq!(hex(&["merge", "0xF0", "0xAA", "0x0F", "--width", "8"]), "0xFA");
}

#[test]
fn whoever_names_a_style_and_a_level_moves_first() {
    let plays = |args: &[&str]| {
        let args = [&["play", "--plain", "--color", "never", "--level", "1"], args].concat();
        crownhead(&args, "")
    };
    assert!(plays(&["--style", "list"]).ends_with("White to move> \n"));
    assert!(plays(&["--style", "letters"]).ends_with("Player One to move> \n"));
    // Whoever is called Black there is not the side that moves first.
    let black = plays(&["--style", "indices", "--side", "black", "--seed", "1"]);
    assert!(black.contains("\nRed: ") && black.ends_with("Black to move> \n"), "{black}");
    assert_eq!(black, plays(&["--style", "indices", "--side", "Black", "--seed", "1"]));
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["play", "--plain", "--style", "indices", "--side", "green"])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("--side: there is no side \"green\"; say Red or Black"), "{said}");
}

#[test]
fn pieces_have_the_colors_of_their_names_line_by_line() {
    let seen = crownhead(&["play", "--plain", "--color", "always", "--style", "masks"], "");
    let red = "\u{1b}[1m\u{1b}[31mr";
    assert!(seen.contains(red), "{seen:?}");
    let end =
        crownhead(&["play", "--plain", "--color", "always", "--style", "letters", "W:W18:BK14,1"], "a 0\n");
    assert!(end.contains("\u{1b}[32m"), "{end:?}");
}
