//! Whichever evaluation is asked for.

use std::fs;
use std::sync::{Arc, LazyLock};

use crownhead_board::Position;

use super::weights::Parts;
use super::{
    Evaluator, HandEvaluator, Network, NetworkEvaluator, WeightsError, WeightsFileError, WeightsProblem,
};
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
        static SHIPPED: LazyLock<Evaluation> =
            LazyLock::new(|| Evaluation::from_bytes(SHIPPED_WEIGHTS).expect("our own weights can be read"));
        SHIPPED.clone()
    }

    /// The one with this name: `hand` is the one written by hand, anything else a file of weights.
    ///
    /// # Errors
    ///
    /// The file cannot be read, holds something else, or is damaged.
    pub fn named(name: &str) -> Result<Evaluation, WeightsFileError> {
        if name == "hand" {
            return Ok(Evaluation::Hand(HandEvaluator::default()));
        }
        let error = |problem: WeightsProblem| WeightsFileError { file: name.to_owned(), problem };
        let bytes = fs::read(name).map_err(|cause| error(cause.into()))?;
        Evaluation::from_bytes(&bytes).map_err(|cause| error(cause.into()))
    }

    /// Reads learned weights.
    ///
    /// # Errors
    ///
    /// The bytes are no weights, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Evaluation, WeightsError> {
        Ok(Network::from_bytes(Parts::read(bytes)?.weights)?.into())
    }

    /// The network that judges, if one does.
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
    /// The bytes of a file of weights that says where they come from.
    pub fn to_file(&self, origin: &str) -> Vec<u8> {
        Parts { origin, weights: &self.to_bytes() }.write()
    }
}

impl Evaluator for Evaluation {
    #[inline(always)]
    fn evaluate(&mut self, pos: &Position) -> Score {
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
