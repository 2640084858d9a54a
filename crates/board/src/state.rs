//! A position under the rules it is played by.

use crate::color::Color;
use crate::game::{Outcome, WinReason};
use crate::house;
use crate::move_list::MoveList;
use crate::mv::Move;
use crate::position::{IllegalMove, Position};
use crate::rules::Rules;

/// A position, the rules it is played by, and the point reached within a turn.
///
/// By the official rules a state is just a [`Position`]. Under house rules the side that has
/// captured may be allowed to move on, which no position can tell.
///
/// ```
/// use crownhead_board::{Rules, State};
///
/// // The man may jump one piece or two, or step.
/// let rules: Rules = "chain=may-stop,capture=optional".parse()?;
/// let state = State::new("W:W18:B14,6".parse()?, rules);
/// let moves: Vec<String> = state.legal_moves().iter().map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["18x9", "18x2", "18-15"]);
///
/// // After a capture the same side captures again, or ends its turn.
/// let state = State::new("W:W18:B14,6".parse()?, "relay".parse()?);
/// let state = state.play(state.parse_move("18x9")?)?;
/// assert!(state.is_mid_turn());
/// let moves: Vec<String> = state.legal_moves().iter().map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["9x2", "--"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    position: Position,
    rules: Rules,
    /// The side to move has captured already and moves on. Never under the official rules.
    mid_turn: bool,
}

impl State {
    /// The beginning of a turn.
    #[inline]
    pub const fn new(position: Position, rules: Rules) -> State {
        State { position, rules, mid_turn: false }
    }

    /// The same rules with another position, in which the same side moves on.
    pub(crate) const fn moving_on(&self, position: Position) -> State {
        State { position, rules: self.rules, mid_turn: true }
    }

    /// The position.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The rules.
    #[inline]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.position.turn()
    }

    /// Has the side to move captured already in this turn? Never under the official rules.
    #[inline]
    pub const fn is_mid_turn(&self) -> bool {
        self.mid_turn
    }

    /// All legal moves, each route of a jump listed by itself.
    ///
    /// An empty list means that the game is over; see [`State::outcome`].
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.legal_moves_into(&mut moves);
        moves
    }

    /// [`State::legal_moves`] into a list, which is cleared first.
    #[inline]
    pub fn legal_moves_into(&self, moves: &mut MoveList) {
        if self.rules.is_official() {
            self.position.legal_moves_into(moves);
        } else {
            moves.clear();
            house::fill(self, moves);
        }
    }

    /// Does the side to move have a legal move?
    pub fn has_legal_move(&self) -> bool {
        if self.rules.is_official() { self.position.has_legal_move() } else { !self.legal_moves().is_empty() }
    }

    /// Is this one of the legal moves?
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// The state after a move.
    ///
    /// # Errors
    ///
    /// The move is not legal.
    pub fn play(&self, mv: Move) -> Result<State, IllegalMove> {
        if self.is_legal(mv) {
            Ok(self.play_unchecked(mv))
        } else {
            Err(IllegalMove { mv, position: self.position })
        }
    }

    /// The state after a move that the caller knows to be legal.
    ///
    /// For any other move the result is unspecified.
    #[inline]
    #[must_use]
    pub fn play_unchecked(&self, mv: Move) -> State {
        if self.rules.is_official() {
            State::new(self.position.play_unchecked(mv), self.rules)
        } else {
            house::play(self, mv)
        }
    }

    /// Who has won, if a side has no pieces or the side to move has no moves.
    pub fn outcome(&self) -> Option<Outcome> {
        let turn = self.turn();
        let has_none = |color: &Color| self.position.pieces(*color).is_empty();
        if let Some(loser) = [turn, !turn].into_iter().find(has_none) {
            return Some(Outcome::Win(!loser, WinReason::NoPieces));
        }
        (!self.has_legal_move()).then_some(Outcome::Win(!turn, WinReason::NoMoves))
    }

    /// A 64-bit hash, the same in every run and on every machine. By the official rules it is
    /// [`Position::key`].
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        let Rules { capture, chain, crown, captured_king } = self.rules;
        let rules =
            capture as u64 | (chain as u64) << 8 | (crown as u64) << 16 | (captured_king as u64) << 24;
        let rest = rules | (self.mid_turn as u64) << 32;
        self.position.key() ^ rest.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// The same state with the colors exchanged and the board turned around.
    #[must_use]
    pub fn flip(&self) -> State {
        State { position: self.position.flip(), ..*self }
    }
}

/// The beginning of a turn by the official rules.
impl From<Position> for State {
    #[inline]
    fn from(position: Position) -> State {
        State::new(position, Rules::OFFICIAL)
    }
}
