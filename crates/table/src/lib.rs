#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod ask;
mod computer;
mod draw;
mod opening;
mod table;

pub use computer::{Computer, Pace, Purpose, Question};
pub use draw::DrawRefusal;
pub use opening::{NoOpening, opening_text, parse_opening, start};
pub use table::{News, Table};
