//! Sets of kings with which there is a capture, for a whole row at once.

use std::sync::{Arc, OnceLock};

use crate::sets::{KingSets, N_DIRECTIONS, WAYS};

/// The bit of squares that are not on the board; it is always taken.
const OFF_BOARD: u64 = 1 << 32;

/// `STEPS[square][direction]` and `LANDINGS[square][direction]`: the neighbor and the square behind it.
static STEPS: [[u8; N_DIRECTIONS]; 32] = squares_on_the_way(false);
static LANDINGS: [[u8; N_DIRECTIONS]; 32] = squares_on_the_way(true);

const fn squares_on_the_way(landing: bool) -> [[u8; N_DIRECTIONS]; 32] {
    let mut squares = [[32; N_DIRECTIONS]; 32];
    let mut square = 0;
    while square < 32 {
        let mut direction = 0;
        while direction < N_DIRECTIONS {
            if let Some(way) = WAYS[square][direction] {
                squares[square][direction] = match way.jump {
                    Some(jump) if landing => jump,
                    None if landing => 32,
                    _ => way.step,
                };
            }
            direction += 1;
        }
        square += 1;
    }
    squares
}

/// A bit for each direction in which the neighbor of a square is taken.
#[inline(always)]
pub(crate) fn taken_around(square: usize, taken: u32) -> usize {
    pattern(&STEPS[square], u64::from(taken) | OFF_BOARD)
}

/// A bit for each direction in which the neighbor of a square or the square behind it is taken.
#[inline(always)]
pub(crate) fn taken_ahead(square: usize, taken: u32) -> usize {
    let taken = u64::from(taken) | OFF_BOARD;
    pattern(&STEPS[square], taken) | pattern(&LANDINGS[square], taken)
}

#[inline(always)]
fn pattern(squares: &[u8; N_DIRECTIONS], taken: u64) -> usize {
    (0..N_DIRECTIONS).fold(0, |bits, d| bits | (taken >> squares[d] & 1) << d) as usize
}

/// The neighbors of a square.
pub(crate) fn around(square: usize) -> u32 {
    set_of(&STEPS[square])
}

/// The neighbors of a square and the squares behind them.
pub(crate) fn way_ahead(square: usize) -> u32 {
    set_of(&STEPS[square]) | set_of(&LANDINGS[square])
}

fn set_of(squares: &[u8; N_DIRECTIONS]) -> u32 {
    squares.iter().fold(0, |set, &square| set | 1u64 << square) as u32
}

/// Rows of bits for sets of kings: for each square and each pattern around it the sets with which there
/// is a capture there, and those that have a king on the square itself.
#[derive(Debug)]
pub(crate) struct Jumps {
    rows: Vec<u32>,
    stride: usize,
}

/// The maximum number of words that [`Jumps::part`] returns.
const MAX_PART: usize = 16;
const N_PATTERNS: usize = 1 << N_DIRECTIONS;

impl Jumps {
    /// The kings capture the piece on the square. The pattern is that of the neighbors taken.
    pub(crate) fn over(k: u8) -> Arc<Jumps> {
        static ALL: [OnceLock<Arc<Jumps>>; 8] = [const { OnceLock::new() }; 8];
        let new = || {
            Jumps::new(k, |square, direction, taken| {
                let opposite = 3 - direction;
                let is_free = taken >> direction & 1 == 0 && taken >> opposite & 1 == 0;
                is_free.then(|| (STEPS[square][opposite], STEPS[square][direction]))
            })
        };
        Arc::clone(ALL[usize::from(k)].get_or_init(|| Arc::new(new())))
    }

    /// The piece on the square captures one of the kings. The pattern is that of the ways taken.
    pub(crate) fn from(k: u8) -> Arc<Jumps> {
        static ALL: [OnceLock<Arc<Jumps>>; 8] = [const { OnceLock::new() }; 8];
        let new = || {
            Jumps::new(k, |square, direction, taken| {
                let is_free = taken >> direction & 1 == 0 && LANDINGS[square][direction] < 32;
                is_free.then(|| (STEPS[square][direction], LANDINGS[square][direction]))
            })
        };
        Arc::clone(ALL[usize::from(k)].get_or_init(|| Arc::new(new())))
    }

    /// `jump` returns, for a square, a direction and a pattern, which square must have a king and which none.
    fn new(k: u8, jump: impl Fn(usize, usize, usize) -> Option<(u8, u8)>) -> Jumps {
        let kings = KingSets::of(k);
        let stride = kings.stride;
        let mut rows = Vec::with_capacity(32 * N_PATTERNS * stride + MAX_PART);
        for square in 0..32 {
            for taken in 0..N_PATTERNS {
                let start = rows.len();
                rows.extend(kings.with(square));
                for (with, without) in (0..N_DIRECTIONS).filter_map(|d| jump(square, d, taken)) {
                    // A square off the board is always part of the pattern.
                    if with < 32 && without < 32 {
                        let sets = kings.with(with.into()).iter().zip(kings.with(without.into()));
                        rows[start..].iter_mut().zip(sets).for_each(|(row, (a, b))| *row |= a & !b);
                    }
                }
            }
        }
        rows.resize(rows.len() + MAX_PART, 0);
        Jumps { rows, stride }
    }

    /// Some words of a row; what comes after its end means nothing.
    #[inline(always)]
    pub(crate) fn part<const N: usize>(&self, square: usize, pattern: usize, first_word: usize) -> &[u32; N] {
        const { assert!(N <= MAX_PART) };
        let words = &self.rows[(square * N_PATTERNS + pattern) * self.stride + first_word..];
        words.first_chunk().expect("rows are followed by as many words as any part has")
    }
}
