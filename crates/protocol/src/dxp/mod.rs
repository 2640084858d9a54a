//! DamExchange (DXP): two programs play each other over a connection.
//!
//! One side, the leader, connects and asks for a game; the other, the follower, listens and accepts.
//! Every [`Message`] is a short text that ends with a zero byte. A [`Framer`] makes messages of bytes as
//! they arrive.
//!
//! ```
//! use crownhead_protocol::dxp::{Framer, Message};
//!
//! let mut framer = Framer::new();
//! assert!(framer.feed(b"M00011").is_empty());
//! let messages = framer.feed(b"11500\0Cgood luck\0");
//! let Ok(Message::Move(mv)) = &messages[0] else { unreachable!() };
//! assert_eq!(mv.mv.to_string(), "11-15");
//! assert_eq!(messages[1], Ok(Message::Chat("good luck".to_owned())));
//! assert_eq!(messages[1].as_ref().unwrap().to_bytes(), b"Cgood luck\0");
//! # Ok::<(), crownhead_protocol::dxp::MessageError>(())
//! ```

mod framer;
mod message;
mod parse;

use std::time::Duration;

use crate::board::Letters;

pub use framer::{Framer, FramerError};
pub use message::{
    Answer, BackAnswer, BackRequest, GameAccept, GameEnd, GameRequest, Message, MoveMade, Reason,
};
pub use parse::MessageError;

/// The port on which followers usually listen.
pub const DEFAULT_PORT: u16 = 27531;

/// The longest message, without the zero byte.
pub const MAX_MESSAGE: usize = 127;

/// The version of the protocol.
pub const VERSION: u8 = 1;

/// How long to wait between two messages that follow each other: a known client loses the second of two
/// that reach it together.
pub const MESSAGE_GAP: Duration = Duration::from_millis(300);

/// The letters of DXP's boards: `w z W Z e`. `Z` (*zwart*) is Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DxpLetters {}

impl Letters for DxpLetters {
    const BLACK: char = 'z';
    const SWAPS_TURN: bool = false;
}

/// The board of a game request.
pub type BoardText = crate::board::BoardText<DxpLetters>;
