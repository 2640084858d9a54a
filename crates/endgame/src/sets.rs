//! Sets of squares in order: their ranks, their moves, and rows of bits that stand for them.
//!
//! Inside this crate a set of squares is a word in which the rows follow each other as on the board,
//! four bits each, and every second row is read from right to left: square 1 to 4 are bits 0 to 3, square
//! 8 to 5 are bits 4 to 7, and so on like a snake. Neighboring bits are then neighboring squares more
//! often, and runs of equal values a little longer.

use std::sync::{Arc, OnceLock};

use crownhead_board::{Bitboard, Square};

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

/// The rank of a set among all sets of its size: by the largest member first. Men are numbered so.
#[inline(always)]
pub(crate) fn men_rank(set: u32) -> u32 {
    let (mut rest, mut k, mut rank) = (set, 1, 0);
    while rest != 0 {
        rank += BINOMIAL[k][rest.trailing_zeros() as usize];
        rest &= rest - 1;
        k += 1;
    }
    rank
}

/// The set of `k` squares with a rank: the inverse of [`men_rank`].
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

/// The squares in the order in which kings are counted.
///
/// A king goes from an even row to an odd one or back, and with each step the opposition changes. So the even rows
/// come first, then the odd ones, each half on a path over near squares: that leaves fewer places where
/// neighbors are worth something else. The path is the best that a local
/// search found for white kings in a sample of 2,1,1,2, where the distance of two squares is how often a king is
/// worth something else on the one than on the other.
const KING_PATH: [u8; 32] = [
    17, 25, 24, 16, 8, 9, 10, 18, 26, 27, 19, 11, 3, 2, 1, 0, // even rows
    7, 15, 23, 31, 30, 22, 14, 6, 5, 4, 12, 20, 28, 29, 21, 13, // odd rows
];

/// `KING_PLACES[i][byte]`: the places on the path of the squares in byte `i` of a word.
static KING_PLACES: [[u32; 256]; 4] = {
    let mut table = [[0; 256]; 4];
    let mut place = 0;
    while place < 32 {
        let square = KING_PATH[place] as usize;
        let mut byte = 0;
        while byte < 256 {
            if byte >> (square % 8) & 1 == 1 {
                table[square / 8][byte] |= 1 << place;
            }
            byte += 1;
        }
        place += 1;
    }
    table
};

/// The rank of a set of kings among all sets of its size.
///
/// Sets go by the last king on the path. With each next square of the last king the others go the other way, so that
/// sets next to each other differ by a short step.
#[inline(always)]
pub(crate) fn king_rank(set: u32) -> u32 {
    let [a, b, c, d] = set.to_le_bytes().map(usize::from);
    let mut places = KING_PLACES[0][a] | KING_PLACES[1][b] | KING_PLACES[2][c] | KING_PLACES[3][d];
    let (mut rank, mut k) = (0, 1);
    while places != 0 {
        let last = places.trailing_zeros() as usize;
        rank =
            if last.is_multiple_of(2) { BINOMIAL[k][last] + rank } else { BINOMIAL[k][last + 1] - 1 - rank };
        places &= places - 1;
        k += 1;
    }
    rank
}

/// The sets of `k` kings on the first squares of the path, in the order of [`king_rank`].
fn king_sets(k: usize, n_squares: usize) -> Vec<u32> {
    if k == 0 {
        return vec![0];
    }
    let mut sets = Vec::new();
    for (last, &square) in KING_PATH.iter().enumerate().take(n_squares).skip(k - 1) {
        let mut others = king_sets(k - 1, last);
        if !last.is_multiple_of(2) {
            others.reverse();
        }
        sets.extend(others.into_iter().map(|set| set | 1 << square));
    }
    sets
}

/// The squares of a set, lowest first.
#[inline(always)]
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

/// From the order of this crate to that of the board.
#[inline(always)]
pub(crate) fn to_board(word: u32) -> Bitboard {
    Bitboard::from_row_major(snake(word))
}

