//! What the endgame database says about the moves of a position.

use std::cmp::Reverse;

use crownhead_board::{Game, Move, State};
use crownhead_endgame::{Database, Verdict};

/// What the database knows about each legal move, for the side that makes it, the best first.
pub fn verdicts(database: &Database, game: &Game) -> Vec<(Move, Verdict)> {
    let mut moves = game.legal_moves();
    moves.merge_routes();
    let verdict = |mv: &Move| Some((*mv, verdict_after(database, game.state(), *mv)?));
    let mut verdicts: Vec<_> = moves.iter().filter_map(verdict).collect();
    verdicts.sort_by_key(|(_, verdict)| Reverse(*verdict));
    verdicts
}

/// What the database knows about a legal move, for the side that makes it. It knows the official rules
/// alone, and nothing where too many pieces are left; a damaged file is as good as none.
pub fn verdict_after(database: &Database, state: &State, mv: Move) -> Option<Verdict> {
    let pos = state.position();
    let n_left = pos.occupied().len() - mv.captured().len();
    if !state.rules().is_official() || n_left > usize::from(database.max_pieces()) {
        return None;
    }
    Some(database.verdict(&pos.play_unchecked(mv)).ok().flatten()?.before())
}
