//! Games of the engine against itself.

use crownhead_board::{Color, Game, Move, Outcome, Position, Rules};

use crate::control::Control;
use crate::eval::Evaluator;
use crate::limits::Limits;
use crate::report::Silent;
use crate::root::Root;
use crate::search::{Search, SearchTunables};
use crate::table::Table;

/// Somebody who makes moves.
pub trait Player {
    /// The move to make in a game that is not over.
    fn choose(&mut self, game: &Game) -> Move;

    /// A new game begins. Whatever chance there is comes from the seed.
    fn start_game(&mut self, seed: u64);
}

/// The engine as a player, on one thread.
#[derive(Debug)]
pub struct EnginePlayer<E> {
    /// What judges positions.
    pub evaluator: E,
    /// What every move may take.
    pub limits: Limits,
    /// What the search's decisions depend on.
    pub tunables: SearchTunables,
    table: Table,
}

impl<E: Evaluator> EnginePlayer<E> {
    /// A player with a table of its own of so many megabytes.
    pub fn new(evaluator: E, limits: Limits, megabytes: usize) -> EnginePlayer<E> {
        EnginePlayer {
            evaluator,
            limits,
            tunables: SearchTunables::default(),
            table: Table::with_megabytes(megabytes),
        }
    }
}

impl<E: Evaluator> Player for EnginePlayer<E> {
    fn choose(&mut self, game: &Game) -> Move {
        let (root, control) = (Root::from_game(game), Control::new());
        let search = Search {
            tunables: self.tunables.clone(),
            ..Search::new(&root, self.limits, &self.table, &control)
        };
        let answer = search.run(&self.evaluator, &mut Silent);
        answer.best().expect("a game that is not over has a legal move")
    }

    fn start_game(&mut self, _seed: u64) {
        self.table.clear();
    }
}

/// Plays a game to its end under the official rules and tells how it ended. The same players, start
/// and seed make the same game, as long as nobody looks at a clock.
///
/// ```
/// use crownhead_board::Position;
/// use crownhead_engine::{EnginePlayer, HandEvaluator, Limits, play_game};
///
/// let player = || EnginePlayer::new(HandEvaluator::default(), Limits::nodes(200), 1);
/// let game = play_game(&mut player(), &mut player(), Position::START, 1);
/// assert!(game.outcome().is_some());
/// ```
pub fn play_game(black: &mut dyn Player, white: &mut dyn Player, start: Position, seed: u64) -> Game {
    let mut game = Game::from_position(start, Rules::OFFICIAL);
    black.start_game(seed);
    white.start_game(seed ^ 1 << 63);
    while game.outcome().is_none() {
        let mv = match game.position().turn() {
            Color::Black => black.choose(&game),
            Color::White => white.choose(&game),
        };
        game.play(mv).expect("players make legal moves");
    }
    game
}

/// What a game has brought one side: 1 for a win, 0.5 for a draw, 0 for a loss.
pub fn points(game: &Game, color: Color) -> f64 {
    match game.outcome().and_then(Outcome::winner) {
        None => 0.5,
        Some(winner) if winner == color => 1.0,
        Some(_) => 0.0,
    }
}
