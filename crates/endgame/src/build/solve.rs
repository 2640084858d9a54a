//! The fixed point over the kings of one placement.
//!
//! Two sides take turns, each seen from where it is Black: the second side's board is turned. A side
//! holds what is known with itself to move, and reads what is known with the opponent to move.

use std::sync::Arc;

use super::capture::{Captures, Finished};
use super::lonely::{Lonely, Replies};
use super::table::{Shape, ValidColumns};
use super::transpose::turn_over;
use crate::Material;
use crate::men::Men;
use crate::sets::{KingSets, WAYS, king_rank, squares};

/// One side to move, as Black.
pub(crate) struct Side<'a> {
    finished: &'a Finished<'a>,
    material: Material,
    shape: Shape,
    rows: Arc<KingSets>,
    columns: Arc<KingSets>,
    captures: Captures<'a>,
    valid_columns: ValidColumns,
    men: Men,
    /// With Black to move: won and lost so far. Cells that are no positions count as won.
    won: Vec<u32>,
    lost: Vec<u32>,
    /// Positions without a capture.
    open: Vec<u32>,
    /// Positions without a capture in which every man's move loses.
    doomed: Vec<u32>,
    /// With White to move: won and lost so far.
    pub(crate) replied_won: Vec<u32>,
    pub(crate) replied_lost: Vec<u32>,
    /// Rows of the replies that changed since they were last looked at.
    stale: Vec<bool>,
    /// Rows in which nothing is left to find out.
    settled: Vec<bool>,
    news: News,
}

/// Cells that were found out in a pass, or too many to list.
#[derive(Default)]
struct News {
    won: Vec<(u32, u32)>,
    lost: Vec<(u32, u32)>,
    limit: usize,
    overflowed: bool,
}

impl News {
    fn clear(&mut self) {
        self.won.clear();
        self.lost.clear();
        self.overflowed = false;
    }

    fn is_empty(&self) -> bool {
        self.won.is_empty() && self.lost.is_empty() && !self.overflowed
    }

    fn add(&mut self, row: usize, word: usize, won: u32, lost: u32) {
        if self.won.len() + self.lost.len() >= self.limit {
            self.overflowed = true;
            return;
        }
        let first = word as u32 * 32;
        self.won.extend(squares(won).map(|bit| (row as u32, first + bit as u32)));
        self.lost.extend(squares(lost).map(|bit| (row as u32, first + bit as u32)));
    }
}

