//! Pictures of ratings: with their intervals, over time, and against what a game costs.

use std::fmt::Write;

use crownhead_study::html::escaped;

use super::folder::Saved;
use super::ratings::Rating;
use super::record::GameRecord;
use super::scoreboard::{Row, Scoreboard, ratings_of};
use crate::reading::shortened;

/// The longest name in a picture, in bytes.
const MAX_NAME: usize = 28;

/// Ratings as points with their intervals, the best on top.
pub(super) fn intervals(scoreboard: &Scoreboard) -> String {
    const ROW: usize = 26;
    const LEFT: f64 = 220.0;
    const WIDTH: f64 = 560.0;
    let rows: Vec<&Row> = scoreboard.order().into_iter().map(|player| &scoreboard.rows[player]).collect();
    let scale = Scale::of_ratings(rows.iter().map(|row| row.rating), [LEFT, LEFT + WIDTH]);
    let bottom = rows.len() * ROW;
    let mut svg = String::new();
    for mark in scale.marks() {
        let at = scale.at(mark);
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{at:.1} 0V{bottom}\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{mark}</text>",
            bottom + 16
        );
    }
    for (i, row) in rows.iter().enumerate() {
        let y = i * ROW + ROW / 2;
        let Rating { elo, low, high, is_anchor } = row.rating;
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><path class=\"line\" d=\"M{:.1} {y}H{:.1}\"/><circle class=\"{}\" cx=\"{:.1}\" cy=\"{y}\" r=\"5\"/>",
            LEFT - 12.0,
            y + 5,
            label(row),
            scale.at(low),
            scale.at(high),
            class(is_anchor),
            scale.at(elo),
        );
    }
    picture("Ratings with intervals", [LEFT + WIDTH + 20.0, bottom as f64 + 24.0], &svg)
}

/// The rating of each player after each part of the games that count, in the order in which they ended.
pub(super) fn over_time(saved: &Saved, scoreboard: &Scoreboard) -> String {
    const PARTS: usize = 30;
    let counted: Vec<&GameRecord> = saved.records.iter().filter(|record| record.points.is_some()).collect();
    let n_parts = counted.len().min(PARTS);
    let ends: Vec<usize> = (1..=n_parts).map(|part| counted.len() * part / n_parts).collect();
    let ratings: Vec<Vec<Rating>> =
        ends.iter().map(|end| ratings_of(&saved.file, counted[..*end].iter().copied())).collect();
    // Nobody has a rating before the first game.
    let begins = |player: usize| {
        let is_in = |record: &&GameRecord| [record.black, record.white].contains(&player);
        counted.iter().position(is_in).unwrap_or(counted.len())
    };
    let line = |player: usize| -> Vec<(usize, f64)> {
        let known = ends.iter().zip(&ratings).filter(|(end, _)| **end > begins(player));
        known.map(|(end, ratings)| (*end, ratings[player].elo)).collect()
    };
    let lines: Vec<(usize, Vec<(usize, f64)>)> =
        scoreboard.order().into_iter().map(|player| (player, line(player))).collect();
    let shown = || lines.iter().filter(|(_, points)| !points.is_empty());
    let (x, y) = (
        Scale { low: 0.0, high: counted.len().max(1) as f64, ends: [LEFT, RIGHT] },
        Scale::around(shown().flat_map(|(_, points)| points.iter().map(|(_, elo)| *elo)), [BOTTOM, TOP]),
    );
    let mut svg = axes(x, y, "games");
    let mut free = TOP;
    for (player, points) in shown() {
        let color = 360 * player / scoreboard.rows.len().max(1);
        let path: Vec<String> =
            points.iter().map(|(end, elo)| format!("{:.1},{:.1}", x.at(*end as f64), y.at(*elo))).collect();
        let last = points.last().map_or(TOP, |(_, elo)| y.at(*elo));
        // Names do not cover each other.
        let at = last.max(free);
        free = at + 15.0;
        let _ = write!(
            svg,
            "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"hsl({color} 60% 45%)\" points=\"{}\"/><text x=\"{}\" y=\"{:.1}\" style=\"fill:hsl({color} 60% 45%)\">{}</text>",
            path.join(" "),
            RIGHT + 8.0,
            at + 4.0,
            label(&scoreboard.rows[*player]),
        );
    }
    picture("Ratings over time", [RIGHT + 200.0, free.max(BOTTOM + 36.0)], &svg)
}

