#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod coach;
mod hall;
mod http;
mod live;
mod local;
mod server;
mod state;

pub use hall::{Act, Glance, Hall, Listing, NewGame, SeatKey, Ticket, Trouble};
pub use http::{Guests, router, serve};
pub use local::LocalHall;
pub use server::{McpServer, Profile, serve_stdio};
pub use state::GameState;
