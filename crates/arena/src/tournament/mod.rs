//! Tournaments: who plays whom, what is kept, and what it says.

mod file;
mod folder;
mod gallery;
mod live;
mod quality;
mod ratings;
mod record;
mod report;
mod run;
mod schedule;
mod scoreboard;
mod tail;
mod words;

pub use file::{Entrant, FileError, Format, TournamentFile};
pub use folder::{FolderError, GAMES, JOURNAL, REPORT, Saved};
pub use gallery::{Gallery, News, Progress, SeenGame, Story};
pub use live::LiveGame;
pub use quality::Quality;
pub use ratings::{LEVEL_RATINGS, Rating};
pub use record::{AttemptRecord, FaultRecord, GameRecord, SideRecord};
pub use run::{AgentTable, Agents, Room, TableCard, Tournament, TournamentError};
pub use schedule::Pairing;
pub use scoreboard::{Row, Scoreboard};
pub use words::Said;
