//! The number of men and kings on each side.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Color, Position};

/// The number of men and kings on each side.
///
/// A database holds each board once: with **White to move**. A position with Black to move is
/// flipped first (see [`Material::of`]), so the material `1,0,0,2` is "one black man waits,
/// two white kings move", and its [flip](Material::flip) `0,2,1,0` is "two black kings wait, one
/// white man moves".
///
/// ```
/// use crownhead_endgame::Material;
///
/// let material: Material = "1,0,0,2".parse().unwrap();
/// assert_eq!(material.n_pieces(), 3);
/// assert_eq!(material.flip().to_string(), "0,2,1,0");
/// assert_eq!(material.n_boards(), 28 * 465);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Men of the side that waits.
    pub black_men: u8,
    /// Kings of the side that waits.
    pub black_kings: u8,
    /// Men of the side to move.
    pub white_men: u8,
    /// Kings of the side to move.
    pub white_kings: u8,
}

/// The maximum number of pieces on a side in any database.
pub const MAX_SIDE: u8 = 7;

/// The maximum number of pieces in any database.
pub const MAX_PIECES: u8 = 8;

impl Material {
    /// The numbers in the usual order: black men and kings, white men and kings.
    pub const fn new(black_men: u8, black_kings: u8, white_men: u8, white_kings: u8) -> Material {
        Material { black_men, black_kings, white_men, white_kings }
    }

    /// The material of a position, flipped when Black is to move.
    ///
    /// ```
    /// # use crownhead_endgame::Material;
    /// let pos = "B:WK32:B1,2".parse().unwrap();
    /// assert_eq!(Material::of(&pos), Material::new(0, 1, 2, 0));
    /// ```
    pub fn of(pos: &Position) -> Material {
        let count = |color| {
            let pieces = pos.pieces(color);
            ((pieces - pos.kings()).len() as u8, (pieces & pos.kings()).len() as u8)
        };
        let (black, white) = (count(Color::Black), count(Color::White));
        let (waits, moves) = if pos.turn() == Color::White { (black, white) } else { (white, black) };
        Material::new(waits.0, waits.1, moves.0, moves.1)
    }

    /// The material with the sides exchanged.
    #[must_use]
    pub const fn flip(self) -> Material {
        Material::new(self.white_men, self.white_kings, self.black_men, self.black_kings)
    }

    /// The material and, unless it is the same, its flip.
    pub(crate) fn with_flip(self) -> impl Iterator<Item = Material> {
        [self, self.flip()].into_iter().take(1 + usize::from(self != self.flip()))
    }

    /// The material after a black man was crowned.
    pub(crate) const fn with_black_crowned(self) -> Material {
        Material { black_men: self.black_men - 1, black_kings: self.black_kings + 1, ..self }
    }

    /// The number of pieces.
    pub const fn n_pieces(self) -> u8 {
        self.n_black() + self.n_white()
    }

    /// The number of men.
    pub const fn n_men(self) -> u8 {
        self.black_men + self.white_men
    }

    /// The number of black pieces.
    pub const fn n_black(self) -> u8 {
        self.black_men + self.black_kings
    }

    /// The number of white pieces.
    pub const fn n_white(self) -> u8 {
        self.white_men + self.white_kings
    }

    /// Can a database hold it: a piece on each side, and no more than the limits allow?
    pub const fn is_covered(self) -> bool {
        // The numbers may come from a damaged file.
        let black = self.black_men.saturating_add(self.black_kings);
        let white = self.white_men.saturating_add(self.white_kings);
        black > 0 && white > 0 && black <= MAX_SIDE && white <= MAX_SIDE && black + white <= MAX_PIECES
    }

    /// Can one move of either side turn it into another material? By a capture of some pieces, by a
    /// crowning, or both.
    #[cfg(any(test, feature = "files"))]
    pub(crate) fn may_become(self, other: Material) -> bool {
        let sides = |m: Material| [(m.black_men, m.black_kings), (m.white_men, m.white_kings)];
        let ([black, white], [black_then, white_then]) = (sides(self), sides(other));
        let moves = |(men, kings), (men_then, kings_then)| {
            (men_then, kings_then) == (men, kings) || (men_then + 1, kings_then) == (men, kings + 1)
        };
        let is_captured = |(men, kings), (men_then, kings_then)| men_then <= men && kings_then <= kings;
        let step =
            |mover, mover_then, other, other_then| moves(mover, mover_then) && is_captured(other, other_then);
        self != other
            && (step(black, black_then, white, white_then) || step(white, white_then, black, black_then))
    }

    /// The number of different boards.
    pub fn n_boards(self) -> u64 {
        let free = 32 - u64::from(self.n_men());
        n_placements(self.black_men, self.white_men)
            * binomial(free, self.black_kings.into())
            * binomial(free - u64::from(self.black_kings), self.white_kings.into())
    }

