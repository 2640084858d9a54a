//! Measures how soon a search ends after it is told to: hundreds of searches of positions of all
//! kinds, each stopped at a random moment, on one thread and on two, with the endgame database.

use std::thread;
use std::time::{Duration, Instant};

use crownhead_board::{Game, Position, Rules};
use crownhead_engine::{Ask, Control, Engine, Evaluation, Limits, Silent, bench_positions};

const STOPS: usize = 300;
const LATEST_MICROS: u64 = 40_000;

fn main() {
    let positions = positions();
    for threads in [1, 2] {
        let engine = Engine::new().evaluation(Evaluation::hand()).threads(threads);
        let mut random = fastrand::Rng::with_seed(1);
        let mut delays: Vec<Duration> = Vec::new();
        for i in 0..STOPS {
            let game = Game::from_position(positions[i % positions.len()], Rules::OFFICIAL);
            delays.push(delay(&engine, &game, Duration::from_micros(random.u64(..LATEST_MICROS))));
        }
        delays.sort();
        let [median, late, worst] = [STOPS / 2, STOPS * 99 / 100, STOPS - 1].map(|i| delays[i]);
        println!("threads {threads}, {STOPS} stops: median {median:.2?}, 99 % {late:.2?}, worst {worst:.2?}");
    }
}

/// The time from the stop to the answer.
fn delay(engine: &Engine, game: &Game, search_time: Duration) -> Duration {
    let control = Control::new();
    // A moment's rest, so that a system that shares out its processors has no reason to interrupt.
    thread::sleep(search_time / 4 + Duration::from_millis(2));
    thread::scope(|scope| {
        let searching = scope.spawn(|| {
            engine.think(game, Ask::best_move(Limits::INFINITE), &control, &mut Silent);
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
