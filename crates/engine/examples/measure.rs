//! Measures the search on the bench's positions: nodes per second, depth at a tenth of a second a
//! move, and what a second thread gains.

use std::time::Duration;

use crownhead_board::{Game, Position, Rules};
use crownhead_engine::{
    Answer, Ask, Control, Depth, Engine, Evaluation, Limits, Silent, bench, bench_positions,
};

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).map_or(Depth::new(17), Depth::new);
    let result = bench(Evaluation::shipped(), depth);
    println!(
        "bench {depth}: {} nodes, {:?}, {} nodes/s",
        result.nodes,
        result.time,
        result.nodes_per_second()
    );

    let engine = Engine::new().endgame(None);
    let limits = Limits::move_time(Duration::from_millis(100));
    let depth_of = |pos: &Position| run(pos, limits, 1, &engine).depth.plies();
    let depths: Vec<i32> = bench_positions().iter().map(depth_of).collect();
    let average = f64::from(depths.iter().sum::<i32>()) / depths.len() as f64;
    println!("depth at 0.1 s: {average:.1} on average, {depths:?}");

    if std::env::args().nth(2).is_some() {
        speed_up(&engine);
    }
}

/// Time on one thread over time on two, each from an empty table to the depth that one thread
/// completes in half a second: every position gets a search long enough to be measured.
fn speed_up(engine: &Engine) {
    let half_a_second = Limits::move_time(Duration::from_millis(500));
    let mut ratios = Vec::new();
    let (mut nodes, mut time) = ([0, 0], [0.0, 0.0]);
    for pos in bench_positions().iter().take(20) {
        let depth = run(pos, half_a_second, 1, engine).depth;
        let efforts = [1, 2].map(|threads| run(pos, Limits::depth(depth), threads, engine).effort);
        let times = efforts.map(|effort| effort.time.as_secs_f64());
        for i in 0..2 {
            nodes[i] += efforts[i].nodes;
            time[i] += times[i];
        }
        ratios.push(times[0] / times[1]);
    }
    ratios.sort_by(f64::total_cmp);
    let median = (ratios[9] + ratios[10]) / 2.0;
    println!("two threads: {median:.2} times as fast to the same depth (median); {ratios:.2?}");
    println!(
        "two threads: {:.2} times the nodes, {:.2} times the nodes/s, {:.2} times as fast in total",
        nodes[1] as f64 / nodes[0] as f64,
        nodes[1] as f64 / time[1] / (nodes[0] as f64 / time[0]),
        time[0] / time[1]
    );
}

fn run(pos: &Position, limits: Limits, threads: usize, engine: &Engine) -> Answer {
    engine.new_game();
    let game = Game::from_position(*pos, Rules::OFFICIAL);
    engine.clone().threads(threads).think(&game, Ask::best_move(limits), &Control::new(), &mut Silent)
}
