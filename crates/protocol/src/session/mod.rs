//! Who may say what when: the two protocols as state machines without any input or output.
//!
//! A session takes what the other side says and what the search found, and gives actions in the order in
//! which they are to be carried out. The program around it only moves lines and bytes and runs the
//! search.

mod dxp;
mod dxp_game;
mod hub;

pub use dxp::{DxpAction, DxpConfig, DxpEnd, DxpFault, DxpOffer, DxpSession};
pub use dxp_game::{DxpClock, DxpTurn};
pub use hub::{HubAction, HubSession, SearchRequest};
