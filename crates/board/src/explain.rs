//! Why a move is not legal, in words that a beginner understands.

use alloc::vec::Vec;
use core::fmt;

use crate::bitboard::Bitboard;
use crate::color::Color;
use crate::mv::Move;
use crate::notation::write_routes;
use crate::position::Position;
use crate::rules::{Capture, Chain};
use crate::square::Square;
use crate::state::State;

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "code", content = "with", rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The square is empty.
    NoPiece(Square),
    /// The piece belongs to the other side.
    NotYours(Square, Color),
    /// A capture is forced; these are the captures.
    MustCapture(Vec<Move>),
    /// This piece can capture and may not step (`capture=piece`); these are its captures.
    PieceMustCapture(Vec<Move>),
    /// The turn goes on with a capture, or is ended (`chain=relay`).
    OnlyCapturesFollow(Vec<Move>),
    /// The square is occupied.
    Blocked(Square),
    /// A man would have to move backwards.
    Backwards(Square),
    /// The squares are not a step or a jump apart.
    NotAStep(Square, Square),
    /// Nothing to jump on the square between.
    NothingToJump(Square),
    /// The piece between belongs to the same side.
    OwnPiece(Square),
    /// The piece between was jumped already.
    JumpedAlready(Square),
    /// After a step the move is over.
    StepEndsMove(Square),
    /// The jump has to go on; these are the complete routes.
    JumpNotComplete(Vec<Move>),
    /// The jump ends here: one jump a turn, or the man is crowned.
    JumpEndsHere(Square),
    /// A turn can be ended only after a capture that can go on (`chain=relay`).
    TurnNotOver,
    /// The game is over.
    GameOver,
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalReason::NoPiece(square) => write!(f, "there is no piece on {square}"),
            IllegalReason::NotYours(square, owner) => {
                write!(f, "the piece on {square} is {owner}'s, and it is {}'s turn", !*owner)
            }
            IllegalReason::MustCapture(captures) => {
                write!(f, "a capture must be made: {} can jump (", from_squares(captures))?;
                write_routes(f, captures)?;
                f.write_str(")")
            }
            IllegalReason::PieceMustCapture(captures) => {
                write!(f, "the piece on {} can capture, so it may not step: ", from_squares(captures))?;
                write_routes(f, captures)
            }
            IllegalReason::OnlyCapturesFollow(captures) => {
                f.write_str("after a capture only captures follow: ")?;
                write_routes(f, captures)?;
                f.write_str(", or -- to end the turn")
            }
            IllegalReason::Blocked(square) => write!(f, "{square} is occupied"),
            IllegalReason::Backwards(square) => {
                write!(f, "the man on {square} cannot move backwards; only kings can")
            }
            IllegalReason::NotAStep(from, to) => write!(
                f,
                "{from} and {to} are not a move apart; a piece steps to the next square on a diagonal, or jumps one piece to the square behind it"
            ),
            IllegalReason::NothingToJump(square) => write!(f, "there is nothing to jump on {square}"),
            IllegalReason::OwnPiece(square) => write!(f, "the piece on {square} is your own"),
            IllegalReason::JumpedAlready(square) => {
                write!(f, "the piece on {square} was jumped already, and a piece is jumped only once")
            }
            IllegalReason::StepEndsMove(square) => write!(f, "a move without a capture ends on {square}"),
            IllegalReason::JumpNotComplete(moves) => {
                f.write_str("the jump must be completed: ")?;
                write_routes(f, moves)
            }
            IllegalReason::JumpEndsHere(square) => write!(f, "the move ends on {square}"),
            IllegalReason::TurnNotOver => f.write_str("there is no turn to end; make a move"),
            IllegalReason::GameOver => f.write_str("the game is over"),
        }
    }
}

fn from_squares(moves: &[Move]) -> Bitboard {
    moves.iter().filter_map(|mv| mv.from()).collect()
}

