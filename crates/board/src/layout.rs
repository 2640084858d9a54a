//! The order of the squares in a 32-bit word, which is private to this crate.
//!
//! Call `u` the number of steps up and to the right, and `v` the number of steps up and to the
//! left, that lead from a1 to a square. Its bit is `u + 7v` modulo 32. So a step in any direction
//! is one rotation of the whole word, on every row alike:
//!
//! ```text
//!     25    19    13     7
//!  24    18    12     6
//!     17    11     5    31
//!  16    10     4    30
//!      9     3    29    23
//!   8     2    28    22
//!      1    27    21    15
//!   0    26    20    14
//!   a  b  c  d  e  f  g  h      up right +1, up left +7, down right -7, down left -1
//! ```
//!
//! A step off the board wraps to the opposite edge and has to be masked away, but a jump has not:
//! the jumped piece stands in the interior, and no step that wraps ends in the interior.

/// A direction, as seen with White at the bottom. The discriminants are what a route stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Direction {
    UpRight = 0,
    UpLeft = 1,
    DownRight = 2,
    DownLeft = 3,
}

/// How far the word rotates to the left for a step in each direction.
pub(crate) const UP_RIGHT: u32 = 1;
pub(crate) const UP_LEFT: u32 = 7;
pub(crate) const DOWN_RIGHT: u32 = 32 - UP_LEFT;
pub(crate) const DOWN_LEFT: u32 = 32 - UP_RIGHT;

impl Direction {
    pub(crate) const ALL: [Direction; 4] =
        [Direction::UpRight, Direction::UpLeft, Direction::DownRight, Direction::DownLeft];

    /// The rotation that makes a step.
    #[inline(always)]
    pub(crate) const fn rotation(self) -> u32 {
        match self {
            Direction::UpRight => UP_RIGHT,
            Direction::UpLeft => UP_LEFT,
            Direction::DownRight => DOWN_RIGHT,
            Direction::DownLeft => DOWN_LEFT,
        }
    }

    /// The direction of a rotation; the inverse of [`Direction::rotation`].
    #[inline(always)]
    pub(crate) const fn from_rotation(rotation: u32) -> Direction {
        match rotation {
            UP_RIGHT => Direction::UpRight,
            UP_LEFT => Direction::UpLeft,
            DOWN_RIGHT => Direction::DownRight,
            _ => Direction::DownLeft,
        }
    }

    /// The direction that a route stores as the two low bits of a number.
    pub(crate) const fn from_code(code: u32) -> Direction {
        Direction::ALL[(code & 3) as usize]
    }

    pub(crate) const fn is_up(self) -> bool {
        matches!(self, Direction::UpRight | Direction::UpLeft)
    }
}

/// The bit of the square at a row and column, both counted from a1.
const fn bit_at(row: usize, column: usize) -> u32 {
    let (row, column) = (row as i32, column as i32);
    (((row + column) / 2 + 7 * ((row - column) / 2)) & 31) as u32
}

/// The bit of each square, in the order of the PDN numbers.
pub(crate) const BIT_OF_INDEX: [u8; 32] = {
    let mut bits = [0; 32];
    let mut index = 0;
    while index < 32 {
        let row = 7 - index / 4;
        bits[index] = bit_at(row, index % 4 * 2 + row % 2) as u8;
        index += 1;
    }
    bits
};

/// The PDN number less one of each bit: the inverse of [`BIT_OF_INDEX`].
pub(crate) const INDEX_OF_BIT: [u8; 32] = {
    let mut indices = [0; 32];
    let mut index = 0;
    while index < 32 {
        indices[BIT_OF_INDEX[index] as usize] = index as u8;
        index += 1;
    }
    indices
};

/// All squares between two rows and two columns, edges included.
const fn rectangle(rows: (usize, usize), columns: (usize, usize)) -> u32 {
    let mut mask = 0;
    let mut row = rows.0;
    while row <= rows.1 {
        let mut column = columns.0;
        while column <= columns.1 {
            if (row + column).is_multiple_of(2) {
                mask |= 1 << bit_at(row, column);
            }
            column += 1;
        }
        row += 1;
    }
    mask
}

