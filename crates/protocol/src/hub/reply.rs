//! What an engine says to a user interface.

use std::fmt;
use std::str::FromStr;

use super::info::Info;
use super::line::{CleanValue, Line, LineError, clean_name};
use super::param::Param;
use crate::move_text::{MoveText, MoveTextError};

/// What an engine says to a user interface.
///
/// ```
/// use crownhead_protocol::hub::Reply;
///
/// let refusal = Reply::Error("no such thing: \"a=b\"".to_owned());
/// assert_eq!(refusal.to_string(), "error message=\"no such thing: 'a:b'\"");
/// assert_eq!("pong".parse(), Ok(Reply::Pong));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The engine's name, version and author.
    Id(Id),
    /// A parameter that can be set.
    Param(Param),
    /// The end of the list; the engine waits for parameters and `init`.
    Wait,
    /// Ready to search.
    Ready,
    /// What the search has found so far.
    Info(Info),
    /// The result of the search.
    Done(Done),
    /// The answer to `ping`.
    Pong,
    /// An error message.
    Error(String),
    /// An unknown reply, by its name. The protocol says to ignore it.
    Unknown(String),
}

/// The identity of an engine. Empty texts other than the name are not written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Id {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its author.
    pub author: String,
    /// Its country.
    pub country: String,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Done {
    /// The move to make.
    pub mv: MoveText,
    /// The expected answer.
    pub ponder: Option<MoveText>,
}

impl FromStr for Reply {
    type Err = ReplyError;

    fn from_str(text: &str) -> Result<Reply, ReplyError> {
        let line = Line::parse(text)?;
        Ok(match line.command {
            "id" => Reply::Id(id(&line)),
            "param" => Reply::Param(Param::from_line(&line).ok_or(ReplyError::Missing("name"))?),
            "wait" => Reply::Wait,
            "ready" => Reply::Ready,
            "info" => Reply::Info(Info::from_line(&line)),
            "done" => Reply::Done(done(&line)?),
            "pong" => Reply::Pong,
            "error" => Reply::Error(line.value("message").unwrap_or("").to_owned()),
            other => Reply::Unknown(other.to_owned()),
        })
    }
}

fn id(line: &Line<'_>) -> Id {
    let text = |name| line.value(name).unwrap_or("").to_owned();
    Id { name: text("name"), version: text("version"), author: text("author"), country: text("country") }
}

fn done(line: &Line<'_>) -> Result<Done, ReplyError> {
    let mv = line.value("move").ok_or(ReplyError::Missing("move"))?;
    let mv = mv.parse().map_err(ReplyError::Move)?;
    // The move to ponder on is optional, so one that cannot be read is dropped.
    let ponder = line.value("ponder").and_then(|text| text.parse().ok());
    Ok(Done { mv, ponder })
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Id(id) => write!(f, "id {id}"),
            Reply::Param(param) => write!(f, "param {param}"),
            Reply::Wait => f.write_str("wait"),
            Reply::Ready => f.write_str("ready"),
            Reply::Info(info) => write!(f, "info {info}"),
            Reply::Done(done) => write!(f, "done {done}"),
            Reply::Pong => f.write_str("pong"),
            Reply::Error(message) => write!(f, "error message={}", CleanValue(message)),
            Reply::Unknown(name) => f.write_str(&clean_name(name)),
        }
    }
}

/// The arguments of an `id` reply.
impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name={}", CleanValue(&self.name))?;
        let rest = [("version", &self.version), ("author", &self.author), ("country", &self.country)];
        let mut given = rest.into_iter().filter(|(_, value)| !value.is_empty());
        given.try_for_each(|(name, value)| write!(f, " {name}={}", CleanValue(value)))
    }
}

/// The arguments of a `done` reply, the move first.
impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move={}", self.mv)?;
        self.ponder.iter().try_for_each(|ponder| write!(f, " ponder={ponder}"))
    }
}

/// Why a line is not a reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// It is not a reply with arguments.
    #[error(transparent)]
    Line(#[from] LineError),
    /// An argument is missing.
    #[error("{0} is missing in a reply")]
    Missing(&'static str),
    /// The move cannot be read.
    #[error("done: {0}")]
    Move(MoveTextError),
}
