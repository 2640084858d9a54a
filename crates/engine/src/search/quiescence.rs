//! The end of a line: captures until nothing is to be captured.

use crownhead_board::{Capture, Move, Position};

use super::shared::Stopped;
use super::worker::Worker;
use crate::depth::Ply;
use crate::eval::Evaluator;
use crate::score::{Score, Window};

/// Are sacrifices tried that the opponent has to accept?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shots {
    Tried,
    Ignored,
}

/// What kind of position a line has come to.
enum Calm {
    /// A capture has to be made, or goes on.
    Forced,
    /// The opponent would capture. Where captures are a choice a threat can stand for ever, and
    /// playing it out would have no end.
    Threatened,
    Quiet,
}

impl<E: Evaluator> Worker<'_, E> {
    /// The score of a position when only captures and threats of them are played out.
    ///
    /// A line never ends while a capture has to be made, nor while the side to move would lose
    /// something by passing: then all its moves are tried.
    pub(super) fn quiesce(
        &mut self,
        pos: &Position,
        window: Window,
        shots: Shots,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        self.count_node(ply)?;
        if !self.generate(pos, ply) {
            return Ok(Self::score_at_end(pos, ply));
        }
        if ply.next() >= Ply::MAX {
            return Ok(self.leaf_score(pos, ply));
        }
        match self.calm(pos, ply) {
            Calm::Forced | Calm::Threatened => self.play_all(pos, window, -Score::INFINITE, ply, |_, _| true),
            Calm::Quiet => self.stand_pat(pos, window, shots, ply),
        }
    }

    #[inline(always)]
    fn calm(&self, pos: &Position, ply: Ply) -> Calm {
        let starts_with_jump = self.frames[ply.index()].moves[0].is_jump();
        if pos.is_mid_turn() || starts_with_jump && self.rules.capture == Capture::Side {
            Calm::Forced
        } else if self.rules.capture == Capture::Side && !pos.jumpers_of(!pos.turn()).is_empty() {
            Calm::Threatened
        } else {
            Calm::Quiet
        }
    }

    /// The evaluation, or what can be won by force.
    #[inline(always)]
    fn stand_pat(
        &mut self,
        pos: &Position,
        window: Window,
        shots: Shots,
        ply: Ply,
    ) -> Result<Score, Stopped> {
        let score = self.leaf_score(pos, ply);
        if score >= window.beta {
            return Ok(score);
        }
        // Where captures are a choice, they are worth trying.
        if self.frames[ply.index()].moves[0].is_jump() {
            return self.play_all(pos, window, score, ply, |mv, _| mv.is_jump());
        }
        if shots == Shots::Ignored || score + self.shared.tunables.shot_margin <= window.alpha {
            return Ok(score);
        }
        self.play_all(pos, window, score, ply, |_, next| !next.jumpers().is_empty())
    }

    /// The best score of those moves that fit, and of `best`.
    #[inline(always)]
    fn play_all(
        &mut self,
        pos: &Position,
        mut window: Window,
        mut best: Score,
        ply: Ply,
        fits: impl Fn(Move, &Position) -> bool,
    ) -> Result<Score, Stopped> {
        window.alpha = window.alpha.max(best);
        for i in 0..self.frames[ply.index()].moves.len() {
            let mv = self.frames[ply.index()].moves[i];
            let next = self.rules.play_unchecked(pos, mv);
            if !fits(mv, &next) {
                continue;
            }
            let score = if next.turn() == pos.turn() {
                self.quiesce(&next, window, Shots::Ignored, ply.next())?
            } else {
                -self.quiesce(&next, window.turned(), Shots::Ignored, ply.next())?
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
