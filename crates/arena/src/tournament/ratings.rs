//! Ratings by the model of Bradley and Terry, fitted to all games at once; a draw counts as half a win.

use std::f64::consts::LN_10;

/// A rating on the Elo scale, with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Rating {
    /// The most likely rating.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether it is fixed rather than fitted.
    pub is_anchor: bool,
}

/// The points of the first of two players in a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) players: [usize; 2],
    pub(crate) points: f64,
}

/// The ratings of the levels, from the matches in `docs/strength.md`; level 1 is fixed at 1000.
pub const LEVEL_RATINGS: [f64; 10] =
    [1000.0, 1129.0, 1297.0, 1493.0, 1693.0, 1889.0, 2038.0, 2181.0, 2326.0, 2664.0];

/// The mean rating without anchors.
const MIDDLE: f64 = 1500.0;
/// The standard deviation of the prior. It keeps players who win all their games on the scale, and hardly matters after a few
/// other games.
const PRIOR: f64 = 800.0;
/// Elo per unit of the fit.
const UNIT: f64 = 400.0 / LN_10;

/// Fits ratings to games. Anchors stay fixed.
pub(crate) fn rate(n_players: usize, games: &[Scored], anchors: &[Option<f64>]) -> Vec<Rating> {
    let given: Vec<f64> = anchors.iter().flatten().copied().collect();
    let middle = if given.is_empty() { MIDDLE } else { given.iter().sum::<f64>() / given.len() as f64 };
    let anchor = |player: usize| anchors.get(player).copied().flatten();
    let free: Vec<usize> = (0..n_players).filter(|player| anchor(*player).is_none()).collect();
    let mut theta: Vec<f64> =
        (0..n_players).map(|player| (anchor(player).unwrap_or(middle) - middle) / UNIT).collect();
    for _ in 0..100 {
        let (gradient, curvature) = slopes(&theta, games);
        let right: Vec<f64> = free.iter().map(|player| gradient[*player]).collect();
        let steps = solve(restricted(&curvature, &free), right);
        for (player, step) in free.iter().zip(&steps) {
            theta[*player] += step.clamp(-1.0, 1.0);
        }
        if steps.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let (_, curvature) = slopes(&theta, games);
    let errors = deviations(&restricted(&curvature, &free), given.is_empty());
    let mut ratings: Vec<Rating> = theta
        .iter()
        .map(|theta| middle + theta * UNIT)
        .map(|elo| Rating { elo, low: elo, high: elo, is_anchor: true })
        .collect();
    for (player, error) in free.iter().zip(errors) {
        let Rating { elo, .. } = ratings[*player];
        let half = 1.96 * error * UNIT;
        ratings[*player] = Rating { elo, low: elo - half, high: elo + half, is_anchor: false };
    }
    ratings
}

/// The gradient of the log-likelihood and its negative Hessian.
fn slopes(theta: &[f64], games: &[Scored]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let tightness = (UNIT / PRIOR).powi(2);
    let mut gradient: Vec<f64> = theta.iter().map(|theta| -theta * tightness).collect();
    let mut curvature = vec![vec![0.0; theta.len()]; theta.len()];
    (0..theta.len()).for_each(|player| curvature[player][player] = tightness);
    for Scored { players: [a, b], points } in games.iter().copied() {
        let expected = 1.0 / (1.0 + (theta[b] - theta[a]).exp());
        let weight = expected * (1.0 - expected);
        gradient[a] += points - expected;
        gradient[b] -= points - expected;
        curvature[a][a] += weight;
        curvature[b][b] += weight;
        curvature[a][b] -= weight;
        curvature[b][a] -= weight;
    }
    (gradient, curvature)
}

fn restricted(matrix: &[Vec<f64>], to: &[usize]) -> Vec<Vec<f64>> {
    to.iter().map(|row| to.iter().map(|column| matrix[*row][*column]).collect()).collect()
}

/// Solves a linear system with a positive definite matrix, by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        let (above, below) = matrix.split_at_mut(i + 1);
        let pivot = &above[i];
        for (row, target) in below.iter_mut().zip(i + 1..) {
            let factor = row[i] / pivot[i];
            row.iter_mut().zip(pivot).skip(i).for_each(|(cell, above)| *cell -= factor * above);
            right[target] -= factor * right[i];
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|column| matrix[i][column] * right[column]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

/// The standard deviations: the square roots of the diagonal of the inverse. Without anchors only differences are known, and a
/// rating is relative to the average.
fn deviations(curvature: &[Vec<f64>], is_floating: bool) -> Vec<f64> {
    let n = curvature.len();
    let unit = |i: usize| (0..n).map(|row| f64::from(u8::from(row == i))).collect();
    let inverse: Vec<Vec<f64>> = (0..n).map(|i| solve(curvature.to_vec(), unit(i))).collect();
    let average = |row: &Vec<f64>| row.iter().sum::<f64>() / n as f64;
    let total = average(&inverse.iter().map(average).collect());
    let variance = |i: usize| {
        let common = if is_floating { 2.0 * average(&inverse[i]) - total } else { 0.0 };
        inverse[i][i] - common
    };
    (0..n).map(|i| variance(i).max(0.0).sqrt()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratings_of_levels_are_the_sums_of_the_steps_in_the_document() {
        let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/strength.md");
        let text = std::fs::read_to_string(document).unwrap();
        let (mut sum, mut ratings) = (1000.0, Vec::new());
        for line in text.split("\n## ").find(|section| section.starts_with("Levels")).unwrap().lines() {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let [_, level, _, _, step, rating, _] = cells[..] else { continue };
            let Ok(level) = level.parse::<usize>() else { continue };
            sum += step.split(' ').next().unwrap().parse().unwrap_or(0.0);
            assert_eq!(rating.parse::<f64>().unwrap(), f64::round(sum), "level {level}");
            ratings.push(f64::round(sum));
        }
        assert_eq!(ratings, LEVEL_RATINGS);
    }

    fn games(a: usize, b: usize, wins: usize, losses: usize) -> Vec<Scored> {
        let game = |points| Scored { players: [a, b], points };
        [vec![game(1.0); wins], vec![game(0.0); losses]].concat()
    }

    #[test]
    fn three_of_four_points_are_191_elo_above_an_anchor() {
        let ratings = rate(2, &games(1, 0, 300, 100), &[Some(1200.0), None]);
        assert_eq!((ratings[0].elo, ratings[0].is_anchor), (1200.0, true));
        assert!((ratings[1].elo - 1390.8).abs() < 1.0, "{:?}", ratings[1]);
        assert!(ratings[1].low < 1360.0 && ratings[1].high > 1420.0);
    }

    #[test]
    fn differences_add_up_over_players_that_never_met() {
        let games = [games(0, 1, 75, 25), games(1, 2, 75, 25)].concat();
        let ratings = rate(3, &games, &[]);
        assert!((ratings[0].elo - ratings[2].elo - 381.7).abs() < 25.0, "{ratings:?}");
        assert!(ratings[0].high - ratings[0].low > ratings[1].high - ratings[1].low);
    }

    #[test]
    fn more_games_narrow_the_interval_and_perfect_scores_stay_on_the_scale() {
        let width = |n: usize| {
            let ratings = rate(2, &games(0, 1, n, n), &[]);
            ratings[0].high - ratings[0].low
        };
        assert!(width(100) < width(10));
        // Between two players alone, each is half of the difference: 400 of 800 points within 1.7 %, 12 Elo.
        assert!((width(400) - 24.1).abs() < 1.0, "{}", width(400));
        let perfect = rate(2, &games(0, 1, 20, 0), &[None, Some(1000.0)]);
        assert!(
            perfect[0].elo.is_finite() && perfect[0].elo > 1300.0 && perfect[0].elo < 3000.0,
            "{perfect:?}"
        );
        assert!(rate(2, &[], &[])[0].elo.is_finite());
    }
}
