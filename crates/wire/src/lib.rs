#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analysis;
#[cfg(feature = "answers")]
pub mod answers;
mod arena;
mod bits;
mod bot;
mod collection;
mod convert;
mod error;
mod lessons;
mod library;
mod offers;
mod online;
mod people;
mod position;
mod practice;
mod socket;
mod studies;

pub use analysis::*;
pub use arena::*;
pub use bits::*;
pub use bot::*;
pub use collection::*;
pub use convert::squares;
pub use error::*;
pub use lessons::*;
pub use library::*;
pub use offers::*;
pub use online::*;
pub use people::*;
pub use position::*;
pub use practice::*;
pub use socket::*;
pub use studies::*;

pub use crownhead_contest::{
    ClockReading, Command, Event, GameId, GameResult, Opening, PersonId, Possible, ResultReason, Seat,
    Situation, Stamped, TimeControl, Wish,
};

use crownhead_board::Color;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Black, who moves first.
    Black,
    /// White.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        match color {
            Color::Black => Side::Black,
            Color::White => Side::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Color {
        match side {
            Side::Black => Color::Black,
            Side::White => Color::White,
        }
    }
}

/// Something that is read from an object. Without it, a list of values in their order would do as well.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Object<T>, D::Error> {
        let object = serde_json::Map::deserialize(source)?;
        T::deserialize(serde_json::Value::Object(object)).map(Object).map_err(serde::de::Error::custom)
    }
}

/// Reads an object, or nothing.
fn optional_object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(source: D) -> Result<Option<T>, D::Error> {
    Ok(Option::<Object<T>>::deserialize(source)?.map(|object| object.0))
}

/// Reads a list of objects.
fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(source: D) -> Result<Vec<T>, D::Error> {
    Ok(Vec::<Object<T>>::deserialize(source)?.into_iter().map(|object| object.0).collect())
}
