//! Roots that a database knows: there is little or nothing to search.

use std::cmp::Reverse;

use crownhead_board::{MAX_QUIET_PLIES, Move, Position};
use crownhead_endgame::{Value, Verdict};

use super::shared::Shared;
use crate::depth::Ply;
use crate::endgame::Endgame;
use crate::report::Line;
use crate::score::Score;

/// The longest known line that is shown, in moves.
const SHOWN_MOVES: usize = 12;

/// What a database knows about the moves of a root.
pub(super) enum Known {
    /// Every line to its end, and the 40-move rule does not interfere: the best lines with exact scores.
    Lines(Vec<Line>),
    /// The moves worth searching: the shortest wins, the longest losses, or those that keep the value.
    Moves(Vec<Move>),
    /// The moves that keep a draw. Which of them is hardest to answer is not known.
    Draws(Vec<Move>),
}

/// Asks the database about every move of the root. `None` if it does not know them all.
pub(super) fn ask(shared: &Shared<'_>) -> Option<Known> {
    let (root, endgame) = (shared.search.root, shared.endgame()?);
    let verdicts = verdicts(endgame, root.position())?;
    let best = verdicts.first()?.1;
    shared.count_hits(verdicts.len() as u64);
    // After repetitions the shortest way may lead to a draw: the search has to find another.
    let is_exact = best.value != Value::Draw && !root.has_repeated();
    let all_counted = verdicts.iter().all(|(_, verdict)| plies(verdict).is_some());
    if !is_exact || !all_counted {
        let keeps_value = |(_, verdict): &&(Move, Verdict)| verdict.value == best.value;
        let moves = verdicts.iter().take_while(keeps_value).map(|(mv, _)| *mv).collect();
        return Some(if best.value == Value::Draw { Known::Draws(moves) } else { Known::Moves(moves) });
    }
    let quiet = root.quiet_plies();
    // Without a history the count is that of the pure game, as everywhere in endings.
    if quiet > 0 && quiet + plies(&best)? > MAX_QUIET_PLIES {
        let is_best = |(_, verdict): &&(Move, Verdict)| *verdict == best;
        return Some(Known::Moves(verdicts.iter().take_while(is_best).map(|(mv, _)| *mv).collect()));
    }
    let line = |(mv, verdict): &(Move, Verdict)| {
        Some(Line { score: score(verdict)?, moves: best_line(endgame, root.position(), *mv) })
    };
    verdicts.iter().take(shared.search.multi_pv.max(1)).map(line).collect::<Option<_>>().map(Known::Lines)
}

/// Plies to the end, as far as the search can count; 0 for a draw.
fn plies(verdict: &Verdict) -> Option<u32> {
    match verdict.value {
        Value::Draw => Some(0),
        _ => verdict.plies.filter(|plies| *plies <= Ply::MAX.get()).map(u32::from),
    }
}

fn score(verdict: &Verdict) -> Option<Score> {
    let end = Ply::new(plies(verdict)? as u16);
    Some(match verdict.value {
        Value::Win => Score::win_at(end),
        Value::Draw => Score::DRAW,
        Value::Loss => Score::loss_at(end),
    })
}

/// All moves of a position for the side that makes them, the best first; `None` when one is not known.
fn verdicts(endgame: &dyn Endgame, pos: &Position) -> Option<Vec<(Move, Verdict)>> {
    let mut moves = pos.legal_moves();
    moves.merge_routes();
    let verdict = |mv: &Move| {
        let next = pos.play_unchecked(*mv);
        let is_covered = next.occupied().len() <= endgame.max_pieces();
        is_covered.then(|| endgame.verdict(&next)).flatten().map(|verdict| (*mv, verdict.before()))
    };
    let mut verdicts = moves.iter().map(verdict).collect::<Option<Vec<_>>>()?;
    verdicts.sort_by_key(|(_, verdict)| Reverse(*verdict));
    Some(verdicts)
}

/// A move, and the best play that follows.
fn best_line(endgame: &dyn Endgame, pos: &Position, mv: Move) -> Vec<Move> {
    let (mut line, mut pos) = (vec![mv], pos.play_unchecked(mv));
    while line.len() < SHOWN_MOVES {
        let best = verdicts(endgame, &pos).and_then(|verdicts| verdicts.first().copied());
        let Some((mv, Verdict { value: Value::Win | Value::Loss, .. })) = best else { break };
        line.push(mv);
        pos = pos.play_unchecked(mv);
    }
    line
}
