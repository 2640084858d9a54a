//! A game over a connection: the board, the clock, and whose turn it is.

use std::time::Duration;

use crownhead_board::{Color, Game, Move, Outcome, Position, Rules, WhyNot};

use crate::dxp::{BackRequest, BoardText, GameRequest, MoveMade, Reason};
use crate::frame::{Evidence, Frame, FrameChoice, PlaceError};
use crate::move_text::{MoveError, MoveText};

/// It is our turn.
#[derive(Clone, Debug)]
pub struct DxpTurn {
    /// The position and its history.
    pub game: Game,
    /// The clock, if there is one.
    pub clock: Option<DxpClock>,
}

/// What our clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DxpClock {
    /// Time left.
    pub left: Duration,
    /// Moves to make in it; `None` for the whole game.
    pub moves: Option<u32>,
}

/// A game that is being played.
#[derive(Clone, Debug)]
pub(super) struct Match {
    us: Color,
    game: Game,
    /// The same game with the board read in the other frame, while both readings are possible.
    other: Option<Game>,
    minutes: u16,
    moves: u16,
    spent: Duration,
}

impl Match {
    /// The game that was asked for.
    pub(super) fn new(
        request: &GameRequest,
        us: Color,
        choice: FrameChoice,
        default: Frame,
    ) -> Result<Match, PlaceError> {
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

    /// Makes our move, and gives it as it is sent.
    pub(super) fn play(&mut self, mv: Move, spent: Duration) -> Result<MoveMade, MoveError> {
        let text = MoveText::from(mv);
        self.make(&text)?;
        self.spent = self.spent.saturating_add(spent);
        let seconds = u16::try_from(spent.as_secs()).unwrap_or(u16::MAX);
        Ok(MoveMade { seconds, mv: text })
    }

    /// Makes the opponent's move. If it is legal only with the board in the other frame, that is the
    /// frame.
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

    /// Takes moves back to where somebody wants; says whether that is a point of this game.
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

    fn clock(&self) -> Option<DxpClock> {
        if self.minutes == 0 {
            return None;
        }
        let turns = self.game.positions().filter(|pos| pos.turn() == self.us).count();
        let made = turns - usize::from(self.is_our_turn());
        let period = Duration::from_secs(60 * u64::from(self.minutes));
        // Once the moves are made, the same time is given for as many more.
        let (periods, moves) = match usize::from(self.moves) {
            0 => (1, None),
            moves => (made / moves + 1, u32::try_from(moves - made % moves).ok()),
        };
        let given = period.saturating_mul(u32::try_from(periods).unwrap_or(u32::MAX));
        Some(DxpClock { left: given.saturating_sub(self.spent), moves })
    }
}

/// The game on a board, and the one with the board in the other frame if nothing told the frame.
fn games(board: &BoardText, choice: FrameChoice, default: Frame) -> Result<(Game, Option<Game>), PlaceError> {
    let placed = board.place(choice, default)?;
    let is_open = placed.evidence == Evidence::Default;
    let other = if is_open { Position::try_from(board.setup(placed.frame.other())).ok() } else { None };
    let game = |pos: Position| Game::from_position(pos, Rules::OFFICIAL);
    let start = *placed.game.start();
    Ok((game(start), other.filter(|other| *other != start).map(game)))
}

fn make(game: &mut Game, text: &MoveText) -> Result<(), MoveError> {
    let mv = text.resolve(game.position())?;
    let over = |_| MoveError::Illegal { text: text.to_string(), why: WhyNot::GameOver };
    game.play(mv).map_err(over)
}
