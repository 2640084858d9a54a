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

use std::time::Duration;

use crate::control::Control;
use crate::depth::Depth;
use crate::endgame::Endgame;
use crate::eval::Evaluation;
use crate::limits::Limits;
use crate::report::{Answer, Reporter, Slice};
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
    /// What an earlier slice of the same search has come to.
    pub(crate) so_far: Option<&'a Answer>,
    /// The time after which the search is left for another slice.
    pub(crate) slice: Option<Duration>,
}

impl Search<'_> {
    /// The same for the `count` best moves.
    pub(crate) fn lines(self, count: usize) -> Self {
        Search { multi_pv: count, ..self }
    }

    /// Searches until a limit is reached. Every completed line is reported.
    pub(crate) fn run(&self, reporter: &mut dyn Reporter) -> Answer {
        driver::run(self, reporter).answer
    }

    /// Goes on from what is known so far, until a limit is reached or the slice is over.
    pub(crate) fn go_on(self, so_far: &Answer, slice: Duration, reporter: &mut dyn Reporter) -> Slice {
        let so_far = (so_far.depth > Depth::ZERO).then_some(so_far);
        driver::run(&Search { so_far, slice: Some(slice), ..self }, reporter)
    }
}
