//! An evaluation written by hand.

use crownhead_board::{Bitboard, Color, Position, Square};

use super::side::{Black, Side, View, White};
use crate::score::Score;
use crate::tunable::tunables;

tunables! {
    /// What the features of a position are worth, in hundredths of a man.
    ///
    /// A weight that ends in `_late` counts fully when the board is empty, one that ends in
    /// `_early` when it is full, and both in proportion in between.
    HandWeights {
        /// A man.
        man = 100 in 50..=200,
        /// A king.
        king = 140 in 80..=300,
        /// The side with more pieces wants fewer on the board: worth of a piece more, times 24,
        /// over the number of pieces.
        trade = 20 in 0..=100,
        /// A row a man has advanced.
        advance_early = -12 in -30..=20,
        /// A row a man has advanced.
        advance_late = 10 in -10..=30,
        /// A man that keeps the first row while the opponent has men to crown.
        home = 10 in 0..=40,
        /// Both men of the bridge.
        bridge = 14 in 0..=60,
        /// A man in the center.
        center = 0 in -10..=30,
        /// A man at the side.
        edge = 0 in -30..=10,
        /// A king in the center.
        king_center = 0 in -20..=40,
        /// A step of a man that loses nothing at once.
        man_mobility = 7 in 0..=20,
        /// A step of a king that loses nothing at once.
        king_mobility = 0 in -10..=20,
        /// Kings without such a step.
        trapped_king = -25 in -100..=0,
        /// A man that nothing can stop from being crowned, less for each step it needs.
        runaway = 40 in 0..=120,
        /// A man in the dog hole.
        dog_hole = -6 in -80..=0,
        /// Having the move, with as many pieces as the opponent.
        the_move_late = 4 in 0..=40,
        /// For the side with fewer pieces: a king in a double corner.
        refuge = 44 in 0..=100,
        /// For the side with more pieces: a step closer to each opposing king, in tenths.
        chase = 17 in 0..=60,
        /// Being to move.
        turn = 2 in -10..=20,
    }
}

/// Both sides see these alike.
const CENTER: Bitboard = Bitboard::from_row_major(0x0066_6600);
const EDGE: Bitboard = Bitboard::from_row_major(0x1818_1818);
/// The board is full.
const FULL_BOARD: i32 = 24;
/// Few enough pieces to count the distances between kings.
const FEW_PIECES: usize = 8;

/// The evaluation written by hand: material, advancement, first row, center, mobility, trapped
/// kings, the move.
///
/// ```
/// use crownhead_board::Position;
/// use crownhead_engine::{HandEvaluator, Score};
///
/// let evaluator = HandEvaluator::default();
/// let ahead: Position = "W:W21-32:B1-11".parse().unwrap();
/// assert!(evaluator.evaluate(&ahead) > Score::estimate(50));
/// ```
#[derive(Clone, Debug, Default)]
pub struct HandEvaluator {
    weights: HandWeights,
}

impl HandEvaluator {
    /// With other weights than the tried ones.
    pub fn with_weights(weights: HandWeights) -> HandEvaluator {
        HandEvaluator { weights }
    }

    /// An estimate of the score for the side to move.
    pub fn evaluate(&self, pos: &Position) -> Score {
        let (black, white) = (View::of::<Black>(pos), View::of::<White>(pos));
        let n_pieces = pos.occupied().len() as i32;
        let balance = self.side::<Black>(&black, n_pieces) - self.side::<White>(&white, n_pieces)
            + self.ending(pos, &black, n_pieces);
        let own = if pos.turn() == Color::Black { balance } else { -balance };
        Score::estimate(own + self.weights.turn + self.the_move(pos, n_pieces))
    }

    /// What a side has, whatever the other one has.
    #[inline(always)]
    fn side<S: Side>(&self, view: &View, n_pieces: i32) -> i32 {
        let w = &self.weights;
        let mut sum = w.man * count(view.men) + self.men::<S>(view, n_pieces);
        let free = view.free::<S>();
        let steps = view.safe_steps_ahead::<S>(view.men, free);
        sum += w.man_mobility * count_both(steps) + self.runaways::<S>(view, free);
        if !view.kings.is_empty() {
            sum += self.kings::<S>(view, free);
        }
        sum
    }

