//! Perft against the suites in `testdata/perft`; the format is explained at the top of each file.
//!
//! The usual run goes as deep as is quick. The full depth, and the twin that computed the counts:
//!
//! ```text
//! cargo test --release -p crownhead-board --test perft_suites -- --ignored
//! ```

mod reference;

use std::fs;
use std::path::{Path, PathBuf};

use crownhead_board::{Perft, Position, Rules, State, perft};
use reference::{Board, Count, slow_perft};

/// The usual run counts up to this from the start by the official rules, which is the tenth ply...
const QUICK_START: u64 = 20_000_000;
/// ...and up to this elsewhere.
const QUICK: u64 = 1_000_000;

#[test]
fn start() {
    for case in suite("start.txt") {
        case.check(QUICK_START, |depth| perft(&case.pos, depth), |count| count.routes);
    }
}

#[test]
fn positions() {
    let unique = Perft { unique: true, ..Perft::default() };
    for case in suite("positions.txt") {
        case.check(QUICK, |depth| perft(&case.pos, depth), |count| count.routes);
        case.check(QUICK, |depth| unique.count(&case.pos, depth), |count| count.unique);
    }
}

#[test]
fn house_rules() {
    for case in suite("house.txt") {
        let routes = Perft { rules: case.rules, ..Perft::default() };
        let unique = Perft { unique: true, ..routes };
        case.check(QUICK, |depth| routes.count(&case.pos, depth), |count| count.routes);
        case.check(QUICK, |depth| unique.count(&case.pos, depth), |count| count.unique);
    }
}

/// Threads and the table of known counts change nothing but the time.
#[test]
fn threads_and_table() {
    for case in all_suites() {
        for unique in [false, true] {
            let options = Perft { rules: case.rules, unique, threads: 2, hash_megabytes: 1 };
            let column = if unique { |count: Count| count.unique } else { |count: Count| count.routes };
            case.check(QUICK, |depth| options.count(&case.pos, depth), column);
        }
    }
}

#[test]
#[ignore = "takes a minute in a release build"]
fn full_depth() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    for case in all_suites() {
        let routes = Perft { rules: case.rules, threads, ..Perft::default() };
        let unique = Perft { unique: true, ..routes };
        case.check(u64::MAX, |depth| routes.count(&case.pos, depth), |count| count.routes);
        case.check(u64::MAX, |depth| unique.count(&case.pos, depth), |count| count.unique);
    }
}

/// The counts in the files are those of the twin.
#[test]
#[ignore = "takes some minutes in a release build"]
fn twin_counts_the_same() {
    for case in all_suites() {
        let counts =
            slow_perft(Board::from_state(&State::new(case.pos, case.rules)), &case.rules, case.counts.len());
        assert_eq!(counts, case.counts, "{}", case.origin);
    }
}

/// The counts for one position.
struct Case {
    /// Where it stands, for the message of a failure.
    origin: String,
    pos: Position,
    rules: Rules,
    /// For depth 1, 2, ...
    counts: Vec<Count>,
}

impl Case {
    /// Compares every count up to a limit.
    #[track_caller]
    fn check(&self, limit: u64, perft: impl Fn(u32) -> u64, column: impl Fn(Count) -> u64) {
        for (depth, &count) in (1..).zip(&self.counts).take_while(|(_, count)| count.routes <= limit) {
            assert_eq!(
                perft(depth),
                column(count),
                "{}: depth {depth} of {} under {}",
                self.origin,
                self.pos,
                self.rules
            );
        }
    }
}

fn all_suites() -> Vec<Case> {
    ["start.txt", "positions.txt", "house.txt"].into_iter().flat_map(suite).collect()
}

/// Reads a suite.
///
/// # Panics
///
/// When it does not follow its format.
fn suite(file_name: &str) -> Vec<Case> {
    let path = directory().join(file_name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut cases: Vec<Case> = Vec::new();
    for (line_number, line) in (1..).zip(text.lines()) {
        let origin = format!("{file_name}:{line_number}");
        let line = line.split('#').next().unwrap_or_default().trim();
        let case = cases.last_mut();
        match line.split_once(' ') {
            _ if line.is_empty() => {}
            Some(("fen", fen)) => {
                let pos = fen.parse().unwrap_or_else(|error| panic!("{origin}: {error}"));
                cases.push(Case { origin, pos, rules: Rules::OFFICIAL, counts: Vec::new() });
            }
            Some(("rules", rules)) => {
                let case = case.unwrap_or_else(|| panic!("{origin}: rules before a FEN"));
                case.rules = rules.parse().unwrap_or_else(|error| panic!("{origin}: {error}"));
            }
            _ => {
                let case = case.unwrap_or_else(|| panic!("{origin}: counts before a FEN"));
                let numbers: Option<Vec<u64>> =
                    line.split_whitespace().map(|number| number.parse().ok()).collect();
                let Some(&[depth, routes, unique]) = numbers.as_deref() else {
                    panic!("{origin}: not `depth routes unique`: {line}");
                };
                assert_eq!(depth, case.counts.len() as u64 + 1, "{origin}: a depth is missing");
                case.counts.push(Count { routes, unique });
            }
        }
    }
    assert!(!cases.is_empty(), "{file_name} holds no case");
    cases
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/perft")
}
