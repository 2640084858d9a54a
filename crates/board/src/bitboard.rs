//! Sets of squares.

use alloc::string::String;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub};

use crownhead_bits::bits32;

use crate::color::Color;
use crate::diagram::diagram;
use crate::layout;
use crate::square::Square;

/// A set of squares in one 32-bit word.
///
/// Which bit stands for which square is private, so that the rules can use the layout in which a
/// step is a single rotation. To look at bits, convert: [`Bitboard::to_row_major`] uses bit `n - 1`
/// for square `n`, and so do `{:b}` and `{:x}`; [`Bitboard::to_board64`] uses bit 0 for a1 and
/// bit 63 for h8.
///
/// ```
/// use crownhead_board::{Bitboard, Square};
///
/// let corner = Bitboard::from_iter([Square::S1, Square::S5]);
/// assert_eq!(corner.to_string(), "1,5");
/// assert_eq!(format!("{corner:#b}"), "0b10001");
/// assert_eq!(corner.len(), 2);
/// assert!(corner.contains(Square::S5));
/// assert_eq!(corner & !corner, Bitboard::EMPTY);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Bitboard(pub(crate) u32);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 32 squares.
    pub const FULL: Bitboard = Bitboard(u32::MAX);
    /// Squares 1 to 4, where White's men are crowned.
    pub const TOP_ROW: Bitboard = Bitboard(layout::TOP_ROW);
    /// Squares 29 to 32, where Black's men are crowned.
    pub const BOTTOM_ROW: Bitboard = Bitboard(layout::BOTTOM_ROW);

    /// The set that holds one square.
    pub const fn from_square(square: Square) -> Bitboard {
        Bitboard(bits32::mask(bit(square)))
    }

    /// The squares whose bits are set in the row-major layout: bit `n - 1` is square `n`.
    ///
    /// ```
    /// # use crownhead_board::Bitboard;
    /// assert_eq!(Bitboard::from_row_major(0xF), Bitboard::TOP_ROW);
    /// ```
    pub const fn from_row_major(word: u32) -> Bitboard {
        Bitboard(layout::from_row_major(word))
    }

    /// The set in the row-major layout: bit `n - 1` is square `n`.
    pub const fn to_row_major(self) -> u32 {
        layout::to_row_major(self.0)
    }

    /// The dark squares set in a 64-bit board with a1 = bit 0, b1 = bit 1 and h8 = bit 63, or
    /// `None` when a light square is set.
    ///
    /// ```
    /// # use crownhead_board::{Bitboard, Square};
    /// assert_eq!(Bitboard::from_board64(1), Some(Square::S29.into()));
    /// assert_eq!(Bitboard::from_board64(2), None);
    /// ```
    pub fn from_board64(word: u64) -> Option<Bitboard> {
        let set: Bitboard = Square::ALL.into_iter().filter(|sq| word >> bit64(*sq) & 1 == 1).collect();
        (set.to_board64() == word).then_some(set)
    }

    /// The set as a 64-bit board: a1 = bit 0, b1 = bit 1, h8 = bit 63. Light squares are 0.
    ///
    /// ```
    /// # use crownhead_board::Bitboard;
    /// assert_eq!(Bitboard::FULL.to_board64(), 0xAA55_AA55_AA55_AA55);
    /// ```
    pub fn to_board64(self) -> u64 {
        self.into_iter().fold(0, |word, square| word | 1 << bit64(square))
    }

    /// The set on the board, 1 for its squares and 0 for the others, from White's side.
    ///
    /// ```
    /// # use crownhead_board::Bitboard;
    /// assert!(Bitboard::TOP_ROW.draw().starts_with(" 8     1     1     1     1"));
    /// ```
    pub fn draw(self) -> String {
        diagram(Color::White, |square| u8::from(self.contains(square)))
    }

    /// Is no square in the set?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares in the set.
    pub const fn len(self) -> usize {
        bits32::count_ones(self.0) as usize
    }

    /// Is this square in the set?
    pub const fn contains(self, square: Square) -> bool {
        bits32::is_set(self.0, bit(square))
    }

    /// Do the two sets have a square in common?
    pub const fn intersects(self, other: Bitboard) -> bool {
        bits32::intersects(self.0, other.0)
    }

    /// Adds a square.
    pub const fn insert(&mut self, square: Square) {
        self.0 = bits32::set(self.0, bit(square));
    }

    /// Removes a square.
    pub const fn remove(&mut self, square: Square) {
        self.0 = bits32::clear(self.0, bit(square));
    }

    /// Every square moved one step up and to the left, with White at the bottom; squares that
    /// would leave the board are dropped.
    ///
    /// ```
    /// use crownhead_board::bitboard;
    ///
    /// let before = bitboard! {
    ///       .   .   .   .
    ///     .   .   .   .
    ///       .   .   .   .
    ///     X   .   X   .
    ///       .   .   .   .
    ///     .   .   .   .
    ///       .   X   .   .
    ///     .   .   .   X
    /// };
    /// let after = bitboard! {
    ///       .   .   .   .
    ///     .   .   .   .
    ///       .   X   .   .
    ///     .   .   .   .
    ///       .   .   .   .
    ///     .   X   .   .
    ///       .   .   X   .
    ///     .   .   .   .
    /// };
    /// assert_eq!(before.step_up_left(), after);
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn step_up_left(self) -> Bitboard {
        self.step::<{ layout::UP_LEFT }>()
    }

    /// One step up and to the right, as [`Bitboard::step_up_left`].
    #[inline(always)]
    #[must_use]
    pub const fn step_up_right(self) -> Bitboard {
        self.step::<{ layout::UP_RIGHT }>()
    }

    /// One step down and to the left, as [`Bitboard::step_up_left`].
    #[inline(always)]
    #[must_use]
    pub const fn step_down_left(self) -> Bitboard {
        self.step::<{ layout::DOWN_LEFT }>()
    }

    /// One step down and to the right, as [`Bitboard::step_up_left`].
    #[inline(always)]
    #[must_use]
    pub const fn step_down_right(self) -> Bitboard {
        self.step::<{ layout::DOWN_RIGHT }>()
    }

    #[inline(always)]
    const fn step<const ROTATION: u32>(self) -> Bitboard {
        Bitboard(self.0.rotate_left(ROTATION) & const { layout::landings(ROTATION) })
    }

    /// The set seen from the other side of the board: square 1 becomes 32.
    ///
    /// ```
    /// # use crownhead_board::Bitboard;
    /// assert_eq!(Bitboard::TOP_ROW.flip(), Bitboard::BOTTOM_ROW);
    /// ```
    pub const fn flip(self) -> Bitboard {
        Bitboard(layout::flip(self.0))
    }
}

