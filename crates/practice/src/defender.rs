//! What the moves of a position are worth, and which of them is the hardest to meet.

use std::cmp::Reverse;

use crownhead_board::{Game, Move, Position};
use crownhead_endgame::{Database, Value, Verdict};

use crate::PracticeError;
use crate::goal::known;

/// What each move is worth to the side that makes it, in the order of their squares.
pub(crate) fn answers(database: &Database, pos: &Position) -> Result<Vec<(Move, Verdict)>, PracticeError> {
    let mut moves = pos.legal_moves();
    moves.merge_routes();
    moves.sort_by_key(|mv| mv.route());
    let judged = |mv: &Move| Ok((*mv, known(database, &pos.play_unchecked(*mv))?.before()));
    moves.iter().map(judged).collect()
}

/// The best move of a side that wants to win or to hold: the shortest way to win, and of moves that hold one that leads on,
/// away from positions that were there before.
pub(crate) fn best(database: &Database, game: &Game) -> Result<Option<(Move, Verdict)>, PracticeError> {
    let pos = game.position();
    let answers = answers(database, pos)?;
    let merit = |(mv, verdict): &(Move, Verdict)| (*verdict, Reverse(n_seen(game, &pos.play_unchecked(*mv))));
    // The first of several that are equally good.
    Ok(answers.into_iter().rev().max_by_key(merit))
}

/// The reply of a perfect defender. What is lost is lost as late as possible. What is drawn stays drawn, and goes where the
/// learner has not been and the smallest part of the answers holds.
pub(crate) fn reply(database: &Database, game: &Game) -> Result<Option<Move>, PracticeError> {
    let pos = game.position();
    let replies = answers(database, pos)?;
    let Some(best) = replies.iter().map(|(_, verdict)| verdict.value).max() else { return Ok(None) };
    let mut hardest = None;
    for (mv, verdict) in replies.into_iter().filter(|(_, verdict)| verdict.value == best) {
        let next = pos.play_unchecked(mv);
        let seen = if best == Value::Loss { 0 } else { n_seen(game, &next) };
        let delay = if best == Value::Loss { verdict.plies } else { None };
        let merit = (Reverse(seen), delay, Reverse(ease(database, &next)?));
        if hardest.as_ref().is_none_or(|(most, _)| merit > *most) {
            hardest = Some((merit, mv));
        }
    }
    Ok(hardest.map(|(_, mv)| mv))
}

/// How many of a thousand answers are as good as the best one. Where there is nothing to choose, nothing is hard.
fn ease(database: &Database, pos: &Position) -> Result<usize, PracticeError> {
    let answers = answers(database, pos)?;
    let best = answers.iter().map(|(_, verdict)| verdict.value).max();
    let n_best = answers.iter().filter(|(_, verdict)| Some(verdict.value) == best).count();
    Ok(1000 * n_best / answers.len().max(1))
}

/// How often a position was there in a game.
fn n_seen(game: &Game, pos: &Position) -> usize {
    game.positions().filter(|seen| *seen == pos).count()
}
