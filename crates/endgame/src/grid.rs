//! The cells of a packed table, and which of them count.
//!
//! A grid has a row for each placement of the men and each set of the kings of one color; the bits of a row
//! stand for the sets of the other color's kings. Cells in which two pieces share a square do not count, and
//! neither do positions in which White, to move, can capture: those are played out when they
//! are probed. A packed table says nothing about them; to find a cell in it one has to count the cells before it.

use std::ops::Range;
use std::sync::Arc;

use crate::Material;
use crate::index::Pieces;
use crate::jumps::{Jumps, around, taken_ahead, taken_around, way_ahead};
use crate::material::n_placements;
use crate::men::{Men, MenIndex};
use crate::sets::{BINOMIAL, KingSets, WAYS, Way, king_rank, squares};
use crate::single::{BoardMen, RowCounter};

/// What the rows and the bits of a grid stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Order {
    /// Rows for black kings, bits for white kings.
    WhiteKings = 0,
    /// Rows for white kings, bits for black kings.
    BlackKings = 1,
    /// There are no kings: bits for placements of the men, and all of them count.
    Men = 2,
}

impl Order {
    pub(crate) const ALL: [Order; 3] = [Order::WhiteKings, Order::BlackKings, Order::Men];

    /// Can the grid of a material have this order? Rows of a single cell would be a waste.
    pub(crate) fn suits(self, material: Material) -> bool {
        match self {
            Order::WhiteKings => material.white_kings > 0,
            Order::BlackKings => material.black_kings > 0,
            Order::Men => material.black_kings + material.white_kings == 0,
        }
    }

    /// The number of kings that rows stand for, and that the bits of rows stand for.
    fn kings(self, material: Material) -> (u8, u8) {
        match self {
            Order::BlackKings => (material.white_kings, material.black_kings),
            _ => (material.black_kings, material.white_kings),
        }
    }
}

/// The number of words in the grid of a material.
pub(crate) fn n_words(material: Material, order: Order) -> u64 {
    let n_men = n_placements(material.black_men, material.white_men);
    let (outer, inner) = order.kings(material);
    let n_sets = |kings: u8| u64::from(BINOMIAL[usize::from(kings)][32]);
    match order {
        Order::Men => n_men.div_ceil(32),
        _ => n_men * n_sets(outer) * n_sets(inner).div_ceil(32),
    }
}

/// The grid of a material.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub(crate) order: Order,
    pub(crate) men: Arc<MenIndex>,
    /// The kings that rows stand for, and those that bits stand for.
    pub(crate) outer: Arc<KingSets>,
    pub(crate) inner: Arc<KingSets>,
    /// The captures by the kings of the bits, or of them.
    jumps: Arc<Jumps>,
}

/// Where a cell is: a word of 32 cells and one of its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) word: u64,
    bit: u32,
}

/// What is common to the rows of a placement.
struct Base {
    /// The first words of a row without kings.
    part: [u32; PART_WORDS],
    /// Squares on which a king changes what the men can do, or can be captured by a man.
    sensitive: u32,
}

/// The number of words that are counted together.
const PART_WORDS: usize = 16;

impl Grid {
    pub(crate) fn new(material: Material, order: Order) -> Grid {
        let (outer, inner) = order.kings(material);
        Grid {
            order,
            men: MenIndex::of(material.black_men, material.white_men),
            outer: KingSets::of(outer),
            inner: KingSets::of(inner),
            jumps: if order == Order::BlackKings { Jumps::from(inner) } else { Jumps::over(inner) },
        }
    }

    /// Words for one placement of the men; none when placements are bits.
    pub(crate) fn words_per_placement(&self) -> usize {
        if self.order == Order::Men { 0 } else { self.outer.len() * self.inner.stride }
    }

    /// The place of pieces of this material.
    #[inline(always)]
    pub(crate) fn place(&self, pieces: &Pieces) -> Place {
        let men = u64::from(self.men.index(pieces.men));
        let (outer, inner) = match self.order {
            Order::WhiteKings => (pieces.black_kings, pieces.white_kings),
            Order::BlackKings => (pieces.white_kings, pieces.black_kings),
            Order::Men => return Place { word: men / 32, bit: men as u32 % 32 },
        };
        let (outer, inner) = (u64::from(king_rank(outer)), king_rank(inner));
        let row = men * self.outer.len() as u64 + outer;
        Place { word: row * self.inner.stride as u64 + u64::from(inner / 32), bit: inner % 32 }
    }

    /// The number of cells that count from the beginning of a word up to a place. The pieces are those of
    /// the place.
    #[inline(always)]
    pub(crate) fn n_counting(&self, first_word: u64, place: Place, pieces: &Pieces) -> u32 {
        match self.order {
            Order::Men => (place.word - first_word) as u32 * 32 + place.bit,
            Order::WhiteKings => self.n_before(first_word, place, pieces.men, pieces.black_kings),
            Order::BlackKings => self.n_before(first_word, place, pieces.men, pieces.white_kings),
        }
    }

