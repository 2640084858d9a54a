//! A small network: one wide layer that is updated from position to position, two narrow ones.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod file;
mod layers;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crownhead_board::Position;

pub use layers::{Network, NetworkShape};

use super::features;
use crate::score::Score;
use layers::{Kernel, Memory};

/// Evaluates positions with a network.
///
/// The first layer is a sum over the pieces on the board. The evaluator keeps the sums of the last
/// position and changes them by the pieces that differ.
#[derive(Clone)]
pub struct NetworkEvaluator {
    network: Arc<Network>,
    kernel: Kernel,
    memory: Memory,
    recent: Recent,
}

impl NetworkEvaluator {
    /// An evaluator with the best instructions the processor has.
    pub fn new(network: Arc<Network>) -> NetworkEvaluator {
        NetworkEvaluator::with_kernel(network, Kernel::all()[0])
    }

    /// An evaluator that any processor can run. Its scores are the same.
    pub fn portable(network: Arc<Network>) -> NetworkEvaluator {
        NetworkEvaluator::with_kernel(network, Kernel::Portable)
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    fn with_kernel(network: Arc<Network>, kernel: Kernel) -> NetworkEvaluator {
        let memory = Memory::of_empty_board(&network);
        NetworkEvaluator { network, kernel, memory, recent: Recent::new() }
    }
}

impl NetworkEvaluator {
    /// An estimate of the score for the side to move.
    pub fn evaluate(&mut self, pos: &Position) -> Score {
        let key = pos.key();
        if let Some(score) = self.recent.get(key) {
            return score;
        }
        let score = Score::estimate(self.kernel.evaluate(&self.network, &mut self.memory, pos));
        self.recent.put(key, score);
        score
    }
}

/// Scores of positions evaluated before, by any clone of the evaluator. Many positions come again soon, and
/// remembering is much faster than evaluating.
///
/// An entry is a key whose lowest 15 bits, which are its place, have made room for the score. It is
/// written and read as a whole, so threads need not wait for each other.
#[derive(Clone)]
struct Recent(Arc<[AtomicU64; Recent::SIZE]>);

impl Recent {
    const SIZE: usize = 1 << 15;
    const SCORE: u64 = Recent::SIZE as u64 - 1;

    fn new() -> Recent {
        Recent(Arc::new([const { AtomicU64::new(0) }; Recent::SIZE]))
    }

    #[inline(always)]
    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[key as usize % Recent::SIZE]
    }

    #[inline(always)]
    fn get(&self, key: u64) -> Option<Score> {
        let entry = self.place(key).load(Ordering::Relaxed);
        let is_known = (entry ^ key) & !Recent::SCORE == 0;
        // The shifts bring back the sign.
        is_known.then(|| Score::estimate(i32::from((entry as i16) << 1 >> 1)))
    }

    #[inline(always)]
    fn put(&self, key: u64, score: Score) {
        let score = score.centimen() as u64 & Recent::SCORE;
        self.place(key).store(key & !Recent::SCORE | score, Ordering::Relaxed);
    }
}

impl std::fmt::Debug for NetworkEvaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NetworkEvaluator").field("kernel", &self.kernel).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::Game;

    fn some_network(seed: u64) -> Arc<Network> {
        Arc::new(Network::random(seed))
    }

    /// Positions of random games, one after the other.
    fn some_positions(seed: u64) -> Vec<Position> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut positions = Vec::new();
        for _ in 0..20 {
            let mut game = Game::new();
            while game.outcome().is_none() && game.moves().len() < 150 {
                positions.push(*game.position());
                let moves = game.legal_moves();
                game.play(moves[random.usize(..moves.len())]).unwrap();
            }
        }
        positions
    }

    #[test]
    fn vectors_and_plain_code_give_the_same_numbers() {
        let (network, positions) = (some_network(1), some_positions(2));
        let scores = |kernel| -> Vec<Score> {
            let mut evaluator = NetworkEvaluator::with_kernel(network.clone(), kernel);
            positions.iter().map(|pos| evaluator.evaluate(pos)).collect()
        };
        let plain = scores(Kernel::Portable);
        for kernel in Kernel::all() {
            assert_eq!(scores(kernel), plain, "{kernel:?}");
        }
        assert!(plain.iter().max() > plain.iter().min(), "the network tells positions apart");
    }

    #[test]
    fn every_estimate_can_be_remembered() {
        let recent = Recent::new();
        for centimen in [0, 1, -1, 7_777, 10_000, -10_000] {
            let score = Score::estimate(centimen);
            recent.put(0xFEDC_BA98_7654_3210, score);
            assert_eq!(recent.get(0xFEDC_BA98_7654_3210), Some(score));
            // The place has one bit less than a word of 16: every other bit of the key is compared.
            assert_eq!(recent.get(0xFEDC_BA98_7654_B210), None);
        }
    }

    #[test]
    fn what_came_before_does_not_matter() {
        let network = some_network(3);
        let mut going_on = NetworkEvaluator::new(network.clone());
        for pos in some_positions(4) {
            let fresh = NetworkEvaluator::new(network.clone()).evaluate(&pos);
            assert_eq!(going_on.evaluate(&pos), fresh, "{pos}");
        }
    }

    #[test]
    fn colors_are_alike() {
        let mut evaluator = NetworkEvaluator::new(some_network(5));
        for pos in some_positions(6) {
            assert_eq!(evaluator.evaluate(&pos), evaluator.evaluate(&pos.flip()), "{pos}");
        }
    }

    #[test]
    fn rounding_what_was_rounded_changes_nothing() {
        let network = some_network(8);
        let again = Network::round(&network.reals());
        assert!(again == *network);
    }

    #[test]
    fn bytes_make_the_network_again_and_damage_is_noticed() {
        use crate::eval::{Evaluation, WeightsError};
        let network = some_network(7);
        assert!(Network::from_bytes(&network.to_bytes()) == Ok((*network).clone()));
        let file = network.to_file("made by a test");
        assert_eq!(Evaluation::origin(&file), Ok("made by a test"));
        for at in (0..file.len()).step_by(997).chain(0..64) {
            let mut damaged = file.clone();
            damaged[at] ^= 16;
            assert!(Evaluation::from_bytes(&damaged).is_err(), "byte {at}");
            assert!(Evaluation::from_bytes(&file[..at]).is_err(), "cut at {at}");
        }
        assert_eq!(Evaluation::from_bytes(b"PDN").unwrap_err(), WeightsError::OtherFile);
    }
}
