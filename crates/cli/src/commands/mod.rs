//! One file for each command.

pub(crate) mod analyze;
mod annotate;
pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod bits;
pub(crate) mod book;
#[cfg(feature = "serve")]
#[cfg_attr(not(feature = "cluster"), path = "no_cluster.rs")]
mod cluster;
pub(crate) mod collection;
pub(crate) mod dxp;
pub(crate) mod endgame;
pub(crate) mod explore;
pub(crate) mod games;
pub(crate) mod grade;
pub(crate) mod hub;
#[cfg(not(all(feature = "chat", feature = "cluster", feature = "mcp", feature = "serve")))]
pub(crate) mod left_out;
pub(crate) mod manual;
pub(crate) mod matches;
#[cfg(feature = "mcp")]
pub(crate) mod mcp;
pub(crate) mod moves;
pub(crate) mod online;
pub(crate) mod openings;
pub(crate) mod pdn;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod practice;
pub(crate) mod puzzles;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod show;
#[cfg(feature = "serve")]
mod tls;
pub(crate) mod train;
#[cfg(all(feature = "serve", feature = "cluster"))]
pub(crate) mod worker;