    #[inline(always)]
    fn n_before(&self, first_word: u64, place: Place, men: Men, outer: u32) -> u32 {
        let stride = self.inner.stride as u64;
        let (first_row, last_row) = (first_word / stride, place.word / stride);
        let (first, last) = ((first_word % stride) as usize, (place.word % stride) as usize);
        if stride == 1 {
            let word = self.counting::<1>(men, outer, 0)[0] & ((1 << place.bit) - 1);
            return self.n_in_short_rows(first_row..last_row, men) + word.count_ones();
        }
        if first_row == last_row {
            return self.n_up_to(men, outer, first, last, place.bit);
        }
        self.n_in_rows(first_row..last_row, first, men) + self.n_up_to(men, outer, 0, last, place.bit)
    }

    /// The number of cells that count in rows of a single king. The men are those of the row after them.
    #[inline(always)]
    fn n_in_short_rows(&self, rows: Range<u64>, last_men: Men) -> u32 {
        let mut counter = RowCounter::new(self.order);
        for (men, outers) in self.placements(rows, last_men) {
            let men = BoardMen::of(men);
            for &outer in &self.outer.boards[outers] {
                counter.add(men, outer);
            }
        }
        counter.finish()
    }

    /// The number of cells that count in whole rows, without the first words of the first row. The men are
    /// those of the row after them.
    #[inline(always)]
    fn n_in_rows(&self, rows: Range<u64>, mut first: usize, last_men: Men) -> u32 {
        let mut n = 0;
        for (men, outers) in self.placements(rows, last_men) {
            n += self.n_in_placement(men, &self.outer.sets[outers], first);
            first = 0;
        }
        n
    }

    /// The placements of some rows, each with the ranks of the kings of its rows. The men are those of the
    /// row after them.
    #[inline(always)]
    fn placements(&self, rows: Range<u64>, last_men: Men) -> PlacementsOfRows<'_> {
        let n_outer = self.outer.len() as u64;
        let (first_index, last_index) = (rows.start / n_outer, rows.end / n_outer);
        let men = if first_index < last_index { self.men.men(first_index as u32) } else { last_men };
        PlacementsOfRows { index: &self.men, men, n_outer, rows }
    }

    /// The number of cells that count in rows of one placement, without the first words of the first row.
    #[inline(always)]
    fn n_in_placement(&self, men: Men, outers: &[u32], mut first: usize) -> u32 {
        let mut n = 0;
        let base = (outers.len() > 2 && self.inner.stride <= PART_WORDS).then(|| self.base(men));
        for &outer in outers.iter() {
            while first < self.inner.stride && outer & men.all() == 0 {
                let part = match &base {
                    Some(base) if first == 0 => self.row_on(base, men, outer),
                    _ => self.counting(men, outer, first),
                };
                n += n_ones(&part);
                first += PART_WORDS;
            }
            first = 0;
        }
        n
    }

    /// The number of cells that count in a row, from a word up to a bit of another one.
    #[inline(always)]
    fn n_up_to(&self, men: Men, outer: u32, mut first: usize, last: usize, bit: u32) -> u32 {
        let mut n = 0;
        loop {
            let mut part = self.counting::<PART_WORDS>(men, outer, first);
            if last - first < PART_WORDS {
                part[last - first] &= (1 << bit) - 1;
                part[last - first + 1..].fill(0);
            }
            n += n_ones(&part);
            first += PART_WORDS;
            if first > last {
                return n;
            }
        }
    }

    /// The cells that count in a placement without the kings of rows.
    #[inline(always)]
    fn base(&self, men: Men) -> Base {
        let part = self.counting(men, 0, 0);
        let ahead: fn(usize) -> u32 = if self.order == Order::BlackKings { way_ahead } else { around };
        let sensitive = squares(men.black).map(around).chain(squares(men.white).map(ahead));
        Base { part, sensitive: sensitive.fold(0, |set, squares| set | squares) }
    }

    /// The first words of a row: the cells that count without the kings of the row, minus those that they
    /// change.
    #[inline(always)]
    fn row_on(&self, base: &Base, men: Men, outer: u32) -> [u32; PART_WORDS] {
        if outer & base.sensitive != 0 {
            return self.counting(men, outer, 0);
        }
        let (taken, mut part) = (men.all() | outer, base.part);
        for square in squares(outer) {
            let pattern = match self.order {
                Order::BlackKings => taken_ahead(square, taken),
                _ => taken_around(square, taken),
            };
            let jumped = self.jumps.part::<PART_WORDS>(square, pattern, 0);
            (0..PART_WORDS).for_each(|i| part[i] &= !jumped[i]);
        }
        part
    }

    /// Fills a row with the cells that count.
    pub(crate) fn counting_row(&self, men: Men, outer: u32, row: &mut Vec<u32>) {
        row.clear();
        for first in (0..self.inner.stride).step_by(PART_WORDS) {
            row.extend(self.counting::<PART_WORDS>(men, outer, first));
        }
        row.truncate(self.inner.stride);
    }

    /// Which cells of some words of a row count. Words past the end of the row have none.
    #[inline(always)]
    pub(crate) fn counting<const N: usize>(&self, men: Men, outer: u32, first_word: usize) -> [u32; N] {
        match self.order {
            Order::BlackKings => self.without_captured_kings(men, outer, first_word),
            _ => self.without_capturing_kings(men, outer, first_word),
        }
    }

    /// The sets of white kings with which White has no capture.
    #[inline(always)]
    fn without_capturing_kings<const N: usize>(
        &self,
        men: Men,
        black_kings: u32,
        first_word: usize,
    ) -> [u32; N] {
        let (black, taken) = (men.black | black_kings, men.all() | black_kings);
        let mut part = self.inner.all::<N>(first_word);
        for square in squares(black) {
            let jumped = self.jumps.part::<N>(square, taken_around(square, taken), first_word);
            (0..N).for_each(|i| part[i] &= !jumped[i]);
        }
        for square in squares(men.white) {
            let with = self.inner.part::<N>(square, first_word);
            (0..N).for_each(|i| part[i] &= !with[i]);
            self.keep_blocked(&WAYS[square][2..], black, taken, first_word, &mut part);
        }
        part
    }

    /// The sets of black kings with which White has no capture.
    #[inline(always)]
    fn without_captured_kings<const N: usize>(
        &self,
        men: Men,
        white_kings: u32,
        first_word: usize,
    ) -> [u32; N] {
        let taken = men.all() | white_kings;
        let mut part = self.inner.all::<N>(first_word);
        for square in squares(men.black) {
            let with = self.inner.part::<N>(square, first_word);
            (0..N).for_each(|i| part[i] &= !with[i]);
        }
        for square in squares(men.white | white_kings) {
            // Men go in the last two directions.
            let is_man = men.white >> square & 1 == 1;
            let (pattern, first_direction) = if is_man { (0b0011, 2) } else { (0, 0) };
            let pattern = pattern | taken_ahead(square, taken);
            let jumped = self.jumps.part::<N>(square, pattern, first_word);
            (0..N).for_each(|i| part[i] &= !jumped[i]);
            self.keep_blocked(&WAYS[square][first_direction..], men.black, taken, first_word, &mut part);
        }
        part
    }

    /// For a piece that can jump one of the black pieces: keeps the sets of kings that block the square
    /// where it would land.
    #[inline(always)]
    fn keep_blocked<const N: usize>(
        &self,
        ways: &[Option<Way>],
        black: u32,
        taken: u32,
        first_word: usize,
        part: &mut [u32; N],
    ) {
        for way in ways.iter().flatten() {
            if black >> way.step & 1 == 1
                && let Some(to) = way.jump.filter(|to| taken >> to & 1 == 0)
            {
                let blocked = self.inner.part::<N>(to.into(), first_word);
                (0..N).for_each(|i| part[i] &= blocked[i]);
            }
        }
    }
}

