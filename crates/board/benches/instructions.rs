//! Instructions executed by the rules, counted by valgrind: a figure that does not depend on what
//! else the machine is doing.
//!
//! `cargo bench -p crownhead-board --bench instructions`. The program starts itself under valgrind
//! with the name of a task; without valgrind it says so.

#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

mod common;

use std::env;
use std::hint::black_box;
use std::process::Command;

use common::perft_with_lists;
use crownhead_board::{MoveList, Position, perft};

/// A name, something to do, and how many things it does.
type Task = (&'static str, fn(), u64);

const TASKS: [Task; 5] = [
    ("nothing", nothing, 1),
    ("perft 8, bulk", bulk, 845_931),
    ("perft 8, lists", list, 845_931),
    ("legal moves of a midgame", midgame, 10_000),
    ("typed move", typed, 10_000),
];

fn main() {
    let arguments: Vec<String> = env::args().collect();
    if let Some(task) = TASKS.iter().find(|task| arguments.get(1).is_some_and(|name| name == task.0)) {
        return (task.1)();
    }
    let Some(nothing) = count("nothing") else {
        return println!("valgrind is not installed, so no instructions are counted");
    };
    for (name, _, n) in &TASKS[1..] {
        let total = count(name).unwrap_or_default().saturating_sub(nothing);
        println!("{name:<26}{total:>12} instructions, {:.1} each", total as f64 / *n as f64);
    }
}

/// The instructions that a task takes, start and end of the program included.
fn count(task: &str) -> Option<u64> {
    let program = env::current_exe().expect("a program knows where it is");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .arg(task)
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = text.lines().find(|line| line.contains("Collected"))?;
    line.split_whitespace().next_back()?.parse().ok()
}

fn nothing() {}

fn bulk() {
    assert_eq!(perft(black_box(&Position::START), 8), 845_931);
}

fn list() {
    let mut lists = vec![MoveList::new(); 8];
    assert_eq!(perft_with_lists(black_box(&Position::START), &mut lists), 845_931);
}

fn midgame() {
    let pos: Position = "W:W18,19,21,23,K26,29,30,31:B4,K6,8,9,10,11,12,20".parse().unwrap();
    let mut moves = MoveList::new();
    for _ in 0..10_000 {
        black_box(&pos).legal_moves_into(&mut moves);
        black_box(&moves);
    }
}

fn typed() {
    for _ in 0..10_000 {
        black_box(Position::START.parse_move(black_box("11-15"))).unwrap();
    }
}
