//! The moves of one position.

use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use core::{fmt, slice};

use crate::mv::Move;

/// The moves of one position. It is a slice in every other respect.
///
/// There is no heap behind it as long as it has at most 64 moves, which is more than games ever
/// see; setups with a dozen kings in each other's way, or house rules that let a jump stop
/// anywhere, can have more.
///
/// ```
/// use crownhead_board::{MoveList, Position};
///
/// let mut moves: MoveList = Position::START.legal_moves();
/// moves.retain(|mv| mv.from().number() == 9);
/// assert_eq!(moves.len(), 2);
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; IN_PLACE],
    len: usize,
    /// All the moves, when there is no place for them here.
    spilled: Vec<Move>,
}

/// A power of two, so that a mask keeps an index in range, and more than the 49 steps that a
/// position can have: one across each edge between neighboring squares.
const IN_PLACE: usize = 64;

impl MoveList {
    /// An empty list.
    pub const fn new() -> MoveList {
        MoveList { moves: [Move::END_TURN; IN_PLACE], len: 0, spilled: Vec::new() }
    }

    /// Takes all moves out.
    pub fn clear(&mut self) {
        self.len = 0;
        self.spilled.clear();
    }

    /// Adds a move.
    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        if self.len < IN_PLACE && self.spilled.is_empty() {
            self.moves[self.len] = mv;
            self.len += 1;
        } else {
            self.spill(mv);
        }
    }

    #[cold]
    fn spill(&mut self, mv: Move) {
        if self.spilled.is_empty() {
            self.spilled.extend_from_slice(&self.moves);
        }
        self.spilled.push(mv);
    }

    /// Replaces the moves by steps, of which no position has more than have place here.
    #[inline(always)]
    pub(crate) fn refill(&mut self, fill: impl FnOnce(&mut StepFiller<'_>)) {
        self.clear();
        let mut filler = StepFiller { moves: &mut self.moves, len: 0 };
        fill(&mut filler);
        self.len = filler.len;
    }

    /// Keeps the moves that fit, in their order.
    pub fn retain(&mut self, mut fits: impl FnMut(Move) -> bool) {
        let mut kept = MoveList::new();
        for mv in self.iter().filter(|mv| fits(**mv)) {
            kept.push(*mv);
        }
        *self = kept;
    }

    /// Keeps one of each group of equal moves, the first: the routes of a jump become one move.
    ///
    /// ```
    /// use crownhead_board::Position;
    ///
    /// // The king can take all four men either way round.
    /// let pos: Position = "W:WK22:B17,18,10,9".parse().unwrap();
    /// let mut moves = pos.legal_moves();
    /// assert_eq!(moves.len(), 2);
    /// moves.merge_routes();
    /// assert_eq!(moves.len(), 1);
    /// ```
    pub fn merge_routes(&mut self) {
        // Only a ring of four jumps or more can be run both ways.
        if self.iter().any(|mv| mv.n_jumps() >= 4) {
            let mut merged = MoveList::new();
            for mv in self.iter() {
                if !merged.contains(mv) {
                    merged.push(*mv);
                }
            }
            *self = merged;
        }
    }
}

/// Writes steps into a list. Its length is not the list's own, so that the compiler can keep it in
/// a register.
pub(crate) struct StepFiller<'a> {
    moves: &'a mut [Move; IN_PLACE],
    len: usize,
}

impl StepFiller<'_> {
    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        self.moves[self.len % IN_PLACE] = mv;
        self.len += 1;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        if self.spilled.is_empty() { &self.moves[..self.len.min(IN_PLACE)] } else { &self.spilled }
    }
}

impl DerefMut for MoveList {
    fn deref_mut(&mut self) -> &mut [Move] {
        if self.spilled.is_empty() { &mut self.moves[..self.len.min(IN_PLACE)] } else { &mut self.spilled }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = slice::Iter<'a, Move>;

    fn into_iter(self) -> slice::Iter<'a, Move> {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_keeps_all_its_moves() {
        let mut list = MoveList::new();
        let moves: Vec<Move> = (0..200).map(|i| Move::step(i % 32, 1 + i / 32)).collect();
        for (i, mv) in moves.iter().enumerate() {
            assert_eq!(*list, moves[..i]);
            list.push(*mv);
        }
        list.retain(|mv| mv.to() == mv.to());
        assert_eq!(*list, moves);
        list.clear();
        assert!(list.is_empty());
    }
}
