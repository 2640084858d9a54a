//! What the computer thinks of draws.

use crownhead_board::{Color, Game};
use crownhead_engine::Line;
use serde::Serialize;

/// A computer offers a draw after this many plies without progress.
const DULL_PLIES: u32 = 40;
/// A computer takes a draw when it is not better by more than this, in hundredths of a man.
const DRAWISH: i32 = 15;
/// With this many pieces left after fewer plies than these, a draw offer comes too early.
const EARLIEST_DRAW: (usize, usize) = (17, 20);

/// Why the computer declines a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawRefusal {
    /// The game has hardly begun.
    TooEarly,
    /// It likes its position.
    Better,
}

/// Why the computer declines a draw that a side offers, if it does; the lines are for the side to move.
pub(crate) fn refusal(game: &Game, lines: &[Line], offerer: Color) -> Option<DrawRefusal> {
    let (n_pieces, n_plies) = (game.position().occupied().len(), game.moves().len());
    if n_pieces >= EARLIEST_DRAW.0 && n_plies < EARLIEST_DRAW.1 {
        return Some(DrawRefusal::TooEarly);
    }
    let sign = if game.position().turn() == offerer { 1 } else { -1 };
    let is_level = lines.first().is_some_and(|line| sign * line.score.centimen() >= -DRAWISH);
    (!is_level).then_some(DrawRefusal::Better)
}

/// Does a computer that has just moved offer a draw, because nothing happens any more?
pub(crate) fn is_offered(game: &Game) -> bool {
    game.quiet_plies() >= DULL_PLIES && game.quiet_plies() % 10 < 2
}
