//! What the endgame database says about the moves of a position.

use std::cmp::Reverse;

use crownhead_board::{Game, Move};
use crownhead_endgame::{Database, Value, Verdict};

/// More than a move captures, as a rule.
const MOST_CAPTURED: usize = 4;

/// What the database knows about each legal move, for the side that makes it, the best first. It knows
/// the official rules alone.
pub fn verdicts(database: &Database, game: &Game) -> Vec<(Move, Verdict)> {
    let n_pieces = game.position().occupied().len();
    // A move may capture a piece, or more; beyond that asking is of no use.
    if !game.rules().is_official() || n_pieces > usize::from(database.max_pieces()) + MOST_CAPTURED {
        return Vec::new();
    }
    let mut moves = game.legal_moves();
    moves.merge_routes();
    let verdict = |mv: &Move| {
        let next = game.position().play_unchecked(*mv);
        // A damaged file is as good as none.
        Some((*mv, database.verdict(&next).ok().flatten()?.before()))
    };
    let mut verdicts: Vec<_> = moves.iter().filter_map(verdict).collect();
    verdicts.sort_by_key(|(_, verdict)| Reverse(merit(verdict)));
    verdicts
}

/// Greater is better: the winner is quick and the loser slow.
fn merit(verdict: &Verdict) -> (i32, i32) {
    let plies = verdict.plies.map_or(0, i32::from);
    match verdict.value {
        Value::Win => (1, -plies),
        Value::Draw => (0, 0),
        Value::Loss => (-1, plies),
    }
}
