//! What every store has to do, as tests that any of them can be put through.

mod club;
mod people;
mod studies;

pub use club::check_club;
pub use studies::check_studies;