impl State {
    /// Why no legal move matches these squares, which are the first and the last of a move, with or
    /// without squares between. The result is unspecified if a legal move matches.
    ///
    /// ```
    /// use crownhead_board::{Position, Square, State};
    ///
    /// let reason = State::from(Position::START).explain_illegal(&[Square::S11, Square::S7]);
    /// assert_eq!(reason.to_string(), "7 is occupied");
    /// ```
    pub fn explain_illegal(&self, squares: &[Square]) -> IllegalReason {
        let [from, to, ..] = *squares else { return IllegalReason::TurnNotOver };
        match self.position().piece_at(from) {
            None => return IllegalReason::NoPiece(from),
            Some(piece) if piece.color != self.turn() => return IllegalReason::NotYours(from, piece.color),
            Some(_) => {}
        }
        let legal = self.legal_moves();
        if legal.is_empty() {
            return IllegalReason::GameOver;
        }
        let longer: Vec<Move> = legal.iter().copied().filter(|mv| goes_on(*mv, squares)).collect();
        if !longer.is_empty() {
            return IllegalReason::JumpNotComplete(longer);
        }
        if is_neighbor(from, to) {
            return why_no_step(self, &legal, squares);
        }
        why_no_jump(self.position(), &legal, squares)
    }
}

/// Is the move a jump that passes these squares and does not end there?
fn goes_on(mv: Move, squares: &[Square]) -> bool {
    if !mv.is_jump() {
        return false;
    }
    let route = mv.route();
    let mut landings = route[1..].iter();
    squares.first().copied() == mv.from()
        && squares[1..].iter().all(|square| landings.any(|landing| landing == square))
}

fn why_no_step(state: &State, legal: &[Move], squares: &[Square]) -> IllegalReason {
    let (pos, rules, from, to) = (state.position(), state.rules(), squares[0], squares[1]);
    let captures = || legal.iter().copied().filter(|mv| mv.is_jump());
    if pos.piece_at(to).is_some() {
        IllegalReason::Blocked(to)
    } else if is_backwards(pos, from, from, to) {
        IllegalReason::Backwards(from)
    } else if state.is_mid_turn() && rules.chain == Chain::Relay {
        IllegalReason::OnlyCapturesFollow(captures().collect())
    } else if rules.capture == Capture::Piece && captures().any(|mv| mv.from() == Some(from)) {
        IllegalReason::PieceMustCapture(captures().filter(|mv| mv.from() == Some(from)).collect())
    } else if rules.capture == Capture::Side && captures().next().is_some() {
        IllegalReason::MustCapture(captures().collect())
    } else {
        IllegalReason::StepEndsMove(to)
    }
}

/// Follows a jump to the square where it fails.
fn why_no_jump(pos: &Position, legal: &[Move], squares: &[Square]) -> IllegalReason {
    let mut jumped = Bitboard::EMPTY;
    for leg in squares.windows(2) {
        let [from, to] = [leg[0], leg[1]];
        let Some(between) = between(from, to) else { return IllegalReason::NotAStep(from, to) };
        if to != squares[0] && pos.piece_at(to).is_some() {
            return IllegalReason::Blocked(to);
        }
        match pos.piece_at(between) {
            None => return IllegalReason::NothingToJump(between),
            Some(piece) if piece.color == pos.turn() => return IllegalReason::OwnPiece(between),
            Some(_) if jumped.contains(between) => return IllegalReason::JumpedAlready(between),
            Some(_) => jumped.insert(between),
        }
        let ends = (Some(squares[0]), Some(from));
        let ends_here = legal.iter().any(|mv| mv.is_jump() && (mv.from(), mv.to()) == ends);
        if from != squares[0] && ends_here {
            return IllegalReason::JumpEndsHere(from);
        }
        if is_backwards(pos, squares[0], from, to) {
            return IllegalReason::Backwards(squares[0]);
        }
    }
    IllegalReason::NotAStep(squares[0], squares[squares.len() - 1])
}

fn is_neighbor(a: Square, b: Square) -> bool {
    a.row().abs_diff(b.row()) == 1 && a.column().abs_diff(b.column()) == 1
}

/// The square jumped on the way from one to another.
fn between(a: Square, b: Square) -> Option<Square> {
    let jump = a.row().abs_diff(b.row()) == 2 && a.column().abs_diff(b.column()) == 2;
    let middle = Square::from_row_column((a.row() + b.row()) / 2, (a.column() + b.column()) / 2);
    middle.filter(|_| jump)
}

/// Would the man that started on `start` go backwards between two squares?
fn is_backwards(pos: &Position, start: Square, from: Square, to: Square) -> bool {
    let is_man = !pos.kings().contains(start);
    is_man
        && match pos.turn() {
            Color::White => to.row() < from.row(),
            Color::Black => to.row() > from.row(),
        }
}
