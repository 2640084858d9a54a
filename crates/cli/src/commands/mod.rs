//! One file for each command.

pub(crate) mod bits;
pub(crate) mod manual;
pub(crate) mod moves;
pub(crate) mod pdn;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod show;
