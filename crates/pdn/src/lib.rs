#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod body;
mod clock;
mod encoding;
mod error;
mod game_type;
mod lexer;
mod move_text;
mod parser;
mod reader;
mod record;
mod replay;
mod score;
mod source;
mod tags;
mod text;
mod wrap;
mod writer;

pub use body::{Body, Comment, Item, Items, Line, MAX_DEPTH, VariationError};
pub use clock::Clock;
pub use error::{Problem, ReadError};
pub use move_text::{MAX_SQUARES, Mark, MoveText, MoveTextError, Separator, Strength};
pub use reader::Reader;
pub use record::Record;
pub use replay::{Fault, ReplayError, read_setup};
pub use score::{GameResult, ParseScoreError, Score};
pub use source::Place;
pub use tags::{InvalidTagName, Tags};
pub use text::MAX_TEXT;
pub use writer::{Writer, write_record};
