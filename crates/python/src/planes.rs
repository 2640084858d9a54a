//! A board as planes of bytes, the form in which networks read it.

use crownhead_board::{Bitboard, Color};

/// The number of planes: own men, own kings, the other side's men and its kings.
pub const N_PLANES: usize = 4;

/// The bytes of all planes.
pub const PLANES_LEN: usize = N_PLANES * 64;

/// Writes a board as planes of 8 rows of 8 bytes, 1 for a piece, as a side sees it: the top row first, its own men going up.
///
/// ```
/// use crownhead_board::{Color, Position};
/// use crownhead_python::{PLANES_LEN, planes};
///
/// let (start, mut out) = (Position::START, [0; PLANES_LEN]);
/// planes(Color::Black, [start.black(), start.white(), start.kings()], &mut out);
/// // Twelve own men, in the three rows at the bottom.
/// assert_eq!(out[..64].iter().sum::<u8>(), 12);
/// assert_eq!(out[56..64], [1, 0, 1, 0, 1, 0, 1, 0]);
/// ```
pub fn planes(side: Color, [own, other, kings]: [Bitboard; 3], out: &mut [u8; PLANES_LEN]) {
    let seen = |set: Bitboard| if side == Color::Black { set.flip() } else { set }.to_row_major();
    let [own, other, kings] = [own, other, kings].map(seen);
    let (rows, _) = out.as_chunks_mut::<8>();
    for (plane, set) in
        rows.chunks_exact_mut(8).zip([own & !kings, own & kings, other & !kings, other & kings])
    {
        for (row, bytes) in plane.iter_mut().enumerate() {
            *bytes = ROWS[row % 2][(set >> (4 * row) & 15) as usize];
        }
    }
}

/// The bytes of a row by its four bits: dark squares begin in the second column of the top row.
const ROWS: [[[u8; 8]; 16]; 2] = {
    let mut rows = [[[0; 8]; 16]; 2];
    let mut i = 0;
    while i < 2 * 16 * 4 {
        let (row, bits, square) = (i / 64, i / 4 % 16, i % 4);
        rows[row][bits][2 * square + 1 - row] = (bits >> square & 1) as u8;
        i += 1;
    }
    rows
};

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::Square;

    #[test]
    fn every_square_has_its_place() {
        for square in Square::ALL {
            let set = Bitboard::from_square(square);
            for (side, seen) in [(Color::White, square), (Color::Black, square.flip())] {
                for (plane, sets) in [[set, Bitboard::EMPTY], [Bitboard::EMPTY, set]].into_iter().enumerate()
                {
                    for (king, kings) in [Bitboard::EMPTY, set].into_iter().enumerate() {
                        let (mut out, mut expected) = ([7; PLANES_LEN], [0; PLANES_LEN]);
                        planes(side, [sets[0], sets[1], kings], &mut out);
                        expected[(2 * plane + king) * 64 + (7 - seen.row()) * 8 + seen.column()] = 1;
                        assert_eq!(out, expected, "{square} for {side}");
                    }
                }
            }
        }
    }
}
