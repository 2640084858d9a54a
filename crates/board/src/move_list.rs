//! The moves of one position.

use core::ops::{Deref, DerefMut};
use core::{fmt, slice};

use crate::mv::Move;

/// The moves of one position, in place: no heap, whatever the rules.
///
/// It is a slice in every other respect.
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
    moves: [Move; MoveList::CAPACITY],
    len: usize,
}

impl MoveList {
    /// More than any rules can produce: at most 49 steps (one across each edge between neighboring
    /// squares) and at most 72 jumps in each of the four sets of eight squares that jumps connect,
    /// when every stop on every route is a move of its own. A power of two, so that an index is
    /// kept in range by a mask.
    pub(crate) const CAPACITY: usize = 512;

    /// An empty list.
    pub const fn new() -> MoveList {
        MoveList { moves: [Move::END_TURN; MoveList::CAPACITY], len: 0 }
    }

    /// Takes all moves out.
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move.
    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        debug_assert!(self.len < MoveList::CAPACITY);
        self.moves[self.len % MoveList::CAPACITY] = mv;
        self.len += 1;
    }

    /// Replaces the content by what a filler writes.
    #[inline(always)]
    pub(crate) fn refill(&mut self, fill: impl FnOnce(&mut Filler<'_>)) {
        let mut filler = Filler { moves: &mut self.moves, len: 0 };
        fill(&mut filler);
        self.len = filler.len;
    }

    /// Keeps the moves that fit, in their order.
    pub fn retain(&mut self, mut fits: impl FnMut(Move) -> bool) {
        let mut kept = 0;
        for i in 0..self.len {
            if fits(self.moves[i]) {
                self.moves[kept] = self.moves[i];
                kept += 1;
            }
        }
        self.len = kept;
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

/// Writes moves into a list. Its length is not the list's own, so that the compiler can keep it in
/// a register: worth a tenth of the time of a perft with lists.
pub(crate) struct Filler<'a> {
    moves: &'a mut [Move; MoveList::CAPACITY],
    len: usize,
}

impl Filler<'_> {
    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        self.moves[self.len % MoveList::CAPACITY] = mv;
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

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len.min(MoveList::CAPACITY)]
    }
}

impl DerefMut for MoveList {
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[..self.len.min(MoveList::CAPACITY)]
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
