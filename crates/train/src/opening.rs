//! Where games of self-play begin: ballots and random moves, so that no two are alike.

use crownhead_board::{Game, Position, Rules};
use crownhead_engine::{Random, eleven_man_ballots, three_move_ballots};

/// Starts of games.
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
    /// A game that has just begun: in equal shares from a three-move ballot, an eleven-man ballot or
    /// the start of the game, with some random moves. With fewer of them, most positions of many games
    /// would be the same.
    pub fn draw(&self, random: &mut Random) -> Game {
        loop {
            let (start, plies) = match random.below(3) {
                0 => (self.three_move[random.below(self.three_move.len())], 2..=8),
                1 => (self.eleven_man[random.below(self.eleven_man.len())], 2..=8),
                _ => (Position::START, 5..=13),
            };
            let mut game = Game::from_position(start, Rules::OFFICIAL);
            let plies = plies.start() + random.below(plies.clone().count());
            if (0..plies).all(|_| play_any(&mut game, random)) && game.outcome().is_none() {
                return game;
            }
        }
    }
}

/// Plays a random move; `false` when the game is over.
pub(crate) fn play_any(game: &mut Game, random: &mut Random) -> bool {
    let moves = game.legal_moves();
    if game.outcome().is_some() || moves.is_empty() {
        return false;
    }
    game.play(moves[random.below(moves.len())]).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides() {
        let openings = Openings::default();
        let draw = |seed| {
            let mut random = Random::new(seed);
            (0..20).map(|_| *openings.draw(&mut random).position()).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }
}
