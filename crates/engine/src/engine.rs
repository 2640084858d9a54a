//! The engine: all it thinks with, in one place.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crownhead_board::{Game, Move};
use crownhead_endgame::Database;

use crate::book::Book;
use crate::control::Control;
use crate::endgame::Endgame;
use crate::eval::Evaluation;
use crate::level::{Level, Strength};
use crate::limits::Limits;
use crate::report::{Answer, Line, Reporter, Silent, Slice};
use crate::root::Root;
use crate::search::{Search, SearchTunables};
use crate::table::{self, Table, TableSizeError};
use crate::time;

/// An engine: table, evaluation, endgames, book, threads and tunables.
///
/// It can be asked from several threads at once. Clones share the table, so that one of them profits from
/// what another has found, and they may differ in everything else.
///
/// ```
/// use crownhead_board::Game;
/// use crownhead_engine::{Depth, Engine, Limits};
///
/// let game = Game::new();
/// let mv = Engine::new().best_move(&game, Limits::depth(Depth::new(7))).unwrap();
/// assert!(game.legal_moves().contains(&mv));
/// ```
#[derive(Clone)]
pub struct Engine {
    table: Arc<Table>,
    evaluation: Evaluation,
    endgame: Option<Arc<dyn Endgame>>,
    /// How much the moves from the book vary; without it, none are played.
    book: Option<u8>,
    threads: usize,
    tunables: SearchTunables,
    now: time::Now,
}

/// What an [`Engine`] is asked about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A move to play.
    Move {
        /// When to stop thinking. A level has its own depth and nodes.
        limits: Limits,
        /// How well to play.
        strength: Strength,
        /// Decides what is left to chance: moves from the book, and what a weak level overlooks.
        seed: u64,
    },
    /// The best moves, each with the line that follows and its score.
    Lines {
        /// How many.
        count: usize,
        /// When to stop thinking.
        limits: Limits,
    },
}

impl Ask {
    /// The best move, at full strength.
    pub const fn best_move(limits: Limits) -> Ask {
        Ask::Move { limits, strength: Strength::Full, seed: 0 }
    }

    /// The move of a level.
    pub const fn level(level: Level, seed: u64) -> Ask {
        Ask::Move { limits: Limits::NONE, strength: Strength::Level(level), seed }
    }

    /// The `count` best lines.
    pub const fn lines(count: usize, limits: Limits) -> Ask {
        Ask::Lines { count, limits }
    }

    /// When to stop thinking.
    pub const fn limits(&self) -> Limits {
        match self {
            Ask::Move { limits, .. } | Ask::Lines { limits, .. } => *limits,
        }
    }
}

/// The weakest level that plays from the book.
const MIN_BOOK_LEVEL: u8 = 6;

impl Engine {
    /// The size of the table unless another one is set.
    pub const DEFAULT_MEGABYTES: usize = 64;
    /// The largest size of the table.
    pub const MAX_MEGABYTES: usize = table::MAX_MEGABYTES;
    /// How much moves from the book usually vary.
    pub const DEFAULT_VARIETY: u8 = 40;

    /// An engine with the evaluation and the endgames of the program, one thread and no book.
    pub fn new() -> Engine {
        Engine::with_megabytes(Engine::DEFAULT_MEGABYTES)
    }

    /// The same with a table of `megabytes`, for sizes that are known to fit; [`Engine::hash`] takes any.
    pub fn with_megabytes(megabytes: usize) -> Engine {
        Engine {
            table: Arc::new(Table::with_megabytes(megabytes)),
            evaluation: Evaluation::shipped(),
            endgame: Some(Arc::new(Database::shipped())),
            book: None,
            threads: 1,
            tunables: SearchTunables::default(),
            now: time::now,
        }
    }

    /// The same with a table just large enough for a level.
    pub fn for_level(level: Level) -> Engine {
        Engine { table: Arc::new(Table::for_nodes(level.nodes)), ..Engine::with_megabytes(0) }
    }

    /// Takes an empty table of `megabytes`.
    ///
    /// # Errors
    ///
    /// There is no such size, or not enough memory.
    pub fn hash(mut self, megabytes: usize) -> Result<Engine, TableSizeError> {
        self.table = Arc::new(Table::try_with_megabytes(megabytes)?);
        Ok(self)
    }

    /// Whether [`Engine::hash`] could take a table of `megabytes` now.
    ///
    /// # Errors
    ///
    /// There is no such size, or not enough memory.
    pub fn check_hash(megabytes: usize) -> Result<(), TableSizeError> {
        table::check(megabytes)
    }

