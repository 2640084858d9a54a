//! How games begin.

use crownhead_board::{Game, Move, Position, Rules};
use serde::{Deserialize, Serialize};

/// How somebody wants a game to begin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "from", rename_all = "snake_case", deny_unknown_fields)]
pub enum Opening {
    /// At the usual start, with any moves.
    #[default]
    Free,
    /// With the three moves of a ballot.
    Ballot {
        /// Its number.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 174))]
        number: u16,
    },
    /// With a random ballot.
    RandomBallot,
    /// From a position.
    Fen {
        /// The position.
        #[cfg_attr(feature = "schema", schema(value_type = String, example = "W:W22,24,31:B10,11,K18"))]
        fen: Position,
    },
}

impl Opening {
    /// Does the game begin at the usual start?
    pub fn is_free(&self) -> bool {
        *self == Opening::Free
    }
}

/// Where a contest begins: a position, and moves that were made for the players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The position.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub fen: Position,
    /// The moves of a ballot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub moves: Vec<Move>,
}

impl Default for Start {
    fn default() -> Start {
        Start::from(Position::START)
    }
}

impl From<Position> for Start {
    fn from(fen: Position) -> Start {
        Start { fen, moves: Vec::new() }
    }
}

impl Start {
    /// The usual start, with moves that were made for the players.
    pub fn ballot(moves: impl Into<Vec<Move>>) -> Start {
        Start { moves: moves.into(), ..Start::default() }
    }

    /// The game before anybody has moved. Under house rules a ballot may not be playable to its end; what is
    /// left of it is left out.
    pub fn game(&self, rules: Rules) -> Game {
        let mut game = Game::from_position(self.fen, rules);
        // The first move that is not legal ends it.
        let _ = self.moves.iter().try_for_each(|mv| game.play(*mv));
        game
    }
}