    /// Every material with this number of pieces and at most `max_side` on a side, in the order in which
    /// they are built: fewer men first. Of a material and its flip the greater one is listed.
    ///
    /// ```
    /// # use crownhead_endgame::Material;
    /// let two: Vec<String> = Material::pairs(2, 7).map(|m| m.to_string()).collect();
    /// assert_eq!(two, ["0,1,0,1", "1,0,0,1", "1,0,1,0"]);
    /// ```
    pub fn pairs(pieces: u8, max_side: u8) -> impl Iterator<Item = Material> {
        let mut pairs: Vec<Material> = Material::all(pieces, max_side).filter(|m| *m >= m.flip()).collect();
        pairs.sort_by_key(|m| m.n_men());
        pairs.into_iter()
    }

    /// Every material with this number of pieces and at most `max_side` on a side, flips included.
    pub fn all(pieces: u8, max_side: u8) -> impl Iterator<Item = Material> {
        let limit = max_side.min(MAX_SIDE);
        (1..=limit.min(pieces.saturating_sub(1)))
            .filter(move |black| pieces - black <= limit && pieces <= MAX_PIECES)
            .flat_map(move |black| {
                let white = pieces - black;
                (0..=black).flat_map(move |bm| {
                    (0..=white).map(move |wm| Material::new(bm, black - bm, wm, white - wm))
                })
            })
    }

    /// A number for tables: no two materials within the limits share one.
    pub(crate) const fn code(self) -> usize {
        let (bm, bk) = (self.black_men as usize, self.black_kings as usize);
        let (wm, wk) = (self.white_men as usize, self.white_kings as usize);
        ((bm * 8 + bk) * 8 + wm) * 8 + wk
    }

    /// One more than the largest [`Material::code`].
    pub(crate) const N_CODES: usize = 8 * 8 * 8 * 8;
}

/// The number of ways to put these men on the board: no man stands on its crown row.
pub(crate) fn n_placements(black_men: u8, white_men: u8) -> u64 {
    let (black, white) = (u64::from(black_men), u64::from(white_men));
    (0..=black.min(4))
        .map(|x| binomial(4, x) * binomial(24, black - x) * binomial(28 - (black - x), white))
        .sum()
}

/// The number of sets of `k` out of `n`.
pub(crate) const fn binomial(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let mut result = 1;
    let mut i = 0;
    while i < k {
        result = result * (n - i) / (i + 1);
        i += 1;
    }
    result
}

/// The four numbers with commas between them.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Material { black_men, black_kings, white_men, white_kings } = self;
        f.pad(&format!("{black_men},{black_kings},{white_men},{white_kings}"))
    }
}

/// A text that is not a [`Material`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a material; write black men, black kings, white men, white kings, as in 1,0,0,2")]
pub struct ParseMaterialError(String);

impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Material, ParseMaterialError> {
        let numbers: Result<Vec<u8>, _> = text.split(',').map(|number| number.trim().parse()).collect();
        match numbers.as_deref() {
            Ok(&[black_men, black_kings, white_men, white_kings])
                if [black_men, black_kings, white_men, white_kings].iter().all(|&n| n <= MAX_SIDE) =>
            {
                Ok(Material::new(black_men, black_kings, white_men, white_kings))
            }
            _ => Err(ParseMaterialError(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n_boards(pieces: u8, max_side: u8) -> u64 {
        Material::all(pieces, max_side).map(Material::n_boards).sum()
    }

    #[test]
    fn boards_are_counted_as_published() {
        assert_eq!(n_boards(2, 7), 3_488);
        assert_eq!(n_boards(3, 7), 196_032);
        assert_eq!(n_boards(4, 7), 6_209_316);
        assert_eq!(n_boards(5, 7), 139_450_808);
        assert_eq!(n_boards(6, 7), 2_426_085_676);
        assert_eq!(n_boards(6, 4), 1_958_085_820);
        assert_eq!(n_boards(7, 4), 19_055_258_760);
        assert_eq!(n_boards(8, 4), 111_378_534_401);
    }

    #[test]
    fn moves_change_material_by_captures_and_crownings() {
        let start = Material::new(1, 1, 1, 1);
        let becomes = |text: &str| start.may_become(text.parse().unwrap());
        assert!(["0,2,1,1", "1,1,0,2", "0,1,1,1", "0,1,0,2", "1,0,1,1"].into_iter().all(becomes));
        assert!(!["1,1,1,1", "0,2,0,2", "2,0,1,1", "0,1,0,1", "1,2,1,1"].into_iter().any(becomes));
    }

    #[test]
    fn numbers_of_a_damaged_file_are_not_covered() {
        assert!(Material::new(2, 2, 2, 2).is_covered());
        for material in
            [Material::new(200, 200, 1, 1), Material::new(1, 1, 200, 57), Material::new(0, 0, 1, 1)]
        {
            assert!(!material.is_covered(), "{material:?}");
        }
    }

    #[test]
    fn promotions_come_first() {
        let built: Vec<Material> = Material::pairs(6, 7).collect();
        let place = |m: Material| built.iter().position(|b| *b == m || *b == m.flip()).unwrap();
        for m in &built {
            if m.black_men > 0 {
                let crowned = Material { black_men: m.black_men - 1, black_kings: m.black_kings + 1, ..*m };
                assert!(place(crowned) < place(*m));
            }
        }
    }
}
