//! The figures of `docs/strength.md` that the program uses.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::fs;
use std::path::Path;

use crownhead_arena::tournament::LEVEL_RATINGS;

#[test]
fn the_ratings_of_levels_are_the_sums_of_the_measured_steps() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/strength.md");
    let text = fs::read_to_string(path).unwrap();
    let levels = text.split("## Levels").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut sum = 1000.0;
    let mut ratings = Vec::new();
    for line in levels.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, level, _, _, step, rating, _] = cells[..] else { continue };
        let Ok(level) = level.parse::<usize>() else { continue };
        sum += step.split(' ').next().unwrap().parse().unwrap_or(0.0);
        assert_eq!(rating.parse::<f64>().unwrap(), f64::round(sum), "level {level}");
        ratings.push(f64::round(sum));
    }
    assert_eq!(ratings, LEVEL_RATINGS);
}
