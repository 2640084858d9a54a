#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod attempt;
#[cfg(feature = "audit")]
mod audit;
mod file;
mod id;
#[cfg(feature = "make")]
mod make;
mod memory;
mod puzzle;
mod puzzles;
mod record;
mod theme;

pub use attempt::{Attempt, Tried};
#[cfg(feature = "audit")]
pub use audit::{Audit, Finding};
pub use file::{FileError, VERSION};
pub use id::{NoSuchId, PuzzleId};
#[cfg(feature = "make")]
pub use make::{Maker, Seeder, self_play};
pub use memory::Memory;
pub use puzzle::{BadPuzzle, Goal, MAX_PLIES, Puzzle};
pub use puzzles::{Filter, Puzzles};
pub use record::{Kept, Record, RecordError};
pub use theme::{NoSuchTheme, Theme, Themes};
