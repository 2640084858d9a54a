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
use crate::eval::Evaluation;
use crate::limits::Limits;
use crate::report::{Answer, Reporter};
use crate::root::Root;
use crate::table::Table;
use crate::time::Now;

/// Everything one search works with.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a> {
    pub(crate) root: &'a Root,
    pub(crate) limits: Limits,
    pub(crate) table: &'a Table,
    pub(crate) evaluation: &'a Evaluation,
    /// A database for the rules of the root.
    pub(crate) endgame: Option<&'a dyn Endgame>,
    pub(crate) control: &'a Control,
    /// At least 1.
    pub(crate) threads: usize,
    /// The number of best moves to find lines for.
    pub(crate) multi_pv: usize,
    pub(crate) tunables: &'a SearchTunables,
    pub(crate) now: Now,
}

impl Search<'_> {
    /// The same for the `count` best moves.
    pub(crate) fn lines(self, count: usize) -> Self {
        Search { multi_pv: count, ..self }
    }

    /// Searches until a limit is reached. Every completed line is reported.
    pub(crate) fn run(&self, reporter: &mut dyn Reporter) -> Answer {
        driver::run(self, reporter)
    }
}
