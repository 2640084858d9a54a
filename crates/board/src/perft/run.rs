//! Perft with options: house rules, merged routes, threads, a table of counts.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::vec::Vec;

use super::leaves::Leaves;
use super::table::Table;
use super::{count, for_each_child, leaf_turn, walk};
use crate::color::Color;
use crate::move_list::MoveList;
use crate::movegen::{Black, Side, White, Words};
use crate::mv::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::state::State;

/// A perft with options.
///
/// ```
/// use crownhead_board::{Perft, Position, Rules};
///
/// let perft = Perft { threads: 2, hash_megabytes: 1, ..Perft::default() };
/// assert_eq!(perft.count(&Position::START, 9), 3_963_680);
///
/// let casual = Perft { rules: Rules::preset("casual").unwrap(), ..Perft::default() };
/// assert_eq!(casual.count(&Position::START, 2), 49);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Perft {
    /// The rules to play by.
    pub rules: Rules,
    /// Count jumps with equal from, to and captured pieces once, not once for each route.
    pub unique: bool,
    /// The number of threads; 0 means 1.
    pub threads: usize,
    /// The size of a table of known counts in megabytes; 0 means no table.
    pub hash_megabytes: usize,
}

impl Default for Perft {
    /// The official rules, every route, one thread, no table.
    fn default() -> Perft {
        Perft { rules: Rules::OFFICIAL, unique: false, threads: 1, hash_megabytes: 0 }
    }
}

/// The progress of a perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of parts that are counted.
    pub done: usize,
    /// The number of all parts.
    pub total: usize,
}

/// A state to count from, and the root move that led to it.
struct Task {
    root_move: usize,
    state: State,
    depth: u32,
}

/// Enough parts for threads to finish together and for a progress bar to move.
const MIN_TASKS: usize = 200;

/// Below this depth counting is quicker than looking in the table.
const MIN_TABLE_DEPTH: u32 = 4;

impl Perft {
    /// The number of ways to play `depth` plies, at most `u64::MAX`.
    pub fn count(&self, pos: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.divide(pos, depth, |_| {}).into_iter().fold(0, |sum, (_, count)| sum.saturating_add(count))
    }

