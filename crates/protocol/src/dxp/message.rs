//! The messages, and writing them.

use crownhead_board::Color;

use super::{BoardText, DxpLetters, MAX_MESSAGE, VERSION};
use crate::board::Letters;
use crate::move_text::MoveText;

/// A message from one program to the other.
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
    /// The leader requests a game.
    GameRequest(GameRequest),
    /// The follower answers.
    GameAccept(GameAccept),
    /// A move.
    Move(MoveMade),
    /// The game is over, or this is the answer to that.
    GameEnd(GameEnd),
    /// A request to take moves back.
    BackRequest(BackRequest),
    /// The answer to it.
    BackAccept(BackAnswer),
    /// A chat message.
    Chat(String),
}

/// A request for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The version of the protocol, at most 99.
    pub version: u8,
    /// The leader's name, of at most 32 characters.
    pub name: String,
    /// The side of the follower.
    pub follower: Color,
    /// Minutes for each side, at most 999; 0 for no limit.
    pub minutes: u16,
    /// The number of moves these minutes are for, at most 999; 0 for the whole game.
    pub moves: u16,
    /// The board; `None` for the start of the game.
    pub board: Option<BoardText>,
}

/// The follower's answer to a request for a game.
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
    /// No: the board is not a position. This digit is our own choice.
    pub const BAD_POSITION: Answer = Answer::Refused(2);
    /// No: a game is being played. This digit is our own choice.
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
    /// The sender wants no further game.
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

/// A request to take moves back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BackRequest {
    /// The number of the move to go back to, at most 999.
    pub number: u16,
    /// The side to move there.
    pub turn: Color,
}

/// An answer to a request to take moves back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BackAnswer {
    /// Yes.
    Accepted,
    /// No: this program cannot do it.
    Unsupported,
    /// No: the game goes on.
    Refused,
}

impl BackAnswer {
    pub(super) const ALL: [BackAnswer; 3] =
        [BackAnswer::Accepted, BackAnswer::Unsupported, BackAnswer::Refused];
}

/// The length of a name field.
pub(super) const NAME_LEN: usize = 32;

impl GameRequest {
    /// A request for a game from the start without a clock.
    pub fn new(name: &str, follower: Color) -> GameRequest {
        GameRequest { version: VERSION, name: name.to_owned(), follower, minutes: 0, moves: 0, board: None }
    }
}

impl Message {
    /// The message with its zero byte. Texts and numbers that do not fit their fields are cut and capped.
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
                format!("B{:03}{}", number.min(&999), DxpLetters::letter(*turn))
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
    format!("R{version:02}{}{}{minutes:03}{moves:03}{board}", field(name), DxpLetters::letter(*follower))
}

fn mv(MoveMade { seconds, mv }: &MoveMade) -> String {
    let captured: String = mv.captured().iter().map(|square| format!("{:02}", square.number())).collect();
    let (from, to) = (mv.from().number(), mv.to().number());
    format!("M{:04}{from:02}{to:02}{:02}{captured}", seconds.min(&9999), mv.captured().len())
}

/// A name cut or padded to its length. Characters other than printable ASCII become question marks, since
/// programs disagree on how many bytes they take.
fn field(name: &str) -> String {
    let plain = |c: char| if matches!(c, ' '..='~') { c } else { '?' };
    let name: String = name.trim().chars().map(plain).take(NAME_LEN).collect();
    format!("{name:NAME_LEN$}")
}

/// A chat text cut to fit into a message.
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
