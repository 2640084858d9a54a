//! The first move of every line.

use crownhead_board::{Move, State};

use super::node::{Pv, Scout};
use super::pruning::LateMove;
use super::shared::Stopped;
use super::worker::Worker;
use crate::depth::{Depth, Ply};
use crate::report::Line;
use crate::score::{Score, Window};
use crate::table::MoveTag;

/// A move at the root with the best line found after it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) line: Line,
}

impl RootMove {
    /// A move that has not been searched.
    pub(super) fn new(mv: Move) -> RootMove {
        RootMove { line: Line { score: -Score::INFINITE, moves: vec![mv] } }
    }

    pub(super) fn mv(&self) -> Move {
        self.line.moves[0]
    }
}

impl Worker<'_> {
    /// Searches moves in their order. A move that is better than those before it goes to the front
    /// at once, so that the order is right even if the search has to end.
    pub(super) fn search_root(
        &mut self,
        moves: &mut [RootMove],
        mut window: Window,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        let state = *self.shared.search.root.state();
        self.path.rewind();
        let mut best = -Score::INFINITE;
        for index in 0..moves.len() {
            let mv = moves[index].mv();
            let next = self.play(&state, mv, Ply::ROOT);
            let score = self.root_move(&state, &next, index, window, depth)?;
            self.path.pop();
            if score > best {
                best = score;
                moves[index].line.score = score;
                if score > window.alpha {
                    window.alpha = score;
                    let line = &mut moves[index].line.moves;
                    line.truncate(1);
                    line.extend_from_slice(&self.frames[1].line);
                    moves[..=index].rotate_right(1);
                }
            }
            if score >= window.beta {
                break;
            }
        }
        Ok(best)
    }

    fn root_move(
        &mut self,
        state: &State,
        next: &State,
        index: usize,
        window: Window,
        depth: Depth,
    ) -> Result<Score, Stopped> {
        let depth = depth - 1;
        if index > 0 {
            let scout = Window::above(window.alpha);
            let pos = state.position();
            let late = LateMove {
                depth: depth + 1,
                index,
                history: 0,
                is_capture: !pos.jumpers().is_empty(),
                is_threatened: !pos.jumpers_of(!pos.turn()).is_empty(),
                is_pv: true,
            };
            let less = self.shared.reductions.late(late, self.shared.tunables);
            let mut score = self.child::<Scout>(state, next, scout, depth - less, Ply::ROOT)?;
            if less > 0 && score > window.alpha {
                score = self.child::<Scout>(state, next, scout, depth, Ply::ROOT)?;
            }
            if score <= window.alpha {
                return Ok(score);
            }
        }
        self.child::<Pv>(state, next, window, depth, Ply::ROOT)
    }

    /// The best reply to a move at the root, as far as the table remembers.
    pub(super) fn remembered_reply(&mut self, mv: Move) -> Option<Move> {
        let state = *self.shared.search.root.state();
        self.path.rewind();
        let next = self.play(&state, mv, Ply::ROOT);
        let ply = Ply::ROOT.next();
        let best = self.shared.table.get(self.path.table_key(), ply)?.best;
        if self.is_drawn(&next) || !self.generate(&next, ply) {
            return None;
        }
        self.frames[ply.index()].moves.iter().copied().find(|reply| MoveTag::of(*reply) == best)
    }
}
