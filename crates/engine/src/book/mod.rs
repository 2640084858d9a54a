//! An opening book of our own making.

#[cfg(feature = "threads")]
mod build;
mod text;

use std::collections::HashMap;
use std::sync::LazyLock;

use crownhead_board::{Move, Position};
use fastrand::Rng;

#[cfg(feature = "threads")]
pub use build::BookBuilder;
pub use text::BookError;

/// Moves for the first part of the game, found by our own search and checked by a deeper one.
///
/// ```
/// use crownhead_board::Position;
/// use crownhead_engine::Book;
///
/// let book = Book::shipped();
/// let mv = book.choose(&Position::START, 0, 1).unwrap();
/// assert!(Position::START.is_legal(mv));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Book {
    positions: HashMap<Position, Vec<BookMove>>,
}

/// A move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// What it is worth to the side that makes it, in hundredths of a man.
    pub score: i32,
}

impl Book {
    /// The book inside the program.
    pub fn shipped() -> &'static Book {
        static SHIPPED: LazyLock<Book> = LazyLock::new(|| {
            include_str!("../../data/book.txt").parse().expect("a test reads the book inside the program")
        });
        &SHIPPED
    }

    /// The number of positions it knows.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Does it know nothing?
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// What it knows of a position, the best move first.
    pub fn moves(&self, pos: &Position) -> &[BookMove] {
        self.positions.get(pos).map_or(&[], Vec::as_slice)
    }

    /// A move for a position, if it knows one. With a variety of 0 it is the best; with 100 any of
    /// its moves is as likely as another. The same seed makes the same choice.
    pub fn choose(&self, pos: &Position, variety: u8, seed: u64) -> Option<Move> {
        let moves = self.moves(pos);
        let best = moves.first()?;
        let mut random = Rng::with_seed(seed ^ pos.key());
        // A move this many hundredths of a man worse than the best is half as likely.
        let half = f64::from(variety.min(100)).powi(2) / 100.0;
        let weight = |book_move: &BookMove| match half {
            0.0 => f64::from(u8::from(book_move == best)),
            _ => 0.5f64.powf(f64::from(best.score - book_move.score) / half),
        };
        let mut left = random.f64() * moves.iter().map(weight).sum::<f64>();
        let chosen = moves.iter().find(|book_move| {
            left -= weight(book_move);
            left < 0.0
        });
        Some(chosen.unwrap_or(best).mv)
    }

    pub(crate) fn insert(&mut self, pos: Position, mut moves: Vec<BookMove>) {
        moves.sort_by_key(|book_move| (-book_move.score, book_move.mv.route()));
        self.positions.insert(pos, moves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_book_is_read_and_written_alike() {
        let book = Book::shipped();
        assert!(book.len() > 100);
        assert_eq!(book.to_string().parse(), Ok(book.clone()));
    }

    #[test]
    fn variety_lets_other_moves_come_up() {
        let moves = |variety| -> std::collections::HashSet<Move> {
            (0..200).filter_map(|seed| Book::shipped().choose(&Position::START, variety, seed)).collect()
        };
        assert_eq!(moves(0).len(), 1);
        assert!(moves(100).len() > 1);
    }
}
