//! What all threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use crownhead_board::Position;
use crownhead_endgame::Value;

use super::Search;
use super::pruning::{Reductions, SearchTunables};
use super::split::Pool;
use crate::endgame::Endgame;
use crate::report::Effort;
use crate::table::Table;
use crate::time::Timer;

pub(super) struct Shared<'a> {
    pub(super) search: &'a Search<'a>,
    pub(super) table: &'a Table,
    pub(super) tunables: &'a SearchTunables,
    pub(super) reductions: Reductions,
    pub(super) timer: Timer<'a>,
    /// Where threads share moves, if there are several.
    pub(super) pool: Option<Pool>,
    database: Option<Database<'a>>,
    /// Is the root a known draw? Then all its lines are drawn with best play, and the search looks for
    /// the one that is hardest for the opponent: draws count as unknown, wins and losses as what they are.
    pub(super) is_drawn: bool,
    ended: AtomicBool,
    /// Has it ended because its slice is over?
    cut: AtomicBool,
    nodes: AtomicU64,
    hits: AtomicU64,
}

#[derive(Clone, Copy)]
struct Database<'a> {
    endgame: &'a dyn Endgame,
    max_pieces: usize,
    root_pieces: usize,
}

/// What a database says about a node.
pub(super) struct Known {
    pub(super) value: Value,
    /// Have pieces been captured since the root? Before that, a won position is not settled: the
    /// search has to find out how it is won.
    pub(super) is_progress: bool,
}

/// The search has to end.
#[derive(Debug)]
pub(super) struct Stopped;

impl<'a> Shared<'a> {
    pub(super) fn new(search: &'a Search<'a>) -> Shared<'a> {
        let earlier = search.so_far.map(|so_far| so_far.effort).unwrap_or_default();
        let root_pieces = search.root.position().occupied().len();
        let database =
            search.endgame.map(|endgame| Database { endgame, max_pieces: endgame.max_pieces(), root_pieces });
        Shared {
            search,
            table: search.table,
            tunables: search.tunables,
            reductions: Reductions::new(search.tunables),
            timer: Timer::start(&search.limits, search.control, search.now)
                .after(earlier.time)
                .slice(search.slice),
            pool: (cfg!(feature = "threads") && search.threads > 1).then(Pool::default),
            database,
            is_drawn: false,
            ended: AtomicBool::new(false),
            cut: AtomicBool::new(false),
            nodes: AtomicU64::new(earlier.nodes),
            hits: AtomicU64::new(earlier.database_hits),
        }
    }

    /// What the database knows about a position, asked only if there are few enough pieces.
    #[inline]
    pub(super) fn probe(&self, pos: &Position) -> Option<Known> {
        let database = self.database?;
        let n_pieces = pos.occupied().len();
        if n_pieces > database.max_pieces {
            return None;
        }
        let value = database.endgame.probe(pos)?;
        self.hits.fetch_add(1, Relaxed);
        if self.is_drawn && value == Value::Draw {
            return None;
        }
        Some(Known { value, is_progress: n_pieces < database.root_pieces })
    }

    /// Has the search ended, or is it to end?
    pub(super) fn is_over(&self) -> bool {
        self.ended.load(Relaxed) || self.search.control.is_stopped()
    }

    /// The database, if there is one for these rules.
    pub(super) fn endgame(&self) -> Option<&'a dyn Endgame> {
        self.database.map(|database| database.endgame)
    }

    /// Adds positions that were found in the database.
    pub(super) fn count_hits(&self, hits: u64) {
        self.hits.fetch_add(hits, Relaxed);
    }

    /// Has the search ended because its slice is over, with more to find?
    pub(super) fn is_cut(&self) -> bool {
        self.cut.load(Relaxed)
    }

    /// Ends the search on all threads.
    pub(super) fn end(&self) {
        self.ended.store(true, Relaxed);
    }

    /// Adds nodes of one thread.
    pub(super) fn publish(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Fails when the search has to end. Called now and then, because it reads the clock.
    pub(super) fn check(&self) -> Result<(), Stopped> {
        if self.is_over() {
            return Err(Stopped);
        }
        let limits = &self.search.limits;
        let has_nodes_left = limits.nodes.is_none_or(|limit| self.nodes.load(Relaxed) < limit);
        let is_over = (!has_nodes_left || self.timer.is_over()) && !self.timer.is_pondering();
        let is_cut = !is_over && self.timer.is_slice_over();
        if !is_over && !is_cut {
            return Ok(());
        }
        self.cut.store(is_cut, Relaxed);
        self.end();
        Err(Stopped)
    }

    /// Nodes until the limit, as far as they have been published.
    pub(super) fn nodes_left(&self) -> u64 {
        let limit = self.search.limits.nodes.unwrap_or(u64::MAX);
        limit.saturating_sub(self.nodes.load(Relaxed))
    }

    pub(super) fn effort(&self) -> Effort {
        Effort {
            nodes: self.nodes.load(Relaxed),
            time: self.timer.elapsed(),
            table_permille: self.table.permille_used(),
            database_hits: self.hits.load(Relaxed),
        }
    }
}
