#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod ask;
mod client;
mod connection;
mod error;
mod event;
mod http;
mod kept;
mod line;
mod site;
mod token;

pub use ask::{Answer, Ask};
pub use client::Client;
pub use error::ClientError;
pub use event::{Event, Order};
pub use http::Http;
pub use kept::SessionFile;
pub use site::{NoSite, Site};
pub use token::Token;

/// Every request, answer and message.
pub use crownhead_wire as wire;
