//! From the types of the game to those of the wire.

use crownhead_board::{Move, Outcome, State};
use crownhead_endgame::Database;

pub(crate) use crate::wire::answers::{read_move, read_position, read_rules, read_state};
use crate::wire::{PositionInfo, Verdict};

/// Everything about a position; `over` is how the game has ended.
pub(crate) fn position_info(state: &State, over: Option<Outcome>, endings: &Database) -> PositionInfo {
    let mut info = PositionInfo::new(state, over);
    for mv in &mut info.moves {
        let played = state.parse_move(&mv.text).ok();
        mv.verdict = played.and_then(|played| verdict_after(endings, state, played));
    }
    PositionInfo { verdict: verdict_here(endings, state), ..info }
}

/// What the database says about a position.
fn verdict_here(endings: &Database, state: &State) -> Option<Verdict> {
    let pos = state.position();
    let is_covered = state.rules().is_official() && pos.occupied().len() <= usize::from(endings.max_pieces());
    is_covered.then(|| endings.verdict(pos).ok().flatten()).flatten().map(Into::into)
}

/// What the database says about a position, for the side that has just moved there.
pub(crate) fn verdict_after(endings: &Database, before: &State, mv: Move) -> Option<Verdict> {
    crownhead_study::verdict_after(endings, before, mv).map(Into::into)
}
