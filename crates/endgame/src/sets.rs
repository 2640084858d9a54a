//! Sets of squares in order: their ranks, their moves, and rows of bits that stand for them.
//!
//! Inside this crate a set of squares is a word in which the rows follow each other as on the board,
//! four bits each, and every second row is read from right to left: square 1 to 4 are bits 0 to 3, square
//! 8 to 5 are bits 4 to 7, and so on like a snake. Neighboring bits are then neighboring squares more
//! often, and runs of equal values a little longer.

use std::sync::{Arc, OnceLock};

use crownhead_board::Square;

use crate::material::binomial;

/// `BINOMIAL[k][n]` is the number of sets of `k` out of `n`.
pub(crate) const BINOMIAL: [[u32; 33]; 9] = {
    let mut table = [[0; 33]; 9];
    let mut k = 0;
    while k < 9 {
        let mut n = 0;
        while n < 33 {
            table[k][n] = binomial(n as u64, k as u64) as u32;
            n += 1;
        }
        k += 1;
    }
    table
};

/// The rank of a set among all sets of its size: by the largest member first.
pub(crate) fn rank(set: u32) -> u32 {
    let (mut rest, mut k, mut rank) = (set, 1, 0);
    while rest != 0 {
        rank += BINOMIAL[k][rest.trailing_zeros() as usize];
        rest &= rest - 1;
        k += 1;
    }
    rank
}

/// The set of `k` squares with a rank: the inverse of [`rank`].
pub(crate) fn unrank(mut rank: u32, k: usize) -> u32 {
    let mut set = 0;
    let mut below = 32;
    for k in (1..=k).rev() {
        below = (0..below).rev().find(|&n| BINOMIAL[k][n] <= rank).unwrap_or(0);
        rank -= BINOMIAL[k][below];
        set |= 1 << below;
    }
    set
}

/// The squares of a set, lowest first.
pub(crate) fn squares(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (square < 32).then_some(square)
    })
}

/// From the row-major order (bit `n - 1` is square `n`) to the order of this crate, and back.
pub(crate) const fn snake(word: u32) -> u32 {
    const ODD_ROWS: u32 = 0xF0F0_F0F0;
    word & !ODD_ROWS | reverse_rows(word) & ODD_ROWS
}

/// The squares seen from the other side of the board.
pub(crate) const fn turn(word: u32) -> u32 {
    reverse_rows(word.reverse_bits())
}

/// Each row read from the other end.
const fn reverse_rows(word: u32) -> u32 {
    let pairs = (word & 0x5555_5555) << 1 | (word >> 1) & 0x5555_5555;
    (pairs & 0x3333_3333) << 2 | (pairs >> 2) & 0x3333_3333
}

/// The bit of a square given by its row-major bit, and back.
const fn snake_bit(bit: usize) -> usize {
    snake(1 << bit).trailing_zeros() as usize
}

/// The four ways to go, the first two towards square 32 as black men do.
pub(crate) const N_DIRECTIONS: usize = 4;

/// A step and the jump that continues it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// The neighboring square.
    pub(crate) step: u8,
    /// The square behind it, if there is one.
    pub(crate) jump: Option<u8>,
}

/// `WAYS[square][direction]`.
pub(crate) static WAYS: [[Option<Way>; N_DIRECTIONS]; 32] = {
    let mut ways = [[None; N_DIRECTIONS]; 32];
    let mut square = 0;
    while square < 32 {
        let mut direction = 0;
        while direction < N_DIRECTIONS {
            if let Some(step) = neighbor(square, direction) {
                let jump = neighbor(step as usize, direction);
                ways[square][direction] = Some(Way { step, jump });
            }
            direction += 1;
        }
        square += 1;
    }
    ways
};

const fn neighbor(square: usize, direction: usize) -> Option<u8> {
    let square = Square::ALL[snake_bit(square)];
    let row = if direction < 2 { square.row().checked_sub(1) } else { Some(square.row() + 1) };
    let column =
        if direction.is_multiple_of(2) { square.column().checked_sub(1) } else { Some(square.column() + 1) };
    match (row, column) {
        (Some(row), Some(column)) => match Square::from_row_column(row, column) {
            Some(square) => Some(snake_bit(square.index()) as u8),
            None => None,
        },
        _ => None,
    }
}

