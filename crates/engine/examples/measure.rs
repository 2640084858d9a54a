//! Measures the search on the bench's positions: nodes per second, depth at a tenth of a second a
//! move, and what a second thread gains.

use std::time::{Duration, Instant};

use crownhead_board::{Position, Rules};
use crownhead_engine::{
    Answer, Control, Depth, HandEvaluator, Limits, Root, Search, Silent, Table, bench, bench_positions,
};

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).map_or(Depth::new(17), Depth::new);
    let result = bench(&HandEvaluator::default(), depth);
    println!(
        "bench {depth}: {} nodes, {:?}, {} nodes/s",
        result.nodes,
        result.time,
        result.nodes_per_second()
    );

    let limits = Limits::move_time(Duration::from_millis(100));
    let depths: Vec<i32> = bench_positions().iter().map(|pos| run(*pos, limits, 1).depth.plies()).collect();
    let average = f64::from(depths.iter().sum::<i32>()) / depths.len() as f64;
    println!("depth at 0.1 s: {average:.1} on average, {depths:?}");

    if std::env::args().nth(2).is_some() {
        speed_up(depth + 4);
    }
}

/// Time on one thread over time on two, to the same depth.
fn speed_up(depth: Depth) {
    let time = |pos: &Position, threads| {
        let start = Instant::now();
        run(*pos, Limits::depth(depth), threads);
        start.elapsed().as_secs_f64()
    };
    let ratio = |pos: &Position| time(pos, 1) / time(pos, 2);
    let mut ratios: Vec<f64> = bench_positions().iter().take(20).map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    println!("two threads, depth {depth}: {:.2} times as fast (median); {ratios:.2?}", ratios[10]);
}

fn run(pos: Position, limits: Limits, threads: usize) -> Answer {
    let (root, table, control) = (Root::new(pos, Rules::OFFICIAL), Table::with_megabytes(64), Control::new());
    let search = Search { threads, ..Search::new(&root, limits, &table, &control) };
    search.run(&HandEvaluator::default(), &mut Silent)
}