    #[inline(always)]
    fn men<S: Side>(&self, view: &View, n_pieces: i32) -> i32 {
        let w = &self.weights;
        let [ones, twos, fours] = S::ROW_BITS;
        let rows = count(view.men & ones) + 2 * count(view.men & twos) + 4 * count(view.men & fours);
        let advance = w.advance_early * n_pieces + w.advance_late * (FULL_BOARD - n_pieces);
        let mut sum = rows * advance / FULL_BOARD
            + w.center * count(view.men & CENTER)
            + w.edge * count(view.men & EDGE);
        if !view.other_men.is_empty() {
            sum += w.home * count(view.men & S::HOME);
            sum += if (S::BRIDGE - view.men).is_empty() { w.bridge } else { 0 };
        }
        let is_stuck = view.men.intersects(S::DOG_HOLE) && view.other_men.intersects(S::DOG_HOLE_KEY);
        sum + if is_stuck { w.dog_hole } else { 0 }
    }

    #[inline(always)]
    fn kings<S: Side>(&self, view: &View, free: Bitboard) -> i32 {
        let w = &self.weights;
        let n_steps = count_both(view.safe_steps_ahead::<S>(view.kings, free))
            + count_both(view.safe_steps_back::<S>(free));
        let n_kings = count(view.kings);
        let trapped = if n_steps == 0 { w.trapped_king } else { 0 };
        w.king * n_kings
            + w.king_center * count(view.kings & CENTER)
            + w.king_mobility * n_steps.min(3 * n_kings)
            + trapped
    }

    /// Men that walk to the crown row over free squares.
    #[inline(always)]
    fn runaways<S: Side>(&self, view: &View, free: Bitboard) -> i32 {
        let mut walkers = view.men & S::ATTACK;
        let mut worth = self.weights.runaway;
        while !walkers.is_empty() && worth > 0 {
            walkers = S::ahead(walkers) & free;
            if walkers.intersects(S::CROWN_ROW) {
                return worth;
            }
            worth -= self.weights.runaway / 4;
        }
        0
    }

    /// What follows from the difference in pieces, as Black sees it.
    fn ending(&self, pos: &Position, black: &View, n_pieces: i32) -> i32 {
        let w = &self.weights;
        let difference = count(pos.black()) - count(pos.white());
        if difference == 0 {
            return 0;
        }
        let mut sum = difference * w.trade * FULL_BOARD / n_pieces.max(1);
        if n_pieces as usize > FEW_PIECES {
            return sum;
        }
        let sign = difference.signum();
        let weaker = if difference > 0 { black.other_kings } else { black.kings };
        if weaker.intersects(Black::DOUBLE_CORNER | White::DOUBLE_CORNER) {
            sum -= sign * w.refuge;
        }
        sum - sign * w.chase * distances(black.kings, black.other_kings) / 10
    }

    /// The side to move has the move when the pieces on its own rows are odd in number.
    #[inline(always)]
    fn the_move(&self, pos: &Position, n_pieces: i32) -> i32 {
        if pos.black().len() != pos.white().len() {
            return 0;
        }
        let system = if pos.turn() == Color::Black { Black::SYSTEM } else { White::SYSTEM };
        let sign = if (pos.occupied() & system).len() % 2 == 1 { 1 } else { -1 };
        sign * self.weights.the_move_late * (FULL_BOARD - n_pieces) / FULL_BOARD
    }
}

#[inline(always)]
fn count(set: Bitboard) -> i32 {
    set.len() as i32
}

#[inline(always)]
fn count_both(sets: [Bitboard; 2]) -> i32 {
    count(sets[0]) + count(sets[1])
}

/// The sum of the distances between all pieces of two sets.
fn distances(a: Bitboard, b: Bitboard) -> i32 {
    let distance =
        |a: Square, b: Square| a.row().abs_diff(b.row()).max(a.column().abs_diff(b.column())) as i32;
    a.into_iter().flat_map(|a| b.into_iter().map(move |b| distance(a, b))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A position after random moves.
    fn walk(choices: &[usize]) -> Position {
        choices.iter().fold(Position::START, |pos, choice| {
            let moves = pos.legal_moves();
            if moves.is_empty() { pos } else { pos.play_unchecked(moves[choice % moves.len()]) }
        })
    }

    proptest! {
        #[test]
        fn both_sides_are_judged_alike(choices in proptest::collection::vec(0usize..60, 0..120)) {
            let pos = walk(&choices);
            let evaluator = HandEvaluator::default();
            prop_assert_eq!(evaluator.evaluate(&pos), evaluator.evaluate(&pos.flip()));
        }
    }

    #[test]
    fn the_second_player_has_the_move_at_the_start() {
        let evaluator = HandEvaluator::default();
        assert!(evaluator.the_move(&Position::START, 0) < 0);
    }

    #[test]
    fn center_and_edge_look_alike_from_both_sides() {
        assert_eq!(CENTER.flip(), CENTER);
        assert_eq!(EDGE.flip(), EDGE);
        assert_eq!(CENTER.to_string(), "10,11,14,15,18,19,22,23");
    }
}
