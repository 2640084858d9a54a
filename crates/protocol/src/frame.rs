//! The two ways of writing a board.

use std::str::FromStr;

use crownhead_board::{Bitboard, Color, Position};

/// A way of writing a board.
///
/// The protocols were made for games in which White moves first. In English checkers a program may write the
/// board as it is, or rotate it so that Black, who moves first, looks like White. The squares of moves are
/// the same in both.
///
/// The default is [`Frame::Rotated`], because pydraughts, the one client for English checkers in use, writes
/// that.
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

/// The frame a user wants: one of the two, or the one that fits.
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
    /// The one that fits.
    #[default]
    Auto,
    /// This one.
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

impl FromStr for FrameChoice {
    type Err = ParseFrameError;

    fn from_str(text: &str) -> Result<FrameChoice, ParseFrameError> {
        let fits = |choice: &FrameChoice| choice.name().eq_ignore_ascii_case(text);
        FrameChoice::ALL.into_iter().find(fits).ok_or_else(|| ParseFrameError(text.to_owned()))
    }
}

/// The text is not the name of a frame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a frame; frames are auto, standard and rotated")]
pub struct ParseFrameError(String);

/// Whether the position can arise from the start without a capture or a crowned man: then each step of a man
/// is one move, so the number of steps shows the side to move.
pub(crate) fn tempo_fits(pos: &Position) -> bool {
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
