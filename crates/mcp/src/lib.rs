#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod app;
mod arguments;
mod bots;
mod coach;
mod hall;
mod http;
mod live;
mod local;
mod params;
mod person;
mod server;
mod state;

pub use hall::{
    Act, Glance, Hall, Head, JoinGame, Listing, NewGame, Said, SeatKey, Ticket, Trouble, clean_name,
    read_move,
};
pub use http::{Guests, mounted, router, serve, tournament_router};
pub use local::LocalHall;
pub use server::{McpServer, Profile, serve_stdio};
pub use state::GameState;
