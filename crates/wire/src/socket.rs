//! What is said over the socket of online play.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    ChallengeInfo, Command, ErrorBody, Event, Lobby, Me, OnlineGameState, OnlineSummary, PeopleOnline,
    SeekInfo, Side, Situation, StartedGame,
};

/// What a client says over the socket of online play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum OnlineRequest {
    /// Hear of a game from now on. Without `seen` the game comes first, whole; with it the events that followed.
    Watch {
        /// A number that comes back in the answer.
        #[serde(default)]
        request: u32,
        /// The game.
        game: String,
        /// The number of the last event that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<u64>,
        /// The token of a seat, to play from this device.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<String>,
        /// Is the chat not to be told?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        mute: bool,
        /// Is the game only one of many that are shown in small? Then it does not count as being there.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        glance: bool,
    },
    /// Hear no more of a game.
    Unwatch {
        /// The game.
        game: String,
    },
    /// Hear of the lobby, or no more.
    Lobby {
        /// Is it to be told?
        on: bool,
    },
    /// Do something in a game: move, offer a draw, resign and so on.
    Act {
        /// A number that comes back in the answer.
        request: u32,
        /// The game.
        game: String,
        /// What to do.
        command: Command,
        /// Any number that you have not used in this game: what is sent again with the same number is done once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        act: Option<u64>,
    },
    /// Say something to the other player, and to those who watch.
    Say {
        /// A number that comes back in the answer.
        request: u32,
        /// The game.
        game: String,
        /// From 1 to 300 characters.
        text: String,
        /// Any number that you have not used in this game: what is sent again with the same number is said once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        act: Option<u64>,
    },
    /// Hear the chat of a game no more, or again.
    Mute {
        /// The game.
        game: String,
        /// Is it not to be told?
        on: bool,
    },
    /// Nothing but to be answered.
    Ping {
        /// A number that comes back in the answer.
        request: u32,
    },
}

/// What the server says over the socket of online play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OnlineMessage {
    /// First of all: who you are.
    Hello {
        /// You; none for somebody who only watches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        me: Option<Me>,
        /// Your games that are not over.
        games: Vec<StartedGame>,
        /// What the server's clock shows, in milliseconds since 1970.
        now: u64,
    },
    /// A game, whole: the answer to `watch`.
    Game {
        /// The game.
        game: Box<OnlineGameState>,
        /// What the server's clock shows: the clocks of the game are as of now.
        now: u64,
    },
    /// Something happened in a game.
    Event(EventMessage),
    /// What a rated game that is over has done to the ratings.
    Rated {
        /// The game.
        game: String,
        /// The change of Black's rating.
        black: i32,
        /// The change of White's.
        white: i32,
    },
    /// Somebody said something.
    Chat(ChatMessage),
    /// How your things stand, when you may have missed what has happened to them.
    Yours {
        /// Your games that are not over.
        games: Vec<StartedGame>,
        /// The challenges to you and of yours.
        challenges: Vec<ChallengeInfo>,
    },
    /// A game of yours has begun.
    Started {
        /// The game.
        game: String,
        /// Your side.
        side: Side,
    },
    /// A game of yours is over.
    Finished {
        /// The game.
        game: String,
        /// Your side.
        side: Side,
    },
    /// Somebody challenges you.
    Challenge {
        /// The challenge.
        challenge: ChallengeInfo,
    },
    /// A challenge of yours was declined.
    ChallengeDeclined {
        /// Its name inside.
        id: String,
    },
    /// The lobby: the answer to `lobby`.
    Lobby {
        /// What it shows.
        lobby: Lobby,
    },
    /// There is a new seek in the lobby.
    SeekAdded {
        /// The seek.
        seek: SeekInfo,
    },
    /// A seek is gone.
    SeekRemoved {
        /// Its name inside.
        id: String,
    },
    /// A game that everybody may see has begun.
    LiveAdded {
        /// The game.
        game: Box<OnlineSummary>,
    },
    /// Such a game is over.
    LiveRemoved {
        /// Its name in addresses.
        id: String,
    },
    /// Who is online: to the lobby, when it has changed.
    Online {
        /// Who.
        online: PeopleOnline,
    },
    /// How many people watch a game, besides its players.
    Watching {
        /// The game.
        game: String,
        /// How many.
        count: u32,
    },
    /// Your session has ended: you logged out elsewhere, or changed your password. The connection is closed.
    LoggedOut,
    /// What was asked for is done, and cannot be lost.
    Ack {
        /// The number of the request.
        request: u32,
    },
    /// What was asked for was not done.
    Refused {
        /// The number of the request.
        request: u32,
        /// Why. `try_again` means that the same may be sent once more in a moment.
        error: ErrorBody,
    },
    /// The server is being stopped; connect again.
    Closing,
}

/// Something happened in a game, and how it stands after that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EventMessage {
    /// The game.
    pub game: String,
    /// The number of the event: 1, 2, 3 and so on.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// What happened.
    pub event: Event,
    /// How the game stands after it.
    pub now: Situation,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChatMessage {
    /// The game.
    pub game: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who: the name inside.
    pub by: String,
    /// The name.
    pub name: String,
    /// What.
    pub text: String,
}

/// What was said in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChatLog {
    /// The lines in their order.
    pub lines: Vec<ChatMessage>,
}
