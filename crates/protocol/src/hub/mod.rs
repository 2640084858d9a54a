//! The Hub protocol, version 2: lines of text between a user interface and an engine.
//!
//! A [`Command`] goes to the engine, a [`Reply`] comes from it. Both are read with `parse` and written
//! with `to_string`, one line each, without the end of the line.
//!
//! ```
//! use crownhead_protocol::hub::{Command, Done, Reply};
//!
//! let command: Command = "level moves=9 time=291.5".parse()?;
//! let Command::Level(limits) = &command else { unreachable!() };
//! assert!(limits.time.is_some() && limits.depth.is_none());
//! assert_eq!(command.to_string(), "level moves=9 time=291.5");
//!
//! let reply = Reply::Done(Done { mv: "11-15".parse()?, ponder: Some("23-19".parse()?) });
//! assert_eq!(reply.to_string(), "done move=11-15 ponder=23-19");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Reading accepts all the protocol allows. A [`Reply`] is written so that every known client can read it:
//! each argument is `name=value`, no value holds a second `=`, `info` always has an argument, and `move=`
//! comes first in `done`.

mod command;
mod info;
pub(crate) mod level;
mod line;
mod param;
mod reply;

pub use command::{Command, CommandError, Mode};
pub use info::Info;
pub use line::LineError;
pub use param::{Param, ParamError, ParamKind, ParamValue};
pub use reply::{Done, Id, Reply, ReplyError};

use crate::board::Letters;

/// The letters of Hub's boards: `w b W B e`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HubLetters {}

impl Letters for HubLetters {
    const BLACK: char = 'b';
    const SWAPS_TURN: bool = true;
}

/// The board of a `pos` command.
pub type BoardText = crate::board::BoardText<HubLetters>;
