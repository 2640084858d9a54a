//! A game from its first move to its result.

use alloc::vec::Vec;
use core::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::explain::WhyNot;
use crate::move_list::MoveList;
use crate::mv::Move;
use crate::position::Position;
use crate::rules::Rules;

/// A game: where it started, what was played, and how it ended.
///
/// A win for lack of pieces or moves, and the draws by repetition and by the 40-move rule, are
/// found by the game itself; resignation, agreement, time and forfeit are told to it with
/// [`Game::end`]. Moves can be taken back and made again.
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
    rules: Rules,
    start: Position,
    /// Every ply played or taken back, with the position it leads to.
    plies: Vec<Ply>,
    /// How many of them are played.
    played: usize,
    ended: Option<Outcome>,
    draws_claimed: bool,
}

#[derive(Clone, Copy, Debug)]
struct Ply {
    mv: Move,
    pos: Position,
    /// Plies since a man advanced or a piece was captured, this one included.
    quiet: u32,
}

/// Each side's 40 moves without an advance or a capture.
pub const MAX_QUIET_PLIES: u32 = 80;

/// The occurrence of a position that makes a draw.
pub const MAX_OCCURRENCES: usize = 3;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side has won.
    Win(Color, WinReason),
    /// Nobody has.
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
    /// The opponent broke the rules of the event, or did not come.
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

/// Why a move was not made; the game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            PlayError::Over(outcome) => write!(f, "{} ({outcome})", WhyNot::GameOver),
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
        Game { rules, start, plies: Vec::new(), played: 0, ended: None, draws_claimed: true }
    }

    /// The same game, in which a third repetition or 40 quiet moves each do not end it by
    /// themselves. By the rules a player has to claim such a draw, and in recorded games players
    /// often did not: [`Game::claimable_draw`] tells what could be claimed.
    #[must_use]
    pub const fn with_draws_unclaimed(mut self) -> Game {
        self.draws_claimed = false;
        self
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position before the first move.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.history().last().map_or(&self.start, |ply| &ply.pos)
    }

    /// The moves played so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + DoubleEndedIterator {
        self.history().iter().map(|ply| ply.mv)
    }

    /// The positions so far, the start first and the present one last.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        core::iter::once(&self.start).chain(self.history().iter().map(|ply| &ply.pos))
    }

    /// The legal moves, none when the game is over.
    pub fn legal_moves(&self) -> MoveList {
        if self.outcome().is_some() { MoveList::new() } else { self.rules.legal_moves(self.position()) }
    }

    /// Makes a move. Moves that were taken back before are forgotten.
    ///
    /// # Errors
    ///
    /// The move is not legal, or the game is over.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let before = *self.position();
        let pos = self.rules.play(&before, mv).map_err(|error| PlayError::Illegal(error.mv))?;
        let quiet = match mv {
            _ if mv.is_end_turn() => self.quiet_plies(),
            _ if mv.is_jump() || !before.kings().contains(mv.from()) => 0,
            _ => self.quiet_plies() + 1,
        };
        self.plies.truncate(self.played);
        self.plies.push(Ply { mv, pos, quiet });
        self.played += 1;
        Ok(())
    }

    /// Takes the last move back, and with it a result that was told to the game.
    pub fn undo(&mut self) -> Option<Move> {
        self.ended = None;
        let ply = self.history().last()?.mv;
        self.played -= 1;
        Some(ply)
    }

    /// Makes the last move again that was taken back.
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
        self.ended.or_else(|| self.lost_on_the_board()).or_else(|| {
            let draw = self.draws_claimed.then(|| self.claimable_draw()).flatten();
            draw.map(Outcome::Draw)
        })
    }

    fn lost_on_the_board(&self) -> Option<Outcome> {
        let pos = self.position();
        let turn = pos.turn();
        let has_none = |color: &Color| pos.pieces(*color).is_empty();
        if let Some(loser) = [turn, !turn].into_iter().find(has_none) {
            return Some(Outcome::Win(!loser, WinReason::NoPieces));
        }
        let is_stuck = !self.rules.has_legal_move(pos);
        is_stuck.then_some(Outcome::Win(!turn, WinReason::NoMoves))
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

    /// Plies since a man advanced or a piece was captured.
    pub fn quiet_plies(&self) -> u32 {
        self.history().last().map_or(0, |ply| ply.quiet)
    }

    /// How often the present position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        // Nothing before the last advance or capture can be equal.
        let reach = self.quiet_plies() as usize + 1;
        self.positions().rev().take(reach).filter(|pos| *pos == now).count()
    }

    /// What a side has captured.
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
            captured.kings += kings;
            captured.men += taken.len() - kings;
        }
        captured
    }

    fn history(&self) -> &[Ply] {
        &self.plies[..self.played]
    }
}
