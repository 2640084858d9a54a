//! The end of a line: captures until nothing is to be captured.

use crownhead_board::{Capture, Move, State};

use super::pruning::SearchTunables;
use super::shared::Stopped;
use super::worker::Worker;
use crate::depth::Ply;
use crate::score::{Score, Window};

/// What a line may still play out besides captures.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Sacrifices that the opponent has to accept.
    shots: bool,
    /// Moves of a side that would lose something by passing.
    threats: i32,
}

impl Reach {
    /// Where the search ends. Kings can threaten each other for ever, and each of these moves
    /// branches: without an end to them, a board full of kings takes millions of nodes at depth 1.
    pub(super) fn full(tunables: &SearchTunables) -> Reach {
        Reach { shots: true, threats: tunables.threats }
    }

    /// After a capture or a shot.
    fn without_shots(self) -> Reach {
        Reach { shots: false, ..self }
    }

    /// After a move out of a threat.
    fn without_threat(self) -> Reach {
        Reach { shots: false, threats: self.threats - 1 }
    }
}

/// What kind of position a line has come to.
enum Calm {
    /// A capture has to be made, or goes on.
    Forced,
    /// The opponent would capture, and the line may still see what comes of it. Where captures are a
    /// choice a threat can stand for ever, and is not played out at all.
    Threatened,
    Quiet,
}

impl Worker<'_> {
    /// The score of a position when only captures and threats of them are played out.
    ///
    /// A line never ends while a capture has to be made. Nor does it end while the side to move would
    /// lose something by passing: then all its moves are tried, a few times on a line. It has an end:
    /// captures take pieces off the board, and the number of other moves between them is limited.
    pub(super) fn quiesce(
        &mut self,
        state: &State,
        window: Window,
        reach: Reach,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        debug_assert!(window.alpha < window.beta, "a window is open: {window:?}");
        self.count_node(ply)?;
        if !self.generate(state, ply) {
            return Ok(Self::score_at_end(state.position(), ply));
        }
        if ply.next() >= Ply::MAX {
            return Ok(self.leaf_score(state.position(), ply));
        }
        let worst = -Score::INFINITE;
        match self.calm(state, reach, ply) {
            Calm::Forced => self.play_all(state, window, worst, reach.without_shots(), ply, |_, _| true),
            Calm::Threatened => self.play_all(state, window, worst, reach.without_threat(), ply, |_, _| true),
            Calm::Quiet => self.stand_pat(state, window, reach, ply),
        }
    }

    #[inline(always)]
    fn calm(&self, state: &State, reach: Reach, ply: Ply) -> Calm {
        let starts_with_jump = self.frames[ply.index()].moves[0].is_jump();
        if state.is_mid_turn() || starts_with_jump && state.rules().capture == Capture::Side {
            Calm::Forced
        } else if reach.threats > 0
            && state.rules().capture == Capture::Side
            && !state.position().jumpers_of(!state.turn()).is_empty()
        {
            Calm::Threatened
        } else {
            Calm::Quiet
        }
    }

    /// The evaluation, or what can be won by force.
    #[inline(always)]
    fn stand_pat(&mut self, state: &State, window: Window, reach: Reach, ply: Ply) -> Result<Score, Stopped> {
        let score = self.leaf_score(state.position(), ply);
        if score >= window.beta {
            return Ok(score);
        }
        let further = reach.without_shots();
        // Where captures are a choice, they are worth trying.
        if self.frames[ply.index()].moves[0].is_jump() {
            return self.play_all(state, window, score, further, ply, |mv, _| mv.is_jump());
        }
        if !reach.shots || score + self.shared.tunables.shot_margin <= window.alpha {
            return Ok(score);
        }
        self.play_all(state, window, score, further, ply, |_, next| !next.position().jumpers().is_empty())
    }

    /// The best score of those moves that fit, and of `best`.
    #[inline(always)]
    fn play_all(
        &mut self,
        state: &State,
        mut window: Window,
        mut best: Score,
        further: Reach,
        ply: Ply,
        fits: impl Fn(Move, &State) -> bool,
    ) -> Result<Score, Stopped> {
        window.alpha = window.alpha.max(best);
        for i in 0..self.frames[ply.index()].moves.len() {
            let mv = self.frames[ply.index()].moves[i];
            let next = state.play_unchecked(mv);
            if !fits(mv, &next) {
                continue;
            }
            let score = if next.turn() == state.turn() {
                self.quiesce(&next, window, further, ply.next())?
            } else {
                -self.quiesce(&next, window.turned(), further, ply.next())?
            };
            if score > best {
                best = score;
                window.alpha = window.alpha.max(score);
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}
