//! Perft beside another program in one run, so that the ratio means something on a busy machine.
//!
//! `CROWNHEAD_YARDSTICK=path/to/yardstick.cpp cargo bench -p crownhead-board --bench yardstick`
//! compiles the C++ file with `-O3 -march=native` and runs it in turn with us, round by round; the
//! best round of each counts. It must understand `yardstick FEN DEPTH MODE`, with the modes `bulk`
//! and `list`, and print a line with the count and the seconds: `bulk d12 388623673 2.352s …`.

mod common;

use std::env;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use common::perft_with_lists;
use crownhead_board::{MoveList, Perft, Position, perft};

const DEPTH: u32 = 12;
const NODES: u64 = 388_623_673;
const ROUNDS: usize = 5;

fn main() {
    let yardstick = env::var_os("CROWNHEAD_YARDSTICK").map(|source| compile(Path::new(&source)));
    if yardstick.is_none() {
        println!("CROWNHEAD_YARDSTICK names no C++ file to compare with; our own figures alone");
    }
    for (mode, ours) in [("bulk", bulk as fn() -> u64), ("list", list)] {
        let (mut best, mut other_best) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..ROUNDS {
            best = best.min(seconds(ours));
            if let Some(yardstick) = &yardstick {
                other_best = other_best.min(run(yardstick, mode));
            }
        }
        let rate = NODES as f64 / best / 1e6;
        match yardstick {
            Some(_) => println!(
                "perft {DEPTH} {mode}: {rate:.0} million nodes/s, yardstick {:.0}, ratio {:.2}",
                NODES as f64 / other_best / 1e6,
                other_best / best
            ),
            None => println!("perft {DEPTH} {mode}: {rate:.0} million nodes/s"),
        }
    }
    compare_threads();
}

/// How much faster two threads are than one, each at its best round.
fn compare_threads() {
    let wall = |threads: usize| {
        let start = Instant::now();
        assert_eq!(Perft { threads, ..Perft::default() }.count(black_box(&Position::START), DEPTH), NODES);
        start.elapsed().as_secs_f64()
    };
    let (mut one, mut two) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        one = one.min(wall(1));
        two = two.min(wall(2));
    }
    println!("perft {DEPTH} on two threads: {:.2} times the speed of one", one / two);
}

fn bulk() -> u64 {
    perft(black_box(&Position::START), DEPTH)
}

fn list() -> u64 {
    let mut lists = vec![MoveList::new(); DEPTH as usize];
    perft_with_lists(black_box(&Position::START), &mut lists)
}

/// The processor time of one count.
fn seconds(count: fn() -> u64) -> f64 {
    let (start, cpu_start) = (Instant::now(), cpu_seconds());
    assert_eq!(count(), NODES);
    match (cpu_start, cpu_seconds()) {
        (Some(start), Some(end)) => end - start,
        _ => start.elapsed().as_secs_f64(),
    }
}

/// The time this thread has had on a processor, where Linux tells it.
fn cpu_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

fn compile(source: &Path) -> PathBuf {
    let program = env::temp_dir().join("crownhead-yardstick");
    let done = Command::new("g++")
        .args(["-O3", "-march=native", "-std=c++17", "-o"])
        .args([&program, source])
        .status()
        .expect("g++ can be started");
    assert!(done.success(), "g++ cannot compile {}", source.display());
    program
}

/// The seconds the yardstick says it needed.
fn run(program: &Path, mode: &str) -> f64 {
    let depth = DEPTH.to_string();
    let output =
        Command::new(program).args(["B:W21-32:B1-12", &depth, mode]).output().expect("it can be started");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains(&NODES.to_string()), "the yardstick counts otherwise: {text}");
    let seconds = text.split_whitespace().find_map(|word| word.strip_suffix('s')?.parse().ok());
    seconds.expect("the yardstick prints its seconds")
}
