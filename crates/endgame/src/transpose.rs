//! Matrices of bits, turned over.

use crate::sets::KingSets;

/// Writes a matrix (rows: sets of one side's kings, bits: sets of the other's) as its opponent sees
/// it: rows and columns exchanged and the board flipped. Calls `changed` for each row of the target
/// that is no longer what it was.
pub(crate) fn flip_matrix(
    source: &[u32],
    target: &mut [u32],
    rows: &KingSets,
    columns: &KingSets,
    mut changed: impl FnMut(usize),
) {
    let mut put = |place: &mut u32, word: u32, row: u32| {
        if *place != word {
            *place = word;
            changed(row as usize);
        }
    };
    if rows.len() == 1 {
        for (column, &to) in columns.flipped.iter().enumerate() {
            put(&mut target[to as usize], source[column / 32] >> (column % 32) & 1, to);
        }
        return;
    }
    let (stride, target_stride) = (columns.stride, rows.stride);
    if columns.len() == 1 {
        for (flipped, place) in rows.flipped.chunks(32).zip(target) {
            let bits = flipped.iter().enumerate().map(|(i, &row)| (source[row as usize] & 1) << i);
            put(place, bits.sum(), 0);
        }
        return;
    }
    let mut block = vec![0; 32 * stride];
    for (group, flipped) in rows.flipped.chunks(32).enumerate() {
        for (i, &row) in flipped.iter().enumerate() {
            block[i * stride..][..stride].copy_from_slice(&source[row as usize * stride..][..stride]);
        }
        block[flipped.len() * stride..].fill(0);
        transpose_squares(&mut block, stride);
        for (column, &to) in columns.flipped.iter().enumerate() {
            let word = block[column % 32 * stride + column / 32];
            put(&mut target[to as usize * target_stride + group], word, to);
        }
    }
}

/// Exchanges rows and columns: calls `put` with a column, a group of 32 rows, and their bits there.
pub(crate) fn transpose<'a>(
    row: impl Fn(usize) -> &'a [u32],
    n_rows: usize,
    n_columns: usize,
    mut put: impl FnMut(usize, usize, u32),
) {
    let stride = n_columns.div_ceil(32);
    let mut block = vec![0; 32 * stride];
    for group in 0..n_rows.div_ceil(32) {
        let n = (n_rows - group * 32).min(32);
        for i in 0..n {
            block[i * stride..][..stride].copy_from_slice(row(group * 32 + i));
        }
        block[n * stride..].fill(0);
        transpose_squares(&mut block, stride);
        for column in 0..n_columns {
            put(column, group, block[column % 32 * stride + column / 32]);
        }
    }
}

/// Transposes each of the squares of 32 by 32 bits that stand side by side in 32 rows of words.
fn transpose_squares(block: &mut [u32], stride: usize) {
    let mut width = 16;
    let mut mask = 0x0000_FFFFu32;
    while width != 0 {
        for first in (0..32).filter(|row| row & width == 0) {
            let (upper, lower) = block.split_at_mut((first + width) * stride);
            let upper = &mut upper[first * stride..][..stride];
            let lower = &mut lower[..stride];
            for (a, b) in upper.iter_mut().zip(lower) {
                let swap = (*a >> width ^ *b) & mask;
                *b ^= swap;
                *a ^= swap << width;
            }
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_lands_where_the_opponent_sees_it() {
        let (rows, columns) = (KingSets::of(1), KingSets::of(2));
        let mut source = vec![0; rows.len() * columns.stride];
        let mut random = fastrand::Rng::with_seed(1);
        source.fill_with(|| random.u32(..));
        let mut target = vec![0; columns.len() * rows.stride];
        flip_matrix(&source, &mut target, &rows, &columns, |_| {});
        for r in 0..rows.len() {
            for c in 0..columns.len() {
                let (to, bit) = (columns.flipped[c] as usize, rows.flipped[r] as usize);
                let expected = source[r * columns.stride + c / 32] >> (c % 32) & 1;
                assert_eq!(target[to * rows.stride + bit / 32] >> (bit % 32) & 1, expected);
            }
        }
    }
}
