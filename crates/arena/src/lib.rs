#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod adjudication;
mod attempt;
#[cfg(feature = "chat")]
mod chat;
mod clock;
mod contest;
mod engine;
mod hub;
#[cfg(feature = "chat")]
pub mod mock;
mod openings;
mod played;
mod player;
mod policy;
mod reading;
mod referee;
mod spec;
mod tally;
mod tournament;

pub use adjudication::{AGREED_PLIES, Adjudication};
pub use attempt::{Attempt, shortened};
#[cfg(feature = "chat")]
pub use chat::{ChatPlayer, ChatSpec, ChatSpecError, Prompt, PromptError, TokensField};
pub use clock::TimeControl;
pub use contest::{Contest, GameResult, Standing};
pub use engine::{EnginePlayer, LevelledPlayer, RandomPlayer};
pub use hub::HubPlayer;
pub use openings::{Openings, OpeningsError};
pub use played::{Note, PlayedGame, Watch};
pub use player::{Cost, Fault, Player, Proposal, Thought, Turn, Words};
pub use policy::{Exhausted, Policy, ShowMoves};
pub use reading::{Cause, Reading, Refusal, read_reply};
pub use referee::Referee;
pub use spec::{PlayerSpec, SpecError};
pub use tally::{Elo, Sprt, Tally, Verdict};
pub use tournament::{
    AgentTable, Agents, AttemptRecord, Entrant, FaultRecord, FileError, FolderError, Format, GAMES, Gallery,
    GameRecord, JOURNAL, LEVEL_RATINGS, LiveGame, News, Pairing, Progress, Quality, REPORT, Rating, Room,
    Row, Said, Saved, Scoreboard, SeenGame, SideRecord, Story, TableCard, Tournament, TournamentError,
    TournamentFile,
};
