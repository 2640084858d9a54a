//! What the Python package `crownhead` is made of.
//!
//! Numbers for moves ([`Actions`]), boards as planes ([`planes`]) and many games at once ([`Games`]) are plain Rust. The
//! feature `module` adds the module for Python, which wraps them and the other libraries; the package in `python/` has the
//! environments and the types. Its manual is `docs/python.md`.

#![deny(unsafe_code)]

mod actions;
mod games;
mod planes;

#[cfg(feature = "module")]
mod module;

pub use actions::{Actions, N_ACTIONS, N_HOPS};
pub use games::{BeginError, Code, Games, NotLegal, Rows};
pub use planes::{N_PLANES, PLANES_LEN, planes};
