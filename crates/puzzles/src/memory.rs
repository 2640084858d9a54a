//! When a puzzle should come again: spaced repetition by FSRS, version 6, with the weights that its authors publish.
//!
//! <https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm>. Only two of its four grades are used, for puzzles
//! are failed or solved. Their crate `fsrs` also fits weights to reviews, with a thread pool and random numbers that do not compile for
//! browsers; what is needed here is twenty lines.

use serde::{Deserialize, Serialize};

/// What a solver remembers of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Days until the chance to remember is nine in ten.
    pub stability: f64,
    /// From 1 to 10.
    pub difficulty: f64,
}

const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614,
    0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
/// Failed ("again") and solved ("good"), as grades.
const FAILED: f64 = 1.0;
const SOLVED: f64 = 3.0;
const EASIEST: f64 = 4.0;
/// The chance at which a puzzle comes again.
const WANTED: f64 = 0.9;
/// A puzzle comes again within a hundred years.
const MAX_STABILITY: f64 = 36_500.0;
const MIN_STABILITY: f64 = 0.001;

impl Memory {
    /// After the first try.
    pub fn first(is_solved: bool) -> Memory {
        let stability = if is_solved { W[2] } else { W[0] };
        Memory { stability, difficulty: first_difficulty(grade(is_solved)).clamp(1.0, 10.0) }
    }

    /// After another try, this many days later.
    #[must_use]
    pub fn after(self, days: u32, is_solved: bool) -> Memory {
        let stability = match (days, is_solved) {
            (0, _) => self.same_day(grade(is_solved)),
            (_, true) => self.strengthened(self.chance(days)),
            (_, false) => self.weakened(self.chance(days)),
        };
        Memory {
            stability: stability.clamp(MIN_STABILITY, MAX_STABILITY),
            difficulty: self.next_difficulty(grade(is_solved)),
        }
    }

    /// The chance that it is remembered after this many days.
    pub fn chance(self, days: u32) -> f64 {
        (f64::from(days) / self.stability * factor() + 1.0).powf(-W[20])
    }

    /// Days after which it should come again, one at least.
    pub fn interval(self) -> u32 {
        let days = self.stability / factor() * (WANTED.powf(-1.0 / W[20]) - 1.0);
        days.round().clamp(1.0, MAX_STABILITY) as u32
    }

    fn same_day(self, grade: f64) -> f64 {
        let change = (W[17] * (grade - 3.0 + W[18])).exp() * self.stability.powf(-W[19]);
        self.stability * if grade > FAILED { change.max(1.0) } else { change }
    }

    fn strengthened(self, chance: f64) -> f64 {
        let growth = W[8].exp() * (11.0 - self.difficulty) * self.stability.powf(-W[9]);
        self.stability * (growth * (((1.0 - chance) * W[10]).exp() - 1.0) + 1.0)
    }

    fn weakened(self, chance: f64) -> f64 {
        let next = W[11]
            * self.difficulty.powf(-W[12])
            * ((self.stability + 1.0).powf(W[13]) - 1.0)
            * ((1.0 - chance) * W[14]).exp();
        next.min(self.stability / (W[17] * W[18]).exp())
    }

    fn next_difficulty(self, grade: f64) -> f64 {
        let change = -W[6] * (grade - SOLVED) * (10.0 - self.difficulty) / 9.0;
        let next = self.difficulty + change;
        (W[7] * (first_difficulty(EASIEST) - next) + next).clamp(1.0, 10.0)
    }
}

fn grade(is_solved: bool) -> f64 {
    if is_solved { SOLVED } else { FAILED }
}

fn first_difficulty(grade: f64) -> f64 {
    W[4] - (W[5] * (grade - 1.0)).exp() + 1.0
}

/// So that the chance is nine in ten when as many days have passed as the stability says.
fn factor() -> f64 {
    WANTED.powf(-1.0 / W[20]) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the crate `fsrs` 6.6.2 has in its tests for the same reviews.
    #[test]
    fn the_numbers_are_those_of_its_authors() {
        let close = |memory: Memory, stability: f64, difficulty: f64| {
            assert!((memory.stability - stability).abs() < 1e-3, "{memory:?}");
            assert!((memory.difficulty - difficulty).abs() < 1e-3, "{memory:?}");
        };
        close(Memory::first(false), 0.212, 6.4133);
        close(Memory::first(true), 2.3065, 2.118_104);
        let reviews = [0, 1, 3, 8, 21];
        let memory = reviews.into_iter().fold(Memory::first(false), |memory, days| memory.after(days, true));
        close(memory, 53.626_91, 6.357_486_7);
    }

    #[test]
    fn nine_of_ten_are_remembered_when_a_puzzle_comes_again() {
        let memory =
            [1, 5, 20].into_iter().fold(Memory::first(false), |memory, days| memory.after(days, true));
        assert!((memory.chance(memory.interval()) - 0.9).abs() < 0.01);
    }

    #[test]
    fn failures_come_sooner() {
        let memory = Memory::first(false).after(1, true).after(4, true);
        assert!(memory.after(10, false).interval() < memory.interval());
        assert!(memory.after(10, true).interval() > memory.interval());
    }
}
