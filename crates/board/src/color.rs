//! The two sides.

use core::fmt;
use core::ops::Not;

/// A side. Black, the darker one, moves first and moves from square 1 towards square 32.
///
/// ```
/// use crownhead_board::Color;
///
/// assert_eq!(!Color::Black, Color::White);
/// assert_eq!(Color::White.letter(), 'W');
/// assert_eq!(Color::Black.to_string(), "Black");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub enum Color {
    /// The darker side (officially red), which starts on squares 1-12 and moves first.
    Black,
    /// The lighter side, which starts on squares 21-32.
    White,
}

impl Color {
    /// Both sides, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The letter used in FEN: `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }

    /// The side a FEN letter stands for, in either case.
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'B' | 'b' => Some(Color::Black),
            'W' | 'w' => Some(Color::White),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}
