//! Where self-play games start: ballots and random moves, so that games differ.

use crownhead_board::{Game, Position, Rules};
use crownhead_engine::{eleven_man_ballots, three_move_ballots};
use fastrand::Rng;

/// Starting positions of self-play games.
#[derive(Debug)]
pub struct Openings {
    three_move: Vec<Position>,
    eleven_man: Vec<Position>,
}

impl Default for Openings {
    fn default() -> Openings {
        Openings {
            three_move: three_move_ballots().iter().map(|ballot| ballot.position()).collect(),
            eleven_man: eleven_man_ballots(),
        }
    }
}

impl Openings {
    /// A random opening: with equal chances a three-move ballot, an eleven-man ballot or the start of the game, followed by random
    /// moves. With fewer random moves, most positions of many games would be the same.
    pub fn random(&self, rng: &mut Rng) -> Game {
        loop {
            let (start, plies) = match rng.u8(..3) {
                0 => (self.three_move[rng.usize(..self.three_move.len())], rng.u8(2..=8)),
                1 => (self.eleven_man[rng.usize(..self.eleven_man.len())], rng.u8(2..=8)),
                _ => (Position::START, rng.u8(5..=13)),
            };
            let mut game = Game::from_position(start, Rules::OFFICIAL);
            if (0..plies).all(|_| play_random(&mut game, rng)) && game.outcome().is_none() {
                return game;
            }
        }
    }
}

/// Plays a random move; `false` if the game is over.
pub(crate) fn play_random(game: &mut Game, rng: &mut Rng) -> bool {
    let moves = game.legal_moves();
    if game.outcome().is_some() || moves.is_empty() {
        return false;
    }
    game.play(moves[rng.usize(..moves.len())]).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides() {
        let openings = Openings::default();
        let positions = |seed| {
            let mut rng = Rng::with_seed(seed);
            (0..20).map(|_| *openings.random(&mut rng).position()).collect::<Vec<_>>()
        };
        assert_eq!(positions(1), positions(1));
        assert_ne!(positions(1), positions(2));
    }
}
