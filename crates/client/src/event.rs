//! What is ordered over the socket, and what happens.

use crownhead_wire::{Command, ErrorBody, OnlineMessage};

use crate::ask::{Answer, Ask};
use crate::error::ClientError;

/// Something that is to be done over the socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Hear of a game from now on, the game itself first. Ordered again, the game comes whole again.
    Watch {
        /// The game.
        game: String,
        /// The token of a seat, to play from this device.
        seat: Option<String>,
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
    /// Do something in a game. A move is sent with the number of the last event that was heard.
    Act {
        /// The game.
        game: String,
        /// What to do.
        command: Command,
    },
    /// Say something in a game.
    Say {
        /// The game.
        game: String,
        /// What.
        text: String,
    },
    /// Hear the chat of a game no more, or again.
    Mute {
        /// The game.
        game: String,
        /// Is it not to be told?
        on: bool,
    },
}

/// Something that has happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// The socket is open.
    Connected,
    /// The socket is lost, and will be opened again by itself.
    Lost(ClientError),
    /// The server says something: anything but the answer to an order, and nothing twice.
    Told(Box<OnlineMessage>),
    /// An order was carried out. A move cannot be lost any more.
    Done(Order),
    /// An order was not carried out.
    Refused(Order, ErrorBody),
    /// A question was answered.
    Answered(Answer),
    /// A question was not answered as it was hoped.
    Failed(Ask, ClientError),
}
