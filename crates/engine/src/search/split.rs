//! Sharing the moves of a node between threads.
//!
//! The first move of a node is searched alone: it often settles the node, and if not, it tells how
//! good the others have to be. What is left then goes to a split point if some thread has nothing to
//! do. Every thread there takes the next move, and what it finds holds for all of them: a better
//! score narrows the window, one that settles the node calls the others off.
//!
//! A thread that waits for others to finish their moves is at their service: it takes moves of the
//! split points below its own. It never goes anywhere else, or it would come back late.

use std::hint;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crownhead_board::{Move, State};

use super::node::{Best, Kind, Pv, Scout, Try};
use super::ordering::Situation;
use super::path::Path;
use super::pruning::Facts;
use super::shared::Stopped;
use super::worker::Worker;
use crate::depth::{Depth, Ply};
use crate::score::{Score, Window};
use crate::table::MoveTag;

/// Shallower nodes are searched sooner than shared.
const MIN_DEPTH: Depth = Depth::new(5);

/// Split points, and threads that look for one.
#[derive(Default)]
pub(super) struct Pool {
    splits: Mutex<Vec<Arc<Split>>>,
    n_idle: AtomicUsize,
}

/// A node whose moves are shared.
pub(super) struct Split {
    state: State,
    facts: Facts,
    ply: Ply,
    path: Path,
    /// Evaluations one ply before the node and at it.
    evals: [Option<Score>; 2],
    moves: Vec<Candidate>,
    /// The split point this one is below of.
    outer: Option<Arc<Split>>,
    progress: Mutex<Progress>,
    is_settled: AtomicBool,
    n_helpers: AtomicUsize,
}

/// A move and how well it has done elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) history: i32,
}

/// What is found out while moves are searched.
struct Progress {
    /// The next move that nobody has taken.
    next: usize,
    alpha: Score,
    best: Best,
    line: Vec<Move>,
    /// The move that settled the node.
    refutation: Option<usize>,
}

impl Pool {
    /// Does anybody wait for work?
    pub(super) fn has_idle(&self) -> bool {
        self.n_idle.load(Relaxed) > 0
    }

    fn splits(&self) -> MutexGuard<'_, Vec<Arc<Split>>> {
        self.splits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self, split: &Arc<Split>) {
        self.splits().push(split.clone());
    }

    fn close(&self, split: &Arc<Split>) {
        self.splits().retain(|other| !Arc::ptr_eq(other, split));
    }

    /// A split point to help at, the oldest first: its moves are the largest.
    fn join(&self, fits: impl Fn(&Split) -> bool) -> Option<Arc<Split>> {
        self.splits().iter().find(|split| fits(split) && split.join()).cloned()
    }
}

impl Split {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is somebody else's result the end of what is searched here?
    pub(super) fn is_called_off(&self) -> bool {
        self.is_settled.load(Relaxed) || self.outer.as_ref().is_some_and(|outer| outer.is_called_off())
    }

    fn is_below(&self, other: &Arc<Split>) -> bool {
        self.outer.as_ref().is_some_and(|outer| Arc::ptr_eq(outer, other) || outer.is_below(other))
    }

    /// Counts a helper in, if there is something to do.
    fn join(&self) -> bool {
        let progress = self.progress();
        let has_work = progress.next < self.moves.len() && !self.is_settled.load(Relaxed);
        if has_work {
            self.n_helpers.fetch_add(1, Relaxed);
        }
        has_work
    }

    fn leave(&self) {
        let _progress = self.progress();
        self.n_helpers.fetch_sub(1, Relaxed);
    }

    /// The next move to search, with the window as it is now.
    fn take(&self) -> Option<Try<'_>> {
        let mut progress = self.progress();
        let index = progress.next;
        let Candidate { mv, history } = *self.moves.get(index)?;
        progress.next += 1;
        let window = Window { alpha: progress.alpha, ..self.facts.window };
        Some(Try { state: &self.state, mv, index, ply: self.ply, window, history })
    }

    /// Takes note of what came of a move, and of the line behind it.
    fn tell(&self, attempt: &Try<'_>, score: Score, line: &[Move]) {
        let mut progress = self.progress();
        if score <= progress.best.score {
            return;
        }
        progress.best.score = score;
        if score <= progress.alpha {
            return;
        }
        progress.best.mv = MoveTag::of(attempt.mv);
        progress.alpha = score;
        progress.line.clear();
        progress.line.push(attempt.mv);
        progress.line.extend_from_slice(line);
        if score >= self.facts.window.beta {
            self.is_settled.store(true, Relaxed);
            progress.next = self.moves.len();
            progress.refutation = Some(attempt.index);
        }
    }
}

