//! The evaluation of positions: written by hand, or learned.

use std::sync::{Arc, LazyLock};

use crownhead_board::Position;

use super::weights::Parts;
use super::{HandEvaluator, Network, NetworkEvaluator, WeightsError};
#[cfg(feature = "files")]
use super::{WeightsFileError, WeightsProblem};
use crate::score::Score;

const SHIPPED_WEIGHTS: &[u8] = include_bytes!("../../data/network.weights");

/// An evaluation: the one written by hand, or one that was learned.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Written by hand.
    Hand(HandEvaluator),
    /// A network.
    Network(Box<NetworkEvaluator>),
}

impl Evaluation {
    /// The one that the program comes with: a network that learned from games of its own.
    pub fn shipped() -> Evaluation {
        static SHIPPED: LazyLock<Arc<Network>> = LazyLock::new(|| {
            Arc::new(Network::from_file(SHIPPED_WEIGHTS).expect("our own weights can be read"))
        });
        Evaluation::Network(Box::new(NetworkEvaluator::new(SHIPPED.clone())))
    }

    /// The one written by hand.
    pub fn hand() -> Evaluation {
        Evaluation::Hand(HandEvaluator::default())
    }

    /// The one with this name: `hand` is the one written by hand, anything else a file of weights.
    ///
    /// # Errors
    ///
    /// The file cannot be read, holds something else, or is damaged.
    #[cfg(feature = "files")]
    pub fn named(name: &str) -> Result<Evaluation, WeightsFileError> {
        if name == "hand" {
            return Ok(Evaluation::hand());
        }
        let error = |problem: WeightsProblem| WeightsFileError { file: name.to_owned(), problem };
        let bytes = std::fs::read(name).map_err(|cause| error(cause.into()))?;
        Evaluation::from_bytes(&bytes).map_err(|cause| error(cause.into()))
    }

    /// Reads learned weights.
    ///
    /// # Errors
    ///
    /// The bytes are no weights, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Evaluation, WeightsError> {
        Ok(Network::from_file(bytes)?.into())
    }

    /// The network, if it is one.
    pub fn network(&self) -> Option<&Arc<Network>> {
        match self {
            Evaluation::Network(evaluator) => Some(evaluator.network()),
            Evaluation::Hand(_) => None,
        }
    }

    /// Where learned weights come from, in words: data, seed and command.
    ///
    /// # Errors
    ///
    /// The bytes are no weights, or damaged.
    pub fn origin(bytes: &[u8]) -> Result<&str, WeightsError> {
        Ok(Parts::read(bytes)?.origin)
    }
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::shipped()
    }
}

impl From<Network> for Evaluation {
    fn from(network: Network) -> Evaluation {
        Evaluation::Network(Box::new(NetworkEvaluator::new(Arc::new(network))))
    }
}

impl Network {
    /// Reads a file of weights.
    fn from_file(bytes: &[u8]) -> Result<Network, WeightsError> {
        Network::from_bytes(Parts::read(bytes)?.weights)
    }

    /// The bytes of a file of weights that says where they come from.
    pub fn to_file(&self, origin: &str) -> Vec<u8> {
        Parts { origin, weights: &self.to_bytes() }.write()
    }
}

impl Evaluation {
    /// An estimate of the score for the side to move, for positions in which nothing is to be captured.
    /// What a position is worth to one side, the [flipped](Position::flip) one is worth to the other.
    ///
    /// Clones work independently of each other, but share a cache of scores.
    #[inline(always)]
    pub fn evaluate(&mut self, pos: &Position) -> Score {
        match self {
            Evaluation::Hand(hand) => hand.evaluate(pos),
            Evaluation::Network(network) => network.evaluate(pos),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_know_what_a_man_is_worth() {
        let mut shipped = Evaluation::shipped();
        let even: Position = "W:W21-32:B1-12".parse().unwrap();
        let ahead: Position = "W:W21-32:B1-8,10-12".parse().unwrap();
        assert!(shipped.evaluate(&even).centimen().abs() < 40);
        assert!(shipped.evaluate(&ahead).centimen() > 60);
    }

    #[test]
    fn the_shipped_weights_say_where_they_come_from() {
        let origin = Evaluation::origin(SHIPPED_WEIGHTS).unwrap();
        assert!(origin.contains("seed") && origin.contains("positions"), "{origin}");
        assert!(SHIPPED_WEIGHTS.len() <= 4 << 20);
    }
}