impl<'a> Side<'a> {
    pub(crate) fn new(finished: &'a Finished<'a>, material: Material) -> Side<'a> {
        let shape = Shape::of(material);
        let matrix = || vec![0; shape.n_rows * shape.stride];
        Side {
            finished,
            material,
            shape,
            rows: KingSets::of(material.black_kings),
            columns: KingSets::of(material.white_kings),
            captures: Captures::new(finished, material),
            valid_columns: ValidColumns::new(material.white_kings),
            men: Men { black: 0, white: 0 },
            won: matrix(),
            lost: matrix(),
            open: matrix(),
            doomed: matrix(),
            replied_won: matrix(),
            replied_lost: matrix(),
            stale: vec![true; shape.n_rows],
            settled: vec![false; shape.n_rows],
            news: News { limit: (shape.n_rows * shape.n_columns / 32).max(4), ..News::default() },
        }
    }

    /// Words for the values of one placement.
    pub(crate) fn n_words(&self) -> usize {
        self.shape.n_words()
    }

    #[inline(always)]
    fn stride<const STRIDE: usize>(&self) -> usize {
        if STRIDE == 0 { self.shape.stride } else { STRIDE }
    }

    /// Starts a placement: captures, men's moves and crownings lead to finished values.
    pub(crate) fn start(&mut self, men: Men) {
        match self.shape.stride {
            1 => self.start_rows::<1>(men),
            16 => self.start_rows::<16>(men),
            _ => self.start_rows::<0>(men),
        }
    }

    /// The start with the stride known to the compiler, or 0 for any.
    fn start_rows<const STRIDE: usize>(&mut self, men: Men) {
        self.men = men;
        self.stale.fill(true);
        self.captures.set_men(men);
        self.valid_columns.set_men(men);
        let stride = self.stride::<STRIDE>();
        for row in 0..self.shape.n_rows {
            let cells = row * stride..(row + 1) * stride;
            let kings = self.rows.sets[row];
            self.settled[row] = kings & men.all() != 0;
            if self.settled[row] {
                self.won[cells.clone()].fill(u32::MAX);
                self.lost[cells.clone()].fill(0);
                self.open[cells.clone()].fill(0);
                self.doomed[cells].fill(0);
                continue;
            }
            self.valid_columns.row(kings, &mut self.open[cells.clone()]);
            let has_capture = self.captures.row::<STRIDE>(kings, &self.open[cells.clone()]);
            for (word, i) in cells.enumerate() {
                self.won[i] = !self.open[i];
                self.lost[i] = 0;
                if has_capture {
                    self.won[i] |= self.captures.won[word];
                    self.lost[i] = self.captures.any[word] & !self.captures.saved[word];
                    self.open[i] &= !self.captures.any[word];
                }
                self.doomed[i] = self.open[i];
            }
        }
        self.start_men::<STRIDE>();
    }

    /// The men's moves without a capture, one after the other, each for all rows.
    fn start_men<const STRIDE: usize>(&mut self) {
        for from in squares(self.men.black) {
            for way in WAYS[from].iter().take(2).flatten() {
                let to = 1u32 << way.step;
                if self.men.all() & to != 0 {
                    continue;
                }
                let black = self.men.black & !(1 << from);
                let crowned = if way.step >= 28 { to } else { 0 };
                let black = if crowned == 0 { black | to } else { black };
                self.man_move::<STRIDE>(Men { black, ..self.men }, crowned);
            }
        }
    }

    /// Takes the values after a man's move into account. A crowned man joins the kings.
    fn man_move<const STRIDE: usize>(&mut self, men: Men, crowned: u32) {
        let mut material = self.material;
        if crowned != 0 {
            material.black_men -= 1;
            material.black_kings += 1;
        }
        let stride = self.stride::<STRIDE>();
        let table = self.finished.table(material);
        let values = table.placement(men);
        let mut single = [0; 2];
        for row in 0..self.shape.n_rows {
            let kings = self.rows.sets[row];
            if self.settled[row] || kings & crowned != 0 {
                continue;
            }
            let to = if crowned == 0 { row } else { king_rank(kings | crowned) as usize };
            let [won, lost] = table.shape.row(values, to, &mut single);
            let cells = row * stride..(row + 1) * stride;
            let (known_won, doomed) = (&mut self.won[cells.clone()], &mut self.doomed[cells.clone()]);
            let (open, won, lost) = (&self.open[cells], &won[..stride], &lost[..stride]);
            for i in 0..stride {
                known_won[i] |= open[i] & lost[i];
                doomed[i] &= won[i];
            }
        }
    }

    /// One pass over the kings' moves. Answers whether anything was found out.
    fn pass(&mut self) -> bool {
        self.news.clear();
        match self.shape.stride {
            1 => self.pass_rows::<1>(),
            16 => self.pass_rows::<16>(),
            _ => self.pass_rows::<0>(),
        }
        self.stale.fill(false);
        !self.news.is_empty()
    }

    /// The pass with the stride known to the compiler, or 0 for any.
    fn pass_rows<const STRIDE: usize>(&mut self) {
        let stride = self.stride::<STRIDE>();
        let rows = Arc::clone(&self.rows);
        for row in 0..self.shape.n_rows {
            let reached = rows.reached(row);
            let is_stale = reached.is_empty() || reached.iter().any(|&to| self.stale[to as usize]);
            if self.settled[row] || !is_stale {
                continue;
            }
            let mut unsettled = 0;
            for word in 0..stride {
                let i = row * stride + word;
                let (mut some_lost, mut all_won) = (0, u32::MAX);
                for &to in reached {
                    some_lost |= self.replied_lost[to as usize * stride + word];
                    all_won &= self.replied_won[to as usize * stride + word];
                }
                let won = self.open[i] & some_lost & !self.won[i];
                let lost = self.doomed[i] & all_won & !self.lost[i];
                self.won[i] |= won;
                self.lost[i] |= lost;
                unsettled |= self.open[i] & !(self.won[i] | self.lost[i]);
                if won | lost != 0 {
                    self.news.add(row, word, won, lost);
                }
            }
            self.settled[row] = unsettled == 0;
        }
    }

    /// Hands what this side found out to the side that reads it as replies.
    fn tell_all(&self, other: &mut Side<'_>) {
        let stale = &mut other.stale;
        turn_over(&self.won, &mut other.replied_won, &self.rows, &self.columns, |row| stale[row] = true);
        turn_over(&self.lost, &mut other.replied_lost, &self.rows, &self.columns, |row| stale[row] = true);
    }

    /// The same for what was found out in the last pass alone.
    fn tell_news(&self, other: &mut Side<'_>) {
        if self.news.overflowed {
            return self.tell_all(other);
        }
        for (cells, replies) in
            [(&self.news.won, &mut other.replied_won), (&self.news.lost, &mut other.replied_lost)]
        {
            for &(row, column) in cells {
                let (to, bit) = (self.columns.turned[column as usize], self.rows.turned[row as usize]);
                replies[to as usize * self.rows.stride + bit as usize / 32] |= 1 << (bit % 32);
                other.stale[to as usize] = true;
            }
        }
    }

    /// Writes the values with White to move into their place in the table.
    pub(crate) fn store(&self, values: &mut [u32]) {
        let stride = self.shape.stride;
        if self.shape.is_packed() {
            let (won, lost) = values.split_at_mut(values.len() / 2);
            pack_bits(&self.replied_won, won);
            pack_bits(&self.replied_lost, lost);
            return;
        }
        for (row, to) in values.chunks_exact_mut(2 * stride).enumerate() {
            to[..stride].copy_from_slice(&self.replied_won[row * stride..][..stride]);
            to[stride..].copy_from_slice(&self.replied_lost[row * stride..][..stride]);
        }
    }
}

