//! The stores, over any database.

mod club;
mod lease;
mod people;
mod search;
mod studies;
