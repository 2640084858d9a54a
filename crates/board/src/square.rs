//! The 32 dark squares.

use core::fmt;
use core::num::NonZeroU8;
use core::str::FromStr;

/// A dark square, named by its PDN number from 1 to 32. With White at the bottom:
///
/// ```text
///     1   2   3   4      b8 d8 f8 h8
///   5   6   7   8        a7 c7 e7 g7
///     9  10  11  12      b6 d6 f6 h6
///  13  14  15  16        a5 c5 e5 g5
///    17  18  19  20      b4 d4 f4 h4
///  21  22  23  24        a3 c3 e3 g3
///    25  26  27  28      b2 d2 f2 h2
///  29  30  31  32        a1 c1 e1 g1
/// ```
///
/// ```
/// use crownhead_board::Square;
///
/// let square: Square = "b6".parse()?;
/// assert_eq!(square, Square::S9);
/// assert_eq!(square.to_string(), "9");
/// assert_eq!((square.file(), square.rank()), ('b', 6));
/// assert_eq!(Square::try_from(square.number() + 5)?, Square::S14);
/// assert_eq!(Square::new(33), None);
/// # Ok::<(), crownhead_board::InvalidSquare>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(NonZeroU8);

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 32;

    /// All squares in the order of their numbers.
    pub const ALL: [Square; Square::COUNT] = {
        let mut all = [Square(NonZeroU8::MIN); Square::COUNT];
        let mut i = 0;
        while i < Square::COUNT {
            all[i] = Square(NonZeroU8::MIN.saturating_add(i as u8));
            i += 1;
        }
        all
    };

    /// The square with a PDN number, or `None` unless it is from 1 to 32.
    pub const fn new(number: u8) -> Option<Square> {
        match number {
            1..=32 => Some(Square::ALL[number as usize - 1]),
            _ => None,
        }
    }

    /// The PDN number, from 1 to 32.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// The index in [`Square::ALL`], from 0 to 31: the bit in the row-major layout.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The square at a row counted from White's side (0 is the row of 29-32) and a column counted
    /// from White's left (0 is file `a`); `None` off the board or on a light square.
    pub const fn from_row_column(row: usize, column: usize) -> Option<Square> {
        if row > 7 || column > 7 || !(row + column).is_multiple_of(2) {
            return None;
        }
        Some(Square::ALL[(7 - row) * 4 + column / 2])
    }

    /// The row, counted from White's side: 0 for 29-32, 7 for 1-4.
    pub const fn row(self) -> usize {
        7 - self.index() / 4
    }

    /// The column, counted from White's left: 0 for file `a`.
    pub const fn column(self) -> usize {
        self.index() % 4 * 2 + self.row() % 2
    }

    /// The square with an algebraic name, `a1` at White's left; `None` off the board or on a light
    /// square. The file may be in either case.
    pub const fn from_algebraic(file: char, rank: u8) -> Option<Square> {
        let file = file.to_ascii_lowercase();
        if !matches!(file, 'a'..='h') || rank == 0 {
            return None;
        }
        Square::from_row_column(rank as usize - 1, file as usize - 'a' as usize)
    }

    /// The file, `a` to `h` from White's left.
    pub const fn file(self) -> char {
        (b'a' + self.column() as u8) as char
    }

    /// The rank, 1 to 8 from White's side.
    pub const fn rank(self) -> u8 {
        self.row() as u8 + 1
    }

    /// The algebraic name, such as `b6` for square 9.
    ///
    /// ```
    /// # use crownhead_board::Square;
    /// assert_eq!(Square::S9.algebraic().to_string(), "b6");
    /// ```
    pub const fn algebraic(self) -> impl fmt::Display + Copy {
        Algebraic(self)
    }

    /// The square seen from the other side of the board: 1 becomes 32.
    pub const fn flip(self) -> Square {
        Square::ALL[31 - self.index()]
    }
}

