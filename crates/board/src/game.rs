//! A game from its first move to its result.

use alloc::vec::Vec;
use core::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::explain::IllegalReason;
use crate::move_list::MoveList;
use crate::mv::Move;
use crate::position::Position;
use crate::rules::{CapturedKing, Rules};
use crate::state::State;

/// A game: where it started, what was played, and how it ended.
///
/// Wins for lack of pieces or moves and draws by repetition or by the 40-move rule end the game by
/// themselves; [`Game::end`] ends it by resignation, agreement, time or forfeit. Moves can be undone
/// and redone.
///
/// ```
/// use crownhead_board::{Color, Game, Outcome, WinReason};
///
/// let mut game = Game::new();
/// let mv = game.legal_moves()[0];
/// game.play(mv).unwrap();
/// assert_eq!(game.position().turn(), Color::White);
///
/// game.end(Outcome::Win(Color::Black, WinReason::Resignation)).unwrap();
/// assert_eq!(game.outcome().unwrap().to_string(), "Black wins: White resigned");
///
/// assert_eq!(game.undo(), Some(mv));
/// assert_eq!(game.outcome(), None);
/// assert_eq!(game.redo(), Some(mv));
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: State,
    /// Every ply played or undone, with the state after it.
    plies: Vec<Ply>,
    /// The number of plies that are played.
    played: usize,
    ended: Option<Outcome>,
    has_automatic_draws: bool,
}

#[derive(Clone, Copy, Debug)]
struct Ply {
    mv: Move,
    after: State,
    /// Plies since the last irreversible one, this one included.
    quiet: u32,
}

/// The plies without an irreversible move that make a draw: 40 moves of each side.
pub const MAX_QUIET_PLIES: u32 = 80;

/// The number of occurrences of a position that make a draw.
pub const MAX_OCCURRENCES: usize = 3;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side has won.
    Win(Color, WinReason),
    /// The game is drawn.
    Draw(DrawReason),
}

/// Why a side has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinReason {
    /// The opponent has no pieces.
    NoPieces,
    /// The opponent cannot move.
    NoMoves,
    /// The opponent resigned.
    Resignation,
    /// The opponent's time ran out.
    Time,
    /// The opponent broke the rules of the event, or did not appear.
    Forfeit,
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The players agreed.
    Agreement,
    /// The same position for the third time.
    Repetition,
    /// Each side's last 40 moves neither advanced a man nor captured.
    FortyMoves,
}

impl Outcome {
    /// The side that has won, if one has.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(color, _) => Some(color),
            Outcome::Draw(_) => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (winner, reason) = match self {
            Outcome::Win(winner, reason) => (*winner, reason),
            Outcome::Draw(reason) => return write!(f, "draw: {reason}"),
        };
        let loser = !winner;
        write!(f, "{winner} wins: {loser} ")?;
        f.write_str(match reason {
            WinReason::NoPieces => "has no pieces left",
            WinReason::NoMoves => "cannot move",
            WinReason::Resignation => "resigned",
            WinReason::Time => "ran out of time",
            WinReason::Forfeit => "forfeited the game",
        })
    }
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DrawReason::Agreement => "agreed",
            DrawReason::Repetition => "the same position for the third time",
            DrawReason::FortyMoves => "forty moves each without an advance or a capture",
        })
    }
}

/// Pieces that one side has captured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// Men.
    pub men: usize,
    /// Kings, those that were only demoted included.
    pub kings: usize,
}

/// Why a move was not played; the game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The move is not legal.
    Illegal(Move),
    /// The game is over.
    Over(Outcome),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Illegal(mv) => write!(f, "{} is not a legal move", mv.route_text()),
            PlayError::Over(outcome) => write!(f, "{} ({outcome})", IllegalReason::GameOver),
        }
    }
}