/// See [`Grid::placements`].
struct PlacementsOfRows<'a> {
    index: &'a MenIndex,
    men: Men,
    n_outer: u64,
    rows: Range<u64>,
}

impl Iterator for PlacementsOfRows<'_> {
    type Item = (Men, Range<usize>);

    #[inline(always)]
    fn next(&mut self) -> Option<(Men, Range<usize>)> {
        let Range { start, end } = self.rows;
        if start >= end {
            return None;
        }
        let (men, first) = (self.men, start % self.n_outer);
        let last = self.n_outer.min(first + end - start);
        self.rows.start += last - first;
        if self.rows.start < end {
            self.men = self.index.after(men)?;
        }
        Some((men, first as usize..last as usize))
    }
}

#[inline(always)]
fn n_ones(part: &[u32; PART_WORDS]) -> u32 {
    part.iter().map(|word| word.count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Layout;

    /// Counts up to every position of a material, one by one and at once.
    fn check(material: Material, order: Order) {
        let grid = Grid::new(material, order);
        let layout = Layout::new(material).unwrap();
        let mut places: Vec<(u64, u32, bool, Pieces)> = (0..layout.n_cells())
            .filter_map(|cell| Some((layout.pieces(cell), layout.position(cell)?)))
            .map(|(pieces, pos)| {
                let place = grid.place(&pieces);
                (place.word, place.bit, pos.jumpers().is_empty(), pieces)
            })
            .collect();
        places.sort_by_key(|&(word, bit, ..)| (word, bit));
        const SUB_WORDS: u64 = 64;
        let (mut sub, mut n) = (0, 0);
        for (word, bit, counts, pieces) in places {
            if word / SUB_WORDS != sub {
                (sub, n) = (word / SUB_WORDS, 0);
            }
            assert!(word < n_words(material, order));
            assert_eq!(grid.n_counting(sub * SUB_WORDS, Place { word, bit }, &pieces), n);
            n += u32::from(counts);
        }
    }

    #[test]
    fn cells_that_count_are_the_positions_without_a_capture() {
        for text in ["0,1,0,1", "1,1,0,1", "1,0,1,1", "0,1,1,1", "0,2,0,1", "0,1,0,3", "2,0,0,1", "2,0,1,1"] {
            let material = text.parse().unwrap();
            for order in Order::ALL.into_iter().filter(|order| order.suits(material)) {
                check(material, order);
            }
        }
    }
}