/// The ratings of players who have a price, against what a game of theirs costs; nothing if there are none.
pub(super) fn against_price(scoreboard: &Scoreboard) -> Option<String> {
    let priced: Vec<(&Row, f64)> =
        scoreboard.rows.iter().filter_map(|row| Some((row, row.game_cost()?))).collect();
    let most = priced.iter().map(|(_, cost)| *cost).reduce(f64::max)?;
    let x = Scale { low: 0.0, high: if most > 0.0 { 1.1 * most } else { 1.0 }, ends: [LEFT, RIGHT] };
    let y = Scale::of_ratings(priced.iter().map(|(row, _)| row.rating), [BOTTOM, TOP]);
    let mut svg = axes(x, y, "cost of a game");
    for (row, cost) in &priced {
        let Rating { elo, low, high, is_anchor } = row.rating;
        let (at, middle) = (x.at(*cost), y.at(elo));
        let _ = write!(
            svg,
            "<path class=\"line\" d=\"M{at:.1} {:.1}V{:.1}\"/><circle class=\"{}\" cx=\"{at:.1}\" cy=\"{middle:.1}\" r=\"5\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            y.at(low),
            y.at(high),
            class(is_anchor),
            at + 9.0,
            middle + 4.0,
            label(row),
        );
    }
    Some(picture("Ratings against the cost of a game", [RIGHT + 200.0, BOTTOM + 36.0], &svg))
}

const LEFT: f64 = 56.0;
const RIGHT: f64 = 600.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 300.0;

/// From numbers to places in a picture.
#[derive(Clone, Copy)]
struct Scale {
    low: f64,
    high: f64,
    /// The places of the lowest and the highest number.
    ends: [f64; 2],
}

impl Scale {
    fn of_ratings(ratings: impl Iterator<Item = Rating>, ends: [f64; 2]) -> Scale {
        Scale::around(ratings.flat_map(|rating| [rating.low, rating.high]), ends)
    }

    fn around(numbers: impl Iterator<Item = f64>, ends: [f64; 2]) -> Scale {
        let none = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = numbers.fold(none, |(low, high), number| (low.min(number), high.max(number)));
        if low > high {
            return Scale { low: 0.0, high: 1.0, ends };
        }
        Scale { low: low - 20.0, high: high + 20.0, ends }
    }

    fn at(self, number: f64) -> f64 {
        let [first, last] = self.ends;
        first + (last - first) * (number - self.low) / (self.high - self.low)
    }

    /// Three to seven round numbers.
    fn marks(self) -> impl Iterator<Item = f64> {
        let size = 10f64.powf(((self.high - self.low) / 3.0).log10().floor());
        let fits = |step: &f64| (self.high - self.low) / step <= 7.0;
        let step = [size, 2.0 * size, 5.0 * size].into_iter().find(fits).unwrap_or(10.0 * size);
        let first = (self.low / step).ceil();
        let n = (self.high / step).floor() - first;
        // Without the trace of the division.
        (0..=n.max(0.0) as usize).map(move |i| ((first + i as f64) * step * 1e9).round() / 1e9)
    }
}

/// The grid, ratings at the left and something else below.
fn axes(x: Scale, y: Scale, below: &str) -> String {
    let mut svg = String::new();
    for mark in y.marks() {
        let at = y.at(mark);
        let _ = write!(
            svg,
            "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{RIGHT}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{mark}</text>",
            LEFT - 8.0,
            at + 4.0
        );
    }
    for mark in x.marks() {
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{mark}</text>",
            x.at(mark),
            BOTTOM + 16.0
        );
    }
    let _ = write!(svg, "<text x=\"{RIGHT}\" y=\"{}\" text-anchor=\"end\">{below}</text>", BOTTOM + 32.0);
    svg
}

fn label(row: &Row) -> String {
    escaped(shortened(&row.name, MAX_NAME))
}

fn class(is_anchor: bool) -> &'static str {
    if is_anchor { "anchor" } else { "free" }
}

fn picture(name: &str, [width, height]: [f64; 2], svg: &str) -> String {
    format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{name}\">{svg}</svg>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_numbers_within_the_scale() {
        let marks = |low: f64, high: f64| {
            let marks: Vec<f64> = Scale { low, high, ends: [0.0, 1.0] }.marks().collect();
            assert!((2..=8).contains(&marks.len()) && marks.iter().all(|mark| (low..=high).contains(mark)));
            marks
        };
        assert_eq!(marks(980.0, 1720.0), [1000.0, 1200.0, 1400.0, 1600.0]);
        assert_eq!(marks(0.0, 0.011), [0.0, 0.002, 0.004, 0.006, 0.008, 0.01]);
        assert_eq!(marks(-30.0, 55.0), [-20.0, 0.0, 20.0, 40.0]);
    }
}
