//! Which way round a board stands in a text.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Bitboard, Color, Position};

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

/// Could this be a position of a game from the start in which nothing has been captured or crowned? Then
/// every step of a man is one move, and the steps tell who is to move.
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