/// A [`Bitboard`] drawn as the 32 dark squares of a board, with White at the bottom: `X` for the
/// squares in the set, `.` for the others. It can be used in constants.
///
/// ```
/// use crownhead_board::{Bitboard, bitboard};
///
/// const DOUBLE_CORNERS: Bitboard = bitboard! {
///       X   .   .   .
///     X   .   .   .
///       .   .   .   .
///     .   .   .   .
///       .   .   .   .
///     .   .   .   .
///       .   .   .   X
///     .   .   .   X
/// };
/// assert_eq!(DOUBLE_CORNERS.to_string(), "1,5,28,32");
/// ```
#[macro_export]
macro_rules! bitboard {
    (@ X) => { 1 };
    (@ .) => { 0 };
    ($($cell:tt)*) => {
        const {
            let cells: [u32; 32] = [$($crate::bitboard!(@ $cell)),*];
            let (mut word, mut i) = (0, 0);
            while i < 32 {
                word |= cells[i] << i;
                i += 1;
            }
            $crate::Bitboard::from_row_major(word)
        }
    };
}

/// The bit of a square in the private layout.
const fn bit(square: Square) -> u32 {
    layout::BIT_OF_INDEX[square.index()] as u32
}

/// The bit of a square in a 64-bit board.
const fn bit64(square: Square) -> usize {
    square.row() * 8 + square.column()
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        Bitboard::from_square(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.into())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self.to_row_major())
    }
}

/// The squares of a [`Bitboard`] in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Squares(u32);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = Square::ALL.get(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(*square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

/// The square numbers, separated by commas.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, square) in self.into_iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{square}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({self})")
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// Set difference.
impl Sub for Bitboard {
    type Output = Bitboard;

    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

macro_rules! number_formats {
    ($($format:ident)*) => {$(
        /// The row-major word.
        impl fmt::$format for Bitboard {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$format::fmt(&self.to_row_major(), f)
            }
        }
    )*};
}

number_formats!(Binary LowerHex UpperHex);

macro_rules! word_operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident),*) => {$(
        impl $operator for Bitboard {
            type Output = Bitboard;

            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0.$method(other.0))
            }
        }

        impl $assign for Bitboard {
            fn $assign_method(&mut self, other: Bitboard) {
                self.0.$assign_method(other.0);
            }
        }
    )*};
}

word_operators!(
    BitAnd bitand BitAndAssign bitand_assign,
    BitOr bitor BitOrAssign bitor_assign,
    BitXor bitxor BitXorAssign bitxor_assign
);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn layouts_convert_back_and_forth(word: u32) {
            let set = Bitboard::from_row_major(word);
            prop_assert_eq!(set.to_row_major(), word);
            prop_assert_eq!(Bitboard::from_board64(set.to_board64()), Some(set));
            prop_assert_eq!(set.flip().to_row_major(), word.reverse_bits());
            prop_assert_eq!(set.into_iter().collect::<Bitboard>(), set);
            prop_assert_eq!(set.into_iter().len(), set.len());
        }
    }
}
