#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod clock;
mod contest;
mod hub;
mod player;
mod referee;
mod spec;
mod tally;

pub use clock::TimeControl;
pub use contest::{Contest, GameResult, Standing};
pub use hub::HubPlayer;
pub use player::{EnginePlayer, Fault, LevelledPlayer, Player, Thought};
pub use referee::{AGREED_PLIES, Adjudication, Note, PlayedGame, play_game};
pub use spec::{PlayerSpec, SpecError};
pub use tally::{Elo, Sprt, Tally, Verdict};
