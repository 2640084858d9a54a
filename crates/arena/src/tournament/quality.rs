//! How good the moves of a game were, whatever its result.

use std::sync::Arc;

use crownhead_board::{Game, Move};
use crownhead_engine::{Endgame, Engine, Limits, Line, Value};
use crownhead_study::review::judge;
use serde::{Deserialize, Serialize};

/// The quality of one side's moves. Forced moves do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quality {
    /// Moves that the engine has evaluated.
    pub judged: u32,
    /// The sum of their losses, in hundredths of a man.
    pub loss: u64,
    /// Moves in positions that are won or drawn according to the endgame database.
    pub known: u32,
    /// Those that threw away a win or a draw.
    pub thrown: u32,
}

impl Quality {
    pub(crate) fn add(&mut self, other: Quality) {
        self.judged += other.judged;
        self.loss += other.loss;
        self.known += other.known;
        self.thrown += other.thrown;
    }

    /// The average loss per move, in hundredths of a man.
    pub fn mean_loss(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.loss as f64 / f64::from(self.judged))
    }

    /// The share of `thrown` in `known`.
    pub fn thrown_share(&self) -> Option<f64> {
        (self.known > 0).then(|| f64::from(self.thrown) / f64::from(self.known))
    }
}

/// Reviews the moves of a game after the first `n_given`, with `nodes` nodes each. Black's quality comes first.
pub(crate) fn review(
    game: &Game,
    n_given: usize,
    nodes: u64,
    endgame: Option<&Arc<dyn Endgame>>,
) -> [Quality; 2] {
    let mut qualities = [Quality::default(); 2];
    if nodes == 0 {
        return qualities;
    }
    let engine = Engine::with_megabytes(1).endgame(endgame.cloned());
    let lines = |game: &Game, n: usize| -> Vec<Line> { engine.lines(game, n, Limits::nodes(nodes)) };
    let mut before = Game::from_position(*game.start(), *game.rules());
    for (ply, mv) in game.moves().enumerate() {
        let quality = &mut qualities[before.position().turn() as usize];
        let mut moves = before.legal_moves();
        moves.merge_routes();
        if ply >= n_given && moves.len() > 1 {
            if let Some(judgment) = judge(&before, mv, lines) {
                quality.judged += 1;
                quality.loss += u64::from(judgment.loss());
            }
            if let Some(is_thrown) = endgame.and_then(|endgame| throws_away(endgame, &before, mv)) {
                quality.known += 1;
                quality.thrown += u32::from(is_thrown);
            }
        }
        if before.play(mv).is_err() {
            break;
        }
    }
    qualities
}

/// Whether a move throws away a win or a draw; `None` if the database does not cover the position, or if it is lost.
fn throws_away(endgame: &dyn Endgame, before: &Game, mv: Move) -> Option<bool> {
    let pos = before.position();
    if pos.occupied().len() > endgame.max_pieces() || !before.rules().is_official() {
        return None;
    }
    let had = endgame.probe(pos)?;
    let after = pos.play_unchecked(mv);
    // The database has no positions without pieces of one side.
    let has = match after.pieces(after.turn()).is_empty() {
        true => Value::Win,
        false => endgame.probe(&after)?.flip(),
    };
    (had > Value::Loss).then_some(has < had)
}
