//! A game judged move by move, as it is told.

use crownhead_board::{Game, Move};
use crownhead_pdn::Mark;
use crownhead_study::review::{Judgment, key_moments};

use crate::{EngineLine, MoveInfo, PlaySummary, ReviewMove, ReviewSummary, ScoreInfo, Verdict};

/// A review in progress: the moves judged so far, summed up.
#[derive(Clone, Debug)]
pub struct ReviewTally {
    request: u32,
    plies: u32,
    /// What the start was worth, then each position after a move.
    graph: Vec<ScoreInfo>,
    /// The mark of each move, and how much it changed.
    moves: Vec<(Option<Mark>, f64)>,
    sides: [SideTally; 2],
}

impl ReviewTally {
    /// Answers the question with this number, about a game of `plies` moves.
    pub fn new(request: u32, plies: usize) -> ReviewTally {
        let (graph, moves) = (Vec::new(), Vec::new());
        ReviewTally { request, plies: plies as u32, graph, moves, sides: Default::default() }
    }

    /// Adds the next move of the game, and returns what is told of it. The verdict is that of the endgame database on the
    /// position after it.
    pub fn add(
        &mut self,
        before: &Game,
        mv: Move,
        judgment: &Judgment,
        verdict: Option<Verdict>,
    ) -> ReviewMove {
        let (state, side) = (before.state(), before.position().turn());
        let after = state.play_unchecked(mv);
        let for_turn = if after.turn() == side { judgment.score } else { -judgment.score };
        let score = ScoreInfo::new(for_turn, after.turn());
        if self.graph.is_empty() {
            self.graph.push(ScoreInfo::new(judgment.best.score, side));
        }
        self.graph.push(score.clone());
        self.moves.push((judgment.mark, judgment.swing()));
        self.sides[side as usize].add(judgment, before.legal_moves().len() > 1);
        ReviewMove {
            request: self.request,
            ply: self.graph.len() as u32 - 1,
            plies: self.plies,
            side: side.into(),
            mv: MoveInfo::new(state, mv),
            score,
            loss: judgment.loss(),
            mark: judgment.mark.map(|mark| mark.as_str().to_owned()),
            better: (!judgment.is_best).then(|| EngineLine::new(state, &judgment.best, 0)),
            verdict,
        }
    }

    /// The review so far.
    pub fn summary(&self) -> ReviewSummary {
        let [black, white] = self.sides.each_ref().map(SideTally::summary);
        let key_moments = key_moments(&self.moves).into_iter().map(|place| place as u32 + 1).collect();
        ReviewSummary { request: self.request, graph: self.graph.clone(), black, white, key_moments }
    }
}

/// The moves of a side, summed up.
#[derive(Clone, Debug, Default)]
struct SideTally {
    summary: PlaySummary,
    loss: u32,
    /// Moves that were not forced.
    choices: u32,
}

impl SideTally {
    fn add(&mut self, judgment: &Judgment, had_choice: bool) {
        self.summary.moves += 1;
        if had_choice {
            self.loss += judgment.loss();
            self.choices += 1;
        }
        match judgment.mark {
            Some(Mark::Dubious) => self.summary.dubious += 1,
            Some(Mark::Mistake) => self.summary.mistakes += 1,
            Some(Mark::Blunder) => self.summary.blunders += 1,
            _ => {}
        }
    }

    fn summary(&self) -> PlaySummary {
        let average = f64::from(self.loss) / f64::from(self.choices.max(1));
        PlaySummary { average_loss: (average * 10.0).round() / 10.0, ..self.summary }
    }
}