impl core::error::Error for PlayError {}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    /// A game from the start by the official rules.
    pub const fn new() -> Game {
        Game::from_position(Position::START, Rules::OFFICIAL)
    }

    /// A game from any position by any rules.
    pub const fn from_position(start: Position, rules: Rules) -> Game {
        Game::from_state(State::new(start, rules))
    }

    /// A game from any state.
    pub const fn from_state(start: State) -> Game {
        Game { start, plies: Vec::new(), played: 0, ended: None, has_automatic_draws: true }
    }

    /// The same game, in which a third occurrence or 40 quiet moves of each side do not end the game
    /// by themselves. By the rules a player has to claim such a draw, and in recorded games players
    /// often did not; see [`Game::claimable_draw`].
    #[must_use]
    pub const fn without_automatic_draws(mut self) -> Game {
        self.has_automatic_draws = false;
        self
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &Rules {
        self.start.rules()
    }

    /// The position before the first move.
    pub const fn start(&self) -> &Position {
        self.start.position()
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.state().position()
    }

    /// The current state: the position, the rules, and the point within a turn.
    pub fn state(&self) -> &State {
        self.history().last().map_or(&self.start, |ply| &ply.after)
    }

    /// The moves played so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator {
        self.history().iter().map(|ply| ply.mv)
    }

    /// The positions so far, from the start to the current one.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        self.states().map(State::position)
    }

    /// The states so far, from the start to the current one.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = &State> {
        core::iter::once(&self.start).chain(self.history().iter().map(|ply| &ply.after))
    }

    /// The legal moves; none if the game is over.
    pub fn legal_moves(&self) -> MoveList {
        if self.outcome().is_some() { MoveList::new() } else { self.state().legal_moves() }
    }

    /// Plays a move. Moves that were undone can no longer be redone.
    ///
    /// # Errors
    ///
    /// The move is not legal, or the game is over.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let after = self.state().play(mv).map_err(|error| PlayError::Illegal(error.mv))?;
        let quiet = self.position().quiet_plies_after(mv, self.quiet_plies());
        self.plies.truncate(self.played);
        self.plies.push(Ply { mv, after, quiet });
        self.played += 1;
        Ok(())
    }

    /// Undoes the last move, and clears any outcome set with [`Game::end`].
    pub fn undo(&mut self) -> Option<Move> {
        self.ended = None;
        let ply = self.history().last()?.mv;
        self.played -= 1;
        Some(ply)
    }

    /// Plays the move again that was undone last.
    pub fn redo(&mut self) -> Option<Move> {
        let ply = self.plies.get(self.played)?;
        self.played += 1;
        self.ended = None;
        Some(ply.mv)
    }

    /// Ends the game by resignation, agreement, time, forfeit or a claim.
    ///
    /// # Errors
    ///
    /// The game is over already.
    pub fn end(&mut self, outcome: Outcome) -> Result<(), PlayError> {
        match self.outcome() {
            Some(outcome) => Err(PlayError::Over(outcome)),
            None => {
                self.ended = Some(outcome);
                Ok(())
            }
        }
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.state().outcome()).or_else(|| {
            let draw = self.has_automatic_draws.then(|| self.claimable_draw()).flatten();
            draw.map(Outcome::Draw)
        })
    }

    /// The draw that either player may claim now.
    pub fn claimable_draw(&self) -> Option<DrawReason> {
        if self.quiet_plies() >= MAX_QUIET_PLIES {
            Some(DrawReason::FortyMoves)
        } else if self.occurrences() >= MAX_OCCURRENCES {
            Some(DrawReason::Repetition)
        } else {
            None
        }
    }

    /// Plies since the last irreversible move: a capture or the move of a man.
    pub fn quiet_plies(&self) -> u32 {
        self.history().last().map_or(0, |ply| ply.quiet)
    }

    /// How often the current position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let now = self.state();
        // Positions before the last irreversible move cannot be equal.
        let reach = self.quiet_plies() as usize + 1;
        self.states().rev().take(reach).filter(|state| *state == now).count()
    }

    /// The pieces that a side has captured. A king that only became a man again (H12) is not among them.
    ///
    /// ```
    /// use crownhead_board::{Captured, Color, Game, Rules};
    ///
    /// let mut game = Game::from_position("W:W18:B14,K6".parse().unwrap(), Rules::OFFICIAL);
    /// game.play(game.legal_moves()[0]).unwrap();
    /// assert_eq!(game.captured_by(Color::White), Captured { men: 1, kings: 1 });
    /// ```
    pub fn captured_by(&self, color: Color) -> Captured {
        let mut captured = Captured::default();
        for (before, ply) in self.positions().zip(self.history()).filter(|(pos, _)| pos.turn() == color) {
            let taken: Bitboard = ply.mv.captured();
            let kings = (taken & before.kings()).len();
            captured.men += taken.len() - kings;
            // A king that becomes a man again is still on the board.
            if self.rules().captured_king == CapturedKing::Removed {
                captured.kings += kings;
            }
        }
        captured
    }

    fn history(&self) -> &[Ply] {
        &self.plies[..self.played]
    }
}
