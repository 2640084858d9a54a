//! The Hub protocol, version 2: lines of text between a user interface and an engine.
//!
//! A [`Command`] goes to the engine, a [`Reply`] comes from it. Both are read with `parse` and written
//! with `to_string`, one line each, without the end of the line.
//!
//! ```
//! use crownhead_protocol::hub::{Command, Done, Reply};
//!
//! let command: Command = "level moves=9 time=291.5".parse()?;
//! let Command::Level(level) = command else { unreachable!() };
//! assert_eq!(level.to_string(), "moves=9 time=291.5");
//!
//! let reply = Reply::Done(Done { mv: "11-15".parse()?, ponder: Some("23-19".parse()?) });
//! assert_eq!(reply.to_string(), "done move=11-15 ponder=23-19");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is read may be as free as the protocol allows. What is written in a [`Reply`] keeps to what every
//! known client can read: each item is `name=value`, no value holds a second `=`, there is never a bare
//! `info`, and `move=` comes first in `done`.

mod board;
mod command;
mod info;
mod level;
mod line;
mod param;
mod reply;

pub use board::BoardText;
pub use command::{Command, CommandError, Mode};
pub use info::{Info, NotAScore, Score};
pub use level::{Clock, Level, TimeLimit};
pub use line::{Arg, Line, LineError};
pub use param::{Param, ParamError, ParamKind, ParamValue};
pub use reply::{Done, Id, Reply, ReplyError};
