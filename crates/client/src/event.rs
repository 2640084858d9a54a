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
    /// The socket was lost before an order was answered, or it is not there now, and the order cannot be given twice
    /// without harm.
    Unsure(Order),
    /// A question was answered.
    Answered(Answer),
    /// A question was not answered as it was hoped.
    Failed(Ask, ClientError),
}

impl Order {
    /// Can it be given twice, and comes to the same as once? A move can, because it carries its ply.
    pub(crate) fn is_harmless_twice(&self) -> bool {
        match self {
            Order::Act { command, .. } => match command {
                Command::Move { .. }
                | Command::Resign
                | Command::Abort
                | Command::AcceptDraw
                | Command::DeclineDraw
                | Command::ClaimDraw
                | Command::ClaimWin
                | Command::DeclineTakeback
                | Command::Rematch { .. } => true,
                Command::OfferDraw
                | Command::AskTakeback
                | Command::AcceptTakeback
                | Command::Redo
                | Command::Restart
                | Command::SetUp { .. }
                | Command::Sit { .. } => false,
            },
            Order::Watch { .. } | Order::Unwatch { .. } | Order::Lobby { .. } | Order::Mute { .. } => true,
            Order::Say { .. } => false,
        }
    }
}
