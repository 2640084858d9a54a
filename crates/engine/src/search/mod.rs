//! The search.

mod driver;
mod known;
mod node;
mod ordering;
mod path;
mod pruning;
mod quiescence;
mod root;
mod shared;
mod split;
mod worker;

pub use pruning::SearchTunables;

use crate::control::Control;
use crate::endgame::Endgame;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::report::{Answer, Reporter};
use crate::root::Root;
use crate::table::Table;

/// Everything a search needs to know; nothing is kept anywhere else.
///
/// ```
/// use crownhead_board::{Position, Rules};
/// use crownhead_engine::{Control, Depth, HandEvaluator, Limits, Report, Root, Search, Table};
///
/// let root = Root::new(Position::START, Rules::OFFICIAL);
/// let table = Table::with_megabytes(1);
/// let control = Control::new();
/// let search = Search::new(&root, Limits::depth(Depth::new(7)), &table, &control);
///
/// let mut depths = Vec::new();
/// let answer = search.run(&HandEvaluator::default(), &mut |report: &Report| depths.push(report.depth));
/// assert_eq!(depths.len(), 7);
/// assert!(Position::START.is_legal(answer.best().unwrap()));
/// ```
#[derive(Clone)]
pub struct Search<'a> {
    /// The position, the rules and the history.
    pub root: &'a Root,
    /// When to end.
    pub limits: Limits,
    /// What is remembered, shared by all threads and kept from search to search.
    pub table: &'a Table,
    /// How others end the search.
    pub control: &'a Control,
    /// An endgame database; it is asked only under the official rules.
    pub endgame: Option<&'a dyn Endgame>,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The number of best moves to find lines for, at least 1.
    pub multi_pv: usize,
    /// What games have tuned.
    pub tunables: SearchTunables,
}

impl<'a> Search<'a> {
    /// A search on one thread for one line, without a database.
    pub fn new(root: &'a Root, limits: Limits, table: &'a Table, control: &'a Control) -> Search<'a> {
        Search {
            root,
            limits,
            table,
            control,
            endgame: None,
            threads: 1,
            multi_pv: 1,
            tunables: SearchTunables::default(),
        }
    }

    /// Searches until a limit is reached or the search is stopped. The reporter is called on this
    /// thread.
    pub fn run<E: Evaluator>(&self, evaluator: &E, reporter: &mut dyn Reporter) -> Answer {
        driver::run(self, evaluator, reporter)
    }
}