/// All sets of `k` squares, with what the builder wants to know about them.
#[derive(Debug)]
pub(crate) struct KingSets {
    /// The sets in the order of their ranks.
    pub(crate) sets: Vec<u32>,
    /// The number of 32-bit words in a row with a bit for each set.
    pub(crate) stride: usize,
    /// The rank of each set after the board is turned.
    pub(crate) turned: Vec<u32>,
    /// For each set the end of its part of `reached`.
    move_ends: Vec<u32>,
    /// The ranks of the sets that a king's step leads to from each set.
    reached: Vec<u32>,
    /// For each square a row of bits: the sets with that square.
    with_square: Vec<u32>,
    /// For each set and each of its members, lowest first, the rank of the set without it.
    without: Vec<u32>,
    k: usize,
}

impl KingSets {
    /// The sets of `k` squares, worked out once.
    pub(crate) fn of(k: u8) -> Arc<KingSets> {
        static ALL: [OnceLock<Arc<KingSets>>; 8] = [const { OnceLock::new() }; 8];
        Arc::clone(ALL[usize::from(k)].get_or_init(|| Arc::new(KingSets::new(k.into()))))
    }

    fn new(k: usize) -> KingSets {
        let n = BINOMIAL[k][32];
        let sets: Vec<u32> = (0..n).map(|r| unrank(r, k)).collect();
        let stride = sets.len().div_ceil(32);
        let mut with_square = vec![0; 32 * stride];
        for (r, &set) in sets.iter().enumerate() {
            for square in squares(set) {
                with_square[square * stride + r / 32] |= 1 << (r % 32);
            }
        }
        let (mut move_ends, mut reached) = (Vec::with_capacity(sets.len()), Vec::new());
        for &set in &sets {
            for from in squares(set) {
                let steps = WAYS[from].iter().flatten().map(|way| 1u32 << way.step);
                reached.extend(steps.filter(|to| set & to == 0).map(|to| rank(set & !(1 << from) | to)));
            }
            move_ends.push(reached.len() as u32);
        }
        let without = sets.iter().flat_map(|&set| squares(set).map(move |s| rank(set & !(1 << s)))).collect();
        let turned = sets.iter().map(|&set| rank(turn(set))).collect();
        KingSets { sets, stride, turned, move_ends, reached, with_square, without, k }
    }

    /// The number of sets.
    pub(crate) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The ranks of the sets that one king's step leads to, other pieces aside.
    pub(crate) fn reached(&self, rank: usize) -> &[u32] {
        let start = if rank == 0 { 0 } else { self.move_ends[rank - 1] };
        &self.reached[start as usize..self.move_ends[rank] as usize]
    }

    /// The row of bits of the sets that have this square.
    pub(crate) fn with(&self, square: usize) -> &[u32] {
        &self.with_square[square * self.stride..][..self.stride]
    }

    /// The rank of a set without one of its members.
    pub(crate) fn without(&self, rank: usize, square: usize) -> u32 {
        let place = (self.sets[rank] & ((1 << square) - 1)).count_ones() as usize;
        self.without[rank * self.k + place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_in_order_and_lead_back() {
        for (k, binomials) in BINOMIAL.iter().enumerate().take(5) {
            let sets = KingSets::new(k);
            assert_eq!(sets.len(), binomials[32] as usize);
            for (r, &set) in sets.sets.iter().enumerate() {
                assert_eq!((rank(set) as usize, set.count_ones() as usize), (r, k));
                assert_eq!(sets.sets[sets.turned[r] as usize], turn(set));
                for square in squares(set) {
                    assert_eq!(sets.with(square)[r / 32] >> (r % 32) & 1, 1);
                    assert_eq!(unrank(sets.without(r, square), k - 1), set & !(1 << square));
                }
            }
        }
    }

    #[test]
    fn ways_follow_the_board() {
        let n_steps: usize = WAYS.iter().flatten().flatten().count();
        let n_jumps: usize = WAYS.iter().flatten().flatten().filter(|way| way.jump.is_some()).count();
        assert_eq!((n_steps, n_jumps), (98, 72));
        // From square 1 over 6 to 10.
        let way = WAYS[0][1].unwrap();
        assert_eq!((way.step, way.jump), (6, Some(9)));
    }

    #[test]
    fn turning_the_board_is_the_same_in_both_orders() {
        for bit in 0..32 {
            let word = 1u32 << bit;
            assert_eq!(turn(snake(word)), snake(word.reverse_bits()));
            assert_eq!(snake(snake(word)), word);
        }
    }
}
