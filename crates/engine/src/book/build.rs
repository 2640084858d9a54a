//! Making a book: the best moves of each position by one search, checked by a deeper one.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crownhead_board::{Game, Move, Position, Rules};

use super::{Book, BookMove};
use crate::engine::Engine;
use crate::limits::Limits;
use crate::score::Score;

/// How a book is made.
#[derive(Clone, Copy, Debug)]
pub struct BookBuilder {
    /// Plies from each start.
    pub plies: u32,
    /// Nodes for the first look at a position.
    pub nodes: u64,
    /// Nodes for the second look at each move that seems good.
    pub check_nodes: u64,
    /// The most moves to keep of a position.
    pub width: usize,
    /// How much worse than the best a move may be, in hundredths of a man.
    pub margin: i32,
    /// The number of threads.
    pub threads: usize,
}

impl Default for BookBuilder {
    fn default() -> BookBuilder {
        BookBuilder { plies: 4, nodes: 100_000, check_nodes: 400_000, width: 3, margin: 8, threads: 1 }
    }
}

/// The table of each thread.
const MEGABYTES: usize = 16;
/// A move that is this bad after the second look loses, whatever the others are.
const LOST: i32 = -60;

impl BookBuilder {
    /// Makes a book from some starts. `report` gets the number of positions done, and of those known
    /// so far.
    ///
    /// ```
    /// use crownhead_board::Position;
    /// use crownhead_engine::BookBuilder;
    ///
    /// let builder = BookBuilder { plies: 2, nodes: 2000, check_nodes: 5000, ..BookBuilder::default() };
    /// let book = builder.build(&[Position::START], |_, _| {});
    /// assert!(book.len() >= 2);
    /// ```
    pub fn build(&self, starts: &[Position], report: impl Fn(usize, usize) + Sync) -> Book {
        let mut book = Book::default();
        let mut known: HashSet<Position> = starts.iter().copied().collect();
        let mut layer: Vec<Position> = starts.to_vec();
        let done = AtomicUsize::new(0);
        for _ in 0..self.plies {
            let found = self.study(&layer, &|| {
                report(done.fetch_add(1, Ordering::Relaxed) + 1, known.len());
            });
            let mut next = Vec::new();
            for (pos, moves) in found {
                next.extend(moves.iter().map(|book_move| pos.play_unchecked(book_move.mv)));
                if !moves.is_empty() {
                    book.insert(pos, moves);
                }
            }
            next.retain(|pos| pos.has_legal_move() && known.insert(*pos));
            layer = next;
        }
        book
    }

    /// Studies positions on all threads.
    fn study(&self, positions: &[Position], each: &(impl Fn() + Sync)) -> Vec<(Position, Vec<BookMove>)> {
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            let engine = Engine::with_megabytes(MEGABYTES).endgame(None);
            while let Some(pos) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                let moves = self.good_moves(pos, &engine);
                found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((*pos, moves));
                each();
            }
        };
        thread::scope(|scope| {
            (1..self.threads).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The moves worth keeping, each with what the deeper search says of it.
    fn good_moves(&self, pos: &Position, engine: &Engine) -> Vec<BookMove> {
        // Nothing that was found before, so that a book does not depend on the threads.
        engine.new_game();
        let game = Game::from_position(*pos, Rules::OFFICIAL);
        let lines = engine.lines(&game, self.width, Limits::nodes(self.nodes));
        let Some(best) = lines.first().map(|line| line.score.centimen()) else { return Vec::new() };
        let close = lines.iter().filter(|line| line.score.centimen() >= best - self.margin);
        let mut moves: Vec<BookMove> = close
            .map(|line| line.moves[0])
            .map(|mv| BookMove { mv, score: self.second_look(pos, mv, engine).centimen() })
            .collect();
        let best = moves.iter().map(|book_move| book_move.score).max().unwrap_or(LOST);
        moves.retain(|book_move| book_move.score >= best - self.margin && book_move.score > LOST);
        moves
    }

    fn second_look(&self, pos: &Position, mv: Move, engine: &Engine) -> Score {
        let game = Game::from_position(pos.play_unchecked(mv), Rules::OFFICIAL);
        let lines = engine.lines(&game, 1, Limits::nodes(self.check_nodes));
        lines.first().map_or(Score::MAX_ESTIMATE, |line| -line.score)
    }
}
