//! A number that names the search's behavior.

use std::time::{Duration, Instant};

use crownhead_board::{Position, Rules};

use crate::control::Control;
use crate::depth::Depth;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::report::Silent;
use crate::root::Root;
use crate::search::Search;
use crate::table::Table;

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

/// Searches fixed positions to a depth, on one thread, each with a table of its own. The number of
/// nodes is the same in every run and on every machine; it changes when the search does.
///
/// ```
/// use crownhead_engine::{Depth, Evaluation, bench};
///
/// let nodes = || bench(&Evaluation::shipped(), Depth::new(3)).nodes;
/// assert_eq!(nodes(), nodes());
/// ```
pub fn bench<E: Evaluator>(evaluator: &E, depth: Depth) -> Bench {
    let table = Table::with_megabytes(TABLE_MEGABYTES);
    let mut bench = Bench { nodes: 0, time: Duration::ZERO };
    for pos in bench_positions() {
        table.clear();
        let (root, control) = (Root::new(pos, Rules::OFFICIAL), Control::new());
        let start = Instant::now();
        let search = Search::new(&root, Limits::depth(depth), &table, &control);
        bench.nodes += search.run(evaluator, &mut Silent).effort.nodes;
        bench.time += start.elapsed();
    }
    bench
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluation;

    /// A change that is not meant to change the search leaves this number alone; one that is brings
    /// its own, and the games that speak for it.
    #[test]
    fn the_total_names_the_search() {
        assert_eq!(bench(&Evaluation::shipped(), BENCH_DEPTH).nodes, 655_581);
    }
}
