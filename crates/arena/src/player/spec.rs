//! Players and time controls as users name them.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use crownhead_engine::{
    Depth, Endgame, Engine, Evaluation, Level, Limits, SearchTunables, TableSizeError, WeightsFileError,
};
use thiserror::Error;

use super::{EnginePlayer, Fault, HubPlayer, Player, RandomPlayer};
#[cfg(feature = "chat")]
use crate::chat::{ChatPlayer, ChatSpec, ChatSpecError, Prompt};
use crate::referee::TimeControl;

/// A player by name: `crownhead`, `crownhead:nodes=20000,hash=16`, `level:4`, `random`,
/// `mcp` for an agent, `http` for a bot and `person` for somebody at a page, who come by themselves, `hub:./engine arguments`, or `chat:model=NAME,url=URL,key_env=VARIABLE`.
///
/// ```
/// use crownhead_arena::player::PlayerSpec;
///
/// let spec: PlayerSpec = "crownhead:nodes=20000".parse().unwrap();
/// assert_eq!(spec.to_string(), "crownhead:nodes=20000");
/// assert!("level:11".parse::<PlayerSpec>().is_err());
/// ```
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    text: String,
    kind: Kind,
    control: Option<TimeControl>,
}

#[derive(Clone, Debug)]
enum Kind {
    Engine(Box<EngineOptions>),
    Level(Level),
    Random,
    Agent,
    Person,
    Hub {
        command: String,
    },
    #[cfg(feature = "chat")]
    Chat(Box<ChatSpec>),
}

/// Options of the engine.
#[derive(Clone, Debug)]
struct EngineOptions {
    megabytes: usize,
    threads: usize,
    book: Option<u8>,
    evaluation: Evaluation,
    tunables: SearchTunables,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            megabytes: DEFAULT_TABLE,
            threads: 1,
            book: None,
            evaluation: Evaluation::shipped(),
            tunables: SearchTunables::default(),
        }
    }
}

/// The default size of a table in megabytes.
const DEFAULT_TABLE: usize = 16;

impl PlayerSpec {
    /// The player's own time control, if its name has one.
    pub fn control(&self) -> Option<TimeControl> {
        self.control
    }

    /// Gives the player a time control of its own, unless its name has one.
    #[must_use]
    pub fn or_control(mut self, control: TimeControl) -> PlayerSpec {
        self.control.get_or_insert(control);
        self
    }

    /// Whether it is a chat model, which has a timeout of its own.
    pub fn is_chat(&self) -> bool {
        #[cfg(feature = "chat")]
        return matches!(self.kind, Kind::Chat(_));
        #[cfg(not(feature = "chat"))]
        false
    }

    /// Whether it comes by itself: an agent, a bot or a person.
    pub fn is_agent(&self) -> bool {
        matches!(self.kind, Kind::Agent | Kind::Person)
    }

    /// Whether it is a person, who comes to a page.
    pub fn is_person(&self) -> bool {
        matches!(self.kind, Kind::Person)
    }

    /// The prompt of a chat model; empty for other players.
    pub(crate) fn prompt_text(&self) -> String {
        match &self.kind {
            #[cfg(feature = "chat")]
            Kind::Chat(spec) => format!("{:?}", spec.prompt),
            _ => String::new(),
        }
    }

    /// Uses another prompt, if it is a chat model.
    #[cfg(feature = "chat")]
    #[must_use]
    pub fn with_prompt(mut self, prompt: &Prompt) -> PlayerSpec {
        if let Kind::Chat(spec) = &mut self.kind {
            spec.prompt = prompt.clone();
        }
        self
    }

    /// Starts the player.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    pub fn player(&self, endgame: Option<&Arc<dyn Endgame>>) -> Result<Box<dyn Player>, Fault> {
        Ok(match &self.kind {
            Kind::Engine(options) => Box::new(EnginePlayer::new(
                Engine::with_megabytes(0)
                    .hash(options.megabytes)
                    .map_err(|error| Fault::Crashed(error.to_string()))?
                    .threads(options.threads)
                    .evaluation(options.evaluation.clone())
                    .endgame(endgame.cloned())
                    .tunables(options.tunables.clone())
                    .book(options.book),
            )),
            Kind::Level(level) => Box::new(EnginePlayer::level(*level)),
            Kind::Random => Box::new(RandomPlayer::default()),
            Kind::Agent | Kind::Person => {
                let why = "agents, bots and people come by themselves, to a tournament that listens: crownhead arena run FILE --listen 127.0.0.1:8342";
                return Err(Fault::Crashed(why.to_owned()));
            }
            Kind::Hub { command } => Box::new(HubPlayer::start(command)?),
            #[cfg(feature = "chat")]
            Kind::Chat(spec) => Box::new(ChatPlayer::new((**spec).clone())?),
        })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let (kind, control) = match name {
            "crownhead" => read_engine(rest)?,
            "level" => (Kind::Level(read_level(rest)?), None),
            "random" if rest.is_empty() => (Kind::Random, None),
            "mcp" | "http" if rest.is_empty() => (Kind::Agent, None),
            "person" if rest.is_empty() => (Kind::Person, None),
            "hub" if !rest.trim().is_empty() => (Kind::Hub { command: rest.trim().to_owned() }, None),
            #[cfg(feature = "chat")]
            "chat" => (Kind::Chat(Box::new(rest.parse()?)), None),
            _ => return Err(SpecError::Player(text.to_owned())),
        };
        Ok(PlayerSpec { text: text.to_owned(), kind, control })
    }
}

