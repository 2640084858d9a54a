//! What the search asks of an endgame database.

use crownhead_board::Position;
use crownhead_endgame::{Database, Value};

/// The value of a position for the side to move when both sides play perfectly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// It wins.
    Win,
}

impl Wdl {
    /// The same, said by the other side.
    #[must_use]
    pub const fn flip(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }
}

/// Knowledge of endings under the official rules.
///
/// The search asks only about positions with at most [`Endgame::max_pieces`] pieces, so that a
/// probe that would not succeed costs next to nothing.
pub trait Endgame: Sync {
    /// The most pieces, of both sides together, a known position can have.
    fn max_pieces(&self) -> usize;

    /// The value of a position, or `None` when it is not known.
    fn probe(&self, pos: &Position) -> Option<Wdl>;

    /// Plies to the end of the game from a position that is won or lost, if both sides play perfectly;
    /// `None` when they are not known. It may take long, so the search asks at the root alone.
    fn plies(&self, _pos: &Position) -> Option<u32> {
        None
    }
}

/// A damaged file is as good as none: the search goes on without it.
impl Endgame for Database {
    fn max_pieces(&self) -> usize {
        usize::from(Database::max_pieces(self))
    }

    fn probe(&self, pos: &Position) -> Option<Wdl> {
        Database::probe(self, pos).ok().flatten().map(|value| match value {
            Value::Win => Wdl::Win,
            Value::Draw => Wdl::Draw,
            Value::Loss => Wdl::Loss,
        })
    }

    fn plies(&self, pos: &Position) -> Option<u32> {
        Database::verdict(self, pos).ok().flatten()?.plies.map(u32::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_endings_are_known() {
        let known: &dyn Endgame = Database::shipped();
        assert_eq!(known.max_pieces(), 4);
        let pos: Position = "W:WK18,K22:BK3".parse().unwrap();
        assert_eq!(known.probe(&pos), Some(Wdl::Win));
        assert_eq!(known.plies(&pos), Some(7));
        assert_eq!(known.probe(&Position::START), None);
    }
}
