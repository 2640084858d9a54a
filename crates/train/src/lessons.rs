//! What a fit learns from, and what shows how well it did.

use std::collections::HashSet;

use crownhead_engine::Endgame;

use crate::file::{mingle, tell_truth};
use crate::sample::Sample;

/// One game in so many is held back.
const HELD_BACK: usize = 20;

/// Samples in no order, each position once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lessons {
    /// Those to learn from.
    pub learning: Vec<Sample>,
    /// Those of other games. Neighbors in a game are so much alike that one tells what to say about
    /// the other, so a fit that learns games by heart would look good on them.
    pub held_back: Vec<Sample>,
}

impl Lessons {
    /// Takes the samples of several sources, each in the order in which its games were played, and
    /// holds back the last games of each.
    pub fn new(sources: Vec<Vec<Sample>>, seed: u64) -> Lessons {
        let (mut learning, mut held_back) = (Vec::new(), Vec::new());
        for mut source in sources {
            held_back.extend(source.split_off(source.len() - source.len() / HELD_BACK));
            learning.append(&mut source);
        }
        let learning = mingle(learning, seed);
        let learned: HashSet<_> = learning.iter().map(Sample::place).collect();
        held_back.retain(|sample| !learned.contains(&sample.place()));
        Lessons { learning, held_back: mingle(held_back, seed) }
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.learning.len() + self.held_back.len()
    }

    /// Is there nothing to learn?
    pub fn is_empty(&self) -> bool {
        self.learning.is_empty()
    }

    /// Replaces results of games by the truth wherever a database knows it; tells how many positions
    /// have it then.
    pub fn tell_truth(&mut self, endgame: &dyn Endgame) -> usize {
        tell_truth(&mut self.learning, endgame) + tell_truth(&mut self.held_back, endgame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::Position;
    use crownhead_engine::{Score, Wdl};

    /// A sample for each square of a lone king.
    fn source(squares: std::ops::RangeInclusive<usize>) -> Vec<Sample> {
        let sample = |square| {
            let pos: Position = format!("W:WK{square}:B1").parse().unwrap();
            Sample::new(&pos, Score::estimate(5), Wdl::Win, false)
        };
        squares.map(sample).collect()
    }

    fn sorted(mut samples: Vec<Sample>) -> Vec<Sample> {
        samples.sort_by_key(Sample::place);
        samples
    }

    #[test]
    fn the_last_games_of_each_source_are_held_back() {
        let lessons = Lessons::new(vec![source(2..=21), source(9..=28)], 1);
        // 21 is the last of the first source, but the second learns from it.
        assert_eq!(lessons.held_back, source(28..=28));
        assert_eq!(sorted(lessons.learning), sorted(source(2..=27)));
    }
}
