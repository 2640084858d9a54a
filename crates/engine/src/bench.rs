//! A number that names the search's behavior.

use std::time::Duration;

use crownhead_board::{Game, Position, Rules};

use crate::control::Control;
use crate::depth::Depth;
use crate::engine::{Ask, Engine};
use crate::eval::Evaluation;
use crate::limits::Limits;
use crate::report::Silent;

/// The depth of [`bench()`] unless another one is wanted.
pub const BENCH_DEPTH: Depth = Depth::new(17);

const TABLE_MEGABYTES: usize = 16;

/// What [`bench()`] has counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Nodes of all searches. Two searches with the same total decide alike.
    pub nodes: u64,
    /// Time for all searches.
    pub time: Duration,
}

impl Bench {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// The midgame positions that [`bench()`] searches.
pub fn bench_positions() -> Vec<Position> {
    let lines = include_str!("../data/bench.fen").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.parse().expect("the file holds positions")).collect()
}

/// Searches fixed positions to a depth, on one thread and without a database, each with an empty table.
/// The number of nodes is the same in every run and on every machine; it changes when the search does.
///
/// ```
/// use crownhead_engine::{Depth, Evaluation, bench};
///
/// let nodes = || bench(Evaluation::shipped(), Depth::new(3)).nodes;
/// assert_eq!(nodes(), nodes());
/// ```
pub fn bench(evaluation: Evaluation, depth: Depth) -> Bench {
    let engine = Engine::with_megabytes(TABLE_MEGABYTES).endgame(None).evaluation(evaluation);
    let ask = Ask::best_move(Limits::depth(depth));
    let mut bench = Bench { nodes: 0, time: Duration::ZERO };
    for pos in bench_positions() {
        engine.new_game();
        let game = Game::from_position(pos, Rules::OFFICIAL);
        let effort = engine.think(&game, ask, &Control::new(), &mut Silent).effort;
        bench.nodes += effort.nodes;
        bench.time += effort.time;
    }
    bench
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change that is not meant to change the search leaves this number alone; one that is brings
    /// its own, and the games that speak for it.
    #[test]
    fn the_total_names_the_search() {
        assert_eq!(bench(Evaluation::shipped(), BENCH_DEPTH).nodes, 655_581);
    }
}
