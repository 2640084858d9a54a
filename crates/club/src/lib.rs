#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod clock;
mod command;
mod contest;
mod event;
mod glicko;
mod key;
mod name;
mod terms;

pub use clock::{Allowance, Clocks, Control};
pub use command::{Command, Refusal, Ruling};
pub use contest::{Contest, FIRST_MOVE_MS};
pub use event::{BadEvent, Ending, Event, Stamped};
pub use glicko::{Rating, Score};
pub use key::position_key;
pub use name::{BadName, Name};
pub use terms::{BadTerms, Start, Terms, Wish};
