//! The board of a `pos` command.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Color, Position, Setup};

use crate::cells::{Alphabet, BoardTextError, turned};
use crate::frame::{Frame, FrameChoice, PlaceError, Placed, place};
use crate::move_text::MoveText;

const LETTERS: Alphabet = Alphabet { white: 'w', black: 'b' };

/// The board of a `pos` command: the side to move and 32 of `w b W B e`, not yet known in which frame.
///
/// ```
/// use crownhead_board::Position;
/// use crownhead_protocol::hub::BoardText;
/// use crownhead_protocol::{Evidence, Frame, FrameChoice};
///
/// let text = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
/// let board: BoardText = text.parse()?;
/// let placed = board.place(&[], FrameChoice::Auto, Frame::Standard)?;
/// assert_eq!((placed.frame, placed.evidence), (Frame::Rotated, Evidence::Tempo));
/// assert_eq!(placed.game.position(), &Position::START);
///
/// assert_eq!(BoardText::new(&Position::START, Frame::Rotated).to_string(), text);
/// assert!(BoardText::new(&Position::START, Frame::Standard).to_string().starts_with("Bbbbb"));
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

    /// Finds the frame and plays the moves.
    ///
    /// A frame that was asked for is taken. Otherwise it is the only one in which the moves are legal;
    /// else, when nothing has been captured or crowned, the only one in which the moves made so far fit
    /// the side to move (`W` and the layout of the start is such a case); else the default.
    ///
    /// # Errors
    ///
    /// The pieces make no position, or a move cannot be made. If the moves are legal in neither frame, the
    /// error is that of the default.
    pub fn place(
        &self,
        moves: &[MoveText],
        choice: FrameChoice,
        default: Frame,
    ) -> Result<Placed, PlaceError> {
        place(|frame| self.setup(frame), moves, choice, default)
    }
}

/// From one frame to the other is the same way as back.
fn in_frame(setup: Setup, frame: Frame) -> Setup {
    match frame {
        Frame::Standard => setup,
        Frame::Rotated => Setup { turn: setup.turn.map(|color: Color| !color), ..turned(setup) },
    }
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

    const START: &str = "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

    #[track_caller]
    fn check(text: &str, moves: &str, default: Frame, expected: Frame, evidence: Evidence) {
        let board: BoardText = text.parse().unwrap();
        let moves: Vec<MoveText> = moves.split_whitespace().map(|text| text.parse().unwrap()).collect();
        let placed = board.place(&moves, FrameChoice::Auto, default).unwrap();
        assert_eq!((placed.frame, placed.evidence), (expected, evidence));
        assert_eq!(placed.game.moves().len(), moves.len());
    }

    #[test]
    fn the_start_tells_its_frame() {
        for default in Frame::ALL {
            check(&format!("W{START}"), "", default, Frame::Rotated, Evidence::Tempo);
            check(&format!("B{START}"), "", default, Frame::Standard, Evidence::Tempo);
            // 11-15 can be made only by Black, who is to move in one reading alone.
            check(&format!("W{START}"), "11-15 23-19", default, Frame::Rotated, Evidence::Moves);
        }
    }

    #[test]
    fn a_ballot_tells_its_frame() {
        // After 10-14 23-19 11-16, as a client wrote it.
        let ballot = "Bbbbbbbbbbebbebeeweweweewwwwwwwww";
        check(ballot, "", Frame::Standard, Frame::Rotated, Evidence::Tempo);
        check(ballot, "26-23 7-10", Frame::Standard, Frame::Rotated, Evidence::Moves);
    }

    #[test]
    fn an_endgame_needs_moves_or_the_default() {
        let text = "BeeeeeeeeeeebeeeeeeeeweeeeeeeeBee";
        for default in Frame::ALL {
            check(text, "", default, default, Evidence::Default);
            check(text, "3-7", default, Frame::Rotated, Evidence::Moves);
        }
        let board: BoardText = text.parse().unwrap();
        let in_frame = |frame| Position::try_from(board.setup(frame)).unwrap().to_string();
        assert_eq!(in_frame(Frame::Rotated), "W:WK3,21:B12");
        assert_eq!(in_frame(Frame::Standard), "B:W21:B12,K30");
    }

    #[test]
    fn a_frame_that_was_asked_for_is_kept() {
        let board: BoardText = format!("W{START}").parse().unwrap();
        let choice = FrameChoice::Fixed(Frame::Standard);
        let placed = board.place(&[], choice, Frame::Rotated).unwrap();
        assert_eq!(placed.evidence, Evidence::Asked);
        assert_eq!(placed.game.position().turn(), Color::White);
        let error = board.place(&["11-15".parse().unwrap()], choice, Frame::Rotated).unwrap_err();
        assert!(matches!(error, PlaceError::Replay(error) if error.index == 0));
    }

    #[test]
    fn broken_boards_are_named() {
        let error = |text: &str| text.parse::<BoardText>().unwrap_err().to_string();
        assert_eq!(error("Wbb"), "a board is 33 characters, the side to move and 32 squares, not 3");
        assert_eq!(error(&format!("X{START}")), "'X' has no meaning as the side to move");
        assert_eq!(
            error(&format!("W{START}").replacen('e', "z", 1)),
            "'z' has no meaning as square 13 of a board"
        );
        let crowded: BoardText = format!("B{START}").replacen('b', "w", 1).parse().unwrap();
        assert!(matches!(crowded.place(&[], FrameChoice::Auto, Frame::Rotated), Err(PlaceError::Setup(_))));
    }
}
