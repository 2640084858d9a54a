//! A game over a connection: the board and the clock.

use std::time::Duration;

use crownhead_board::{Color, Game, IllegalReason, Move, Outcome, Position, Rules};
use crownhead_engine::Clock;

use crate::board::{Evidence, ResolveError};
use crate::dxp::{BackRequest, BoardText, GameRequest, MoveMade, Reason};
use crate::frame::{Frame, FrameChoice};
use crate::move_text::{MoveError, MoveText};

/// It is our turn.
#[derive(Clone, Debug)]
pub struct DxpTurn {
    /// The position and its history.
    pub game: Game,
    /// The clock, if there is one.
    pub clock: Option<Clock>,
}

/// A game that is being played.
#[derive(Clone, Debug)]
pub(super) struct Match {
    us: Color,
    game: Game,
    /// The same game read in the other frame, while both are possible.
    other: Option<Game>,
    minutes: u16,
    moves: u16,
    spent: Duration,
}

impl Match {
    /// The requested game.
    pub(super) fn new(
        request: &GameRequest,
        us: Color,
        choice: FrameChoice,
        default: Frame,
    ) -> Result<Match, ResolveError> {
        let (game, other) = match &request.board {
            None => (Game::new(), None),
            Some(board) => games(board, choice, default)?,
        };
        let (minutes, moves) = (request.minutes, request.moves);
        Ok(Match { us, game, other, minutes, moves, spent: Duration::ZERO })
    }

    pub(super) fn is_our_turn(&self) -> bool {
        self.game.position().turn() == self.us
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn turn(&self) -> DxpTurn {
        DxpTurn { game: self.game.clone(), clock: self.clock() }
    }

    /// The end of the game as we see it, if the board or a rule of draws has ended it.
    pub(super) fn reason(&self) -> Option<Reason> {
        Some(match self.game.outcome()? {
            Outcome::Draw(_) => Reason::Draw,
            Outcome::Win(color, _) if color == self.us => Reason::IWin,
            Outcome::Win(..) => Reason::ILose,
        })
    }

    /// Makes our move and returns it as it is sent.
    pub(super) fn play(&mut self, mv: Move, spent: Duration) -> Result<MoveMade, MoveError> {
        let text = MoveText::from_move(mv)
            .ok_or_else(|| MoveError::Illegal { text: mv.to_string(), why: IllegalReason::TurnNotOver })?;
        self.make(&text)?;
        self.spent = self.spent.saturating_add(spent);
        let seconds = u16::try_from(spent.as_secs()).unwrap_or(u16::MAX);
        Ok(MoveMade { seconds, mv: text })
    }

    /// Makes the opponent's move. If it is legal only in the other frame, that is the frame.
    pub(super) fn receive(&mut self, text: &MoveText) -> Result<(), MoveError> {
        let Err(error) = self.make(text) else { return Ok(()) };
        let mut other = self.other.take().ok_or(error)?;
        let fault = make(&mut other, text);
        if fault.is_ok() {
            self.game = other;
        }
        fault
    }

    fn make(&mut self, text: &MoveText) -> Result<(), MoveError> {
        make(&mut self.game, text)?;
        self.other = self.other.take().and_then(|mut other| make(&mut other, text).is_ok().then_some(other));
        Ok(())
    }

    /// Takes moves back to the requested point; returns whether the game has such a point.
    pub(super) fn take_back(&mut self, request: BackRequest) -> bool {
        let Some(pairs) = usize::from(request.number).checked_sub(1) else { return false };
        let wanted = 2 * pairs + usize::from(request.turn != self.game.start().turn());
        if wanted > self.game.moves().len() {
            return false;
        }
        for game in [Some(&mut self.game), self.other.as_mut()].into_iter().flatten() {
            while game.moves().len() > wanted {
                game.undo();
            }
        }
        true
    }

    fn clock(&self) -> Option<Clock> {
        if self.minutes == 0 {
            return None;
        }
        let turns = self.game.positions().filter(|pos| pos.turn() == self.us).count();
        let made = turns - usize::from(self.is_our_turn());
        let period = Duration::from_secs(60 * u64::from(self.minutes));
        // After `moves` moves each side gets the same time for as many more.
        let (periods, moves_to_go) = match usize::from(self.moves) {
            0 => (1, None),
            moves => (made / moves + 1, u32::try_from(moves - made % moves).ok()),
        };
        let given = period.saturating_mul(u32::try_from(periods).unwrap_or(u32::MAX));
        Some(Clock { left: given.saturating_sub(self.spent), increment: Duration::ZERO, moves_to_go })
    }
}

/// The game on a board, and the one in the other frame if that is possible too.
fn games(
    board: &BoardText,
    choice: FrameChoice,
    default: Frame,
) -> Result<(Game, Option<Game>), ResolveError> {
    let resolved = board.resolve(&[], choice, default)?;
    let is_open = resolved.evidence == Evidence::Default;
    let other = if is_open { Position::try_from(board.setup(resolved.frame.other())).ok() } else { None };
    let game = |pos: Position| Game::from_position(pos, Rules::OFFICIAL);
    let start = *resolved.game.start();
    Ok((game(start), other.filter(|other| *other != start).map(game)))
}

fn make(game: &mut Game, text: &MoveText) -> Result<(), MoveError> {
    let mv = text.resolve(game.position())?;
    let over = |_| MoveError::Illegal { text: text.to_string(), why: IllegalReason::GameOver };
    game.play(mv).map_err(over)
}