/// Where White's men are crowned: squares 1 to 4.
pub(crate) const TOP_ROW: u32 = rectangle((7, 7), (0, 7));
/// Where Black's men are crowned: squares 29 to 32.
pub(crate) const BOTTOM_ROW: u32 = rectangle((0, 0), (0, 7));
/// The squares a piece can be jumped on.
pub(crate) const INTERIOR: u32 = rectangle((1, 6), (1, 6));

/// The squares where a step of this rotation can end without having wrapped round the board.
pub(crate) const fn landings(rotation: u32) -> u32 {
    match Direction::from_rotation(rotation) {
        Direction::UpRight => rectangle((1, 7), (1, 7)),
        Direction::UpLeft => rectangle((1, 7), (0, 6)),
        Direction::DownRight => rectangle((0, 6), (1, 7)),
        Direction::DownLeft => rectangle((0, 6), (0, 6)),
    }
}

/// The word turned by half a turn of the board. Bit `b` becomes `7 - b` modulo 32.
pub(crate) const fn flip(word: u32) -> u32 {
    word.reverse_bits().rotate_left(8)
}

/// From the row-major order (bit `n - 1` for square `n`) to ours.
pub(crate) const fn from_row_major(word: u32) -> u32 {
    permute(word, &FROM_ROW_MAJOR)
}

/// From our order to the row-major one.
pub(crate) const fn to_row_major(word: u32) -> u32 {
    permute(word, &TO_ROW_MAJOR)
}

/// Images of all values of each of the four bytes of a word.
type BytePermutation = [[u32; 256]; 4];

static FROM_ROW_MAJOR: BytePermutation = byte_permutation(&BIT_OF_INDEX);
static TO_ROW_MAJOR: BytePermutation = byte_permutation(&INDEX_OF_BIT);

const fn byte_permutation(image: &[u8; 32]) -> BytePermutation {
    let mut table = [[0; 256]; 4];
    let mut byte = 0;
    while byte < 4 {
        let mut value = 1;
        while value < 256 {
            let low = (value as u8).trailing_zeros() as usize;
            table[byte][value] = table[byte][value & (value - 1)] | 1 << image[byte * 8 + low];
            value += 1;
        }
        byte += 1;
    }
    table
}

const fn permute(word: u32, table: &BytePermutation) -> u32 {
    let [a, b, c, d] = word.to_le_bytes();
    table[0][a as usize] | table[1][b as usize] | table[2][c as usize] | table[3][d as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    /// The bit a step leads to, worked out on rows and columns.
    fn step(square: Square, direction: Direction) -> Option<u32> {
        let right = matches!(direction, Direction::UpRight | Direction::DownRight);
        let row = square.row().checked_add_signed(if direction.is_up() { 1 } else { -1 })?;
        let column = square.column().checked_add_signed(if right { 1 } else { -1 })?;
        Square::from_row_column(row, column).map(|to| u32::from(BIT_OF_INDEX[to.index()]))
    }

    #[test]
    fn a_step_is_a_rotation_and_a_mask() {
        for square in Square::ALL {
            for direction in Direction::ALL {
                let rotation = direction.rotation();
                let from = 1u32 << BIT_OF_INDEX[square.index()];
                let to = from.rotate_left(rotation) & landings(rotation);
                assert_eq!(to, step(square, direction).map_or(0, |bit| 1 << bit));
                assert_eq!(Direction::from_rotation(rotation), direction);
                assert_eq!(Direction::from_code(direction as u32), direction);
            }
        }
    }

    #[test]
    fn a_step_that_wraps_never_ends_in_the_interior() {
        for square in Square::ALL {
            let from = 1u32 << BIT_OF_INDEX[square.index()];
            for direction in Direction::ALL {
                let to = from.rotate_left(direction.rotation());
                if step(square, direction).is_none() {
                    assert_eq!((from | to) & INTERIOR, 0, "{square:?} {direction:?}");
                }
            }
        }
        assert_eq!(INTERIOR.count_ones(), 18);
    }

    #[test]
    fn turning_the_board_reverses_the_numbers() {
        for square in Square::ALL {
            let bit = 1 << BIT_OF_INDEX[square.index()];
            assert_eq!(flip(bit), 1 << BIT_OF_INDEX[square.flip().index()]);
        }
    }
}