    /// Searches with `threads` threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Engine {
        self.threads = threads.max(1);
        self
    }

    /// Takes another evaluation.
    #[must_use]
    pub fn evaluation(mut self, evaluation: Evaluation) -> Engine {
        self.evaluation = evaluation;
        self
    }

    /// Takes another endgame database, or none. It is used under the official rules alone.
    #[must_use]
    pub fn endgame(mut self, endgame: Option<Arc<dyn Endgame>>) -> Engine {
        self.endgame = endgame;
        self
    }

    /// Plays moves from the book, or does not. A variety of 0 takes the best ones only, up to 100 other
    /// good ones too.
    #[must_use]
    pub fn book(mut self, variety: Option<u8>) -> Engine {
        self.book = variety;
        self
    }

    /// Takes other parameters of the search.
    #[must_use]
    pub fn tunables(mut self, tunables: SearchTunables) -> Engine {
        self.tunables = tunables;
        self
    }

    /// Takes a clock in place of the system's, for places that have none: a function that says how much
    /// time has passed since some moment, which is always the same.
    #[must_use]
    pub fn clock(mut self, now: fn() -> Duration) -> Engine {
        self.now = now;
        self
    }

    /// Forgets what earlier searches found.
    pub fn new_game(&self) {
        self.table.clear();
    }

    /// The best move within the limits; `None` only if there is no legal move.
    pub fn best_move(&self, game: &Game, limits: Limits) -> Option<Move> {
        self.think(game, Ask::best_move(limits), &Control::new(), &mut Silent).best
    }

    /// The `count` best lines within the limits, the best first.
    pub fn lines(&self, game: &Game, count: usize, limits: Limits) -> Vec<Line> {
        self.think(game, Ask::lines(count, limits), &Control::new(), &mut Silent).lines
    }

    /// Thinks about the position at the end of a game, under the game's rules and with its history.
    ///
    /// ```
    /// use crownhead_board::Game;
    /// use crownhead_engine::{Ask, Control, Depth, Engine, Limits, Report};
    ///
    /// let (engine, control) = (Engine::with_megabytes(1), Control::new());
    /// let mut depths = Vec::new();
    /// let mut reporter = |report: &Report| depths.push(report.depth);
    /// let ask = Ask::lines(3, Limits::depth(Depth::new(4)));
    /// let answer = engine.think(&Game::new(), ask, &control, &mut reporter);
    /// assert_eq!(answer.lines.len(), 3);
    /// assert_eq!(depths.len(), 12);
    /// ```
    pub fn think(&self, game: &Game, ask: Ask, control: &Control, reporter: &mut dyn Reporter) -> Answer {
        let root = Root::from_game(game);
        match ask {
            Ask::Lines { count, limits } => self.search(&root, limits, control).lines(count).run(reporter),
            Ask::Move { limits, strength, seed } => {
                if let Some(mv) = self.book_move(game, limits, strength, seed) {
                    return Answer::unexplained(mv);
                }
                match strength {
                    Strength::Full => self.search(&root, limits, control).run(reporter),
                    Strength::Level(level) if level.is_full_strength() => {
                        self.search(&root, level.limits(limits), control).run(reporter)
                    }
                    Strength::Level(level) => {
                        self.play_level(&root, level, game.moves().len(), seed, control)
                    }
                }
            }
        }
    }

    /// Thinks for a slice of time, and from the answer of an earlier slice goes on where it ended: with the next
    /// depth, and with what is in the table. Where there is one thread, others have their turn between slices.
    ///
    /// Limits are for all slices together. The move of a level is found in one slice: what it sees must not
    /// depend on the time.
    ///
    /// ```
    /// use std::time::Duration;
    /// use crownhead_board::Game;
    /// use crownhead_engine::{Answer, Ask, Depth, Engine, Limits, Silent};
    ///
    /// let (engine, game, slice) = (Engine::with_megabytes(1), Game::new(), Duration::from_millis(1));
    /// let ask = Ask::lines(2, Limits::depth(Depth::new(9)));
    /// let mut answer = Answer::default();
    /// loop {
    ///     let thought = engine.think_on(&game, ask, &answer, slice, &mut Silent);
    ///     assert!(thought.answer.depth >= answer.depth);
    ///     answer = thought.answer;
    ///     if thought.is_done {
    ///         break;
    ///     }
    /// }
    /// assert_eq!(answer.depth, Depth::new(9));
    /// ```
    pub fn think_on(
        &self,
        game: &Game,
        ask: Ask,
        so_far: &Answer,
        slice: Duration,
        reporter: &mut dyn Reporter,
    ) -> Slice {
        let (root, control) = (Root::from_game(game), Control::new());
        let search = match ask {
            Ask::Lines { count, limits } => self.search(&root, limits, &control).lines(count),
            Ask::Move { limits, strength: Strength::Full, seed }
                if self.book_move(game, limits, Strength::Full, seed).is_none() =>
            {
                self.search(&root, limits, &control)
            }
            Ask::Move { .. } => {
                return Slice { answer: self.think(game, ask, &control, reporter), is_done: true };
            }
        };
        search.go_on(so_far, slice, reporter)
    }

    fn search<'a>(&'a self, root: &'a Root, limits: Limits, control: &'a Control) -> Search<'a> {
        Search {
            root,
            limits,
            table: &self.table,
            evaluation: &self.evaluation,
            endgame: self.endgame.as_deref().filter(|_| root.rules().is_official()),
            control,
            threads: self.threads,
            multi_pv: 1,
            tunables: &self.tunables,
            now: self.now,
            so_far: None,
            slice: None,
        }
    }

    /// A move from the book, where one is to be played: pondering and analysis want lines.
    fn book_move(&self, game: &Game, limits: Limits, strength: Strength, seed: u64) -> Option<Move> {
        let has_studied = match strength {
            Strength::Full => true,
            Strength::Level(level) => level.number >= MIN_BOOK_LEVEL,
        };
        let may_use = has_studied && game.rules().is_official() && !limits.ponder && !limits.wait_for_stop;
        let variety = self.book.filter(|_| may_use)?;
        Book::shipped().choose(game.position(), variety, seed)
    }

    /// The move of a weak level. It sees every move, but forgets at once what it has seen deeper: that
    /// would let it see further than it should.
    fn play_level(&self, root: &Root, level: Level, ply: usize, seed: u64, control: &Control) -> Answer {
        let (table, evaluation) = (Table::for_nodes(level.nodes), Evaluation::hand());
        let search = Search {
            table: &table,
            evaluation: &evaluation,
            endgame: None,
            threads: 1,
            ..self.search(root, level.limits(Limits::NONE), control)
        };
        let lines = search.lines(usize::MAX).run(&mut Silent).lines;
        level.choose(root, &lines, ply, seed).map(Answer::unexplained).unwrap_or_default()
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Engine({:?}, {} threads)", self.table, self.threads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::depth::Depth;
    use crownhead_board::{Position, Rules};

    #[test]
    fn the_book_is_for_moves_of_those_who_have_studied() {
        let engine = Engine::with_megabytes(1).book(Some(0));
        let known = Book::shipped().choose(&Position::START, 0, 0).unwrap();
        let limits = Limits::depth(Depth::new(3));
        let think = |engine: &Engine, game: &Game, ask| engine.think(game, ask, &Control::new(), &mut Silent);
        let answer = think(&engine, &Game::new(), Ask::best_move(limits));
        assert_eq!((answer.best, answer.lines.len()), (Some(known), 0));
        assert_eq!(think(&engine, &Game::new(), Ask::level(Level::ALL[9], 0)).best, Some(known));
        // Lines are searched, and so is the move of an engine without a book or under house rules.
        assert_eq!(think(&engine, &Game::new(), Ask::lines(1, limits)).depth, Depth::new(3));
        let without = engine.clone().book(None);
        assert_eq!(think(&without, &Game::new(), Ask::best_move(limits)).depth, Depth::new(3));
        let casual = Game::from_position(Position::START, Rules::preset("casual").unwrap());
        assert_eq!(think(&engine, &casual, Ask::best_move(limits)).depth, Depth::new(3));
        // A search that is to go on until it is stopped is no question for the book either.
        let control = Control::new();
        let mut stop = |_: &crate::Report| control.stop();
        assert!(
            !engine
                .think(&Game::new(), Ask::best_move(Limits::INFINITE), &control, &mut stop)
                .lines
                .is_empty()
        );
    }

    #[test]
    fn what_is_found_under_some_rules_is_not_used_under_others() {
        // Black jumps twice in one turn under the casual rules, and White has nothing left.
        let pos: Position = "B:W15,23:B11,1".parse().unwrap();
        let casual = Game::from_position(pos, Rules::preset("casual").unwrap());
        let official = Game::from_position(pos, Rules::OFFICIAL);
        let engine = Engine::with_megabytes(1).endgame(None);
        let score = |engine: &Engine, game| engine.lines(game, 1, Limits::depth(Depth::new(6)))[0].score;
        let fresh = score(&Engine::with_megabytes(1).endgame(None), &official);
        assert!(score(&engine, &casual).is_win());
        assert_eq!(score(&engine, &official), fresh);
    }
}
