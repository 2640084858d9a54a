#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod clock;
mod command;
mod contest;
mod event;
mod glicko;
mod id;
mod key;
mod name;
mod opening;
mod result;
#[cfg(feature = "schema")]
mod schema;
mod seat;
mod situation;
pub mod stored;
mod terms;
mod time_control;

pub use clock::{Allowance, Clocks};
pub use command::{Command, Refusal, Ruling};
pub use contest::{Contest, FIRST_MOVE_MS, STALE_MS};
pub use event::{Act, BadEvent, Event, Stamped};
pub use glicko::{Rating, Score};
pub use id::{GameId, PersonId};
pub use key::position_key;
pub use name::{BadName, Name};
pub use opening::{Opening, Start};
pub use result::{Ending, GameResult, NoEnding, ResultReason};
pub use seat::{NoSuchSeat, Seat};
pub use situation::{Absence, ClockReading, Possible, Situation};
pub use terms::{BadTerms, Takebacks, Terms, Wish};
pub use time_control::{DAY_MS, NoTimeControl, TimeControl};
