//! Placements of all the men: their ranks, and the order in which they are solved.

use std::sync::{Arc, OnceLock};

use crate::material::n_placements;
use crate::sets::{BINOMIAL, WAYS, flip, men_rank, squares, unrank};

/// Where white men can stand: not on their crown row, squares 1 to 4.
pub(crate) const WHITE_MEN_AREA: u32 = 0xFFFF_FFF0;

/// Where black men can stand: not on theirs, squares 29 to 32.
const BLACK_MEN_AREA: u32 = 0x0FFF_FFFF;

/// A placement of all the men, in the order of this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Men {
    pub(crate) black: u32,
    pub(crate) white: u32,
}

impl Men {
    pub(crate) const NONE: Men = Men { black: 0, white: 0 };

    /// The placement seen from the other side.
    pub(crate) fn flip(self) -> Men {
        Men { black: flip(self.white), white: flip(self.black) }
    }

    /// The placement and the black kings after a move of a black piece, which may crown it.
    pub(crate) fn after_black(self, kings: u32, from: usize, to: usize) -> (Men, u32) {
        let (leaves, joins) = (1u32 << from, 1u32 << to);
        if kings & leaves != 0 {
            return (self, kings & !leaves | joins);
        }
        let black = self.black & !leaves;
        if joins & !BLACK_MEN_AREA != 0 {
            return (Men { black, ..self }, kings | joins);
        }
        (Men { black: black | joins, ..self }, kings)
    }

    /// Where black men can go without a capture, kings aside: the squares they leave and enter.
    pub(crate) fn black_steps(self) -> impl Iterator<Item = (usize, usize)> {
        let steps = |from: usize| WAYS[from].iter().take(2).flatten().map(move |way| (from, way.step.into()));
        squares(self.black).flat_map(steps).filter(move |&(_, to)| self.all() >> to & 1 == 0)
    }

    #[inline(always)]
    pub(crate) fn all(self) -> u32 {
        self.black | self.white
    }

    /// The number of rows that all men together have left to advance. Each man's move takes one off.
    fn rows_to_go(self) -> usize {
        let black: usize = squares(self.black).map(|s| 7 - s / 4).sum();
        let white: usize = squares(self.white).map(|s| s / 4).sum();
        black + white
    }
}

/// Numbers the placements of a number of men of each color: by the rank of the black men, then by the rank of the
/// white men among the squares that are left to them.
#[derive(Debug)]
pub(crate) struct MenIndex {
    n_black: usize,
    n_white: usize,
    /// For each set of black men, how many placements come before it.
    offsets: Vec<u32>,
    len: u32,
}

impl MenIndex {
    /// The numbering for these numbers of men, worked out once.
    pub(crate) fn of(black: u8, white: u8) -> Arc<MenIndex> {
        static ALL: [OnceLock<Arc<MenIndex>>; 64] = [const { OnceLock::new() }; 64];
        let cell = &ALL[usize::from(black) * 8 + usize::from(white)];
        Arc::clone(cell.get_or_init(|| Arc::new(MenIndex::new(black.into(), white.into()))))
    }

    fn new(n_black: usize, n_white: usize) -> MenIndex {
        let mut len = 0;
        let offsets = (0..BINOMIAL[n_black][28])
            .map(|r| {
                let offset = len;
                let free = WHITE_MEN_AREA & !unrank(r, n_black);
                len += BINOMIAL[n_white][free.count_ones() as usize];
                offset
            })
            .collect();
        debug_assert_eq!(u64::from(len), n_placements(n_black as u8, n_white as u8));
        MenIndex { n_black, n_white, offsets, len }
    }

    /// The number of placements.
    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// The number of a placement.
    #[inline(always)]
    pub(crate) fn index(&self, men: Men) -> u32 {
        let free = WHITE_MEN_AREA & !men.black;
        let (mut rest, mut k) = (men.white, 1);
        let mut index = self.offsets[men_rank(men.black) as usize];
        while rest != 0 {
            let below = rest & rest.wrapping_neg();
            index += BINOMIAL[k][(free & (below - 1)).count_ones() as usize];
            rest &= rest - 1;
            k += 1;
        }
        index
    }

    /// The placement with a number: the inverse of [`MenIndex::index`].
    pub(crate) fn men(&self, index: u32) -> Men {
        let black_rank = self.black_rank(index);
        let black = unrank(black_rank, self.n_black);
        let among_free = unrank(index - self.offsets[black_rank as usize], self.n_white);
        Men { black, white: spread(among_free, WHITE_MEN_AREA & !black) }
    }

    fn black_rank(&self, index: u32) -> u32 {
        self.offsets.partition_point(|&offset| offset <= index) as u32 - 1
    }

    /// All placements in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Men> {
        self.iter_from(0)
    }

    /// The placements from a number on.
    pub(crate) fn iter_from(&self, index: u32) -> impl Iterator<Item = Men> {
        std::iter::successors(Some(self.men(index)), |&men| self.after(men))
    }

    /// The placement after this one.
    #[inline(always)]
    pub(crate) fn after(&self, men: Men) -> Option<Men> {
        let Men { black, white } = men;
        if let Some(white) = next_set(white, WHITE_MEN_AREA & !black) {
            return Some(Men { black, white });
        }
        let black = next_set(black, BLACK_MEN_AREA)?;
        let free = WHITE_MEN_AREA & !black;
        Some(Men { black, white: spread((1 << self.n_white) - 1, free) })
    }
}

