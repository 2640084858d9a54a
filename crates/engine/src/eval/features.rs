//! A position in four planes, as learned evaluations see it.

use crownhead_board::Position;

/// Men and kings of White, then men and kings of Black, each a word with a bit for every square,
/// the lowest for square 1.
pub(crate) type Planes = [u32; 4];

/// Each plane has a feature for each square.
pub(crate) const N_FEATURES: usize = 4 * 32;

#[inline(always)]
pub(crate) fn planes(pos: &Position) -> Planes {
    let [white, black, kings] = [pos.white(), pos.black(), pos.kings()].map(|set| set.to_row_major());
    [white & !kings, white & kings, black & !kings, black & kings]
}

#[inline(always)]
pub(crate) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

/// Bits by which the number of a feature differs from that of the same feature as the other color
/// sees it: the other two planes, and square 33 - n.
pub(crate) const TURN: u8 = 64 | 31;

#[cfg(test)]
mod tests {
    use super::*;

    fn features(planes: Planes) -> impl Iterator<Item = usize> {
        (0..N_FEATURES).filter(move |feature| planes[feature / 32] >> (feature % 32) & 1 == 1)
    }

    /// The planes as Black sees them: its own pieces first, moving up the board.
    fn seen_by_black(planes: Planes) -> Planes {
        [planes[2], planes[3], planes[0], planes[1]].map(u32::reverse_bits)
    }

    #[test]
    fn both_colors_see_the_same_pieces() {
        let pos: Position = "W:W21,22,K3,K30:B7,9,K12".parse().unwrap();
        let white: Vec<usize> = features(planes(&pos)).collect();
        let mut black: Vec<usize> =
            features(seen_by_black(planes(&pos))).map(|at| at ^ usize::from(TURN)).collect();
        black.sort();
        assert_eq!(black, white);
        assert_eq!(planes(&pos.flip()), seen_by_black(planes(&pos)));
    }
}
