//! Endings with a name.

use crownhead_board::Position;
use crownhead_endgame::Database;
use fastrand::Rng;

use crate::endings::ENDINGS;
use crate::kind::Kind;
use crate::needs::Needs;
use crate::{Goal, PracticeError};

/// An ending with a name: what to know, what to reach, a position, and how to find others of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// What it is called in commands and addresses.
    pub id: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What to know, in a sentence or two.
    pub advice: &'static str,
    /// What is to be reached.
    pub goal: Goal,
    /// The position to begin with, as FEN.
    pub(crate) example: &'static str,
    /// Where the pieces of others are.
    pub(crate) kind: &'static str,
    /// What is the same in all of them.
    pub(crate) needs: Needs,
}

/// How many positions are tried to find one that is good.
const MAX_TRIES: usize = 20_000;

impl Ending {
    /// All of them, the simple ones first.
    pub const ALL: &'static [Ending] = ENDINGS;

    /// The ending with this id.
    pub fn named(id: &str) -> Option<&'static Ending> {
        ENDINGS.iter().find(|ending| ending.id == id)
    }

    /// The position to begin with.
    pub fn example(&self) -> Position {
        self.example.parse().expect("a test reads all examples")
    }

    /// The number of pieces, which is what a database has to cover.
    pub fn n_pieces(&self) -> usize {
        self.example().occupied().len()
    }

    /// Is a position as those of this ending should be: the goal can be reached, and the way there is the one it is about?
    ///
    /// # Errors
    ///
    /// The database does not cover the position, or is damaged.
    pub fn is_typical(&self, database: &Database, pos: &Position) -> Result<bool, PracticeError> {
        let kind = Kind::parse(self.kind).expect("a test reads all kinds");
        Ok(kind.has(pos) && self.needs.are_met(database, pos, self.goal)?)
    }

    /// Another position of the same kind, always the same for the same seed. The database has been asked: the goal
    /// can be reached, and it can be missed.
    ///
    /// # Errors
    ///
    /// The database does not cover the ending or is damaged, or there is no such position.
    pub fn draw(&self, database: &Database, seed: u64) -> Result<Position, PracticeError> {
        let kind = Kind::parse(self.kind).expect("a test reads all kinds");
        let mut rng = Rng::with_seed(seed);
        for _ in 0..MAX_TRIES {
            if let Some(pos) = kind.draw(&mut rng)
                && self.needs.are_met(database, &pos, self.goal)?
            {
                return Ok(pos);
            }
        }
        Err(PracticeError::NoPosition)
    }
}
