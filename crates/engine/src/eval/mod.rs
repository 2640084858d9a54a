//! How good a position looks without searching.

mod features;
mod hand;
mod learned;
mod network;
mod side;
mod weights;

pub use hand::{HandEvaluator, HandWeights};
pub use learned::Evaluation;
pub use network::{Network, NetworkEvaluator, NetworkShape};
pub use weights::{WeightsError, WeightsFileError, WeightsProblem, checksum, seal_weights};

use crownhead_board::Position;

use crate::score::Score;

/// Judges positions at the end of a search.
///
/// Every thread of a search works with a clone of its own, so an implementation may keep what it
/// has worked out for the last position and update it for the next.
///
/// ```
/// use crownhead_board::Position;
/// use crownhead_engine::{Evaluator, Score};
///
/// /// Counts pieces.
/// #[derive(Clone)]
/// struct Material;
///
/// impl Evaluator for Material {
///     fn evaluate(&mut self, pos: &Position) -> Score {
///         let (own, other) = (pos.pieces(pos.turn()).len(), pos.pieces(!pos.turn()).len());
///         Score::estimate(100 * (own as i32 - other as i32))
///     }
/// }
///
/// assert_eq!(Material.evaluate(&Position::START), Score::DRAW);
/// ```
pub trait Evaluator: Clone + Send {
    /// An estimate of the score for the side to move. It should be asked only about positions in
    /// which nothing is to be captured, and must be symmetric: what a position is worth to one
    /// side, the [flipped](Position::flip) one is worth to the other.
    fn evaluate(&mut self, pos: &Position) -> Score;
}