    /// The count after each legal move; a depth of 0 is taken as 1. `report` is called as parts are
    /// finished, from any of the threads.
    ///
    /// ```
    /// # use crownhead_board::{Perft, Position};
    /// let counts = Perft::default().divide(&Position::START, 4, |_| {});
    /// assert_eq!(counts.len(), 7);
    /// assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 1469);
    /// ```
    pub fn divide(&self, pos: &Position, depth: u32, report: impl Fn(Progress) + Sync) -> Vec<(Move, u64)> {
        let (moves, tasks) = self.tasks(pos, depth.max(1));
        let table = (self.hash_megabytes > 0).then(|| Table::with_megabytes(self.hash_megabytes));
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            let mut counts = vec![0u64; moves.len()];
            while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let count = self.count_task(task, table.as_ref());
                counts[task.root_move] = counts[task.root_move].saturating_add(count);
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                report(Progress { done, total: tasks.len() });
            }
            counts
        };
        let mut totals = vec![0u64; moves.len()];
        for counts in on_threads(self.threads, work) {
            for (total, count) in totals.iter_mut().zip(counts) {
                *total = total.saturating_add(count);
            }
        }
        moves.iter().copied().zip(totals).collect()
    }

    /// The root moves, and the states some plies later that are counted one by one.
    fn tasks(&self, pos: &Position, depth: u32) -> (MoveList, Vec<Task>) {
        let root = State::new(*pos, self.rules);
        let moves = self.moves(&root);
        let after = |root_move, state: &State, mv, depth| Task {
            root_move,
            state: state.play_unchecked(mv),
            depth: depth - 1,
        };
        let mut tasks: Vec<Task> =
            moves.iter().enumerate().map(|(root_move, mv)| after(root_move, &root, *mv, depth)).collect();
        while tasks.len() < MIN_TASKS && tasks.iter().any(|task| task.depth > MIN_TABLE_DEPTH) {
            let split = |task: &Task| -> Vec<Task> {
                let moves = self.moves(&task.state).into_iter();
                moves.map(|mv| after(task.root_move, &task.state, mv, task.depth)).collect()
            };
            tasks = tasks.iter().flat_map(split).collect();
        }
        (moves, tasks)
    }

    fn moves(&self, state: &State) -> MoveList {
        let mut moves = MoveList::new();
        self.moves_into(state, &mut moves);
        moves
    }

    fn moves_into(&self, state: &State, moves: &mut MoveList) {
        state.legal_moves_into(moves);
        if self.unique {
            moves.merge_routes();
        }
    }

    fn count_task(&self, task: &Task, table: Option<&Table>) -> u64 {
        if !self.rules.is_official() || self.unique {
            let mut lists = vec![MoveList::new(); task.depth as usize];
            return self.count_lists(&task.state, task.depth, table, &mut lists);
        }
        let words = Words::of(task.state.position());
        match (task.state.turn(), table) {
            (Color::Black, None) => count::<Black>(&words, task.depth),
            (Color::White, None) => count::<White>(&words, task.depth),
            (Color::Black, Some(table)) => {
                TableCount::new::<Black>(table, task.depth).count::<Black>(&words, task.depth)
            }
            (Color::White, Some(table)) => {
                TableCount::new::<White>(table, task.depth).count::<White>(&words, task.depth)
            }
        }
    }

    /// Counts by lists of moves, for any rules; `lists` has one list for each ply to come.
    fn count_lists(&self, state: &State, depth: u32, table: Option<&Table>, lists: &mut [MoveList]) -> u64 {
        let Some((moves, lists)) = lists.split_first_mut() else { return 1 };
        let table = table.filter(|_| depth >= 2);
        if let Some(count) = table.and_then(|table| table.get(state, depth)) {
            return count;
        }
        self.moves_into(state, moves);
        if depth == 1 {
            return moves.len() as u64;
        }
        let count = moves.iter().fold(0u64, |sum, mv| {
            let next = state.play_unchecked(*mv);
            sum.saturating_add(self.count_lists(&next, depth - 1, table, lists))
        });
        if let Some(table) = table {
            table.put(state, depth, count);
        }
        count
    }
}

/// A count of routes by the official rules, with a table.
struct TableCount<'a> {
    table: &'a Table,
    leaves: Leaves,
}

impl<'a> TableCount<'a> {
    fn new<S: Side>(table: &'a Table, depth: u32) -> TableCount<'a> {
        TableCount { table, leaves: Leaves::new(leaf_turn::<S>(depth)) }
    }

    fn count<S: Side>(&mut self, words: &Words, depth: u32) -> u64 {
        if depth < 2 {
            return count::<S>(words, depth);
        }
        if depth < MIN_TABLE_DEPTH {
            walk::<S>(words, depth, &mut self.leaves);
            return self.leaves.take_count();
        }
        let pos = Position::from_words(S::COLOR, words.own, words.other, words.kings);
        let state = State::from(pos);
        if let Some(count) = self.table.get(&state, depth) {
            return count;
        }
        let mut sum = 0u64;
        for_each_child::<S>(words, |child| {
            sum = sum.saturating_add(self.count::<S::Opponent>(child, depth - 1));
        });
        self.table.put(&state, depth, sum);
        sum
    }
}

/// The results of the same work on `n` threads.
fn on_threads<T: Send>(n: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let others: Vec<_> = (1..n).map(|_| scope.spawn(&work)).collect();
        let own = work();
        let join = |other: thread::ScopedJoinHandle<'_, T>| {
            other.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        core::iter::once(own).chain(others.into_iter().map(join)).collect()
    })
}
