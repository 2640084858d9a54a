#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod advice;
pub mod ask;
pub mod bits;
pub mod clock;
pub mod draw;
mod file;
pub mod hint;
pub mod html;
pub mod notation;
pub mod options;
pub mod review;
pub mod seat;
mod tree;
mod verdicts;

pub use clock::{GameClock, NoTimeControl, TimeControl};
pub use file::write_atomically;
pub use hint::Hint;
pub use notation::{NoSuchNotation, Notation};
pub use options::{GameOptions, Opening, OpeningError};
pub use seat::{NoSuchSeat, Seat, Strength};
pub use tree::{GameTree, Node};
pub use verdicts::{verdict_after, verdicts};
