#![doc = include_str!("../README.md")]
#![cfg_attr(not(feature = "std"), no_std)]

extern crate alloc;

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod bitboard;
mod color;
mod diagram;
mod explain;
mod fen;
mod game;
mod house;
mod layout;
mod move_list;
mod movegen;
mod mv;
mod notation;
mod perft;
mod piece;
mod position;
mod rules;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod square;
mod state;

pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use diagram::{ParsePieceStyleError, PieceStyle, diagram};
pub use explain::IllegalReason;
pub use fen::FenError;
pub use game::{Captured, DrawReason, Game, MAX_OCCURRENCES, MAX_QUIET_PLIES, Outcome, PlayError, WinReason};
pub use move_list::{MoveList, Moves};
pub use mv::{InvalidMove, MAX_JUMPS, Move, Route};
pub use notation::{ParseMoveError, SquareMatch, SquareNames, match_squares};
pub use perft::perft;
#[cfg(feature = "std")]
pub use perft::{Perft, Progress};
pub use piece::{Piece, Role};
pub use position::{IllegalMove, ParsePositionError, Position};
pub use rules::{Capture, CapturedKing, Chain, Crown, ParseRulesError, Rules};
pub use setup::{Setup, SetupError};
pub use square::{InvalidSquare, Square};
pub use state::State;
