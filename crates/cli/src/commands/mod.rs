//! One file for each command.

pub(crate) mod analyze;
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod bits;
pub(crate) mod book;
pub(crate) mod contest;
pub(crate) mod dxp;
pub(crate) mod endgame;
pub(crate) mod hub;
pub(crate) mod manual;
#[cfg_attr(not(feature = "mcp"), path = "no_mcp.rs")]
pub(crate) mod mcp;
pub(crate) mod moves;
pub(crate) mod online;
pub(crate) mod openings;
pub(crate) mod pdn;
pub(crate) mod perft;
pub(crate) mod play;
#[cfg_attr(not(feature = "serve"), path = "no_serve.rs")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod train;
#[cfg(feature = "serve")]
pub(crate) mod worker;
