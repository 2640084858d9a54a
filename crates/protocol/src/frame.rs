//! Which way round a board stands in a text.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Bitboard, Color, Game, Position, Setup, SetupError};

use crate::move_text::MoveText;
use crate::replay::{ReplayError, replay};

/// Which way round a board stands in a text.
///
/// The protocols were made for games that White begins. For English checkers one may write the board
/// as it is, or turn it so that the side that begins looks like White. Moves are plain square numbers
/// in either case.
///
/// The default is [`Frame::Rotated`], because the one client in use for English checkers, pydraughts,
/// writes its boards so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Frame {
    /// Character i is square i, and `w` is White's man.
    Standard,
    /// Character i is square 33 - i, and `w` is Black's man.
    #[default]
    Rotated,
}

impl Frame {
    /// Both frames.
    pub const ALL: [Frame; 2] = [Frame::Standard, Frame::Rotated];

    /// The name: `standard` or `rotated`.
    pub const fn name(self) -> &'static str {
        match self {
            Frame::Standard => "standard",
            Frame::Rotated => "rotated",
        }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Frame {
        match self {
            Frame::Standard => Frame::Rotated,
            Frame::Rotated => Frame::Standard,
        }
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What a user asks for: one frame, or the one that fits.
///
/// ```
/// use crownhead_protocol::{Frame, FrameChoice};
///
/// assert_eq!("auto".parse(), Ok(FrameChoice::Auto));
/// assert_eq!("rotated".parse(), Ok(FrameChoice::Fixed(Frame::Rotated)));
/// assert!("sideways".parse::<FrameChoice>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FrameChoice {
    /// Find out.
    #[default]
    Auto,
    /// This one, whatever the board looks like.
    Fixed(Frame),
}

impl FrameChoice {
    /// All choices.
    pub const ALL: [FrameChoice; 3] =
        [FrameChoice::Auto, FrameChoice::Fixed(Frame::Standard), FrameChoice::Fixed(Frame::Rotated)];

    /// The name: `auto`, `standard` or `rotated`.
    pub const fn name(self) -> &'static str {
        match self {
            FrameChoice::Auto => "auto",
            FrameChoice::Fixed(frame) => frame.name(),
        }
    }
}

impl fmt::Display for FrameChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for FrameChoice {
    type Err = NotAFrame;

    fn from_str(text: &str) -> Result<FrameChoice, NotAFrame> {
        let fits = |choice: &FrameChoice| choice.name().eq_ignore_ascii_case(text);
        FrameChoice::ALL.into_iter().find(fits).ok_or_else(|| NotAFrame(text.to_owned()))
    }
}

/// A text that names no frame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a frame; frames are auto, standard and rotated")]
pub struct NotAFrame(String);

/// A board in the frame that was found for it, with its moves played.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The position and how it came about. Draws are not claimed in it, so that it can go on past
    /// them.
    pub game: Game,
    /// The frame.
    pub frame: Frame,
    /// What told the frame.
    pub evidence: Evidence,
}

/// What told the frame of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// Somebody asked for it.
    Asked,
    /// The moves are legal in no other frame.
    Moves,
    /// Nothing has been captured or crowned, and in no other frame have the sides made as many moves as
    /// they should.
    Tempo,
    /// Nothing; it is the default.
    Default,
}

/// Why a board and its moves are not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// The pieces cannot stand so.
    #[error("not a position: {0}")]
    Setup(#[from] SetupError),
    /// A move cannot be made.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Finds the frame of a board and plays the moves: a frame that was asked for, else the only one in which
/// the moves are legal, else the only one in which the numbers of moves made fit the side to move, else
/// the default.
pub(crate) fn place(
    setup_in: impl Fn(Frame) -> Setup,
    moves: &[MoveText],
    choice: FrameChoice,
    default: Frame,
) -> Result<Placed, PlaceError> {
    let game_in = |frame: Frame| -> Result<Game, PlaceError> {
        Ok(replay(Position::try_from(setup_in(frame))?, moves)?)
    };
    if let FrameChoice::Fixed(frame) = choice {
        return Ok(Placed { game: game_in(frame)?, frame, evidence: Evidence::Asked });
    }
    let (first, second) = (game_in(default), game_in(default.other()));
    let other = default.other();
    match (first, second) {
        (Ok(game), Err(_)) => Ok(Placed { game, frame: default, evidence: Evidence::Moves }),
        (Err(_), Ok(game)) => Ok(Placed { game, frame: other, evidence: Evidence::Moves }),
        (Err(error), Err(_)) => Err(error),
        (Ok(first), Ok(second)) => match (tempo_fits(first.start()), tempo_fits(second.start())) {
            (true, false) => Ok(Placed { game: first, frame: default, evidence: Evidence::Tempo }),
            (false, true) => Ok(Placed { game: second, frame: other, evidence: Evidence::Tempo }),
            _ => Ok(Placed { game: first, frame: default, evidence: Evidence::Default }),
        },
    }
}

/// Could this be a position of a game from the start in which nothing has been captured or crowned? Then
/// every step of a man is one move, and the steps tell who is to move.
fn tempo_fits(pos: &Position) -> bool {
    const MEN: usize = 12;
    let all_there = Color::ALL.into_iter().all(|color| pos.pieces(color).len() == MEN);
    if !all_there || !pos.kings().is_empty() {
        return false;
    }
    let start = Position::START;
    let black = rows_from_top(pos.black()) - rows_from_top(start.black());
    let white = rows_from_top(start.white()) - rows_from_top(pos.white());
    match pos.turn() {
        Color::Black => black == white,
        Color::White => black == white + 1,
    }
}

fn rows_from_top(squares: Bitboard) -> i32 {
    squares.into_iter().map(|square| 7 - square.row() as i32).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::turned;
    use proptest::prelude::*;

    /// The setup of a position written in a frame with the side to move exchanged, as Hub does.
    fn read(pos: Position, written: Frame, read: Frame) -> Setup {
        if written == read {
            return pos.setup();
        }
        let setup = turned(pos.setup());
        Setup { turn: setup.turn.map(|color| !color), ..setup }
    }

    proptest! {
        #[test]
        fn before_the_first_capture_the_frame_is_always_found(picks in proptest::collection::vec(any::<usize>(), 0..12)) {
            let mut pos = Position::START;
            for pick in picks {
                let moves = pos.legal_moves();
                let mv = moves[pick % moves.len()];
                if mv.is_jump() {
                    break;
                }
                pos = pos.play_unchecked(mv);
            }
            for (written, default) in [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(a, b)| (Frame::ALL[a], Frame::ALL[b])) {
                let placed = place(|frame| read(pos, written, frame), &[], FrameChoice::Auto, default).unwrap();
                prop_assert_eq!(placed.frame, written);
                prop_assert_eq!(placed.evidence, Evidence::Tempo);
                prop_assert_eq!(placed.game.position(), &pos);
            }
        }
    }
}
