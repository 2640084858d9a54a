//! Perft: the number of ways to play a given number of plies.
//!
//! The usual test of a move generator, and the usual measure of its speed. The number of plies is
//! called the depth. Every route of a jump counts by itself, unless they are merged.

mod leaves;
#[cfg(feature = "std")]
mod run;
#[cfg(feature = "std")]
mod table;

use core::marker::PhantomData;

use crate::color::Color;
use crate::movegen::{self, Black, Side, Sink, Step, White, Words};
use crate::mv::JumpPath;
use crate::position::Position;
use leaves::{Leaves, count_routes};

#[cfg(feature = "std")]
pub use run::{Perft, Progress};

/// The number of ways to play `depth` plies by the official rules, on one thread and without a
/// table. For options see `Perft`.
///
/// ```
/// use crownhead_board::{Position, perft};
///
/// assert_eq!(perft(&Position::START, 8), 845_931);
/// ```
pub fn perft(pos: &Position, depth: u32) -> u64 {
    let words = Words::of(pos);
    match pos.turn() {
        Color::Black => count::<Black>(&words, depth),
        Color::White => count::<White>(&words, depth),
    }
}

fn count<S: Side>(words: &Words, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_routes::<S>(words),
        _ => {
            let mut leaves = Leaves::new(leaf_turn::<S>(depth));
            walk::<S>(words, depth, &mut leaves);
            leaves.take_count()
        }
    }
}

/// The side to move one ply before the end.
const fn leaf_turn<S: Side>(depth: u32) -> Color {
    if depth.is_multiple_of(2) { S::Opponent::COLOR } else { S::COLOR }
}

/// Collects every position one ply before the end, at least two plies from here.
fn walk<S: Side>(words: &Words, depth: u32, leaves: &mut Leaves) {
    if depth == 2 {
        leaves.push_children::<S>(words);
    } else {
        for_each_child::<S>(words, |child| walk::<S::Opponent>(child, depth - 1, leaves));
    }
}

/// Visits the position after each move.
#[inline(always)]
fn for_each_child<S: Side>(words: &Words, visit: impl FnMut(&Words)) {
    movegen::generate::<S, _>(words, &mut Visit::<S, _> { words, visit, side: PhantomData });
}

struct Visit<'a, S, F> {
    words: &'a Words,
    visit: F,
    side: PhantomData<S>,
}

impl<S: Side, F: FnMut(&Words)> Sink for Visit<'_, S, F> {
    #[inline(always)]
    fn step(&mut self, step: &Step) {
        (self.visit)(&self.words.after::<S>(step.from, step.to, 0));
    }

    #[inline(always)]
    fn jump(&mut self, from: u32, to: u32, captured: u32, _path: JumpPath) {
        (self.visit)(&self.words.after::<S>(from, to, captured));
    }
}
