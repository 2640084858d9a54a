//! The two protocols as state machines without input and output.
//!
//! A session is given what the other side sends and what the search finds, and returns the actions to carry
//! out, in order. The program around it transfers the text and runs the search.

mod dxp;
mod dxp_game;
mod hub;

pub use dxp::{DxpAction, DxpConfig, DxpEnd, DxpFault, DxpOffer, DxpSession};
pub use dxp_game::DxpTurn;
pub use hub::{HubAction, HubSession, SearchRequest};
