//! Players inside the program: the engine, its levels, and a random mover.

use std::fmt;

use crownhead_board::{Game, Move};
use crownhead_engine::{
    Book, Control, Endgame, Evaluation, Level, LevelPlayer, Root, Search, SearchTunables, Silent, Table,
};
use fastrand::Rng;

use super::{Fault, Player, Proposal, Thought, Turn};

/// The engine.
pub struct EnginePlayer<'a> {
    table: Table,
    threads: usize,
    endgame: Option<&'a dyn Endgame>,
    evaluation: Evaluation,
    tunables: SearchTunables,
    /// The variety of book moves, if it uses the book.
    book: Option<u8>,
    seed: u64,
}

impl fmt::Debug for EnginePlayer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EnginePlayer({} MB, {} threads)", self.table.megabytes(), self.threads)
    }
}

impl<'a> EnginePlayer<'a> {
    /// An engine with a table of `megabytes`.
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

    /// Plays from the book, with a variety from 0 (best moves only) to 100.
    #[must_use]
    pub fn with_book(mut self, variety: u8) -> EnginePlayer<'a> {
        self.book = Some(variety);
        self
    }

    /// Uses another evaluation than the shipped one.
    #[must_use]
    pub fn with_evaluation(mut self, evaluation: Evaluation) -> EnginePlayer<'a> {
        self.evaluation = evaluation;
        self
    }

    /// Uses other search parameters.
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

    fn propose(&mut self, turn: &Turn<'_>) -> Result<Proposal, Fault> {
        if let Some(mv) = self.book_move(turn.game) {
            return Ok(mv.into());
        }
        let (root, control) = (Root::from_game(turn.game), Control::new());
        let search = Search {
            threads: self.threads,
            endgame: self.endgame,
            tunables: self.tunables.clone(),
            ..Search::new(&root, turn.limits, &self.table, &control)
        };
        let answer = search.run(&self.evaluation, &mut Silent);
        let mv =
            answer.best().ok_or_else(|| Fault::Crashed("no move in a game that is not over".to_owned()))?;
        let depth = u32::try_from(answer.depth.plies()).ok();
        Ok(Proposal::Move(Thought { mv, score: answer.score(), depth }))
    }
}

/// A level of the engine. It has its own limits and ignores those of the turn.
#[derive(Debug)]
pub struct LevelledPlayer(LevelPlayer);

impl LevelledPlayer {
    /// A player of this level, with a table large enough for its searches.
    pub fn new(level: Level) -> LevelledPlayer {
        /// Room for a node in the table, in bytes.
        const NODE: u64 = 32;
        let megabytes = (level.nodes * NODE).div_ceil(1 << 20);
        LevelledPlayer(LevelPlayer::new(level, usize::try_from(megabytes).unwrap_or(1)))
    }
}

impl Player for LevelledPlayer {
    fn start_game(&mut self, _game: &Game, seed: u64) -> Result<(), Fault> {
        self.0.start_game(seed);
        Ok(())
    }

    fn propose(&mut self, turn: &Turn<'_>) -> Result<Proposal, Fault> {
        Ok(self.0.choose(turn.game, &Control::new()).into())
    }
}

/// Plays random legal moves.
#[derive(Debug)]
pub struct RandomPlayer(Rng);

impl Default for RandomPlayer {
    fn default() -> RandomPlayer {
        RandomPlayer(Rng::with_seed(0))
    }
}

impl Player for RandomPlayer {
    fn start_game(&mut self, _game: &Game, seed: u64) -> Result<(), Fault> {
        self.0 = Rng::with_seed(seed);
        Ok(())
    }

    fn propose(&mut self, turn: &Turn<'_>) -> Result<Proposal, Fault> {
        let mv = random_move(turn.game, &mut self.0);
        mv.map(Proposal::from).ok_or_else(|| Fault::Crashed("no move in a game that is not over".to_owned()))
    }
}

/// A random legal move, if there is one.
pub(crate) fn random_move(game: &Game, rng: &mut Rng) -> Option<Move> {
    let moves = game.legal_moves();
    (!moves.is_empty()).then(|| moves[rng.usize(..moves.len())])
}