macro_rules! constants {
    ($($name:ident = $number:literal)*) => {
        impl Square {
            $(
                #[doc = concat!("Square ", $number, ".")]
                pub const $name: Square = Square::ALL[$number - 1];
            )*
        }
    };
}

constants! {
       S1 =  1   S2 =  2   S3 =  3   S4 =  4
     S5 =  5   S6 =  6   S7 =  7   S8 =  8
       S9 =  9  S10 = 10  S11 = 11  S12 = 12
    S13 = 13  S14 = 14  S15 = 15  S16 = 16
      S17 = 17  S18 = 18  S19 = 19  S20 = 20
    S21 = 21  S22 = 22  S23 = 23  S24 = 24
      S25 = 25  S26 = 26  S27 = 27  S28 = 28
    S29 = 29  S30 = 30  S31 = 31  S32 = 32
}

#[derive(Clone, Copy)]
struct Algebraic(Square);

impl fmt::Display for Algebraic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0.file(), self.0.rank())
    }
}

/// The PDN number.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Square({})", self.number())
    }
}

/// The error for a number or text that is not a dark square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidSquare;

impl fmt::Display for InvalidSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square; squares are 1 to 32, or a1 to h8 for the dark ones")
    }
}

impl core::error::Error for InvalidSquare {}

/// Reads a PDN number or an algebraic name.
impl FromStr for Square {
    type Err = InvalidSquare;

    fn from_str(text: &str) -> Result<Square, InvalidSquare> {
        let mut chars = text.chars();
        let square = match (chars.next(), chars.as_str().parse()) {
            (Some(file), Ok(rank)) if file.is_ascii_alphabetic() => Square::from_algebraic(file, rank),
            _ if text.bytes().all(|b| b.is_ascii_digit()) => text.parse().ok().and_then(Square::new),
            _ => None,
        };
        square.ok_or(InvalidSquare)
    }
}

macro_rules! from_integers {
    ($($integer:ident)*) => {$(
        /// The square with a PDN number.
        impl TryFrom<$integer> for Square {
            type Error = InvalidSquare;

            fn try_from(number: $integer) -> Result<Square, InvalidSquare> {
                u8::try_from(number).ok().and_then(Square::new).ok_or(InvalidSquare)
            }
        }

        /// The PDN number.
        impl From<Square> for $integer {
            fn from(square: Square) -> $integer {
                square.number() as $integer
            }
        }
    )*};
}

from_integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn corners_are_where_the_diagram_shows_them() {
        let corners = [Square::S1, Square::S4, Square::S5, Square::S29, Square::S32];
        assert_eq!(corners.map(|square| square.algebraic().to_string()), ["b8", "h8", "a7", "a1", "g1"]);
    }

    #[test]
    fn other_texts_and_numbers_are_no_squares() {
        for text in ["", "0", "33", "a2", "i1", "a9", "+1", " 1", "1a", "é"] {
            assert_eq!(text.parse::<Square>(), Err(InvalidSquare), "{text}");
        }
        assert_eq!((Square::try_from(257), Square::try_from(-1i8)), (Err(InvalidSquare), Err(InvalidSquare)));
    }

    #[test]
    fn every_name_leads_back_to_its_square() {
        for square in Square::ALL {
            assert_eq!(Square::try_from(i64::from(square)), Ok(square));
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.algebraic().to_string().parse(), Ok(square));
            assert_eq!(Square::from_row_column(square.row(), square.column()), Some(square));
            assert_eq!(Square::from_algebraic(square.file(), square.rank()), Some(square));
            assert_eq!(square.flip().flip(), square);
        }
    }

    #[test]
    fn light_squares_have_no_name() {
        let dark = (0..64).filter(|i| Square::from_row_column(i / 8, i % 8).is_some());
        assert_eq!(dark.count(), 32);
        assert_eq!(Square::from_algebraic('a', 2), None);
        assert_eq!(Square::from_algebraic('i', 1), None);
        assert_eq!(Square::from_algebraic('a', 0), None);
    }
}
