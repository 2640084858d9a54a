//! A question about one position, answered slice by slice.

use std::time::Duration;

use crownhead_board::Game;
use crownhead_engine::{Answer, Ask, Engine, Line, Report};
use crownhead_wire::{AnalysisReport, MoveInfo};

/// A question and what is known so far.
pub(super) struct Thinking {
    game: Game,
    ask: Ask,
    so_far: Answer,
    /// All lines of the last depth that was completed. Depths only grow, so what is shown only gets better.
    lines: Vec<Report>,
}

impl Thinking {
    pub(super) fn new(game: Game, ask: Ask) -> Thinking {
        Thinking { game, ask, so_far: Answer::default(), lines: Vec::new() }
    }

    /// Thinks for a slice; is there nothing more to find?
    pub(super) fn go_on(&mut self, engine: &Engine, slice: Duration) -> bool {
        // A game that is over has no moves.
        if self.game.outcome().is_some() {
            return true;
        }
        let mut depth = Vec::new();
        let lines = &mut self.lines;
        let mut hear = |report: &Report| {
            // The lines of a depth come together, the best first.
            if report.rank == 0 {
                depth.clear();
            }
            depth.push(report.clone());
            lines.clone_from(&depth);
        };
        let slice = engine.think_on(&self.game, self.ask, &self.so_far, slice, &mut hear);
        self.so_far = slice.answer;
        for report in &mut self.lines {
            report.effort = self.so_far.effort;
        }
        slice.is_done
    }

    /// The move to play.
    pub(super) fn best(&self) -> Option<MoveInfo> {
        self.so_far.best.map(|mv| MoveInfo::new(self.game.state(), mv))
    }

    /// The best lines, as far as they are known.
    pub(super) fn into_lines(self) -> Vec<Line> {
        self.so_far.lines
    }

    /// What can be shown: nothing yet, or all lines.
    pub(super) fn report(&self, request: u32) -> Option<AnalysisReport> {
        let is_known = !self.lines.is_empty();
        is_known.then(|| AnalysisReport::new(request, self.game.state(), &self.lines))
    }
}
