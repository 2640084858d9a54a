//! Who plays: our engine at some setting or level, or another program.

use std::fmt;

use crownhead_board::{Game, Move};
use crownhead_engine::{
    Book, Control, Endgame, Evaluation, Level, LevelPlayer, Limits, Root, Score, Search, SearchTunables,
    Silent, Table,
};
use thiserror::Error;

/// Somebody who proposes moves. The referee decides what becomes of them.
pub trait Player: Send {
    /// A new game begins. Chance, if there is any, comes from the seed.
    ///
    /// # Errors
    ///
    /// The player cannot play.
    fn start_game(&mut self, game: &Game, seed: u64) -> Result<(), Fault>;

    /// The move to make in a game that is not over.
    ///
    /// # Errors
    ///
    /// The player failed, which loses the game.
    fn choose(&mut self, game: &Game, limits: Limits) -> Result<Thought, Fault>;
}

/// A move and what the player thinks of it.
#[derive(Clone, Copy, Debug)]
pub struct Thought {
    /// The move.
    pub mv: Move,
    /// The score for the side that makes it.
    pub score: Option<Score>,
    /// How deep it looked, in plies.
    pub depth: Option<u32>,
}

/// How a player failed. It loses that game only.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It proposed something that is not a legal move.
    #[error("illegal move {0}")]
    Illegal(String),
    /// It stopped working.
    #[error("crashed: {0}")]
    Crashed(String),
    /// It did not answer.
    #[error("no answer: {0}")]
    Silent(String),
}

/// Our engine with a search of its own.
pub struct EnginePlayer<'a> {
    table: Table,
    threads: usize,
    endgame: Option<&'a dyn Endgame>,
    evaluation: Evaluation,
    tunables: SearchTunables,
    /// The variety with which it plays from the book, if it does.
    book: Option<u8>,
    seed: u64,
}

impl fmt::Debug for EnginePlayer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EnginePlayer({} MB, {} threads)", self.table.megabytes(), self.threads)
    }
}

impl<'a> EnginePlayer<'a> {
    /// An engine with a table of so many megabytes.
    pub fn new(megabytes: usize, threads: usize, endgame: Option<&'a dyn Endgame>) -> EnginePlayer<'a> {
        EnginePlayer {
            table: Table::with_megabytes(megabytes),
            threads,
            endgame,
            evaluation: Evaluation::shipped(),
            tunables: SearchTunables::default(),
            book: None,
            seed: 0,
        }
    }

    /// The same engine, playing from the book: with a variety of 0 the best moves, up to 100 others
    /// too.
    #[must_use]
    pub fn with_book(mut self, variety: u8) -> EnginePlayer<'a> {
        self.book = Some(variety);
        self
    }

    /// The same engine with another evaluation than the shipped one.
    #[must_use]
    pub fn with_evaluation(mut self, evaluation: Evaluation) -> EnginePlayer<'a> {
        self.evaluation = evaluation;
        self
    }

    /// The same engine with other parameters of the search.
    #[must_use]
    pub fn with_tunables(mut self, tunables: SearchTunables) -> EnginePlayer<'a> {
        self.tunables = tunables;
        self
    }

    fn book_move(&self, game: &Game) -> Option<Move> {
        let variety = self.book.filter(|_| game.rules().is_official())?;
        Book::shipped().choose(game.position(), variety, self.seed)
    }
}

impl Player for EnginePlayer<'_> {
    fn start_game(&mut self, _game: &Game, seed: u64) -> Result<(), Fault> {
        self.table.clear();
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, game: &Game, limits: Limits) -> Result<Thought, Fault> {
        if let Some(mv) = self.book_move(game) {
            return Ok(Thought { mv, score: None, depth: None });
        }
        let (root, control) = (Root::from_game(game), Control::new());
        let search = Search {
            threads: self.threads,
            endgame: self.endgame,
            tunables: self.tunables.clone(),
            ..Search::new(&root, limits, &self.table, &control)
        };
        let answer = search.run(&self.evaluation, &mut Silent);
        let mv =
            answer.best().ok_or_else(|| Fault::Crashed("no move in a game that is not over".to_owned()))?;
        let depth = u32::try_from(answer.depth.plies()).ok();
        Ok(Thought { mv, score: answer.score(), depth })
    }
}

/// One of our levels. It thinks as long as it thinks; limits do not touch it.
#[derive(Debug)]
pub struct LevelledPlayer(LevelPlayer);

impl LevelledPlayer {
    /// A player of this level.
    pub fn new(level: Level, megabytes: usize) -> LevelledPlayer {
        LevelledPlayer(LevelPlayer::new(level, megabytes))
    }
}

impl Player for LevelledPlayer {
    fn start_game(&mut self, _game: &Game, seed: u64) -> Result<(), Fault> {
        self.0.start_game(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _limits: Limits) -> Result<Thought, Fault> {
        Ok(Thought { mv: self.0.choose(game, &Control::new()), score: None, depth: None })
    }
}