impl Worker<'_> {
    /// Is there somebody to share a node with, and something to share?
    #[inline(always)]
    pub(super) fn can_split(&self, facts: &Facts, n_tried: usize) -> bool {
        facts.depth >= MIN_DEPTH
            && facts.n_moves - n_tried > 1
            && self.shared.pool.as_ref().is_some_and(Pool::has_idle)
    }

    /// The best of the moves of a node, of which some have been tried. The others are shared.
    #[inline(never)]
    pub(super) fn split<K: Kind>(
        &mut self,
        state: &State,
        facts: &Facts,
        at: &Situation,
        n_tried: usize,
        best: Best,
    ) -> Result<Best, Stopped> {
        let Some(pool) = &self.shared.pool else { return Ok(best) };
        let split = Arc::new(self.split_point(state, facts, at, n_tried, best));
        pool.open(&split);
        self.search_moves_of::<K>(&split);
        self.path.clone_from(&split.path);
        self.wait_at(pool, &split);
        pool.close(&split);
        self.stop_if_called_off()?;
        let progress = split.progress();
        if K::IS_PV && !progress.line.is_empty() {
            self.frames[at.ply.index()].line.clone_from(&progress.line);
        }
        if let Some(index) = progress.refutation {
            let tried = &self.frames[at.ply.index()].moves[..index];
            self.experience.reward(at, facts.depth, split.moves[index].mv, tried);
        }
        Ok(progress.best)
    }

    fn split_point(
        &mut self,
        state: &State,
        facts: &Facts,
        at: &Situation,
        n_tried: usize,
        best: Best,
    ) -> Split {
        let moves = self.moves_in_order(at.ply).to_vec();
        let candidate = |mv| Candidate { mv, history: self.experience.history_of(at, mv) };
        let alpha = facts.window.alpha;
        let progress = Progress { next: n_tried, alpha, best, line: Vec::new(), refutation: None };
        Split {
            state: *state,
            facts: *facts,
            ply: at.ply,
            path: self.path.clone(),
            evals: [at.ply.index().saturating_sub(1), at.ply.index()].map(|ply| self.frames[ply].eval),
            moves: moves.into_iter().map(candidate).collect(),
            outer: self.split.clone(),
            progress: Mutex::new(progress),
            is_settled: AtomicBool::new(false),
            n_helpers: AtomicUsize::new(0),
        }
    }

    /// Looks for work until the search ends.
    #[cfg(feature = "threads")]
    pub(super) fn help(&mut self) {
        let Some(pool) = &self.shared.pool else { return };
        pool.n_idle.fetch_add(1, Relaxed);
        let mut patience = Patience::new();
        while !self.shared.is_over() {
            match pool.join(|_| true) {
                Some(split) => {
                    self.help_at(pool, &split);
                    patience = Patience::new();
                }
                None => patience.wait(),
            }
        }
        self.publish();
    }

    /// Waits until all moves of a split point are searched, and helps with them.
    fn wait_at(&mut self, pool: &Pool, split: &Arc<Split>) {
        pool.n_idle.fetch_add(1, Relaxed);
        let mut patience = Patience::new();
        while split.n_helpers.load(Relaxed) > 0 && !split.is_called_off() && !self.shared.is_over() {
            match pool.join(|other| other.is_below(split)) {
                Some(below) => {
                    self.help_at(pool, &below);
                    self.path.clone_from(&split.path);
                    patience = Patience::new();
                }
                None => patience.wait(),
            }
        }
        pool.n_idle.fetch_sub(1, Relaxed);
    }

    fn help_at(&mut self, pool: &Pool, split: &Arc<Split>) {
        pool.n_idle.fetch_sub(1, Relaxed);
        self.path.clone_from(&split.path);
        let ply = split.ply.index();
        self.frames[ply.saturating_sub(1)].eval = split.evals[0];
        self.frames[ply].eval = split.evals[1];
        if split.facts.is_pv {
            self.search_moves_of::<Pv>(split);
        } else {
            self.search_moves_of::<Scout>(split);
        }
        split.leave();
        pool.n_idle.fetch_add(1, Relaxed);
    }

    /// Takes moves of a split point until there are none left, or the node is settled.
    fn search_moves_of<K: Kind>(&mut self, split: &Arc<Split>) {
        let outer = self.split.replace(split.clone());
        while let Some(attempt) = split.take() {
            let Ok(score) = self.try_move::<K>(&split.facts, &attempt) else { break };
            split.tell(&attempt, score, &self.frames[split.ply.index() + 1].line);
        }
        self.split = outer;
    }

    /// Fails when the search has to end or another thread has settled what is searched here.
    pub(super) fn stop_if_called_off(&self) -> Result<(), Stopped> {
        let is_called_off = self.split.as_ref().is_some_and(|split| split.is_called_off());
        if is_called_off || self.shared.is_over() { Err(Stopped) } else { Ok(()) }
    }
}

/// Work comes within microseconds as a rule, but a search that waits for its end has none.
struct Patience(u32);

impl Patience {
    const SPINS: u32 = 1 << 10;
    const YIELDS: u32 = 1 << 12;

    fn new() -> Patience {
        Patience(0)
    }

    fn wait(&mut self) {
        self.0 = self.0.saturating_add(1);
        match self.0 {
            ..Self::SPINS => (0..16).for_each(|_| hint::spin_loop()),
            Self::SPINS..Self::YIELDS => thread::yield_now(),
            _ => thread::sleep(Duration::from_micros(100)),
        }
    }
}
