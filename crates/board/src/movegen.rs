//! The legal moves of the official rules, built for speed.
//!
//! Everything is generic over the side to move and over what happens to the moves, so listing,
//! counting and playing them share one generator.

use crate::color::Color;
use crate::layout::{DOWN_LEFT, DOWN_RIGHT, Direction, INTERIOR, UP_LEFT, UP_RIGHT, landings};
use crate::move_list::{MoveList, StepFiller};
use crate::mv::{JumpPath, Move};
use crate::position::{Position, crown_row};

/// Receives the moves that are found.
pub(crate) trait Sink {
    /// A step, one of those in [`Side::STEPS`] for its direction up or down the board.
    fn step(&mut self, step: &Step);

    /// A jump, complete. Squares are given as one-bit masks.
    fn jump(&mut self, from: u32, to: u32, captured: u32, path: JumpPath);
}

impl Sink for StepFiller<'_> {
    #[inline(always)]
    fn step(&mut self, step: &Step) {
        self.push(step.mv);
    }

    fn jump(&mut self, _from: u32, _to: u32, _captured: u32, _path: JumpPath) {
        debug_assert!(false, "a jump among steps");
    }
}

impl Sink for MoveList {
    fn step(&mut self, step: &Step) {
        self.push(step.mv);
    }

    #[inline(always)]
    fn jump(&mut self, _from: u32, to: u32, captured: u32, path: JumpPath) {
        self.push(Move::jump(path, to.trailing_zeros(), captured));
    }
}

/// A step between two squares.
pub(crate) struct Step {
    pub(crate) mv: Move,
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// A side, known at compile time.
pub(crate) trait Side: Sized {
    const COLOR: Color;
    /// The rotations of a man's two steps.
    const AHEAD: [u32; 2];
    /// Where those steps can end.
    const LANDINGS: [u32; 2] = [landings(Self::AHEAD[0]), landings(Self::AHEAD[1])];
    /// Where its men are crowned.
    const CROWN_ROW: u32 = crown_row(Self::COLOR);
    /// The steps ahead: those by the first rotation at the bits where they end, then those by the
    /// second.
    const STEPS: &'static [Step; 64] = &{
        let mut steps = [const { Step { mv: Move::END_TURN, from: 0, to: 0 } }; 64];
        let mut i = 0;
        while i < 64 {
            let rotation = Self::AHEAD[i / 32];
            let to = 1u32 << (i % 32);
            steps[i] = Step { mv: Move::step(i as u32 % 32, rotation), from: to.rotate_right(rotation), to };
            i += 1;
        }
        steps
    };
    type Opponent: Side<Opponent = Self>;
}

pub(crate) struct Black;
pub(crate) struct White;

impl Side for Black {
    const COLOR: Color = Color::Black;
    const AHEAD: [u32; 2] = [DOWN_LEFT, DOWN_RIGHT];
    type Opponent = White;
}

impl Side for White {
    const COLOR: Color = Color::White;
    const AHEAD: [u32; 2] = [UP_LEFT, UP_RIGHT];
    type Opponent = Black;
}

/// The words the side to move works with.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    pub(crate) own: u32,
    pub(crate) other: u32,
    pub(crate) kings: u32,
}

impl Words {
    #[inline(always)]
    pub(crate) fn of(pos: &Position) -> Words {
        let (own, other) = pos.words(pos.turn());
        Words { own, other, kings: pos.kings_word() }
    }

    #[inline(always)]
    const fn empty(&self) -> u32 {
        !(self.own | self.other)
    }

    /// The words of the opponent after a move of this side.
    #[inline(always)]
    pub(crate) const fn after<S: Side>(&self, from: u32, to: u32, captured: u32) -> Words {
        let king = if self.kings & from != 0 { to } else { to & S::CROWN_ROW };
        Words {
            own: self.other & !captured,
            other: self.own & !from | to,
            kings: self.kings & !(from | captured) | king,
        }
    }
}

/// Replaces a list by all legal moves.
#[inline]
pub(crate) fn fill(pos: &Position, moves: &mut MoveList) {
    let words = Words::of(pos);
    match pos.turn() {
        Color::Black => fill_side::<Black>(&words, moves),
        Color::White => fill_side::<White>(&words, moves),
    }
}

#[inline(always)]
fn fill_side<S: Side>(words: &Words, moves: &mut MoveList) {
    let jumpers = side_jumpers::<S>(words);
    if jumpers == 0 {
        moves.refill(|filler| steps::<S, _>(words, filler));
    } else {
        moves.clear();
        jumps::<S, _>(words, jumpers, moves);
    }
}

/// Passes all legal moves to a sink, every route of a jump by itself.
#[inline(always)]
pub(crate) fn generate<S: Side, K: Sink>(words: &Words, sink: &mut K) {
    let jumpers = side_jumpers::<S>(words);
    if jumpers == 0 {
        steps::<S, K>(words, sink);
    } else {
        jumps::<S, K>(words, jumpers, sink);
    }
}

/// The pieces that can jump.
pub(crate) fn jumpers(pos: &Position) -> u32 {
    let words = Words::of(pos);
    match pos.turn() {
        Color::Black => side_jumpers::<Black>(&words),
        Color::White => side_jumpers::<White>(&words),
    }
}

