//! What the search asks of an endgame database.

use std::sync::Arc;

use crownhead_board::Position;
use crownhead_endgame::{Database, Value, Verdict};

/// Knowledge of endings under the official rules.
///
/// The search asks only about positions with at most [`Endgame::max_pieces`] pieces, so that a
/// probe that would not succeed costs next to nothing.
pub trait Endgame: Send + Sync {
    /// The most pieces, of both sides together, a known position can have.
    fn max_pieces(&self) -> usize;

    /// The value of a position, or `None` when it is not known.
    fn probe(&self, pos: &Position) -> Option<Value>;

    /// The value with the plies to the end of the game. This may be slow, so the search asks at the
    /// root alone.
    fn verdict(&self, pos: &Position) -> Option<Verdict> {
        Some(Verdict { value: self.probe(pos)?, plies: None })
    }
}

/// A damaged file counts as none: the search goes on without it.
impl Endgame for Database {
    fn max_pieces(&self) -> usize {
        usize::from(Database::max_pieces(self))
    }

    fn probe(&self, pos: &Position) -> Option<Value> {
        Database::probe(self, pos).ok().flatten()
    }

    fn verdict(&self, pos: &Position) -> Option<Verdict> {
        Database::verdict(self, pos).ok().flatten()
    }
}

/// Lets a database be shared by reference or by count.
macro_rules! delegate {
    ($($pointer:ty),*) => {$(
        impl<T: Endgame + ?Sized> Endgame for $pointer {
            fn max_pieces(&self) -> usize {
                (**self).max_pieces()
            }

            fn probe(&self, pos: &Position) -> Option<Value> {
                (**self).probe(pos)
            }

            fn verdict(&self, pos: &Position) -> Option<Verdict> {
                (**self).verdict(pos)
            }
        }
    )*};
}

delegate!(&T, Arc<T>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_endings_are_known() {
        let known: &dyn Endgame = Database::shipped();
        assert_eq!(known.max_pieces(), 4);
        let pos: Position = "W:WK18,K22:BK3".parse().unwrap();
        assert_eq!(known.probe(&pos), Some(Value::Win));
        assert_eq!(known.verdict(&pos), Some(Verdict { value: Value::Win, plies: Some(7) }));
        assert_eq!(known.probe(&Position::START), None);
    }
}
