//! The last ply of a perft, counted for many positions at a time.
//!
//! Positions whose moves only have to be counted are collected, and counted by one loop without
//! branches. It is plain arithmetic on arrays, which the compiler turns into vector instructions:
//! eight positions at once where the processor has AVX2.

use core::marker::PhantomData;

use super::Visit;
use crate::color::Color;
use crate::layout::{INTERIOR, UP_LEFT, UP_RIGHT, landings};
use crate::movegen::{self, Black, Side, Sink, Step, White, Words};
use crate::mv::JumpPath;

/// Large enough to keep the vector loop busy, small enough for the first-level cache.
const ROOM: usize = 512;
/// The vector loop runs over this many positions at a time.
const LANES: usize = 16;
/// No position has more steps than pairs of neighboring squares, for a step needs a piece on one
/// of them and none on the other: 49.
const MAX_STEPS: usize = (landings(UP_LEFT).count_ones() + landings(UP_RIGHT).count_ones()) as usize;

/// Positions waiting to have their moves counted, all with the same side to move.
pub(super) struct Leaves {
    turn: Color,
    waiting: Waiting,
    len: usize,
    count: u64,
}

/// The words of the positions, in the order in which the vector loop reads them.
struct Waiting {
    own: [u32; ROOM],
    other: [u32; ROOM],
    kings: [u32; ROOM],
}

impl Waiting {
    #[inline(always)]
    fn put(&mut self, i: usize, words: Words) {
        // The index is in range anyway; the remainder only avoids the bounds checks.
        let i = i % ROOM;
        self.own[i] = words.own;
        self.other[i] = words.other;
        self.kings[i] = words.kings;
    }
}

impl Leaves {
    pub(super) fn new(turn: Color) -> Leaves {
        let waiting = Waiting { own: [0; ROOM], other: [0; ROOM], kings: [0; ROOM] };
        Leaves { turn, waiting, len: 0, count: 0 }
    }

    /// Adds the positions after all moves.
    #[inline(always)]
    pub(super) fn push_children<S: Side>(&mut self, words: &Words) {
        let jumpers = movegen::side_jumpers::<S>(words);
        if jumpers != 0 {
            let mut children =
                Visit::<S, _> { words, visit: |child: &Words| self.push(*child), side: PhantomData };
            return movegen::jumps::<S, _>(words, jumpers, &mut children);
        }
        if self.len > ROOM - MAX_STEPS {
            self.count_waiting();
        }
        if words.kings != 0 {
            self.push_steps::<S, true>(words);
        } else {
            self.push_steps::<S, false>(words);
        }
    }

    #[inline(always)]
    fn push_steps<S: Side, const KINGS: bool>(&mut self, words: &Words) {
        let mut children =
            AfterSteps::<S, KINGS> { words, len: self.len, waiting: &mut self.waiting, side: PhantomData };
        movegen::steps::<S, _>(words, &mut children);
        self.len = children.len;
    }

    fn push(&mut self, words: Words) {
        if self.len == ROOM {
            self.count_waiting();
        }
        self.waiting.put(self.len, words);
        self.len += 1;
    }

    /// The number of moves in all positions added since the last call.
    pub(super) fn take_count(&mut self) -> u64 {
        self.count_waiting();
        core::mem::take(&mut self.count)
    }

    #[inline(never)]
    fn count_waiting(&mut self) {
        // The loop runs over whole groups of lanes: an empty board has no moves.
        let len = core::mem::take(&mut self.len);
        let end = len.next_multiple_of(LANES);
        for i in len..end {
            self.waiting.put(i, Words { own: 0, other: 0, kings: 0 });
        }
        for start in (0..end).step_by(LANES) {
            let counts = count_lanes(self.turn, &self.waiting, start);
            self.count += u64::from(counts.moves.iter().sum::<u32>());
            for lane in (0..LANES).filter(|lane| counts.unfinished[*lane] != 0) {
                self.count += self.count_one(start + lane);
            }
        }
    }

    /// The number of moves where a jump may go on, by the ordinary generator.
    fn count_one(&self, i: usize) -> u64 {
        let Waiting { own, other, kings } = &self.waiting;
        let words = Words { own: own[i], other: other[i], kings: kings[i] };
        match self.turn {
            Color::Black => count_routes::<Black>(&words),
            Color::White => count_routes::<White>(&words),
        }
    }
}

/// Adds the positions after the steps of one position, for which there is room.
struct AfterSteps<'a, S, const KINGS: bool> {
    words: &'a Words,
    waiting: &'a mut Waiting,
    /// The length of the leaves, which the compiler can keep in a register here.
    len: usize,
    side: PhantomData<S>,
}

