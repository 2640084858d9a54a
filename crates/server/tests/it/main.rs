//! A real server on a real port, asked as clients ask it.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

mod accounts;
mod acts;
#[cfg(feature = "mcp")]
mod agents;
mod analysis;
mod arena;
mod attacks;
mod bits;
mod club;
#[cfg(feature = "cluster")]
mod cluster;
mod collection;
mod desk;
mod hostile;
mod levels;
mod online;
mod people;
mod positions;
mod practice;
mod proxy;
mod situations;
mod strangers;
mod studies;
mod together;
mod visitor;