/// The squares seen from the other side of the board.
pub(crate) const fn flip(word: u32) -> u32 {
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

/// The maximum number of words that [`KingSets::part`] returns.
const MAX_PART: usize = 16;

/// All sets of `k` squares, with tables for the builder.
#[derive(Debug)]
pub(crate) struct KingSets {
    /// The sets in the order of their ranks.
    pub(crate) sets: Vec<u32>,
    /// The same sets in the order of the board.
    pub(crate) boards: Vec<Bitboard>,
    /// The number of 32-bit words in a row with a bit for each set.
    pub(crate) stride: usize,
    /// The rank of each set after the board is flipped.
    pub(crate) flipped: Vec<u32>,
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
        let sets = king_sets(k, 32);
        let stride = sets.len().div_ceil(32);
        let mut with_square = vec![0; 32 * stride + MAX_PART];
        for (r, &set) in sets.iter().enumerate() {
            for square in squares(set) {
                with_square[square * stride + r / 32] |= 1 << (r % 32);
            }
        }
        let (mut move_ends, mut reached) = (Vec::with_capacity(sets.len()), Vec::new());
        for &set in &sets {
            for from in squares(set) {
                let steps = WAYS[from].iter().flatten().map(|way| 1u32 << way.step);
                reached.extend(steps.filter(|to| set & to == 0).map(|to| king_rank(set & !(1 << from) | to)));
            }
            move_ends.push(reached.len() as u32);
        }
        let without =
            sets.iter().flat_map(|&set| squares(set).map(move |s| king_rank(set & !(1 << s)))).collect();
        let flipped = sets.iter().map(|&set| king_rank(flip(set))).collect();
        let boards = sets.iter().map(|&set| to_board(set)).collect();
        KingSets { sets, boards, stride, flipped, move_ends, reached, with_square, without, k }
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

    /// Some words of the row of a square; what comes after the end of the row means nothing.
    #[inline(always)]
    pub(crate) fn part<const N: usize>(&self, square: usize, first_word: usize) -> &[u32; N] {
        const { assert!(N <= MAX_PART) };
        let words = &self.with_square[square * self.stride + first_word..];
        words.first_chunk().expect("rows are followed by as many words as any part has")
    }

    /// Some words of the row of all sets.
    #[inline(always)]
    pub(crate) fn all<const N: usize>(&self, first_word: usize) -> [u32; N] {
        let mut part = [u32::MAX; N];
        if first_word + N >= self.stride {
            let n_whole = self.stride - 1 - first_word;
            part[n_whole] = u32::MAX >> (self.stride * 32 - self.len());
            part[n_whole + 1..].fill(0);
        }
        part
    }

    /// The rank of a set without some of its members.
    pub(crate) fn without(&self, rank: usize, taken: u32) -> usize {
        let set = self.sets[rank];
        if taken.is_power_of_two() {
            let place = (set & (taken - 1)).count_ones() as usize;
            return self.without[rank * self.k + place] as usize;
        }
        king_rank(set & !taken) as usize
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
                assert_eq!((king_rank(set) as usize, set.count_ones() as usize), (r, k));
                assert_eq!(sets.sets[sets.flipped[r] as usize], flip(set));
                for square in squares(set) {
                    assert_eq!(sets.with(square)[r / 32] >> (r % 32) & 1, 1);
                    let without = KingSets::of(k as u8 - 1).sets[sets.without(r, 1 << square)];
                    assert_eq!(without, set & !(1 << square));
                }
            }
        }
    }

    #[test]
    fn sets_next_to_each_other_differ_by_one_king() {
        for pair in KingSets::of(2).sets.windows(2) {
            assert_eq!((pair[0] & pair[1]).count_ones(), 1);
        }
    }

    #[test]
    fn ranks_of_men_lead_back() {
        for (k, binomials) in BINOMIAL.iter().enumerate().take(4) {
            for r in 0..binomials[28] {
                assert_eq!(men_rank(unrank(r, k)), r);
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
    fn flipping_the_board_is_the_same_in_both_orders() {
        for bit in 0..32 {
            let word = 1u32 << bit;
            assert_eq!(flip(snake(word)), snake(word.reverse_bits()));
            assert_eq!(snake(snake(word)), word);
        }
    }
}
