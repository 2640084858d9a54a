//! Players inside the program: the engine, its levels, and a random mover.

use crownhead_board::{Game, Move};
use crownhead_engine::{Ask, Control, Engine, Level, Limits, Silent, Strength};
use fastrand::Rng;

use super::{Fault, Player, Proposal, Thought, Turn};

/// The engine, at full strength or at a level.
#[derive(Debug)]
pub struct EnginePlayer {
    engine: Engine,
    strength: Strength,
    seed: u64,
}

impl EnginePlayer {
    /// An engine at full strength. It should have a table of its own.
    pub fn new(engine: Engine) -> EnginePlayer {
        EnginePlayer { engine, strength: Strength::Full, seed: 0 }
    }

    /// A level of the engine, without book and endgames. It has its own limits and ignores those of the turn.
    pub fn level(level: Level) -> EnginePlayer {
        let engine = Engine::for_level(level).endgame(None);
        EnginePlayer { strength: Strength::Level(level), ..EnginePlayer::new(engine) }
    }
}

impl Player for EnginePlayer {
    fn start_game(&mut self, _game: &Game, seed: u64) -> Result<(), Fault> {
        self.engine.new_game();
        self.seed = seed;
        Ok(())
    }

    fn propose(&mut self, turn: &Turn<'_>) -> Result<Proposal, Fault> {
        let limits = match self.strength {
            Strength::Full => turn.limits,
            Strength::Level(_) => Limits::NONE,
        };
        let ask = Ask::Move { limits, strength: self.strength, seed: self.seed };
        let answer = self.engine.think(turn.game, ask, &Control::new(), &mut Silent);
        let mv =
            answer.best.ok_or_else(|| Fault::Crashed("no move in a game that is not over".to_owned()))?;
        if answer.lines.is_empty() {
            return Ok(mv.into());
        }
        let depth = u32::try_from(answer.depth.plies()).ok();
        Ok(Proposal::Move(Thought { mv, score: answer.score(), depth }))
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