fn pack_bits(words: &[u32], packed: &mut [u32]) {
    for (chunk, to) in words.chunks(32).zip(packed) {
        *to = chunk.iter().enumerate().fold(0, |bits, (i, word)| bits | (word & 1) << i);
    }
}

/// A material and its mirror, ready to solve placements.
pub(crate) struct Pair<'a> {
    pub(crate) first: Side<'a>,
    pub(crate) second: Side<'a>,
    lonely: Option<Lonely<'a>>,
}

impl<'a> Pair<'a> {
    pub(crate) fn new(finished: &'a Finished<'a>, material: Material) -> Pair<'a> {
        let mirror = material.mirror();
        let with_kings = if material.black_kings > 0 { material } else { mirror };
        let is_lonely = with_kings.black_kings > 0 && with_kings.white_kings == 0;
        Pair {
            first: Side::new(finished, material),
            second: Side::new(finished, mirror),
            lonely: is_lonely.then(|| Lonely::new(finished, with_kings)),
        }
    }

    /// Solves a placement and the same seen from the other side.
    pub(crate) fn solve(&mut self, men: Men) {
        let Pair { first, second, lonely } = self;
        match lonely {
            Some(lonely) if first.material.black_kings > 0 => {
                solve_lonely(lonely, first, second, men, men.turned());
            }
            Some(lonely) => solve_lonely(lonely, second, first, men.turned(), men),
            None => solve_both(first, second, men),
        }
    }
}

fn solve_both(first: &mut Side<'_>, second: &mut Side<'_>, men: Men) {
    first.start(men);
    second.start(men.turned());
    first.tell_all(second);
    second.tell_all(first);
    let mut n_idle = 0;
    while n_idle < 2 {
        n_idle = if first.pass() { 0 } else { n_idle + 1 };
        first.tell_news(second);
        n_idle = if second.pass() { 0 } else { n_idle + 1 };
        second.tell_news(first);
    }
}

/// Only one side has kings: the other one needs no replies.
fn solve_lonely(
    lonely: &mut Lonely<'_>,
    kings: &mut Side<'_>,
    men_only: &mut Side<'_>,
    men: Men,
    turned: Men,
) {
    men_only.start(turned);
    men_only.pass();
    men_only.tell_all(kings);
    let replies = Replies { won: &kings.replied_won, lost: &kings.replied_lost };
    lonely.solve(men, replies, &mut kings.won, &mut kings.lost);
    kings.tell_all(men_only);
}
