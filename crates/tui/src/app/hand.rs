//! A piece in the hand of a player: chosen, and on its way through the squares of a jump.

use crownhead_board::{Bitboard, Move, Position, Square};

/// What a player has taken up, and where it has been put so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hand {
    /// The square of the piece and the squares it has landed on; empty when no piece is chosen.
    path: Vec<Square>,
    /// The place of the move that Tab shows, in the list of legal moves.
    preview: Option<usize>,
}

/// What comes of putting the piece on a square.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Put {
    /// A move is complete.
    Played(Move),
    /// The jump goes on, or may.
    Landed,
    /// Several moves end there.
    Several(Vec<Move>),
    /// The piece cannot go there.
    No,
}

impl Hand {
    /// The squares touched so far.
    pub fn path(&self) -> &[Square] {
        &self.path
    }

    /// Is no piece chosen, and no move shown?
    pub fn is_empty(&self) -> bool {
        self.path.is_empty() && self.preview.is_none()
    }

    pub(crate) fn take(&mut self, square: Square) {
        *self = Hand { path: vec![square], preview: None };
    }

    pub(crate) fn let_go(&mut self) {
        *self = Hand::default();
    }

    /// Hides the move that is shown, takes back the last landing, or lets the piece go.
    pub(crate) fn step_back(&mut self) {
        if self.preview.take().is_none() {
            self.path.pop();
        }
    }

    /// The moves that begin with the squares touched so far.
    pub(crate) fn candidates(&self, legal: &[Move]) -> Vec<Move> {
        legal.iter().copied().filter(|mv| !mv.is_end_turn() && mv.route().starts_with(&self.path)).collect()
    }

    /// Where the piece can be put next; where moves end, if no piece is chosen.
    pub(crate) fn targets(&self, legal: &[Move]) -> Bitboard {
        let candidates = self.candidates(legal);
        match self.path.len() {
            0 => candidates.iter().filter_map(|mv| mv.to()).collect(),
            n => candidates.iter().filter_map(|mv| mv.route().get(n).copied()).collect(),
        }
    }

    /// Where the piece can be put at once: on the next square of a jump, or where a move ends.
    pub(crate) fn reachable(&self, legal: &[Move]) -> Bitboard {
        let ends: Bitboard = self.candidates(legal).iter().filter_map(|mv| mv.to()).collect();
        let here: Bitboard = self.path.last().copied().into_iter().collect();
        (self.targets(legal) | ends) - here
    }

    /// Puts the chosen piece on a square.
    pub(crate) fn put(&mut self, legal: &[Move], square: Square) -> Put {
        let candidates = self.candidates(legal);
        if self.targets(legal).contains(square) {
            self.path.push(square);
            return self.completed(legal);
        }
        // The place where it is: to stop there, where the rules allow that.
        if self.path.len() > 1 && self.path.last() == Some(&square) {
            let here = candidates.iter().find(|mv| mv.route()[..] == self.path[..]);
            return here.map_or(Put::No, |mv| Put::Played(*mv));
        }
        of_several(candidates.into_iter().filter(|mv| mv.to() == Some(square)).collect())
    }

    fn completed(&self, legal: &[Move]) -> Put {
        match self.candidates(legal).as_slice() {
            [mv] if mv.route().len() == self.path.len() => Put::Played(*mv),
            _ => Put::Landed,
        }
    }

    /// Could the move end where the piece is now?
    pub(crate) fn may_stop(&self, legal: &[Move]) -> bool {
        self.candidates(legal).iter().any(|mv| mv.route()[..] == self.path[..])
    }

    /// Shows the next or the last of the legal moves that begin with the path.
    pub(crate) fn show_next(&mut self, legal: &[Move], steps: isize) {
        let n_moves = self.shown_moves(legal).len() as isize;
        let there = match self.preview {
            None if steps > 0 => 0,
            None => n_moves - 1,
            Some(here) => (here as isize + steps).rem_euclid(n_moves.max(1)),
        };
        self.preview = usize::try_from(there).ok().filter(|_| n_moves > 0);
    }

    /// The moves that Tab goes through.
    pub(crate) fn shown_moves(&self, legal: &[Move]) -> Vec<Move> {
        match self.path.is_empty() {
            true => legal.to_vec(),
            false => self.candidates(legal),
        }
    }

    /// The move that Tab shows, with its number and how many there are.
    pub(crate) fn preview(&self, legal: &[Move]) -> Option<(Move, usize, usize)> {
        let moves = self.shown_moves(legal);
        let here = self.preview?;
        moves.get(here).map(|mv| (*mv, here + 1, moves.len()))
    }

    pub(crate) fn forget_preview(&mut self) {
        self.preview = None;
    }

    /// The pieces jumped so far.
    pub(crate) fn jumped(&self, pos: &Position) -> Bitboard {
        let between = |leg: &[Square]| {
            let (row, column) = ((leg[0].row() + leg[1].row()) / 2, (leg[0].column() + leg[1].column()) / 2);
            let is_jump = leg[0].row().abs_diff(leg[1].row()) == 2;
            Square::from_row_column(row, column).filter(|square| is_jump && pos.piece_at(*square).is_some())
        };
        self.path.windows(2).filter_map(between).collect()
    }
}

/// One move, several different ones, or none.
pub(crate) fn of_several(moves: Vec<Move>) -> Put {
    let mut different: Vec<Move> = Vec::new();
    for mv in moves {
        if !different.contains(&mv) {
            different.push(mv);
        }
    }
    match different.as_slice() {
        [] => Put::No,
        [mv] => Put::Played(*mv),
        _ => Put::Several(different),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::{Rules, State};

    fn square(number: u8) -> Square {
        Square::new(number).unwrap()
    }

    #[test]
    fn a_jump_goes_square_by_square_and_back() {
        let pos: Position = "W:W22:B18,11".parse().unwrap();
        let legal = pos.legal_moves();
        let mut hand = Hand::default();
        hand.take(square(22));
        assert_eq!(hand.put(&legal, square(15)), Put::Landed);
        assert_eq!(hand.jumped(&pos).to_string(), "18");
        hand.step_back();
        assert_eq!(hand.path(), [square(22)]);
        assert_eq!(hand.put(&legal, square(15)), Put::Landed);
        assert_eq!(hand.put(&legal, square(8)), Put::Played(legal[0]));
    }

    #[test]
    fn the_last_square_alone_will_do() {
        let pos: Position = "W:W22:B18,11".parse().unwrap();
        let legal = pos.legal_moves();
        let mut hand = Hand::default();
        hand.take(square(22));
        assert_eq!(hand.put(&legal, square(8)), Put::Played(legal[0]));
        assert_eq!(hand.put(&legal, square(9)), Put::No);
    }

    #[test]
    fn where_a_jump_may_stop_the_same_square_stops_it() {
        let pos: Position = "W:W22:B18,11".parse().unwrap();
        let rules: Rules = "chain=may-stop".parse().unwrap();
        let legal = State::new(pos, rules).legal_moves();
        let mut hand = Hand::default();
        hand.take(square(22));
        assert_eq!(hand.put(&legal, square(15)), Put::Landed);
        assert!(hand.may_stop(&legal));
        assert!(matches!(hand.put(&legal, square(15)), Put::Played(mv) if mv.to() == Some(square(15))));
    }
}
