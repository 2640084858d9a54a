//! Measures how soon a search ends after it is told to: hundreds of searches of positions of all
//! kinds, each stopped at a random moment, on one thread and on two, with the endgame database.

use std::thread;
use std::time::{Duration, Instant};

use crownhead_board::{Position, Rules};
use crownhead_endgame::Database;
use crownhead_engine::{Control, HandEvaluator, Limits, Root, Search, Silent, Table, bench_positions};

const STOPS: usize = 300;
const LATEST_MICROS: u64 = 40_000;

fn main() {
    let (database, table) = (Database::with_shipped(), Table::with_megabytes(64));
    let positions = positions();
    for threads in [1, 2] {
        let mut chance = 1;
        let mut delays: Vec<Duration> = Vec::new();
        for i in 0..STOPS {
            chance = next(chance);
            let search_time = Duration::from_micros((chance >> 33) % LATEST_MICROS);
            let (root, control) =
                (Root::new(positions[i % positions.len()], Rules::OFFICIAL), Control::new());
            let search = Search {
                threads,
                endgame: Some(&database),
                ..Search::new(&root, Limits::INFINITE, &table, &control)
            };
            delays.push(delay(&search, &control, search_time));
        }
        delays.sort();
        let [median, late, worst] = [STOPS / 2, STOPS * 99 / 100, STOPS - 1].map(|i| delays[i]);
        println!("threads {threads}, {STOPS} stops: median {median:.2?}, 99 % {late:.2?}, worst {worst:.2?}");
    }
}

/// The time from the word to the answer.
fn delay(search: &Search<'_>, control: &Control, search_time: Duration) -> Duration {
    // A moment's rest, so that a system that shares out its processors has no reason to interrupt.
    thread::sleep(search_time / 4 + Duration::from_millis(2));
    thread::scope(|scope| {
        let searching = scope.spawn(|| {
            search.run(&HandEvaluator::default(), &mut Silent);
            Instant::now()
        });
        thread::sleep(search_time);
        let told = Instant::now();
        control.stop();
        searching.join().expect("a search does not panic").duration_since(told)
    })
}

/// Midgames, endings with kings, and endings that the database knows.
fn positions() -> Vec<Position> {
    let mut positions = bench_positions();
    let endings = [
        "W:WK1,K5,K9,K14,22,25:BK32,K28,K24,K19,11,8",
        "B:WK6,K10,K15,30:BK23,K27,K18,3",
        "W:WK14,K18,27:BK3,K4",
        "B:WK32,K31:BK1",
        "W:WK18,K22:BK3",
    ];
    positions.extend(endings.iter().map(|fen| fen.parse::<Position>().expect("a position")));
    positions
}

/// A number to draw from, by a linear congruence: the same in every run.
fn next(number: u64) -> u64 {
    number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}