fn read_engine(text: &str) -> Result<(Kind, Option<TimeControl>), SpecError> {
    let (mut options, mut control) = (EngineOptions::default(), None);
    for option in text.split(',').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').ok_or_else(|| SpecError::Option(option.to_owned()))?;
        let number = || value.parse().map_err(|_| SpecError::Option(option.to_owned()));
        match name {
            "hash" => {
                options.megabytes = number()?;
                Engine::check_hash(options.megabytes)?;
            }
            "threads" => options.threads = number()?,
            "book" => options.book = Some(u8::try_from(number()?).unwrap_or(100)),
            "weights" => options.evaluation = Evaluation::named(value)?,
            _ if SearchTunables::LIST.iter().any(|tunable| tunable.name == name) => {
                let value = value.parse().map_err(|_| SpecError::Option(option.to_owned()))?;
                options.tunables.set(name, value).map_err(|error| SpecError::Tunable(error.to_string()))?;
            }
            _ => control = Some(option.parse()?),
        }
    }
    Ok((Kind::Engine(Box::new(options)), control))
}

fn read_level(number: &str) -> Result<Level, SpecError> {
    let level = number.parse().ok().and_then(Level::new);
    level.ok_or_else(|| SpecError::Level(number.to_owned()))
}

/// Reads `depth=12`, `nodes=20000`, `time=0.1` (seconds per move) or `clock=60+0.6` (seconds, plus seconds per move).
impl FromStr for TimeControl {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<TimeControl, SpecError> {
        let error = || SpecError::Option(text.to_owned());
        let (name, value) = text.split_once('=').ok_or_else(error)?;
        let seconds = |value: &str| {
            let seconds = value.parse().ok();
            seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).ok_or_else(error)
        };
        Ok(match name {
            "depth" => TimeControl::EachMove(Limits::depth(Depth::new(value.parse().map_err(|_| error())?))),
            "nodes" => TimeControl::EachMove(Limits::nodes(value.parse().map_err(|_| error())?)),
            "time" => TimeControl::EachMove(Limits::move_time(seconds(value)?)),
            "clock" => {
                let (base, increment) = value.split_once('+').unwrap_or((value, "0"));
                TimeControl::Clock { base: seconds(base)?, increment: seconds(increment)? }
            }
            _ => return Err(error()),
        })
    }
}

/// A text that is not a player or time control.
#[derive(Debug, Error)]
pub enum SpecError {
    /// No such player.
    #[error(
        "\"{0}\" is not a player; there are crownhead, crownhead:OPTIONS, level:1 to level:10, random, hub:COMMAND, mcp, http, person, and chat:model=NAME,url=URL,key_env=VARIABLE"
    )]
    Player(String),
    /// No such level.
    #[error("there is no level \"{0}\"; levels are 1 to 10")]
    Level(String),
    /// No such option, or not with this value.
    #[error(
        "\"{0}\" cannot be set; there are hash=MB, threads=N, book=VARIETY, weights=FILE (or hand), depth=N, nodes=N, time=SECONDS, clock=SECONDS+SECONDS and the parameters of the search"
    )]
    Option(String),
    /// A search parameter cannot have this value.
    #[error("{0}")]
    Tunable(String),
    /// There is no table of this size.
    #[error(transparent)]
    Hash(#[from] TableSizeError),
    /// Weights cannot be read.
    #[error(transparent)]
    Weights(#[from] WeightsFileError),
    /// The description of a chat model is wrong.
    #[cfg(feature = "chat")]
    #[error(transparent)]
    Chat(#[from] ChatSpecError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read() {
        let second = Duration::from_secs(1);
        let read = |text: &str| text.parse::<TimeControl>();
        assert_eq!(read("time=1").unwrap(), TimeControl::EachMove(Limits::move_time(second)));
        assert_eq!(read("clock=60+1").unwrap(), TimeControl::Clock { base: 60 * second, increment: second });
        assert_eq!(read("nodes=500").unwrap(), TimeControl::EachMove(Limits::nodes(500)));
        for bad in ["time=-1", "time=fast", "clock=", "depth=deep", "moves=3", "nodes"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |text: &str| text.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(error("stockfish").contains("crownhead:OPTIONS"));
        assert!(error("level:0").contains("levels are 1 to 10"));
        assert!(error("crownhead:speed=9").contains("hash=MB"));
        assert!(error("crownhead:hash=9999999").contains("1 to 65536 MB"));
        assert!(error("crownhead:hash=0").contains("1 to 65536 MB"));
        assert!(error("hub:").contains("hub:COMMAND"));
        assert!(error("crownhead:late_slope=9999").contains("it can be 0 to 200"));
        assert!(error("crownhead:weights=no such file").contains("no such file"));
    }
}
