//! Tables of patterns: small overlapping regions of the board, each with a worth for every way men
//! can stand in it.

use std::sync::Arc;

use crownhead_board::Position;

use super::Evaluator;
use super::features::{self, Planes, planes, seen_by};
use super::weights::{Numbers, WeightsError};
use crate::score::Score;

/// The squares of a region: each is empty, or has an own or another's man.
const REGION: usize = 8;
/// The ways men can stand in a region.
pub(crate) const N_WAYS: usize = 3usize.pow(REGION as u32);
/// Seven pairs of neighboring rows, and four rows of two columns in nine places.
pub(crate) const N_REGIONS: usize = 16;
/// A weight counts the more the fuller the board is, or the emptier.
pub(crate) const N_STAGES: usize = 2;
const FULL_BOARD: i32 = 24;
/// Regions, then kings of both sides, each on every square, then what is always there.
pub(crate) const N_WEIGHTS: usize = N_REGIONS * N_WAYS + 2 * 32 + 1;
const KINGS: usize = N_REGIONS * N_WAYS;
/// Weights are in these fractions of a hundredth of a man.
const FRACTION: i32 = 16;

/// Fitted tables of patterns.
#[derive(Clone, PartialEq, Eq)]
pub struct Patterns {
    /// For every weight its worth on a full board and on an empty one.
    weights: Box<[[i16; N_STAGES]]>,
}

impl Patterns {
    /// The number of weights for each stage.
    pub const N_WEIGHTS: usize = N_WEIGHTS;

    /// Rounds real numbers, in hundredths of a man: each weight on a full and on an empty board.
    pub fn round(weight: impl Fn(usize) -> [f32; 2]) -> Patterns {
        let whole = |number: f32| (number * FRACTION as f32).round() as i16;
        Patterns { weights: (0..N_WEIGHTS).map(|at| weight(at).map(whole)).collect() }
    }

    /// The weights that count for a position, given as the side to move sees it: men and kings of
    /// its own, then those of the other side.
    pub fn active(planes: [u32; 4], mut each: impl FnMut(usize)) {
        active(planes, &mut each);
    }

    /// How much a full board counts with so many pieces; an empty one counts the rest.
    pub fn fullness(n_pieces: usize) -> f32 {
        n_pieces as f32 / FULL_BOARD as f32
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.weights.iter().flatten().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Patterns, WeightsError> {
        let mut numbers = Numbers(bytes);
        let mut weights = vec![[0; N_STAGES]; N_WEIGHTS].into_boxed_slice();
        for weight in weights.iter_mut().flatten() {
            *weight = numbers.i16()?;
        }
        numbers.end()?;
        Ok(Patterns { weights })
    }
}

/// Judges positions with tables of patterns.
#[derive(Clone)]
pub struct PatternEvaluator(Arc<Patterns>);

impl PatternEvaluator {
    /// An evaluator with these tables.
    pub fn new(patterns: Arc<Patterns>) -> PatternEvaluator {
        PatternEvaluator(patterns)
    }
}

impl Evaluator for PatternEvaluator {
    fn evaluate(&mut self, pos: &Position) -> Score {
        let mut sums = [0i32; N_STAGES];
        active(seen_by(pos.turn(), planes(pos)), &mut |at| {
            let weight = self.0.weights[at];
            sums[0] += i32::from(weight[0]);
            sums[1] += i32::from(weight[1]);
        });
        let n_pieces = pos.occupied().len() as i32;
        let sum = sums[0] * n_pieces + sums[1] * (FULL_BOARD - n_pieces);
        Score::estimate(sum / (FULL_BOARD * FRACTION))
    }
}

#[inline(always)]
fn active(planes: Planes, each: &mut impl FnMut(usize)) {
    let [own, own_kings, other, other_kings] = planes;
    for row in 0..7 {
        each(way(row, own >> (4 * row), other >> (4 * row)));
    }
    for column in 0..3 {
        let (own, other) = (two_columns(own >> column), two_columns(other >> column));
        for place in 0..3 {
            each(way(7 + 3 * column + place, own >> (4 * place), other >> (4 * place)));
        }
    }
    features::bits(own_kings).for_each(|bit| each(KINGS + bit));
    features::bits(other_kings).for_each(|bit| each(KINGS + 32 + bit));
    each(N_WEIGHTS - 1);
}

/// The number of the weight for the men in the lowest eight bits.
#[inline(always)]
fn way(region: usize, own: u32, other: u32) -> usize {
    let ternary = |byte: u32| usize::from(TERNARY[(byte & 0xFF) as usize]);
    region * N_WAYS + ternary(own) + 2 * ternary(other)
}

/// The two lowest bits of every row side by side.
#[inline(always)]
fn two_columns(word: u32) -> u32 {
    let mut word = word & 0x3333_3333;
    word = (word | word >> 2) & 0x0F0F_0F0F;
    word = (word | word >> 4) & 0x00FF_00FF;
    (word | word >> 8) & 0xFFFF
}

/// The binary digits of a byte read as ternary ones.
const TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut power) = (0, 1);
        while bit < REGION {
            if byte >> bit & 1 == 1 {
                table[byte] += power;
            }
            power *= 3;
            bit += 1;
        }
        byte += 1;
    }
    table
};

impl std::fmt::Debug for PatternEvaluator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PatternEvaluator")
    }
}

impl std::fmt::Debug for Patterns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Patterns")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::Color;

    #[test]
    fn every_weight_is_named_once_for_a_position() {
        let pos = Position::START;
        let mut named = Vec::new();
        Patterns::active(seen_by(Color::White, planes(&pos)), |at| named.push(at));
        assert_eq!(named.len(), N_REGIONS + 1);
        assert!(named.iter().all(|at| *at < N_WEIGHTS));
        named.dedup();
        assert_eq!(named.len(), N_REGIONS + 1);
    }

    #[test]
    fn two_columns_are_cut_out() {
        assert_eq!(two_columns(0x3333_3333), 0xFFFF);
        assert_eq!(two_columns(0x0000_0012), 0b0110);
        assert_eq!(two_columns(0xCCCC_CCCC), 0);
    }
}
