//! The training set and the validation set.

use std::collections::{HashMap, HashSet};

use crownhead_engine::Endgame;
use fastrand::Rng;

use crate::sample::Sample;
use crate::self_play::probe;

/// One game in this many goes into the validation set.
const VALIDATION: usize = 20;

/// Samples in random order, each position once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dataset {
    /// The training set.
    pub training: Vec<Sample>,
    /// The validation set, from other games: neighboring positions of a game are so alike that a model that memorized the
    /// game would do well on them.
    pub validation: Vec<Sample>,
}

impl Dataset {
    /// Splits the samples of several sources, each in the order in which its games were played. The last games of each source
    /// become the validation set.
    pub fn new(sources: Vec<Vec<Sample>>, seed: u64) -> Dataset {
        let (mut training, mut validation) = (Vec::new(), Vec::new());
        for mut source in sources {
            validation.extend(source.split_off(source.len() - source.len() / VALIDATION));
            training.append(&mut source);
        }
        let training = dedup_and_shuffle(training, seed);
        let seen: HashSet<_> = training.iter().map(Sample::key).collect();
        validation.retain(|sample| !seen.contains(&sample.key()));
        Dataset { training, validation: dedup_and_shuffle(validation, seed) }
    }

    /// The number of positions in both sets.
    pub fn len(&self) -> usize {
        self.training.len() + self.validation.len()
    }

    /// Whether the training set is empty.
    pub fn is_empty(&self) -> bool {
        self.training.is_empty()
    }

    /// Replaces game results by the exact value wherever a tablebase knows it. Returns the number of exact labels.
    pub fn apply_tablebase_labels(&mut self, endgame: &dyn Endgame) -> usize {
        apply_tablebase_labels(&mut self.training, endgame)
            + apply_tablebase_labels(&mut self.validation, endgame)
    }
}

/// Keeps each position once and shuffles. Among samples of the same position the last one wins, but exact labels always win
/// over game results.
pub fn dedup_and_shuffle(samples: Vec<Sample>, seed: u64) -> Vec<Sample> {
    let mut indices = HashMap::with_capacity(samples.len());
    let mut unique: Vec<Sample> = Vec::with_capacity(samples.len());
    for sample in samples {
        let at = *indices.entry(sample.key()).or_insert(unique.len());
        match unique.get_mut(at) {
            None => unique.push(sample),
            Some(known) if known.is_exact && !sample.is_exact => {}
            Some(known) => *known = sample,
        }
    }
    Rng::with_seed(seed).shuffle(&mut unique);
    unique
}

fn apply_tablebase_labels(samples: &mut [Sample], endgame: &dyn Endgame) -> usize {
    for sample in samples.iter_mut().filter(|sample| !sample.is_exact) {
        if let Some(value) = sample.position().and_then(|pos| probe(endgame, &pos)) {
            (sample.result, sample.is_exact) = (value, true);
        }
    }
    samples.iter().filter(|sample| sample.is_exact).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::Position;
    use crownhead_engine::{Score, Value};

    fn sample(fen: &str, result: Value, is_exact: bool) -> Sample {
        Sample::new(&fen.parse().unwrap(), Score::estimate(5), result, is_exact)
    }

    /// A sample for each square of a lone king.
    fn source(squares: std::ops::RangeInclusive<usize>) -> Vec<Sample> {
        squares.map(|square| sample(&format!("W:WK{square}:B1"), Value::Win, false)).collect()
    }

    fn sorted(mut samples: Vec<Sample>) -> Vec<Sample> {
        samples.sort_by_key(Sample::key);
        samples
    }

    #[test]
    fn the_last_games_of_each_source_are_for_validation() {
        let dataset = Dataset::new(vec![source(2..=21), source(9..=28)], 1);
        // 21 is the last of the first source, but the training set has it from the second.
        assert_eq!(dataset.validation, source(28..=28));
        assert_eq!(sorted(dataset.training), sorted(source(2..=27)));
    }

    #[test]
    fn a_position_is_kept_once_and_exact_labels_win() {
        let samples = [
            sample("W:W21,22,K30:B7,K3", Value::Win, false),
            sample("B:W32:B1", Value::Win, true),
            sample("W:W31:B1", Value::Win, true),
        ];
        let inexact = Sample { is_exact: false, result: Value::Loss, ..samples[1] };
        let later = Sample { result: Value::Draw, ..samples[0] };
        let unique = dedup_and_shuffle([&samples[..], &[inexact, later]].concat(), 1);
        assert_eq!(sorted(unique), sorted(vec![later, samples[1], samples[2]]));
    }

    /// A database in which the side to move wins with up to three pieces.
    struct Small;

    impl Endgame for Small {
        fn max_pieces(&self) -> usize {
            3
        }

        fn probe(&self, _: &Position) -> Option<Value> {
            Some(Value::Win)
        }
    }

    #[test]
    fn tablebase_values_replace_game_results() {
        let mut samples = ["W:WK18,K22:BK3", "W:W21,22,K30:B7,K3"].map(|fen| sample(fen, Value::Loss, false));
        assert_eq!(apply_tablebase_labels(&mut samples, &Small), 1);
        assert_eq!((samples[0].result, samples[0].is_exact), (Value::Win, true));
        assert_eq!((samples[1].result, samples[1].is_exact), (Value::Loss, false));
    }
}
