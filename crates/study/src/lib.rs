#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod advice;
pub mod arithmetic;
pub mod bits;
pub mod constants;
#[cfg(feature = "serde")]
pub mod course;
mod edit;
mod error;
mod eval;
pub mod exercise;
pub mod expression;
pub mod hint;
pub mod hops;
pub mod html;
pub mod masks;
pub mod notation;
pub mod picture;
mod record;
#[cfg(feature = "serde")]
pub mod replay;
pub mod review;
mod shape;
mod study;
pub mod style;
mod verdicts;
#[cfg(feature = "serde")]
pub mod view;

pub use error::StudyError;
pub use eval::{Eval, NoEval};
pub use hint::Hint;
pub use notation::{NoSuchNotation, Notation};
pub use shape::{Shape, ShapeColor};
pub use study::{Node, Study};
pub use style::{Appearance, BitLayout, Frame, Names, Style};
pub use verdicts::{verdict_after, verdicts};
#[cfg(feature = "serde")]
pub use view::{NodeView, StudyView};
