//! Boards as the protocols write them: the side to move and 32 letters.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;
use std::str::FromStr;

use crownhead_board::{Color, Game, Position, Role, Setup, SetupError, Square};

use crate::frame::{Frame, FrameChoice, tempo_fits};
use crate::move_text::MoveText;
use crate::replay::{ReplayError, replay};

/// How a protocol writes boards. White's men are `w`, empty squares are `e`, and kings and the side to
/// move are capital letters.
pub trait Letters: Copy + fmt::Debug + Eq + Hash {
    /// The letter for Black's men.
    const BLACK: char;
    /// Whether [`Frame::Rotated`] swaps the side to move, as it swaps the colors of the pieces.
    const SWAPS_TURN: bool;

    /// The capital letter of a side.
    fn letter(color: Color) -> char {
        match color {
            Color::White => 'W',
            Color::Black => Self::BLACK.to_ascii_uppercase(),
        }
    }

    /// The side of a letter in either case.
    fn color(letter: char) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| Self::letter(color) == letter.to_ascii_uppercase())
    }
}

/// A board as it was written. What it means depends on the [`Frame`]; [`BoardText::resolve`] finds that.
///
/// Each protocol has its own: [`hub::BoardText`](crate::hub::BoardText) and
/// [`dxp::BoardText`](crate::dxp::BoardText).
///
/// ```
/// use crownhead_board::Position;
/// use crownhead_protocol::{Evidence, Frame, FrameChoice, dxp, hub};
///
/// let text = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";
/// let board: hub::BoardText = text.parse()?;
/// let resolved = board.resolve(&[], FrameChoice::Auto, Frame::Standard)?;
/// assert_eq!((resolved.frame, resolved.evidence), (Frame::Rotated, Evidence::Tempo));
/// assert_eq!(resolved.game.position(), &Position::START);
///
/// assert_eq!(hub::BoardText::new(&Position::START, Frame::Rotated).to_string(), text);
/// let board = dxp::BoardText::new(&"W:WK3,21:B12".parse()?, Frame::Rotated);
/// assert_eq!(board.to_string(), "WeeeeeeeeeeezeeeeeeeeweeeeeeeeZee");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardText<L> {
    /// The board read in the standard frame.
    literal: Setup,
    letters: PhantomData<L>,
}

impl<L: Letters> BoardText<L> {
    /// Writes a position in a frame.
    pub fn new(pos: &Position, frame: Frame) -> BoardText<L> {
        BoardText { literal: in_frame::<L>(pos.setup(), frame), letters: PhantomData }
    }

    /// What the board means in a frame.
    pub fn setup(&self, frame: Frame) -> Setup {
        in_frame::<L>(self.literal, frame)
    }

    /// Finds the frame and plays the moves.
    ///
    /// With [`FrameChoice::Auto`] the frame is the only one in which the moves are legal; otherwise, if
    /// nothing has been captured or crowned, the only one in which the steps the men have made fit the
    /// side to move; otherwise `default`.
    ///
    /// # Errors
    ///
    /// Returns an error if the board is not a position or a move is illegal. If both frames fail, the
    /// error is that of the frame in which more of the moves can be made.
    pub fn resolve(
        &self,
        moves: &[MoveText],
        choice: FrameChoice,
        default: Frame,
    ) -> Result<Resolved, ResolveError> {
        let play = |frame: Frame| -> Result<Game, ResolveError> {
            let start = Position::try_from(self.setup(frame)).map_err(ResolveError::Setup)?;
            Ok(replay(start, moves)?)
        };
        let resolved = |game, frame, evidence| Ok(Resolved { game, frame, evidence });
        if let FrameChoice::Fixed(frame) = choice {
            return resolved(play(frame)?, frame, Evidence::Requested);
        }
        let other = default.other();
        match (play(default), play(other)) {
            (Ok(game), Err(_)) => resolved(game, default, Evidence::Moves),
            (Err(_), Ok(game)) => resolved(game, other, Evidence::Moves),
            (Err(first), Err(second)) => {
                Err(if second.progress() > first.progress() { second } else { first })
            }
            (Ok(first), Ok(second)) => match (tempo_fits(first.start()), tempo_fits(second.start())) {
                (true, false) => resolved(first, default, Evidence::Tempo),
                (false, true) => resolved(second, other, Evidence::Tempo),
                _ => resolved(first, default, Evidence::Default),
            },
        }
    }
}

