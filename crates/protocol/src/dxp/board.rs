//! The board of a game request.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Color, Position, Setup};

use crate::cells::{Alphabet, BoardTextError, turned};
use crate::frame::{Frame, FrameChoice, PlaceError, Placed, place};

const LETTERS: Alphabet = Alphabet { white: 'w', black: 'z' };

/// The board of a game request: the side to move and 32 of `w z W Z e`, not yet known in which frame.
///
/// `Z` (*zwart*) is Black. The side to move is the true one in both frames; in [`Frame::Rotated`] only
/// the board is turned and its colors are exchanged.
///
/// ```
/// use crownhead_protocol::dxp::BoardText;
/// use crownhead_protocol::Frame;
///
/// let board = BoardText::new(&"W:WK3,21:B12".parse()?, Frame::Rotated);
/// assert_eq!(board.to_string(), "WeeeeeeeeeeezeeeeeeeeweeeeeeeeZee");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardText {
    /// The pieces read in the standard frame.
    literal: Setup,
}

impl BoardText {
    /// A position written in a frame.
    pub fn new(pos: &Position, frame: Frame) -> BoardText {
        BoardText { literal: in_frame(pos.setup(), frame) }
    }

    /// What the text means in a frame.
    pub fn setup(&self, frame: Frame) -> Setup {
        in_frame(self.literal, frame)
    }

    /// Finds the frame: the one that was asked for; else, when nothing has been captured or crowned, the
    /// only one in which the moves made so far fit the side to move; else the default.
    ///
    /// # Errors
    ///
    /// The pieces make no position.
    pub fn place(&self, choice: FrameChoice, default: Frame) -> Result<Placed, PlaceError> {
        place(|frame| self.setup(frame), &[], choice, default)
    }
}

/// From one frame to the other is the same way as back.
fn in_frame(setup: Setup, frame: Frame) -> Setup {
    match frame {
        Frame::Standard => setup,
        Frame::Rotated => turned(setup),
    }
}

/// The letter of a side: `W` or `Z`.
pub(super) fn letter(color: Color) -> char {
    LETTERS.letter(color)
}

/// The side of a letter, in either case.
pub(super) fn color(letter: char) -> Option<Color> {
    LETTERS.color(letter)
}

impl FromStr for BoardText {
    type Err = BoardTextError;

    fn from_str(text: &str) -> Result<BoardText, BoardTextError> {
        Ok(BoardText { literal: LETTERS.parse(text)? })
    }
}

impl fmt::Display for BoardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LETTERS.write(&self.literal, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Evidence;

    #[track_caller]
    fn check(text: &str, default: Frame, fen: &str, evidence: Evidence) {
        let placed = text.parse::<BoardText>().unwrap().place(FrameChoice::Auto, default).unwrap();
        assert_eq!(placed.game.position(), &fen.parse().unwrap());
        assert_eq!(placed.evidence, evidence);
    }

    #[test]
    fn the_start_is_the_same_in_both_frames() {
        for default in Frame::ALL {
            check("Zzzzzzzzzzzzzeeeeeeeewwwwwwwwwwww", default, "B:W21-32:B1-12", Evidence::Default);
        }
    }

    #[test]
    fn one_move_ahead_the_frame_is_found() {
        for default in Frame::ALL {
            check("Wzzzzzzzzzzzzeeeeeweewewwwwwwwwww", default, "W:W21-32:B1-10,12,15", Evidence::Tempo);
        }
    }

    #[test]
    fn otherwise_the_default_decides() {
        let text = "WeeeeeeeeeeezeeeeeeeeweeeeeeeeZee";
        check(text, Frame::Rotated, "W:WK3,21:B12", Evidence::Default);
        check(text, Frame::Standard, "W:W21:B12,K30", Evidence::Default);
    }
}
