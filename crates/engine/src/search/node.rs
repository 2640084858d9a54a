//! One node of the search: principal variation search with the full set of legal moves.

use crownhead_board::{Move, State};

use super::ordering::Situation;
use super::pruning::{self, Facts, LateMove, Verification};
use super::quiescence::Reach;
use super::shared::Stopped;
use super::worker::Worker;
use crate::depth::{Depth, Ply};
use crate::score::{Score, Window};
use crate::table::{Bound, Entry, MoveTag};

/// What is asked of a node.
pub(super) trait Kind {
    const IS_PV: bool;
}

/// The exact score and the best line.
pub(super) struct Pv;
/// Only whether the score is above a bound.
pub(super) struct Scout;

impl Kind for Pv {
    const IS_PV: bool = true;
}

impl Kind for Scout {
    const IS_PV: bool = false;
}

/// The best of the moves tried so far.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub(super) score: Score,
    pub(super) mv: MoveTag,
}

/// A move in its node.
pub(super) struct Try<'a> {
    pub(super) state: &'a State,
    pub(super) mv: Move,
    pub(super) index: usize,
    pub(super) ply: Ply,
    pub(super) window: Window,
    pub(super) history: i32,
}

impl Worker<'_> {
    /// The score of a position for its side to move: exact within the window, a bound outside.
    pub(super) fn node<K: Kind>(
        &mut self,
        state: &State,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        debug_assert!(window.alpha < window.beta, "a window is open: {window:?}");
        debug_assert_eq!(self.path.ply(), ply.index(), "every move is on the path");
        if K::IS_PV {
            self.frames[ply.index()].line.clear();
        }
        if self.is_drawn(state) {
            return Ok(Score::DRAW);
        }
        if depth <= Depth::ZERO || ply.next() >= Ply::MAX {
            return self.quiesce(state, window, Reach::full(self.shared.tunables), ply);
        }
        self.count_node(ply)?;
        let window = within_reach(window, ply);
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
        let key = self.path.table_key();
        let entry = self.shared.table.get(key, ply);
        if let Some(entry) = entry.filter(|entry| !K::IS_PV && entry.cuts(depth, window.beta)) {
            return Ok(entry.score);
        }
        // Before the database: a win on the board is worth more than one that is only known of.
        if !self.generate(state, ply) {
            return Ok(Self::score_at_end(state.position(), ply));
        }
        if let Some(score) = self.known_score(state.position(), ply) {
            return Ok(score);
        }
        let facts = self.facts::<K>(state, window, depth, ply, entry);
        if let Some(score) = self.settle(state, &facts, ply)? {
            return Ok(score);
        }
        let hash_move = entry.map_or(MoveTag::NONE, |entry| entry.best);
        let facts = Facts { depth: pruning::depth_without_hash_move(&facts, self.shared.tunables), ..facts };
        let best = self.try_moves::<K>(state, &facts, hash_move, ply)?;
        debug_assert!(best.score.is_reachable_from(ply), "{} at ply {}", best.score, ply.get());
        let bound = Bound::of(best.score, window.alpha, window.beta);
        let entry =
            Entry { score: best.score, eval: facts.static_eval, depth: facts.depth, bound, best: best.mv };
        self.shared.table.put(key, ply, entry);
        Ok(best.score)
    }

    /// What is known before moves are tried.
    #[inline(always)]
    fn facts<K: Kind>(
        &mut self,
        state: &State,
        window: Window,
        depth: Depth,
        ply: Ply,
        entry: Option<Entry>,
    ) -> Facts {
        let moves = &self.frames[ply.index()].moves;
        let (n_moves, must_capture) = (moves.len(), moves[0].is_jump());
        let stored = entry.and_then(|entry| entry.eval);
        let static_eval = if must_capture {
            None
        } else {
            Some(stored.unwrap_or_else(|| self.evaluation.evaluate(state.position())))
        };
        let eval = static_eval.map(|eval| entry.map_or(eval, |entry| entry.expectation(eval)));
        self.frames[ply.index()].eval = eval;
        let before = if ply.index() >= 2 { self.frames[ply.index() - 2].eval } else { None };
        // No evaluation means a capture: the opponent has just made one, and not to recapture.
        let is_sacrifice = !must_capture
            && ply.index() >= 2
            && self.frames[ply.index() - 1].eval.is_none()
            && (before.is_some() || ply.index() == 2);
        Facts {
            depth,
            window,
            static_eval,
            eval,
            is_threatened: !state.position().jumpers_of(!state.turn()).is_empty(),
            is_improving: eval.zip(before).is_some_and(|(eval, before)| eval > before),
            is_sacrifice,
            is_pv: K::IS_PV,
            n_moves,
            has_hash_move: entry.is_some_and(|entry| entry.best != MoveTag::NONE),
        }
    }

    /// The score of a node that need not be searched, or not that deep.
    #[inline(always)]
    fn settle(&mut self, state: &State, facts: &Facts, ply: Ply) -> Result<Option<Score>, Stopped> {
        if let Some(score) = pruning::settled_by_evaluation(facts, self.shared.tunables) {
            return Ok(Some(score));
        }
        if pruning::is_hopeless(facts, self.shared.tunables) {
            return self.give_up(state, facts.window, ply);
        }
        match pruning::verification(facts, self.shared.tunables) {
            Some(shallow) => self.verify(state, &shallow, ply),
            None => Ok(None),
        }
    }

    /// The score of a node that captures alone do not save.
    fn give_up(&mut self, state: &State, window: Window, ply: Ply) -> Result<Option<Score>, Stopped> {
        let score = self.quiesce(state, window, Reach::full(self.shared.tunables), ply)?;
        Ok(self.if_settled(score <= window.alpha, score, state, ply))
    }

    fn verify(&mut self, state: &State, shallow: &Verification, ply: Ply) -> Result<Option<Score>, Stopped> {
        let score = self.node::<Scout>(state, shallow.window, shallow.depth, ply)?;
        let is_settled =
            if shallow.is_high { score >= shallow.window.beta } else { score <= shallow.window.alpha };
        Ok(self.if_settled(is_settled, score, state, ply))
    }

    /// What a smaller search says, if that settles it. If not, the moves are needed again, whose frame
    /// that search has used.
    fn if_settled(&mut self, is_settled: bool, score: Score, state: &State, ply: Ply) -> Option<Score> {
        if !is_settled {
            self.generate(state, ply);
        }
        is_settled.then_some(score)
    }

    #[inline(always)]
    fn try_moves<K: Kind>(
        &mut self,
        state: &State,
        facts: &Facts,
        hash_move: MoveTag,
        ply: Ply,
    ) -> Result<Best, Stopped> {
        let reply_to = self.frames[ply.index()].reply_to;
        let at = Situation { turn: state.turn(), ply, hash_move, reply_to };
        self.rank_moves(&at);
        let mut window = facts.window;
        let mut best = Best { score: -Score::INFINITE, mv: MoveTag::NONE };
        for index in 0..facts.n_moves {
            if index > 0 && self.can_split(facts, index) {
                return self.split::<K>(state, &Facts { window, ..*facts }, &at, index, best);
            }
            let mv = self.next_move(ply);
            let history = self.experience.history_of(&at, mv);
            let attempt = Try { state, mv, index, ply, window, history };
            let score = self.try_move::<K>(facts, &attempt)?;
            if score <= best.score {
                continue;
            }
            best.score = score;
            if score <= window.alpha {
                continue;
            }
            best.mv = MoveTag::of(mv);
            window.alpha = score;
            if K::IS_PV {
                self.extend_line(ply, mv);
            }
            if score >= window.beta {
                let tried = self.frames[ply.index()].tried();
                self.experience.reward(&at, facts.depth, mv, tried);
                break;
            }
        }
        Ok(best)
    }

    /// The score of a move: the first one in full, the others first with a scout, late ones first
    /// with a scout that sees less far.
    #[inline(always)]
    pub(super) fn try_move<K: Kind>(&mut self, facts: &Facts, attempt: &Try<'_>) -> Result<Score, Stopped> {
        let Try { state, mv, index, ply, window, history } = *attempt;
        let next = self.play(state, mv, ply);
        let depth = facts.depth - 1;
        let scout = Window::above(window.alpha);
        let score = if index == 0 {
            self.child::<K>(state, &next, window, depth, ply)?
        } else {
            let Facts { depth: full, is_threatened, is_pv, .. } = *facts;
            let is_capture = facts.eval.is_none();
            let late = LateMove { depth: full, index, history, is_capture, is_threatened, is_pv };
            let less = self.shared.reductions.late(late, self.shared.tunables);
            let mut score = self.child::<Scout>(state, &next, scout, depth - less, ply)?;
            if score > window.alpha && less > 0 {
                score = self.child::<Scout>(state, &next, scout, depth, ply)?;
            }
            if K::IS_PV && score > window.alpha && score < window.beta {
                score = self.child::<Pv>(state, &next, window, depth, ply)?;
            }
            score
        };
        self.path.pop();
        Ok(score)
    }

    /// The score of a position one move on, for the side to move here. Under house rules that may
    /// be the same side again.
    #[inline(always)]
    pub(super) fn child<K: Kind>(
        &mut self,
        state: &State,
        next: &State,
        window: Window,
        depth: Depth,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        if next.turn() == state.turn() {
            self.node::<K>(next, window, depth, ply.next())
        } else {
            Ok(-self.node::<K>(next, window.turned(), depth, ply.next())?)
        }
    }
}

/// The window without scores that cannot be reached from this ply: nobody has lost sooner than
/// here, or can win sooner than with the next move.
fn within_reach(window: Window, ply: Ply) -> Window {
    Window { alpha: window.alpha.max(Score::loss_at(ply)), beta: window.beta.min(Score::win_at(ply)) }
}