/// Converts between a frame and the standard one; it is its own inverse.
fn in_frame<L: Letters>(setup: Setup, frame: Frame) -> Setup {
    match frame {
        Frame::Standard => setup,
        Frame::Rotated => Setup {
            black: setup.white.flip(),
            white: setup.black.flip(),
            kings: setup.kings.flip(),
            turn: setup.turn.map(|color| if L::SWAPS_TURN { !color } else { color }),
        },
    }
}

impl<L: Letters> FromStr for BoardText<L> {
    type Err = BoardTextError;

    fn from_str(text: &str) -> Result<BoardText<L>, BoardTextError> {
        let len = text.chars().count();
        if len != Square::COUNT + 1 {
            return Err(BoardTextError::Length { len });
        }
        let mut literal = Setup::default();
        for (at, found) in text.chars().enumerate() {
            let color = L::color(found);
            if color.is_none() && (at == 0 || found != 'e') {
                return Err(BoardTextError::Letter { at, found });
            }
            match at.checked_sub(1) {
                None => literal.turn = color,
                Some(index) => {
                    let role = if found.is_ascii_uppercase() { Role::King } else { Role::Man };
                    literal.put(Square::ALL[index], color.map(|color| role.of(color)));
                }
            }
        }
        Ok(BoardText { literal, letters: PhantomData })
    }
}

impl<L: Letters> fmt::Display for BoardText<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = &self.literal;
        let letter = |square: Square| {
            let color = Color::ALL.into_iter().find(|&color| setup.pieces(color).contains(square));
            match color.map(L::letter) {
                None => 'e',
                Some(letter) if setup.kings.contains(square) => letter,
                Some(letter) => letter.to_ascii_lowercase(),
            }
        };
        let squares: String = Square::ALL.into_iter().map(letter).collect();
        write!(f, "{}{squares}", L::letter(setup.turn.unwrap_or(Color::Black)))
    }
}

/// Why a text is not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardTextError {
    /// It is too short or too long.
    #[error("a board is 33 characters, the side to move and 32 squares, not {len}")]
    Length {
        /// Its length in characters.
        len: usize,
    },
    /// A letter that has no meaning there.
    #[error("'{found}' has no meaning {}", place(*at))]
    Letter {
        /// 0 for the side to move, otherwise the number of the square.
        at: usize,
        /// The letter.
        found: char,
    },
}

fn place(at: usize) -> String {
    match at {
        0 => "as the side to move".to_owned(),
        at => format!("as square {at} of a board"),
    }
}

/// A board whose frame is known, with its moves played.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The position and its history. Draws are not claimed, so that moves may go on past them.
    pub game: Game,
    /// The frame.
    pub frame: Frame,
    /// What decided the frame.
    pub evidence: Evidence,
}

/// What decided the frame of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// The caller chose it.
    Requested,
    /// The moves are legal in no other frame.
    Moves,
    /// Nothing has been captured or crowned, and the side to move fits in no other frame.
    Tempo,
    /// Nothing did; it is the default.
    Default,
}

/// Why a board and its moves are not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// The pieces make no position.
    #[error("not a position: {0}")]
    Setup(SetupError),
    /// A move is illegal.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