impl<S: Side, const KINGS: bool> Sink for AfterSteps<'_, S, KINGS> {
    #[inline(always)]
    fn step(&mut self, step: &Step) {
        let words = if KINGS { *self.words } else { Words { kings: 0, ..*self.words } };
        self.waiting.put(self.len, words.after::<S>(step.from, step.to, 0));
        self.len += 1;
    }

    fn jump(&mut self, _from: u32, _to: u32, _captured: u32, _path: JumpPath) {
        debug_assert!(false, "a jump among steps");
    }
}

/// The number of moves of one position, every route by itself.
pub(super) fn count_routes<S: Side>(words: &Words) -> u64 {
    struct Count(u64);

    impl Sink for Count {
        #[inline(always)]
        fn step(&mut self, _step: &Step) {
            self.0 += 1;
        }

        #[inline(always)]
        fn jump(&mut self, _from: u32, _to: u32, _captured: u32, _path: JumpPath) {
            self.0 += 1;
        }
    }

    let mut count = Count(0);
    movegen::generate::<S, _>(words, &mut count);
    count.0
}

struct Counts {
    moves: [u32; LANES],
    /// Not zero where the vector loop gave up; `moves` is zero there.
    unfinished: [u32; LANES],
}

/// Counts a group of positions with the widest instructions the processor has.
#[inline(always)]
fn count_lanes(turn: Color, waiting: &Waiting, start: usize) -> Counts {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2, the only thing the function asks for.
        return unsafe { count_lanes_avx2(turn, waiting, start) };
    }
    count_lanes_portable(turn, waiting, start)
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
fn count_lanes_avx2(turn: Color, waiting: &Waiting, start: usize) -> Counts {
    count_lanes_portable(turn, waiting, start)
}

#[inline(always)]
fn count_lanes_portable(turn: Color, waiting: &Waiting, start: usize) -> Counts {
    let own = lanes(&waiting.own, start);
    let other = lanes(&waiting.other, start);
    let kings = lanes(&waiting.kings, start);
    let has_kings = kings.iter().fold(0, |all, kings| all | kings) != 0;
    match (turn, has_kings) {
        (Color::Black, false) => count_side::<Black, false>(own, other, kings),
        (Color::Black, true) => count_side::<Black, true>(own, other, kings),
        (Color::White, false) => count_side::<White, false>(own, other, kings),
        (Color::White, true) => count_side::<White, true>(own, other, kings),
    }
}

#[inline(always)]
fn lanes(words: &[u32; ROOM], start: usize) -> &[u32; LANES] {
    words[start..].first_chunk().expect("a group of lanes ends within the room")
}

#[inline(always)]
fn count_side<S: Side, const KINGS: bool>(
    own: &[u32; LANES],
    other: &[u32; LANES],
    kings: &[u32; LANES],
) -> Counts {
    let mut counts = Counts { moves: [0; LANES], unfinished: [0; LANES] };
    for i in 0..LANES {
        let (moves, unfinished) = count_lane::<S, KINGS>(own[i], other[i], kings[i]);
        counts.moves[i] = moves;
        counts.unfinished[i] = unfinished;
    }
    counts
}

/// The number of moves, and 0; or 0, and another number if a jump may go on or is a king's.
#[inline(always)]
fn count_lane<S: Side, const KINGS: bool>(own: u32, other: u32, kings: u32) -> (u32, u32) {
    let empty = !(own | other);
    let inside = other & INTERIOR;
    let kings = if KINGS { own & kings } else { 0 };
    let [a, b] = S::AHEAD;
    let [c, d] = S::Opponent::AHEAD;
    let jump = |from: u32, rotation: u32| (from.rotate_left(rotation) & inside).rotate_left(rotation) & empty;
    let [landings_a, landings_b] = S::LANDINGS;
    let [landings_c, landings_d] = S::Opponent::LANDINGS;
    let step = |from: u32, rotation: u32, landings: u32| from.rotate_left(rotation) & empty & landings;

    let (jump_a, jump_b) = (jump(own, a), jump(own, b));
    let landed = jump_a | jump_b;
    // A man never returns to the square it left, so `empty` is all the room it has to go on.
    let mut unfinished = jump(landed, a) | jump(landed, b);
    let mut jumps = landed;
    if KINGS {
        let by_kings = jump(kings, a) | jump(kings, b) | jump(kings, c) | jump(kings, d);
        unfinished |= by_kings;
        jumps |= by_kings;
    }

    let must_jump = jumps != 0;
    let (move_a, move_b) =
        if must_jump { (jump_a, jump_b) } else { (step(own, a, landings_a), step(own, b, landings_b)) };
    let mut moves = move_a.count_ones() + move_b.count_ones();
    if KINGS {
        let back = step(kings, c, landings_c).count_ones() + step(kings, d, landings_d).count_ones();
        moves += if must_jump { 0 } else { back };
    }
    (if unfinished == 0 { moves } else { 0 }, unfinished)
}
