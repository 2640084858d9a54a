//! The stores, over any database.

mod club;
mod lease;
mod search;
mod studies;