/// The pieces that could step if no capture were forced.
pub(crate) fn steppers(pos: &Position) -> u32 {
    let words = Words::of(pos);
    let (men, kings) = (words.own, words.own & words.kings);
    let empty = words.empty();
    Direction::ALL.into_iter().fold(0, |set, direction| {
        let rotation = direction.rotation();
        let movers = if direction.is_up() == (pos.turn() == Color::White) { men } else { kings };
        set | (empty & landings(rotation)).rotate_right(rotation) & movers
    })
}

#[inline(always)]
pub(crate) fn side_jumpers<S: Side>(words: &Words) -> u32 {
    let (other, empty) = (words.other & INTERIOR, words.empty());
    let [a, b] = S::AHEAD;
    let ahead = (jumpable(a, other, empty) | jumpable(b, other, empty)) & words.own;
    let kings = words.own & words.kings;
    if kings == 0 {
        return ahead;
    }
    let [c, d] = S::Opponent::AHEAD;
    ahead | (jumpable(c, other, empty) | jumpable(d, other, empty)) & kings
}

/// The squares from which a jump by this rotation would succeed. No edge masks: see [`INTERIOR`].
#[inline(always)]
const fn jumpable(rotation: u32, other_inside: u32, empty: u32) -> u32 {
    (empty.rotate_right(rotation) & other_inside).rotate_right(rotation)
}

#[inline(always)]
pub(crate) fn steps<S: Side, K: Sink>(words: &Words, sink: &mut K) {
    let empty = words.empty();
    let kings = words.own & words.kings;
    steps_ahead::<S, K>(words.own, empty, sink);
    if kings != 0 {
        steps_ahead::<S::Opponent, K>(kings, empty, sink);
    }
}

/// The steps of these pieces in the direction of a side's men. One loop for both directions: its end
/// is hard to predict and costs as much as several moves.
#[inline(always)]
fn steps_ahead<S: Side, K: Sink>(movers: u32, empty: u32, sink: &mut K) {
    let [a, b] = S::AHEAD;
    let targets_a = movers.rotate_left(a) & empty & S::LANDINGS[0];
    let targets_b = movers.rotate_left(b) & empty & S::LANDINGS[1];
    let mut both = u64::from(targets_a) | u64::from(targets_b) << 32;
    while both != 0 {
        sink.step(&S::STEPS[both.trailing_zeros() as usize % 64]);
        both &= both - 1;
    }
}

#[inline(always)]
pub(crate) fn jumps<S: Side, K: Sink>(words: &Words, mut jumpers: u32, sink: &mut K) {
    while jumpers != 0 {
        let from = jumpers & jumpers.wrapping_neg();
        jumpers &= jumpers - 1;
        let jump = Jump {
            other: words.other & INTERIOR,
            // A piece may pass over or end on the square it came from.
            empty: words.empty() | from,
            from,
        };
        let path = JumpPath::new(from.trailing_zeros());
        if words.kings & from == 0 {
            jump.extend_man::<S, K>(from, 0, path, sink);
        } else {
            jump.extend_king(from, 0, path, sink);
        }
    }
}

/// What stays the same during a jump.
struct Jump {
    /// Opposing pieces that are not on the edge.
    other: u32,
    empty: u32,
    from: u32,
}

impl Jump {
    /// Where a jump over a piece not yet captured leads, and what it captures.
    #[inline(always)]
    fn over(&self, at: u32, captured: u32, rotation: u32) -> Option<(u32, u32)> {
        let jumped = at.rotate_left(rotation) & self.other & !captured;
        let to = jumped.rotate_left(rotation) & self.empty;
        (to != 0).then_some((to, captured | jumped))
    }

    #[inline(always)]
    fn extend_man<S: Side, K: Sink>(&self, at: u32, captured: u32, path: JumpPath, sink: &mut K) {
        let mut ended = captured != 0;
        for rotation in S::AHEAD {
            if let Some((to, captured)) = self.over(at, captured, rotation) {
                ended = false;
                let path = path.then(Direction::from_rotation(rotation));
                self.continue_man::<S, K>(to, captured, path, sink);
            }
        }
        if ended {
            sink.jump(self.from, at, captured, path);
        }
    }

    /// Most jumps capture one piece, so the call for a second one is kept out of the common path.
    #[inline(always)]
    fn continue_man<S: Side, K: Sink>(&self, at: u32, captured: u32, path: JumpPath, sink: &mut K) {
        let [a, b] = S::AHEAD;
        let reach = at.rotate_left(a) & jump_targets(a, self) | at.rotate_left(b) & jump_targets(b, self);
        if reach == 0 {
            sink.jump(self.from, at, captured, path);
        } else {
            self.extend_man_again::<S, K>(at, captured, path, sink);
        }
    }

    #[inline(never)]
    fn extend_man_again<S: Side, K: Sink>(&self, at: u32, captured: u32, path: JumpPath, sink: &mut K) {
        self.extend_man::<S, K>(at, captured, path, sink);
    }

    fn extend_king<K: Sink>(&self, at: u32, captured: u32, path: JumpPath, sink: &mut K) {
        let mut ended = captured != 0;
        for direction in Direction::ALL {
            if let Some((to, captured)) = self.over(at, captured, direction.rotation()) {
                ended = false;
                self.extend_king(to, captured, path.then(direction), sink);
            }
        }
        if ended {
            sink.jump(self.from, at, captured, path);
        }
    }
}

/// Opposing pieces with an empty square behind them, seen along a rotation.
#[inline(always)]
const fn jump_targets(rotation: u32, jump: &Jump) -> u32 {
    jump.empty.rotate_right(rotation) & jump.other
}
