//! No command minds a reader that goes away, and every command tells of a disk that is full.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::fs::{self, File};
use std::process::{Command, Output, Stdio};

/// Every command that prints something and ends, with what it takes to do so.
const COMMANDS: &[&str] = &[
    "help",
    "show",
    "show --json",
    "moves",
    "moves --json",
    "perft 3 --divide",
    "perft 3 --json",
    "grade --questions",
    "grade -- true",
    "grade --json -- true",
    "pdn check games.pdn",
    "pdn filter games.pdn",
    "pdn merge games.pdn",
    "pdn dedupe games.pdn",
    "pdn stats games.pdn",
    "pdn stats games.pdn --json",
    "pdn json games.pdn",
    "bits show 5",
    "bits check 5 1",
    "bits div 7 2",
    "bits div 7 2 --json",
    "analyze --depth 3",
    "analyze --depth 3 --json",
    "analyze games.pdn --nodes 50",
    "analyze games.pdn --nodes 50 --json",
    "match random random --games 2",
    "openings",
    "openings --json",
    "book show",
    "book show --json",
    "bench --depth 2",
    "bench --depth 2 --json",
    "endgame probe W:WK18,K22:BK3",
    "endgame probe W:WK18,K22:BK3 --json",
    "endgame stats",
    "endgame stats --json",
    "play --plain",
    "play --json",
    "puzzles --daily",
    "puzzles themes",
    "practice",
    "practice the-move",
    "hub",
    "completions bash",
    "completions zsh",
    "completions fish",
    "man",
];

fn run(line: &str, stdout: Stdio) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pdn"), "1. 11-15 22-18 *\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.args(line.split(' ')).current_dir(&folder).env("HOME", folder.path());
    // Whatever is asked is answered with something.
    let stdin = folder.path().join("stdin");
    fs::write(&stdin, "hub\ninit\nmoves\nquit\n").unwrap();
    command.stdin(File::open(stdin).unwrap()).stdout(stdout).stderr(Stdio::piped()).output().unwrap()
}

#[test]
fn a_full_disk_is_told() {
    for line in COMMANDS {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = run(line, full.into());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{line}: {said}");
        assert!(said.contains("No space left on device"), "{line}: {said}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    for line in COMMANDS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = run(line, writer.into());
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked") && !said.contains("error"), "{line}: {said}");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{line}: {:?}", output.status);
    }
}

/// Nobody is left to be told, so the result is what it would have been.
#[test]
fn standard_error_that_cannot_be_written_is_no_reason_to_panic() {
    for (line, code) in [("perft 3 foo", 3), ("analyze games.pdn --nodes 50", 1), ("pdn check nofile", 4)] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("games.pdn"), "1. 11-15 22-99 *\n").unwrap();
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
        command.args(line.split(' ')).current_dir(&folder).stdout(Stdio::null()).stderr(full);
        assert_eq!(command.status().unwrap().code(), Some(code), "{line}");
    }
}

/// The list above leaves out only what serves, trains, plays over a network, writes no text or needs a collection of games.
#[test]
fn every_command_is_in_the_list() {
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead")).arg("help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 15, "{help}");
    let others = ["arena", "train", "serve", "games", "explore", "worker", "mcp", "dxp"];
    for name in names.iter().filter(|name| !others.contains(name)) {
        assert!(COMMANDS.iter().any(|line| line.split(' ').next() == Some(name)), "{name}");
    }
}
