#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod cells;
pub mod dxp;
mod frame;
pub mod hub;
mod move_text;
mod replay;
pub mod session;

pub use cells::BoardTextError;
pub use frame::{Evidence, Frame, FrameChoice, NotAFrame, PlaceError, Placed};
pub use move_text::{MoveError, MoveText, MoveTextError};
pub use replay::{ReplayError, replay};
