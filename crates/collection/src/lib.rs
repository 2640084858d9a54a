#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "files"), forbid(unsafe_code))]

mod build;
mod code;
mod date;
mod duplicates;
mod error;
mod explore;
mod facts;
mod format;
mod index;
mod material;
mod pattern;
mod query;
mod search;
mod sorter;
mod stats;
mod summary;

#[cfg(feature = "files")]
mod import;

pub use build::Builder;
pub use date::{Date, ParseDateError};
pub use duplicates::Duplicates;
pub use error::{IndexError, OpenGameError};
pub use explore::{Exploration, ExploredMove};
#[cfg(feature = "files")]
pub use import::{Import, ImportError, Imported};
pub use index::{GameInfo, Index};
pub use material::{Material, ParseMaterialError};
pub use pattern::{ParsePatternError, Pattern};
pub use query::{Query, QueryError, WantedResult};
pub use search::Found;
pub use stats::{Count, Stats};
pub use summary::Tally;
