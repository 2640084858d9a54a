//! The messages and how they are written.

use crownhead_board::Color;

use super::board::{BoardText, letter};
use super::{MAX_MESSAGE, VERSION};
use crate::move_text::MoveText;

/// A message of one program to the other.
///
/// ```
/// use crownhead_protocol::dxp::{GameEnd, Message, Reason};
///
/// let message = Message::parse(b"E11")?;
/// assert_eq!(message, Message::GameEnd(GameEnd { reason: Reason::ILose, stop: true }));
/// assert_eq!(message.to_bytes(), b"E11\0");
/// # Ok::<(), crownhead_protocol::dxp::MessageError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// The leader asks for a game.
    GameRequest(GameRequest),
    /// The follower answers.
    GameAccept(GameAccept),
    /// A move.
    Move(MoveMade),
    /// The game is over, or this is the answer to that.
    GameEnd(GameEnd),
    /// May moves be taken back?
    BackRequest(BackRequest),
    /// The answer to that.
    BackAccept(BackAnswer),
    /// Something to read.
    Chat(String),
}

/// The leader asks for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The version of the protocol, of two digits.
    pub version: u8,
    /// The leader's name, of at most 32 characters.
    pub name: String,
    /// The side the follower is to play.
    pub follower: Color,
    /// Minutes for each side, at most 999; 0 for no limit.
    pub minutes: u16,
    /// The number of moves these minutes are for, at most 999; 0 for the whole game.
    pub moves: u16,
    /// Where to start; `None` for the start of the game.
    pub board: Option<BoardText>,
}

/// The follower's answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameAccept {
    /// The follower's name, of at most 32 characters.
    pub name: String,
    /// Yes or no.
    pub answer: Answer,
}

/// An answer to a request for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Yes.
    Accepted,
    /// No, with a digit from 1 to 9 for the reason.
    Refused(u8),
}

impl Answer {
    /// No: the version of the protocol is newer than ours.
    pub const NEWER_VERSION: Answer = Answer::Refused(1);
    /// No: the board is no position. The meaning of this digit is our own.
    pub const BAD_POSITION: Answer = Answer::Refused(2);
    /// No: a game is being played. The meaning of this digit is our own.
    pub const BUSY: Answer = Answer::Refused(3);
}

/// A move and the time it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMade {
    /// Seconds, at most 9999.
    pub seconds: u16,
    /// The move.
    pub mv: MoveText,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameEnd {
    /// How it ended, as the sender sees it.
    pub reason: Reason,
    /// No other game is wanted.
    pub stop: bool,
}

/// How a game ended, as one side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Not known.
    Unknown,
    /// I lose.
    ILose,
    /// A draw.
    Draw,
    /// I win.
    IWin,
}

impl Reason {
    pub(super) const ALL: [Reason; 4] = [Reason::Unknown, Reason::ILose, Reason::Draw, Reason::IWin];

    /// The same end as the other side sees it.
    ///
    /// ```
    /// # use crownhead_protocol::dxp::Reason;
    /// assert_eq!(Reason::IWin.mirrored(), Reason::ILose);
    /// assert_eq!(Reason::Draw.mirrored(), Reason::Draw);
    /// ```
    #[must_use]
    pub const fn mirrored(self) -> Reason {
        match self {
            Reason::ILose => Reason::IWin,
            Reason::IWin => Reason::ILose,
            same => same,
        }
    }
}

/// May moves be taken back?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BackRequest {
    /// The number of the move to go back to, at most 999.
    pub number: u16,
    /// The side that is to move then.
    pub turn: Color,
}

/// An answer to a request to take moves back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BackAnswer {
    /// They are taken back.
    Accepted,
    /// It cannot be done.
    Unsupported,
    /// It is not wanted; play on.
    Refused,
}

impl BackAnswer {
    pub(super) const ALL: [BackAnswer; 3] =
        [BackAnswer::Accepted, BackAnswer::Unsupported, BackAnswer::Refused];
}

/// The length of a name.
pub(super) const NAME_LEN: usize = 32;

impl GameRequest {
    /// A request by the present version of the protocol.
    pub fn new(name: &str, follower: Color) -> GameRequest {
        GameRequest { version: VERSION, name: name.to_owned(), follower, minutes: 0, moves: 0, board: None }
    }
}

impl Message {
    /// The message with its zero byte. What does not fit its field is cut or made the greatest that fits.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = match self {
            Message::GameRequest(request) => game_request(request),
            Message::GameAccept(GameAccept { name, answer }) => {
                let code = match answer {
                    Answer::Accepted => 0,
                    Answer::Refused(code) => (*code).clamp(1, 9),
                };
                format!("A{}{code}", field(name))
            }
            Message::Move(made) => mv(made),
            Message::GameEnd(end) => format!("E{}{}", end.reason as u8, u8::from(end.stop)),
            Message::BackRequest(BackRequest { number, turn }) => {
                format!("B{:03}{}", number.min(&999), letter(*turn))
            }
            Message::BackAccept(answer) => format!("K{}", *answer as u8),
            Message::Chat(text) => format!("C{}", chat(text)),
        };
        let mut bytes = text.into_bytes();
        bytes.push(0);
        bytes
    }
}

fn game_request(request: &GameRequest) -> String {
    let GameRequest { version, name, follower, minutes, moves, board } = request;
    let version = version.min(&99);
    let (minutes, moves) = (minutes.min(&999), moves.min(&999));
    let board = board.map_or_else(|| "A".to_owned(), |board| format!("B{board}"));
    format!("R{version:02}{}{}{minutes:03}{moves:03}{board}", field(name), letter(*follower))
}

fn mv(MoveMade { seconds, mv }: &MoveMade) -> String {
    let captured: String = mv.captured().iter().map(|square| format!("{:02}", square.number())).collect();
    let (from, to) = (mv.origin().number(), mv.target().number());
    format!("M{:04}{from:02}{to:02}{:02}{captured}", seconds.min(&9999), mv.captured().len())
}

/// A name cut or filled with blanks to its length. Other characters than printable ASCII, of which
/// nobody knows how many bytes the other side expects, become question marks.
fn field(name: &str) -> String {
    let plain = |c: char| if matches!(c, ' '..='~') { c } else { '?' };
    let name: String = name.trim().chars().map(plain).take(NAME_LEN).collect();
    format!("{name:NAME_LEN$}")
}

/// As much of a text as fits into a message.
fn chat(text: &str) -> String {
    let mut len = 1;
    let fits = |c: &char| {
        len += c.len_utf8();
        len <= MAX_MESSAGE
    };
    text.chars().map(|c| if c == '\0' { ' ' } else { c }).take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_cut() {
        let name = "x".repeat(40);
        let request =
            GameRequest { version: 200, minutes: 2000, moves: 1000, ..GameRequest::new(&name, Color::White) };
        let bytes = Message::GameRequest(request).to_bytes();
        assert_eq!(bytes, format!("R99{}W999999A\0", "x".repeat(32)).into_bytes());
        let long = Message::Chat("é".repeat(100)).to_bytes();
        assert!(long.len() <= MAX_MESSAGE + 1);
        assert_eq!(Message::Chat("a\0b".to_owned()).to_bytes(), b"Ca b\0");
        let name = GameAccept { name: "Dämon\n".to_owned(), answer: Answer::Refused(0) };
        let text = String::from_utf8(Message::GameAccept(name).to_bytes()).unwrap();
        assert_eq!(text, format!("A{:32}1\0", "D?mon"));
    }
}
