#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod board;
pub mod dxp;
mod frame;
pub mod hub;
mod move_text;
mod replay;
pub mod session;

pub use board::{BoardText, BoardTextError, Evidence, Letters, ResolveError, Resolved};
pub use frame::{Frame, FrameChoice, ParseFrameError};
pub use move_text::{MoveError, MoveText, MoveTextError};
pub use replay::{ReplayError, replay};
