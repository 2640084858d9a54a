//! The moves of one position.

use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::ops::{Deref, DerefMut, Range};
use core::{fmt, slice};

use crate::mv::Move;

/// The moves of one position. It derefs to a slice.
///
/// It allocates only when it has more than 64 moves. That does not happen in games, but it can in
/// contrived positions, or under house rules that let a jump stop anywhere.
///
/// ```
/// use crownhead_board::{Position, Square};
///
/// let mut moves = Position::START.legal_moves();
/// moves.retain(|mv| mv.from() == Some(Square::S9));
/// assert_eq!(moves.len(), 2);
/// for mv in moves {
///     assert!(Position::START.play(mv).is_ok());
/// }
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; IN_PLACE],
    len: usize,
    /// All the moves, if they do not fit in the array.
    spilled: Vec<Move>,
}

/// A power of two, so that a mask keeps an index in range, and more than the 49 steps that a
/// position can have: one for each pair of neighboring squares.
const IN_PLACE: usize = 64;

impl MoveList {
    /// An empty list.
    pub const fn new() -> MoveList {
        MoveList { moves: [Move::END_TURN; IN_PLACE], len: 0, spilled: Vec::new() }
    }

    /// Removes all moves.
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

    /// Replaces the moves by steps, which always fit in the array.
    #[inline(always)]
    pub(crate) fn refill(&mut self, fill: impl FnOnce(&mut StepFiller<'_>)) {
        self.clear();
        let mut filler = StepFiller { moves: &mut self.moves, len: 0 };
        fill(&mut filler);
        self.len = filler.len;
    }

    /// Keeps the moves for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        *self = self.iter().copied().filter(|mv| keep(*mv)).collect();
    }

    /// Removes all but the first of equal moves, which are jumps by different routes.
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
            let is_first = |(i, mv): &(usize, &Move)| !self[..*i].contains(mv);
            *self = self.iter().enumerate().filter(is_first).map(|(_, mv)| *mv).collect();
        }
    }
}

/// Writes steps into a list. It has its own length, so that the compiler can keep it in a register.
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

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = Moves;

    fn into_iter(self) -> Moves {
        Moves { range: 0..self.len(), list: self }
    }
}

/// The moves of a [`MoveList`], by value.
#[derive(Clone, Debug)]
pub struct Moves {
    list: MoveList,
    range: Range<usize>,
}

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        self.range.next().map(|i| self.list[i])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl DoubleEndedIterator for Moves {
    fn next_back(&mut self) -> Option<Move> {
        self.range.next_back().map(|i| self.list[i])
    }
}

impl ExactSizeIterator for Moves {}
impl FusedIterator for Moves {}

impl FromIterator<Move> for MoveList {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveList {
        let mut list = MoveList::new();
        moves.into_iter().for_each(|mv| list.push(mv));
        list
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
        assert!(list.clone().into_iter().rev().eq(moves.iter().copied().rev()));
        let is_even = |mv: &Move| mv.end_bit().is_multiple_of(2);
        list.retain(|mv| is_even(&mv));
        assert_eq!(*list, moves.into_iter().filter(is_even).collect::<Vec<_>>());
        assert_eq!(list.len(), 100);
        list.clear();
        assert!(list.is_empty());
    }
}
