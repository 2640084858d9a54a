//! What can go wrong.

use crownhead_board::{PlayError, Position};
use crownhead_endgame::{DamagedError, Material};

use crate::Goal;

/// Why an ending cannot be practiced, or a move not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PracticeError {
    /// The database does not have the ending.
    #[error("the endings of {} pieces with the material {material} are not there", material.n_pieces())]
    NotCovered {
        /// What would have to be built.
        material: Material,
    },
    /// A file of the database is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedError),
    /// What is to be reached cannot be reached.
    #[error("with best play it is not {goal} here")]
    OutOfReach {
        /// What was to be reached.
        goal: Goal,
    },
    /// No position of a kind was found that is any good.
    #[error("no other position of this kind was found")]
    NoPosition,
    /// A move that cannot be made.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The attempt has ended.
    #[error("this attempt is over; take a move back, or begin again")]
    Over,
}

impl PracticeError {
    pub(crate) fn not_covered(pos: &Position) -> PracticeError {
        let material = Material::of(pos);
        PracticeError::NotCovered { material: material.max(material.flip()) }
    }
}
