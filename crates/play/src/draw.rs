//! What the computer thinks of draws.

use crownhead_board::Game;
use crownhead_engine::Line;

/// A computer offers a draw after this many plies without progress.
const DULL_PLIES: u32 = 40;
/// A computer takes a draw when it is not better by more than this, in hundredths of a man.
const DRAWISH: i32 = 15;
/// With this many pieces left, a draw offer comes too early.
const EARLIEST_DRAW: (usize, usize) = (17, 20);

/// Why the computer declines a draw that the side to move offers, if it does; the lines are what it found
/// for that side.
pub fn why_declined(game: &Game, lines: &[Line]) -> Option<&'static str> {
    let (n_pieces, n_plies) = (game.position().occupied().len(), game.moves().len());
    if n_pieces >= EARLIEST_DRAW.0 && n_plies < EARLIEST_DRAW.1 {
        return Some("it is too early for that");
    }
    let is_level = lines.first().is_some_and(|line| line.score.centimen() >= -DRAWISH);
    (!is_level).then_some("it likes its position")
}

/// Does a computer that has just moved offer a draw, because nothing happens any more?
pub fn is_offered(game: &Game) -> bool {
    game.quiet_plies() >= DULL_PLIES && game.quiet_plies() % 10 < 2
}