/// The next set of the same size on free squares: the lowest man that can moves up one square, and those below
/// it start again.
#[inline(always)]
fn next_set(set: u32, free: u32) -> Option<u32> {
    let (mut rest, mut lowest) = (set, free);
    let mut below = 0;
    while rest != 0 {
        let man = rest & rest.wrapping_neg();
        rest &= rest - 1;
        let beyond = free & !(man | (man - 1));
        let to = beyond & beyond.wrapping_neg();
        if to != 0 && to & rest == 0 {
            return Some(rest | to | below);
        }
        below |= lowest & lowest.wrapping_neg();
        lowest &= lowest.wrapping_sub(1);
    }
    None
}

/// Puts the bits of a set on the set bits of a mask, the lowest on the lowest.
pub(crate) fn spread(set: u32, mask: u32) -> u32 {
    let (mut result, mut mask, mut last) = (0, mask, 0);
    for place in squares(set) {
        for _ in last..place {
            mask &= mask.wrapping_sub(1);
        }
        last = place;
        result |= mask & mask.wrapping_neg();
    }
    result
}

/// The order in which placements are solved, and where their values lie in memory.
///
/// Slots are grouped by levels: the fewer rows the men have to go, the earlier. A placement and the
/// same seen from the other side have the same level. When both have the same numbers of men they
/// are neighbors, so that one job solves and writes both; otherwise they have the same slot, each in
/// its own table.
#[derive(Debug)]
pub(crate) struct Slots {
    /// The placement in each slot.
    pub(crate) men: Vec<Men>,
    /// The slot of each placement, by its number.
    slot_of: Vec<u32>,
    /// Where each level ends.
    pub(crate) level_ends: Vec<u32>,
}

impl Slots {
    pub(crate) fn new(index: &MenIndex) -> Slots {
        let (black, white) = (index.n_black, index.n_white);
        if black < white {
            return Slots::new(&MenIndex::of(white as u8, black as u8)).flip(index);
        }
        let mut keyed: Vec<(u8, u32, bool, Men)> = (0u32..)
            .zip(index.iter())
            .map(|(i, men)| {
                let twin = if black == white { index.index(men.flip()) } else { i };
                (men.rows_to_go() as u8, i.min(twin), i > twin, men)
            })
            .collect();
        keyed.sort_unstable_by_key(|&(level, first, second, _)| (level, first, second));
        let mut level_ends = Vec::new();
        for (slot, pair) in keyed.windows(2).enumerate() {
            if pair[0].0 != pair[1].0 {
                level_ends.push(slot as u32 + 1);
            }
        }
        level_ends.push(keyed.len() as u32);
        Slots::with_order(index, keyed.into_iter().map(|(.., men)| men).collect(), level_ends)
    }

    /// The same slots for the same placements seen from the other side.
    fn flip(self, index: &MenIndex) -> Slots {
        Slots::with_order(index, self.men.into_iter().map(Men::flip).collect(), self.level_ends)
    }

    fn with_order(index: &MenIndex, men: Vec<Men>, level_ends: Vec<u32>) -> Slots {
        let mut slot_of = vec![0; men.len()];
        for (slot, &men) in men.iter().enumerate() {
            slot_of[index.index(men) as usize] = slot as u32;
        }
        Slots { men, slot_of, level_ends }
    }

    /// The slot of the placement with a number.
    pub(crate) fn slot_of(&self, index: u32) -> usize {
        self.slot_of[index as usize] as usize
    }

    /// The number of slots that are solved together from this one on: two for twins, one otherwise.
    pub(crate) fn unit_len(&self, slot: usize) -> usize {
        let men = self.men[slot];
        let has_twin = men.black.count_ones() == men.white.count_ones() && men.flip() != men;
        1 + usize::from(has_twin)
    }

    /// The slot, in the table of the flip, of the same placement seen from the other side.
    pub(crate) fn twin(&self, slot: usize) -> usize {
        let men = self.men[slot];
        if self.unit_len(slot) == 1 {
            return slot;
        }
        if self.men.get(slot + 1) == Some(&men.flip()) { slot + 1 } else { slot - 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(black: u8, white: u8) {
        let index = MenIndex::of(black, white);
        let slots = Slots::new(&index);
        assert_eq!(u64::from(index.len()), n_placements(black, white));
        assert_eq!(index.iter().count(), index.len() as usize);
        let half = index.len() / 2;
        assert!(index.iter_from(half).eq(index.iter().skip(half as usize)));
        for (i, men) in (0..).zip(index.iter()) {
            assert_eq!(index.men(i), men);
            assert_eq!(men.black & men.white, 0);
            assert_eq!(men.black & !BLACK_MEN_AREA, 0);
            assert_eq!(men.white & !WHITE_MEN_AREA, 0);
            assert_eq!(index.index(men), i);
            assert_eq!(slots.men[slots.slot_of(i)], men);
        }
        let flipped = Slots::new(&MenIndex::of(white, black));
        for (slot, men) in slots.men.iter().enumerate() {
            let twin = flipped.slot_of(MenIndex::of(white, black).index(men.flip()));
            assert!(if black == white { twin.abs_diff(slot) <= 1 } else { twin == slot });
        }
    }

    #[test]
    fn numbers_lead_back_to_placements_and_slots() {
        for (black, white) in [(0, 0), (1, 0), (0, 2), (1, 1), (2, 1), (1, 2), (2, 2), (3, 1)] {
            check(black, white);
        }
    }

    #[test]
    fn levels_go_down_with_every_step() {
        let slots = Slots::new(&MenIndex::of(2, 1));
        let mut start = 0;
        let mut last = None;
        for &end in &slots.level_ends {
            let level = slots.men[start].rows_to_go();
            assert!(slots.men[start..end as usize].iter().all(|men| men.rows_to_go() == level));
            assert!(last.is_none_or(|last| last < level));
            (start, last) = (end as usize, Some(level));
        }
    }
}
