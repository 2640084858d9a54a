//! Tournaments: who plays whom, what is saved, and what it shows.

mod agents;
mod charts;
mod file;
mod folder;
mod gallery;
mod live;
mod quality;
mod ratings;
mod record;
mod reply;
mod report;
mod run;
pub(crate) mod schedule;
mod scoreboard;
mod tail;

pub use agents::{AgentTable, Agents, Resources, TableCard};
pub use file::{Entrant, FileError, Format, Price, TournamentFile};
pub use folder::{FolderError, GAMES, JOURNAL, REPORT, Saved};
pub use gallery::{Gallery, News, Progress, SeenGame, Story};
pub use live::LiveGame;
pub use quality::Quality;
pub use ratings::{LEVEL_RATINGS, Rating};
pub use record::{AttemptRecord, FaultRecord, GameRecord, SideRecord};
pub use reply::Reply;
pub use run::{Tournament, TournamentError};
pub use schedule::Pairing;
pub use scoreboard::{Row, Scoreboard};
