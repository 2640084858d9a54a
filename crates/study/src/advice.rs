//! Why a move cannot be made, and what to do instead, in sentences for a beginner.

use crownhead_board::{Bitboard, IllegalReason, Move, ParseMoveError, Position, Square};

use crate::notation::Notation;
use crate::style::Appearance;

/// A sentence about a typed move that was not made, with one of the legal moves as an example.
pub fn about_typed(
    error: &ParseMoveError,
    pos: &Position,
    legal: &[Move],
    appearance: &Appearance,
) -> String {
    let notation = appearance.notation;
    let example = || legal.first().map_or_else(|| notation.example(), |mv| notation.mv(*mv));
    match error {
        ParseMoveError::Unreadable { text, .. } => {
            format!("\"{text}\" is neither a move nor a command. A move looks like {}.", example())
        }
        ParseMoveError::Square { text, .. } => format!("There is no square \"{text}\". {}", names(notation)),
        ParseMoveError::TooFewSquares(text) => format!(
            "\"{text}\" is half a move. Give the square you leave and the one you go to, as in {}.",
            example()
        ),
        ParseMoveError::Ambiguous(moves) => {
            format!("Several moves fit. Type one of {} in full.", notation.moves(moves.iter().copied()))
        }
        ParseMoveError::Illegal { why, .. } => about(why, pos, appearance),
        other => format!("That cannot be played: {other}."),
    }
}

fn names(notation: Notation) -> &'static str {
    match notation {
        Notation::Pdn | Notation::Algebraic | Notation::Coordinates => {
            "Squares are 1 to 32, or a1 to h8 for the dark ones."
        }
        Notation::Index32 | Notation::Up32 => "Squares are 0 to 31.",
        Notation::Index64 => "Squares are the dark ones of 0 to 63: 0, 2, 4, 6, 9 and so on.",
        Notation::Top64 => "Squares are the dark ones of 0 to 63: 1, 3, 5, 7, 8 and so on.",
        Notation::RowColumn => "Squares are a row A to H and a column 0 to 7: A1, A3, A5, A7, B0 and so on.",
    }
}

/// A sentence about a move that is not legal.
pub fn about(why: &IllegalReason, pos: &Position, appearance: &Appearance) -> String {
    let (notation, names) = (appearance.notation, &appearance.names);
    let name = |square: &Square| notation.square(*square);
    let (turn, other) = (names.of(pos.turn()), names.of(!pos.turn()));
    match why {
        IllegalReason::NoPiece(square) => {
            format!("There is no piece on {}. Choose a piece of {turn}'s.", name(square))
        }
        IllegalReason::NotYours(square, owner) => {
            format!(
                "The piece on {} is {}'s, and it is {turn}'s turn. Choose a piece of {turn}'s.",
                name(square),
                names.of(*owner)
            )
        }
        IllegalReason::MustCapture(captures) => must_capture(captures, notation),
        IllegalReason::PieceMustCapture(captures) => format!(
            "The piece on {} can jump, so it may not step. Play {}, or move another piece.",
            from_squares(captures, notation),
            notation.moves(captures.iter().copied())
        ),
        IllegalReason::OnlyCapturesFollow(captures) => format!(
            "After a jump only jumps follow. Play {}, or end the turn with --.",
            notation.moves(captures.iter().copied())
        ),
        IllegalReason::Blocked(square) => {
            format!("{} is occupied. A piece needs an empty square to land on.", name(square))
        }
        IllegalReason::Backwards(square) => format!(
            "The man on {} cannot go backwards; only kings can. Move it towards {other}'s side of the board.",
            name(square)
        ),
        IllegalReason::NotAStep(from, to) => format!(
            "{} and {} are not a move apart. Step to the next square on a diagonal, or jump one piece to the square behind it.",
            name(from),
            name(to)
        ),
        IllegalReason::NothingToJump(square) => format!(
            "There is nothing to jump on {}. Only a piece of {other}'s can be jumped; otherwise step one square.",
            name(square)
        ),
        IllegalReason::OwnPiece(square) => {
            format!("The piece on {} is your own. Only a piece of {other}'s can be jumped.", name(square))
        }
        IllegalReason::JumpedAlready(square) => format!(
            "The piece on {} was jumped already, and a piece is jumped only once. Choose another way.",
            name(square)
        ),
        IllegalReason::StepEndsMove(square) => {
            format!("A move without a jump ends on {}. Give that square as the last one.", name(square))
        }
        IllegalReason::JumpNotComplete(moves) => {
            format!("The jump has to go on to its end. Play {}.", notation.moves(moves.iter().copied()))
        }
        IllegalReason::JumpEndsHere(square) => {
            format!("The jump ends on {}. Give that square as the last one.", name(square))
        }
        IllegalReason::TurnNotOver => "There is no turn to end. Make a move.".to_owned(),
        IllegalReason::GameOver => "The game is over. Start a new one, or take a move back.".to_owned(),
        other => format!("This is not legal: {other}."),
    }
}

/// The sentence to say where nothing but jumps is legal, and how the turn is ended if that is legal too.
pub fn about_jumps(legal: &[Move], notation: Notation, how_to_end: &str) -> Option<String> {
    let jumps: Vec<Move> = legal.iter().copied().filter(|mv| mv.is_jump()).collect();
    let may_end = legal.iter().any(|mv| mv.is_end_turn());
    if jumps.is_empty() || jumps.len() + usize::from(may_end) < legal.len() {
        return None;
    }
    Some(match may_end {
        false => must_capture(&jumps, notation),
        true => format!("Jump on with {}, or {how_to_end}.", notation.moves(jumps)),
    })
}

/// The sentence that tells of a forced capture.
pub fn must_capture(captures: &[Move], notation: Notation) -> String {
    let from = from_squares(captures, notation);
    let pieces = if from.contains(' ') { "the pieces on" } else { "the piece on" };
    format!(
        "A jump must be taken: {pieces} {from} can jump. Play {}.",
        notation.moves(captures.iter().copied())
    )
}

fn from_squares(moves: &[Move], notation: Notation) -> String {
    let set: Bitboard = moves.iter().filter_map(|mv| mv.from()).collect();
    notation.squares(Square::ALL.into_iter().filter(|square| set.contains(*square)))
}
