//! What a user interface says to an engine.

use std::fmt;
use std::str::FromStr;

use crownhead_board::Position;
use crownhead_engine::Limits;

use super::line::{Line, LineError, Value, clean_name};
use super::{BoardText, level};
use crate::board::BoardTextError;
use crate::frame::Frame;
use crate::move_text::{MoveText, MoveTextError};

/// What a user interface says to an engine.
///
/// ```
/// use crownhead_protocol::hub::{Command, Mode};
///
/// assert_eq!("go think".parse(), Ok(Command::Go(Mode::Think)));
/// assert_eq!("sing loud=yes".parse(), Ok(Command::Unknown("sing".to_owned())));
/// let error = "pos pos=Wbbw".parse::<Command>().unwrap_err();
/// assert_eq!(error.to_string(), "pos: a board is 33 characters, the side to move and 32 squares, not 4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Ask the engine for its name and parameters.
    Hub,
    /// Set a parameter.
    SetParam {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// Get ready; the parameters are set.
    Init,
    /// A new game begins, unrelated to the last.
    NewGame,
    /// The position to search.
    Pos {
        /// The board; `None` for the start of a game.
        board: Option<BoardText>,
        /// The moves made from there.
        moves: Vec<MoveText>,
    },
    /// When searches end. Some clients send each limit in a command of its own.
    Level(Limits),
    /// Start a search.
    Go(Mode),
    /// The opponent made the expected move: continue as with [`Mode::Think`].
    PonderHit,
    /// Stop the search and report the best move.
    Stop,
    /// Ask for a [`Reply::Pong`](super::Reply::Pong).
    Ping,
    /// Exit.
    Quit,
    /// An unknown command, by its name. The protocol says to ignore it.
    Unknown(String),
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Find a move to play.
    Think,
    /// Search on the opponent's time: the position includes the expected move, and the clock is stopped
    /// until [`Command::PonderHit`].
    Ponder,
    /// Analyze the position until stopped.
    Analyze,
}

impl Mode {
    const ALL: [Mode; 3] = [Mode::Think, Mode::Ponder, Mode::Analyze];

    /// The name: `think`, `ponder` or `analyze`.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Think => "think",
            Mode::Ponder => "ponder",
            Mode::Analyze => "analyze",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Command, CommandError> {
        let line = Line::parse(text)?;
        Ok(match line.command {
            "hub" => Command::Hub,
            "set-param" => set_param(&line)?,
            "init" => Command::Init,
            "new-game" => Command::NewGame,
            "pos" => pos(&line)?,
            "level" => Command::Level(level::parse(&line)?),
            "go" => Command::Go(mode(&line)?),
            "ponder-hit" => Command::PonderHit,
            "stop" => Command::Stop,
            "ping" => Command::Ping,
            "quit" => Command::Quit,
            other => Command::Unknown(other.to_owned()),
        })
    }
}

fn set_param(line: &Line<'_>) -> Result<Command, CommandError> {
    let arg = |name| line.value(name).ok_or(CommandError::Missing { command: "set-param", what: name });
    Ok(Command::SetParam { name: arg("name")?.to_owned(), value: arg("value")?.to_owned() })
}

fn pos(line: &Line<'_>) -> Result<Command, CommandError> {
    let board = match line.value("pos") {
        Some("start") => None,
        Some(text) => Some(text.parse().map_err(CommandError::Board)?),
        None if line.has("start") => None,
        None => return Err(CommandError::Missing { command: "pos", what: "pos" }),
    };
    let moves = line.value("moves").unwrap_or("").split_whitespace().map(str::parse);
    Ok(Command::Pos { board, moves: moves.collect::<Result<_, _>>().map_err(CommandError::Move)? })
}

fn mode(line: &Line<'_>) -> Result<Mode, CommandError> {
    let is_meant = |mode: &Mode| line.has(mode.name()) || *mode == Mode::Analyze && line.has("analyse");
    let missing = CommandError::Missing { command: "go", what: "think, ponder or analyze" };
    Mode::ALL.into_iter().find(is_meant).ok_or(missing)
}

impl Command {
    /// A `pos` command for a position written in a frame.
    pub fn pos(start: &Position, moves: impl IntoIterator<Item = MoveText>, frame: Frame) -> Command {
        Command::Pos { board: Some(BoardText::new(start, frame)), moves: moves.into_iter().collect() }
    }

    /// The first word of the line.
    pub fn name(&self) -> &str {
        match self {
            Command::Hub => "hub",
            Command::SetParam { .. } => "set-param",
            Command::Init => "init",
            Command::NewGame => "new-game",
            Command::Pos { .. } => "pos",
            Command::Level(_) => "level",
            Command::Go(_) => "go",
            Command::PonderHit => "ponder-hit",
            Command::Stop => "stop",
            Command::Ping => "ping",
            Command::Quit => "quit",
            Command::Unknown(name) => name,
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&clean_name(self.name()))?;
        match self {
            Command::SetParam { name, value } => write!(f, " name={} value={}", Value(name), Value(value)),
            Command::Pos { board, moves } => write_pos(f, board.as_ref(), moves),
            Command::Level(limits) => f.write_str(&level::args(limits)),
            Command::Go(mode) => write!(f, " {mode}"),
            _ => Ok(()),
        }
    }
}

fn write_pos(f: &mut fmt::Formatter<'_>, board: Option<&BoardText>, moves: &[MoveText]) -> fmt::Result {
    match board {
        Some(board) => write!(f, " pos={board}")?,
        None => f.write_str(" start")?,
    }
    if moves.is_empty() { Ok(()) } else { write!(f, " moves=\"{}\"", joined(moves)) }
}

/// Moves with blanks between them.
pub(super) fn joined(moves: &[MoveText]) -> String {
    moves.iter().map(MoveText::to_string).collect::<Vec<_>>().join(" ")
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// It is not a command with arguments.
    #[error(transparent)]
    Line(#[from] LineError),
    /// An argument is missing.
    #[error("{command}: {what} is missing")]
    Missing {
        /// The command.
        command: &'static str,
        /// The argument.
        what: &'static str,
    },
    /// A value is not the number it should be.
    #[error("{command}: \"{text}\" is not a number for {name}")]
    Number {
        /// The command.
        command: &'static str,
        /// The argument.
        name: &'static str,
        /// The value.
        text: String,
    },
    /// The board cannot be read.
    #[error("pos: {0}")]
    Board(BoardTextError),
    /// A move cannot be read.
    #[error("pos: {0}")]
    Move(MoveTextError),
}
