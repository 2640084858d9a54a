//! Roots whose end a database knows: there is nothing to search.

use crownhead_board::{MAX_QUIET_PLIES, Move, Position};

use super::shared::Shared;
use crate::depth::Ply;
use crate::endgame::{Endgame, Wdl};
use crate::report::Line;
use crate::score::Score;

/// How many moves of a known line are shown.
const SHOWN_MOVES: usize = 12;

/// How a move ends, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fate {
    value: Wdl,
    /// Plies to the end, this move included; 0 for a draw.
    plies: u32,
}

impl Fate {
    /// Greater is better: the winner is quick and the loser slow.
    fn merit(self) -> (Wdl, i64) {
        let plies = i64::from(self.plies);
        (self.value, if self.value == Wdl::Win { -plies } else { plies })
    }

    fn score(self) -> Score {
        let end = Ply::new(self.plies as u16);
        match self.value {
            Wdl::Win => Score::win_at(end),
            Wdl::Draw => Score::DRAW,
            Wdl::Loss => Score::loss_at(end),
        }
    }
}

/// The moves of a won or lost root with their exact scores, best first, when a database knows all of
/// them to their end and the 40-move rule does not come before it.
pub(super) fn known_lines(shared: &Shared<'_>) -> Option<Vec<Line>> {
    let (root, endgame) = (shared.search.root, shared.endgame()?);
    let fates = root_fates(shared)?;
    let quiet = root.quiet_plies();
    // Without a history the count is that of the pure game, as everywhere in endings.
    let is_in_time = quiet == 0 || quiet + fates.first()?.1.plies <= MAX_QUIET_PLIES;
    let line = |&(mv, fate): &(Move, Fate)| Line {
        score: fate.score(),
        moves: best_line(endgame, root.position(), mv),
    };
    is_in_time.then(|| fates.iter().take(shared.search.multi_pv.max(1)).map(line).collect())
}

/// The moves of a won root that win in the fewest plies, or of a lost one that hold out longest.
pub(super) fn best_moves(shared: &Shared<'_>) -> Option<Vec<Move>> {
    let fates = root_fates(shared)?;
    let best = fates.first()?.1;
    Some(fates.iter().take_while(|(_, fate)| *fate == best).map(|(mv, _)| *mv).collect())
}

/// All moves of a won or lost root, the best first. Where positions have been repeated the shortest way
/// may lead to a draw, and the search has to find another.
fn root_fates(shared: &Shared<'_>) -> Option<Vec<(Move, Fate)>> {
    let root = shared.search.root;
    let fates = fates(shared.endgame()?, root.position())?;
    let is_decided = fates.first()?.1.value != Wdl::Draw;
    shared.count_hits(fates.len() as u64);
    (is_decided && !root.has_repeated()).then_some(fates)
}

/// All moves of a position, the best first; `None` when one of them is not known to its end.
fn fates(endgame: &dyn Endgame, pos: &Position) -> Option<Vec<(Move, Fate)>> {
    if pos.occupied().len() > endgame.max_pieces() {
        return None;
    }
    let mut moves = pos.legal_moves();
    moves.merge_routes();
    let fates = moves.iter().map(|&mv| Some((mv, fate(endgame, &pos.play_unchecked(mv))?)));
    let mut fates = fates.collect::<Option<Vec<_>>>()?;
    fates.sort_by_key(|(_, fate)| std::cmp::Reverse(fate.merit()));
    Some(fates)
}

/// The fate of a move that leads to this position.
fn fate(endgame: &dyn Endgame, next: &Position) -> Option<Fate> {
    let value = endgame.probe(next)?.flip();
    let plies = if value == Wdl::Draw { 0 } else { endgame.plies(next)? + 1 };
    (plies <= u32::from(Ply::MAX.get())).then_some(Fate { value, plies })
}

/// A move, and how it goes on if both sides play as well as can be.
fn best_line(endgame: &dyn Endgame, pos: &Position, mv: Move) -> Vec<Move> {
    let (mut line, mut pos) = (vec![mv], pos.play_unchecked(mv));
    while line.len() < SHOWN_MOVES {
        let best = fates(endgame, &pos).and_then(|fates| fates.first().copied());
        let Some((mv, Fate { value: Wdl::Win | Wdl::Loss, .. })) = best else { break };
        line.push(mv);
        pos = pos.play_unchecked(mv);
    }
    line
}
