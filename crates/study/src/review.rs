//! How good the moves of a game were.

use crownhead_board::{Color, Game, Move};
use crownhead_engine::{Line, Ply, Score};
use crownhead_pdn::Mark;

/// The loss, in hundredths of a man, from which a move is dubious, a mistake, or a blunder.
const DUBIOUS: i32 = 25;
const MISTAKE: i32 = 50;
const BLUNDER: i32 = 110;
/// The margin over every other move, in hundredths of a man, from which the best move is marked as good.
const GOOD: i32 = 60;
/// Scores beyond this, in hundredths of a man, count as won.
const DECIDED: i32 = 1_000;

/// What is to be said about a move.
#[derive(Clone, Debug)]
pub struct Judgment {
    /// The best line in the position before it.
    pub best: Line,
    /// What the move is worth to the side that made it.
    pub score: Score,
    /// Is it the best move?
    pub is_best: bool,
    /// How good it was, if that is worth saying.
    pub mark: Option<Mark>,
}

impl Judgment {
    /// Hundredths of a man that the move has lost.
    pub fn loss(&self) -> u32 {
        if self.is_best { 0 } else { lost(self.best.score, self.score).max(0).unsigned_abs() }
    }

    /// By how much the move has changed who has the better of it: from 0 to 2, for a win that became a loss.
    pub fn swing(&self) -> f64 {
        if self.is_best { 0.0 } else { (self.best.score.balance() - self.score.balance()).max(0.0) }
    }
}

/// As many moments of a game are shown by themselves.
const KEY_MOMENTS: usize = 3;

/// The moves by which a game was decided, by their places in it: bad moves by how much they changed, then the only good ones.
/// Each move is given with its mark and its [`Judgment::swing`].
pub fn key_moments(moves: &[(Option<Mark>, f64)]) -> Vec<usize> {
    let places = |is_wanted: fn(Mark) -> bool| {
        let is_it = move |place: &usize| moves[*place].0.is_some_and(is_wanted);
        (0..moves.len()).filter(is_it)
    };
    let mut bad: Vec<usize> = places(|mark| mark != Mark::Good).collect();
    bad.sort_by(|a, b| moves[*b].1.total_cmp(&moves[*a].1));
    let mut found: Vec<usize> =
        bad.into_iter().chain(places(|mark| mark == Mark::Good)).take(KEY_MOMENTS).collect();
    found.sort_unstable();
    found
}

/// Judges a move with the help of something that finds the best lines of a game that is not over, as
/// many as are asked for. `None` when it finds none.
pub fn judge(before: &Game, mv: Move, mut lines: impl FnMut(&Game, usize) -> Vec<Line>) -> Option<Judgment> {
    let found = lines(before, 2);
    let second = found.get(1).map(|line| line.score);
    let best = found.into_iter().next()?;
    let is_best = best.moves.first() == Some(&mv);
    let score = if is_best { best.score } else { score_of(before, mv, lines) };
    let mark = mark(best.score, second, score, is_best);
    Some(Judgment { best, score, is_best, mark })
}

/// The score of a move for the side that makes it.
fn score_of(before: &Game, mv: Move, mut lines: impl FnMut(&Game, usize) -> Vec<Line>) -> Score {
    let mut after = before.clone();
    if after.play(mv).is_err() {
        return Score::DRAW;
    }
    match after.outcome() {
        Some(outcome) if outcome.winner().is_none() => return Score::DRAW,
        Some(_) => return Score::win_at(Ply::new(1)),
        None => {}
    }
    let keeps_turn = after.position().turn() == before.position().turn();
    match lines(&after, 1).first() {
        Some(line) if keeps_turn => line.score,
        Some(line) => -line.score,
        None => Score::win_at(Ply::new(1)),
    }
}

/// What lies between two scores, in hundredths of a man. A slower win is still a win.
fn lost(best: Score, played: Score) -> i32 {
    let counted = |score: Score| score.centimen().clamp(-DECIDED, DECIDED);
    counted(best) - counted(played)
}

fn mark(best: Score, second: Option<Score>, played: Score, is_best: bool) -> Option<Mark> {
    if is_best {
        let gap = second.map(|second| lost(best, second));
        return gap.filter(|gap| *gap >= GOOD).map(|_| Mark::Good);
    }
    match lost(best, played) {
        BLUNDER.. => Some(Mark::Blunder),
        MISTAKE.. => Some(Mark::Mistake),
        DUBIOUS.. => Some(Mark::Dubious),
        _ => None,
    }
}

/// Who has the better of a score, and by how much, for a bar: from -1 for White to 1 for Black.
pub fn balance(score: Score, turn: Color) -> f64 {
    let for_turn = score.balance();
    if turn == Color::Black { for_turn } else { -for_turn }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_moments_are_the_moves_that_changed_most() {
        let moves = [
            (Some(Mark::Dubious), 0.1),
            (None, 0.05),
            (Some(Mark::Good), 0.0),
            (Some(Mark::Blunder), 0.9),
            // It cost much, but all was lost before.
            (Some(Mark::Blunder), 0.02),
            (Some(Mark::Mistake), 0.3),
        ];
        assert_eq!(key_moments(&moves), [0, 3, 5]);
        assert_eq!(key_moments(&moves[1..4]), [1, 2]);
        assert!(key_moments(&[]).is_empty());
    }

    #[test]
    fn a_slower_win_is_no_blunder_but_a_draw_is() {
        let win = |plies| Score::win_at(Ply::new(plies));
        assert_eq!(mark(win(3), None, win(25), false), None);
        assert_eq!(mark(win(3), None, Score::DRAW, false), Some(Mark::Blunder));
        assert_eq!(mark(Score::estimate(40), None, Score::estimate(10), false), Some(Mark::Dubious));
        assert_eq!(mark(win(3), Some(Score::DRAW), win(3), true), Some(Mark::Good));
    }
}
