//! Games that end before their end on the board.

use crownhead_board::{DrawReason, Game, Outcome, WinReason};
use crownhead_engine::{Endgame, Value};

use super::PlayedGame;

/// When a game ends before its end on the board.
#[derive(Clone, Copy, Default)]
pub struct Adjudication<'a> {
    /// Ends games that this database knows.
    pub endgame: Option<&'a dyn Endgame>,
    /// Whether games end when both players agree on the result for [`AGREED_PLIES`].
    pub by_agreement: bool,
}

/// The players must agree for this many plies in a row
pub const AGREED_PLIES: usize = 12;
/// that one of them is ahead by this many hundredths of a man,
const WON: i32 = 400;
/// or, after this many plies of the game,
const DRAWN_FROM: usize = 80;
/// that neither is ahead by more than this.
const DRAWN: i32 = 10;

impl Adjudication<'_> {
    /// The result of a game that should end now. `agreed` counts the plies in a row on which the players agree.
    pub(crate) fn outcome(&self, played: &PlayedGame, agreed: &mut usize) -> Option<Outcome> {
        self.known(&played.game).or_else(|| self.agreed(played, agreed))
    }

    fn known(&self, game: &Game) -> Option<Outcome> {
        let (endgame, pos) = (self.endgame?, game.position());
        let covered = pos.occupied().len() <= endgame.max_pieces() && game.rules().is_official();
        Some(match covered.then(|| endgame.probe(pos))?? {
            Value::Win => Outcome::Win(pos.turn(), WinReason::Resignation),
            Value::Loss => Outcome::Win(!pos.turn(), WinReason::Resignation),
            Value::Draw => Outcome::Draw(DrawReason::Agreement),
        })
    }

    /// The result on which both players have agreed for long enough.
    fn agreed(&self, played: &PlayedGame, agreed: &mut usize) -> Option<Outcome> {
        if !self.by_agreement {
            return None;
        }
        let n = played.notes.len();
        // The score of the move before is the other player's.
        let score = |back: usize| Some(played.notes.get(n.checked_sub(back)?)?.score?.centimen());
        let (last, other) = (score(1)?, score(2)?);
        let mover = !played.game.position().turn();
        let outcome = if last >= WON && other <= -WON {
            Some(Outcome::Win(mover, WinReason::Resignation))
        } else if last <= -WON && other >= WON {
            Some(Outcome::Win(!mover, WinReason::Resignation))
        } else if n >= DRAWN_FROM && last.abs() <= DRAWN && other.abs() <= DRAWN {
            Some(Outcome::Draw(DrawReason::Agreement))
        } else {
            None
        };
        *agreed = if outcome.is_some() { *agreed + 1 } else { 0 };
        outcome.filter(|_| *agreed >= AGREED_PLIES)
    }
}
