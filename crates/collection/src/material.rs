//! How many men and kings each side has.

use std::fmt;
use std::str::FromStr;

use crownhead_board::Position;
use thiserror::Error;

/// How many men and kings each side has.
///
/// ```
/// use crownhead_collection::Material;
///
/// let material: Material = "2k v 1k1m".parse()?;
/// assert_eq!((material.black_kings, material.white_kings, material.white_men), (2, 1, 1));
/// assert_eq!(material.to_string(), "2k v 1m1k");
/// assert_eq!(Material::of(&"W:W30,K3:BK1,K2".parse().unwrap()), material);
/// # Ok::<(), crownhead_collection::ParseMaterialError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Material {
    /// Black's men.
    pub black_men: u8,
    /// Black's kings.
    pub black_kings: u8,
    /// White's men.
    pub white_men: u8,
    /// White's kings.
    pub white_kings: u8,
}

/// The text does not say how many pieces there are.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{0}\" is not a material; it is written as in 2k v 1k1m: Black's kings and men, v, and White's, 12 at most"
)]
pub struct ParseMaterialError(String);

impl Material {
    /// The material of a position.
    pub fn of(pos: &Position) -> Material {
        let n = |squares: crownhead_board::Bitboard| squares.len() as u8;
        let kings = pos.kings();
        Material {
            black_men: n(pos.black() & !kings),
            black_kings: n(pos.black() & kings),
            white_men: n(pos.white() & !kings),
            white_kings: n(pos.white() & kings),
        }
    }

    /// The same with the colors reversed.
    #[must_use]
    pub fn flip(self) -> Material {
        Material {
            black_men: self.white_men,
            black_kings: self.white_kings,
            white_men: self.black_men,
            white_kings: self.black_kings,
        }
    }

    /// Can a game that ends with this material have had another one before? Men and pieces never get more.
    pub(crate) fn may_follow(self, before: Material) -> bool {
        self.black_men <= before.black_men
            && self.white_men <= before.white_men
            && self.black_men + self.black_kings <= before.black_men + before.black_kings
            && self.white_men + self.white_kings <= before.white_men + before.white_kings
    }

    pub(crate) fn to_bytes(self) -> [u8; 4] {
        [self.black_men, self.black_kings, self.white_men, self.white_kings]
    }

    pub(crate) fn from_bytes([black_men, black_kings, white_men, white_kings]: [u8; 4]) -> Material {
        // A damaged file may hold anything, and sums must not overflow.
        let n = |n: u8| n & 31;
        Material {
            black_men: n(black_men),
            black_kings: n(black_kings),
            white_men: n(white_men),
            white_kings: n(white_kings),
        }
    }
}

impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Material, ParseMaterialError> {
        let bad = || ParseMaterialError(text.to_owned());
        let lower = text.to_lowercase();
        let words: String = lower.split_whitespace().collect();
        let (black, white) = words.split_once("vs").or_else(|| words.split_once('v')).ok_or_else(bad)?;
        let (black_men, black_kings) = side(black).ok_or_else(bad)?;
        let (white_men, white_kings) = side(white).ok_or_else(bad)?;
        Ok(Material { black_men, black_kings, white_men, white_kings })
    }
}

/// The men and kings of one side: `1k2m`, `2m1k`, `k`.
fn side(text: &str) -> Option<(u8, u8)> {
    let (mut men, mut kings) = (0u8, 0u8);
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let n: u8 = if digits == 0 { 1 } else { rest[..digits].parse().ok().filter(|n| *n <= 12)? };
        match rest.as_bytes().get(digits)? {
            b'm' => men = men.checked_add(n)?,
            b'k' => kings = kings.checked_add(n)?,
            _ => return None,
        }
        rest = &rest[digits + 1..];
    }
    (!text.is_empty() && men + kings <= 12).then_some((men, kings))
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |men: u8, kings: u8| match (men, kings) {
            (men, 0) => format!("{men}m"),
            (0, kings) => format!("{kings}k"),
            (men, kings) => format!("{men}m{kings}k"),
        };
        let (black, white) = (side(self.black_men, self.black_kings), side(self.white_men, self.white_kings));
        write!(f, "{black} v {white}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for text in ["12m v 12m", "2k v 1k", "1m1k v 3k", "0m v 1k"] {
            assert_eq!(text.parse::<Material>().unwrap().to_string(), text);
        }
        assert_eq!("kkm vs k2m".parse::<Material>().unwrap().to_string(), "1m2k v 2m1k");
        for text in [
            "",
            "2k",
            "2k v",
            "13m v 1k",
            "2q v 1k",
            "2 v 1",
            "k v k v k",
            "é v k",
            "12m1k v k",
            "255m255m v k",
        ] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }
}
