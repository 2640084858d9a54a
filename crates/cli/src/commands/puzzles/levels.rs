//! `crownhead puzzles levels`: whether the ratings of puzzles say how hard they are, by levels that did not rate them.

use clap::Args;
use crownhead_puzzles::{Puzzle, Seeder};

use super::SourceArgs;
use crate::args;
use crate::exit::Exit;
use crate::output::print_line;
use crate::words::counted;

#[derive(Debug, Args)]
pub(crate) struct LevelsArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// Let them try this many puzzles, spread over all of them.
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = args::count)]
    limit: usize,
    /// How often each level tries a puzzle.
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    tries: u64,
}

/// Levels that did not rate the puzzles.
const HELD_OUT: [u8; 3] = [2, 4, 6];
const BANDS: [(u16, u16); 5] = [(0, 1199), (1200, 1499), (1500, 1799), (1800, 2099), (2100, u16::MAX)];

/// A puzzle's rating, and how often each level solved it.
struct Tried {
    rating: u16,
    solved: Vec<u64>,
}

pub(super) fn run(args: &LevelsArgs) -> anyhow::Result<Exit> {
    let puzzles = args.source.puzzles()?;
    let seeder = Seeder::with_levels(&HELD_OUT, args.tries);
    let step = puzzles.len().div_ceil(args.limit).max(1);
    let try_it = |puzzle: &Puzzle| Tried {
        rating: puzzle.rating,
        solved: seeder.solved(puzzle).into_iter().map(|(_, solved)| solved).collect(),
    };
    let all: Vec<Tried> = puzzles.iter().step_by(step).map(try_it).collect();
    let names: String = HELD_OUT.iter().map(|level| format!("{:>9}", format!("level {level}"))).collect();
    print_line(format_args!("{:<12}{:>8}{names}", "rating", "puzzles"))?;
    for (low, high) in BANDS {
        let band: Vec<&Tried> = all.iter().filter(|tried| (low..=high).contains(&tried.rating)).collect();
        let n_tries = (band.len() as u64 * args.tries).max(1);
        let share = |level: usize| band.iter().map(|tried| tried.solved[level]).sum::<u64>() * 100 / n_tries;
        let shares: String = (0..HELD_OUT.len()).map(|level| format!("{:>7} %", share(level))).collect();
        let name = if high == u16::MAX { format!("{low} on") } else { format!("{low} to {high}") };
        print_line(format_args!("{name:<12}{:>8}{shares}", band.len()))?;
    }
    let ratings: Vec<f64> = all.iter().map(|tried| f64::from(tried.rating)).collect();
    let failures: Vec<f64> = all.iter().map(|tried| -(tried.solved.iter().sum::<u64>() as f64)).collect();
    let found = correlation(&ranks(&ratings), &ranks(&failures));
    let puzzles = counted(all.len(), "puzzle", "puzzles");
    print_line(format_args!("{puzzles}: rank correlation of ratings and failures {found:.2}"))?;
    Ok(Exit::Success)
}

/// The place of each value among all of them; equal ones share the middle of theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let count = |holds: &dyn Fn(f64) -> bool| values.iter().filter(|value| holds(**value)).count() as f64;
    values.iter().map(|own| count(&|value| value < *own) + count(&|value| value == *own) / 2.0).collect()
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let sum = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
        a.iter().zip(b).map(|(a, b)| f(a - mean_a, b - mean_b)).sum()
    };
    sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_orders_correlate_and_opposite_ones_do_not() {
        let up = ranks(&[3.0, 10.0, 11.0, 500.0]);
        let down: Vec<f64> = up.iter().map(|rank| -rank).collect();
        assert!((correlation(&up, &up) - 1.0).abs() < 1e-9);
        assert!((correlation(&up, &down) + 1.0).abs() < 1e-9);
        assert_eq!(ranks(&[7.0, 7.0, 1.0]), [2.0, 2.0, 0.5]);
    }
}