impl ResolveError {
    /// How far it came: the number of moves that could be made, if it is a position at all.
    fn progress(&self) -> Option<usize> {
        match self {
            ResolveError::Setup(_) => None,
            ResolveError::Replay(error) => Some(error.index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{dxp, hub};
    use proptest::prelude::*;

    const START: &str = "bbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

    #[test]
    fn a_bad_move_is_named_by_its_place_in_the_frame_of_those_before_it() {
        for (text, default) in [("B", Frame::Rotated), ("W", Frame::Standard)] {
            let board: hub::BoardText = format!("{text}{START}").parse().unwrap();
            let moves: Vec<MoveText> =
                ["11-15", "23-19", "8-12"].iter().map(|text| text.parse().unwrap()).collect();
            let error = board.resolve(&moves, FrameChoice::Auto, default).unwrap_err().to_string();
            assert!(error.starts_with("move 3 cannot be made: 8-12"), "{text}: {error}");
        }
    }

    #[track_caller]
    fn check_hub(text: &str, moves: &str, default: Frame, expected: Frame, evidence: Evidence) {
        let board: hub::BoardText = text.parse().unwrap();
        let moves: Vec<MoveText> = moves.split_whitespace().map(|text| text.parse().unwrap()).collect();
        let resolved = board.resolve(&moves, FrameChoice::Auto, default).unwrap();
        assert_eq!((resolved.frame, resolved.evidence), (expected, evidence));
        assert_eq!(resolved.game.moves().len(), moves.len());
    }

    #[track_caller]
    fn check_dxp(text: &str, default: Frame, fen: &str, evidence: Evidence) {
        let board: dxp::BoardText = text.parse().unwrap();
        let resolved = board.resolve(&[], FrameChoice::Auto, default).unwrap();
        assert_eq!(resolved.game.position(), &fen.parse().unwrap());
        assert_eq!(resolved.evidence, evidence);
    }

    #[test]
    fn the_start_tells_its_frame() {
        for default in Frame::ALL {
            check_hub(&format!("W{START}"), "", default, Frame::Rotated, Evidence::Tempo);
            check_hub(&format!("B{START}"), "", default, Frame::Standard, Evidence::Tempo);
            // Only Black can play 11-15, and is to move in one reading alone.
            check_hub(&format!("W{START}"), "11-15 23-19", default, Frame::Rotated, Evidence::Moves);
            // DXP does not swap the side to move, so the start reads the same in both frames.
            let text = "Zzzzzzzzzzzzzeeeeeeeewwwwwwwwwwww";
            check_dxp(text, default, "B:W21-32:B1-12", Evidence::Default);
            let text = "Wzzzzzzzzzzzzeeeeeweewewwwwwwwwww";
            check_dxp(text, default, "W:W21-32:B1-10,12,15", Evidence::Tempo);
        }
    }

    #[test]
    fn a_ballot_tells_its_frame() {
        // After 10-14 23-19 11-16, as a client wrote it.
        let ballot = "Bbbbbbbbbbebbebeeweweweewwwwwwwww";
        check_hub(ballot, "", Frame::Standard, Frame::Rotated, Evidence::Tempo);
        check_hub(ballot, "26-23 7-10", Frame::Standard, Frame::Rotated, Evidence::Moves);
    }

    #[test]
    fn an_endgame_needs_moves_or_the_default() {
        let text = "BeeeeeeeeeeebeeeeeeeeweeeeeeeeBee";
        for default in Frame::ALL {
            check_hub(text, "", default, default, Evidence::Default);
            check_hub(text, "3-7", default, Frame::Rotated, Evidence::Moves);
        }
        let board: hub::BoardText = text.parse().unwrap();
        let in_frame = |frame| Position::try_from(board.setup(frame)).unwrap().to_string();
        assert_eq!(in_frame(Frame::Rotated), "W:WK3,21:B12");
        assert_eq!(in_frame(Frame::Standard), "B:W21:B12,K30");
        let text = "WeeeeeeeeeeezeeeeeeeeweeeeeeeeZee";
        check_dxp(text, Frame::Rotated, "W:WK3,21:B12", Evidence::Default);
        check_dxp(text, Frame::Standard, "W:W21:B12,K30", Evidence::Default);
    }

    #[test]
    fn a_requested_frame_is_kept() {
        let board: hub::BoardText = format!("W{START}").parse().unwrap();
        let choice = FrameChoice::Fixed(Frame::Standard);
        let resolved = board.resolve(&[], choice, Frame::Rotated).unwrap();
        assert_eq!(resolved.evidence, Evidence::Requested);
        assert_eq!(resolved.game.position().turn(), Color::White);
        let error = board.resolve(&["11-15".parse().unwrap()], choice, Frame::Rotated).unwrap_err();
        assert!(matches!(error, ResolveError::Replay(error) if error.index == 0));
    }

    #[test]
    fn broken_boards_are_named() {
        let error = |text: &str| text.parse::<hub::BoardText>().unwrap_err().to_string();
        assert_eq!(error("Wbb"), "a board is 33 characters, the side to move and 32 squares, not 3");
        assert_eq!(error(&format!("X{START}")), "'X' has no meaning as the side to move");
        assert_eq!(error(&format!("e{START}")), "'e' has no meaning as the side to move");
        assert_eq!(
            error(&format!("W{START}").replacen('e', "z", 1)),
            "'z' has no meaning as square 13 of a board"
        );
        let crowded: hub::BoardText = format!("B{START}").replacen('b', "w", 1).parse().unwrap();
        let error = crowded.resolve(&[], FrameChoice::Auto, Frame::Rotated).unwrap_err();
        assert!(matches!(error, ResolveError::Setup(_)));
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
                let board = hub::BoardText::new(&pos, written);
                let resolved = board.resolve(&[], FrameChoice::Auto, default).unwrap();
                prop_assert_eq!((resolved.frame, resolved.evidence), (written, Evidence::Tempo));
                prop_assert_eq!(resolved.game.position(), &pos);
            }
        }
    }
}
