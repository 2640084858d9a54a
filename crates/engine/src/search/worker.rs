//! What one thread of a search works with.

use std::sync::Arc;

use crownhead_board::{Move, MoveList, Position, State};
use crownhead_endgame::Value;

use super::ordering::{Experience, ReplyTo, Situation};
use super::path::Path;
use super::shared::{Shared, Stopped};
use super::split::Split;
use crate::depth::Ply;
use crate::eval::Evaluation;
use crate::score::Score;

/// Nodes between two checks of the clock: a fraction of a millisecond.
const CHECK_INTERVAL: u64 = 1024;
/// The same where another thread may have settled what this one searches.
const SHARED_CHECK_INTERVAL: u64 = 64;

pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) evaluation: Evaluation,
    pub(super) path: Path,
    pub(super) experience: Experience,
    pub(super) frames: Vec<Frame>,
    pub(super) selective_depth: u32,
    /// The innermost split point this thread works at.
    pub(super) split: Option<Arc<Split>>,
    nodes: u64,
    published: u64,
    next_check: u64,
}

/// What belongs to one ply.
pub(super) struct Frame {
    pub(super) moves: MoveList,
    order_scores: Vec<i32>,
    /// The next move to try.
    next: usize,
    pub(super) eval: Option<Score>,
    /// The last move on the way to this ply.
    pub(super) reply_to: ReplyTo,
    /// The best line from here; kept at nodes of the principal variation alone.
    pub(super) line: Vec<Move>,
}

impl Frame {
    fn new() -> Frame {
        Frame {
            moves: MoveList::new(),
            order_scores: Vec::new(),
            next: 0,
            eval: None,
            reply_to: ReplyTo::NOTHING,
            line: Vec::new(),
        }
    }
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>) -> Worker<'a> {
        let mut worker = Worker {
            shared,
            evaluation: shared.search.evaluation.clone(),
            path: Path::new(shared.search.root),
            experience: Experience::new(),
            frames: std::iter::repeat_with(Frame::new).take(Ply::MAX.index() + 1).collect(),
            selective_depth: 0,
            split: None,
            nodes: 0,
            published: 0,
            next_check: 0,
        };
        worker.plan_check();
        worker
    }

    /// Counts a node, and every now and then looks whether the search has to end.
    #[inline(always)]
    pub(super) fn count_node(&mut self, ply: Ply) -> Result<(), Stopped> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(u32::from(ply.get()));
        Ok(())
    }

    #[inline(never)]
    fn check(&mut self) -> Result<(), Stopped> {
        self.publish();
        self.plan_check();
        self.stop_if_called_off()?;
        self.shared.check()
    }

    fn plan_check(&mut self) {
        let interval = if self.shared.pool.is_some() { SHARED_CHECK_INTERVAL } else { CHECK_INTERVAL };
        self.next_check = self.nodes + interval.min(self.shared.nodes_left()).max(1);
    }

    /// Lets the others know of the nodes counted since the last time.
    pub(super) fn publish(&mut self) {
        self.shared.publish(self.nodes - self.published);
        self.published = self.nodes;
    }

    /// Makes a move and remembers it on the path and at the next ply.
    #[inline(always)]
    pub(super) fn play(&mut self, state: &State, mv: Move, ply: Ply) -> State {
        let next = state.play_unchecked(mv);
        self.path.push(state, mv, &next);
        self.shared.table.prefetch(self.path.table_key());
        self.frames[ply.index() + 1].reply_to = ReplyTo::to(next.position(), mv);
        next
    }

    /// Fills the frame of a ply with the legal moves; `false` if there are none.
    #[inline(always)]
    pub(super) fn generate(&mut self, state: &State, ply: Ply) -> bool {
        let moves = &mut self.frames[ply.index()].moves;
        state.legal_moves_into(moves);
        if moves.first().is_some_and(|mv| mv.is_jump()) {
            moves.merge_routes();
        }
        !moves.is_empty()
    }

    /// The score of a position in which nobody can move: lost, unless the last opposing piece was
    /// captured by a side that is still to move.
    pub(super) fn score_at_end(pos: &Position, ply: Ply) -> Score {
        if pos.pieces(!pos.turn()).is_empty() { Score::win_at(ply) } else { Score::loss_at(ply) }
    }

    /// Is the game drawn here? A player without a move has lost even so, but only the 40-move rule
    /// can meet such a position.
    #[inline]
    pub(super) fn is_drawn(&self, state: &State) -> bool {
        self.path.is_repetition() || self.path.is_forty_moves() && state.has_legal_move()
    }

    /// The score that a database gives to a node, if that is the end of it.
    #[inline]
    pub(super) fn known_score(&self, pos: &Position, ply: Ply) -> Option<Score> {
        let known = self.shared.probe(pos)?;
        match known.value {
            Value::Draw => Some(Score::DRAW),
            Value::Win if known.is_progress => Some(Score::known_win_at(ply)),
            Value::Loss if known.is_progress => Some(-Score::known_win_at(ply)),
            Value::Win | Value::Loss => None,
        }
    }

    /// The score of a quiet position at which the search ends.
    #[inline]
    pub(super) fn leaf_score(&mut self, pos: &Position, ply: Ply) -> Score {
        let Some(known) = self.shared.probe(pos) else { return self.evaluation.evaluate(pos) };
        match known.value {
            Value::Draw => Score::DRAW,
            Value::Win if known.is_progress => Score::known_win_at(ply),
            Value::Loss if known.is_progress => -Score::known_win_at(ply),
            Value::Win => Score::known_win_near(self.evaluation.evaluate(pos)),
            Value::Loss => -Score::known_win_near(-self.evaluation.evaluate(pos)),
        }
    }

    /// Works out which of the moves in a frame to try first.
    #[inline(always)]
    pub(super) fn rank_moves(&mut self, at: &Situation) {
        let frame = &mut self.frames[at.ply.index()];
        frame.next = 0;
        frame.order_scores.clear();
        frame.order_scores.extend(frame.moves.iter().map(|mv| self.experience.order_score(at, *mv)));
    }

    /// The most promising move not tried yet; there has to be one.
    #[inline(always)]
    pub(super) fn next_move(&mut self, ply: Ply) -> Move {
        self.frames[ply.index()].pick()
    }

    /// All moves of a ply, those that were tried in front, the others in the order to try them.
    pub(super) fn moves_in_order(&mut self, ply: Ply) -> &[Move] {
        let frame = &mut self.frames[ply.index()];
        while frame.next < frame.moves.len() {
            frame.pick();
        }
        &frame.moves
    }

    /// Puts a move in front of the best line of the next ply.
    pub(super) fn extend_line(&mut self, ply: Ply, mv: Move) {
        let (here, further) = self.frames.split_at_mut(ply.index() + 1);
        let line = &mut here[ply.index()].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&further[0].line);
    }
}

impl Frame {
    /// The moves tried before the last one.
    pub(super) fn tried(&self) -> &[Move] {
        &self.moves[..self.next - 1]
    }

    #[inline(always)]
    fn pick(&mut self) -> Move {
        let mut best = self.next;
        for i in self.next + 1..self.order_scores.len() {
            if self.order_scores[i] > self.order_scores[best] {
                best = i;
            }
        }
        self.order_scores.swap(self.next, best);
        self.moves.swap(self.next, best);
        self.next += 1;
        self.moves[self.next - 1]
    }
}
