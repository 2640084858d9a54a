//! Does the engine do here what it does elsewhere?

use crownhead_board::Game;
use crownhead_engine::{Depth, Evaluation, NetworkEvaluator, bench};

/// Games whose positions are evaluated.
const GAMES: usize = 20;
/// The longest of them.
const MAX_PLIES: usize = 150;

/// Nodes of the bench to a depth.
pub(super) fn nodes(depth: u32) -> u64 {
    bench(Evaluation::shipped(), Depth::new(depth)).nodes
}

/// How many positions were evaluated, and how many differently with vectors and without.
pub(super) fn compare() -> (usize, usize) {
    let Some(network) = Evaluation::shipped().network().cloned() else { return (0, 0) };
    let (mut vectors, mut plain) =
        (NetworkEvaluator::new(network.clone()), NetworkEvaluator::portable(network));
    let (mut positions, mut different) = (0, 0);
    for number in 0..GAMES {
        let mut game = Game::new();
        while game.outcome().is_none() && game.moves().len() < MAX_PLIES {
            positions += 1;
            different += usize::from(vectors.evaluate(game.position()) != plain.evaluate(game.position()));
            let moves = game.legal_moves();
            // Moves like any others, and the same every time.
            let choice = (number * 31 + game.moves().len() * 17) % moves.len();
            game.play(moves[choice]).expect("it is one of the legal moves");
        }
    }
    (positions, different)
}
