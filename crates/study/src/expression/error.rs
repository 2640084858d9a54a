//! Why a text is no calculation.

use thiserror::Error;

use super::reader::{MAX_DEPTH, MAX_LEN};

/// Why a text is no calculation, or has no result. Places are counted in characters, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExpressionError {
    /// There is nothing.
    #[error("there is nothing to compute; write something like black | white")]
    Empty,
    /// It is too long, or nested too deep.
    #[error(
        "this is too long; at most {MAX_LEN} characters and {MAX_DEPTH} brackets inside each other can be read"
    )]
    TooLong,
    /// A character means nothing.
    #[error("{sign:?} at character {at} means nothing here; the signs are & | ^ ~ << >> + - * / % ( )")]
    UnknownSign {
        /// Where it stands.
        at: usize,
        /// The character.
        sign: char,
    },
    /// A word is missing.
    #[error("a number, a name or a bracket is missing at character {at}")]
    MissingWord {
        /// Where.
        at: usize,
    },
    /// A sign is missing between two words.
    #[error("a sign such as & or | is missing at character {at}")]
    MissingSign {
        /// Where.
        at: usize,
    },
    /// A bracket is not closed.
    #[error("the bracket at character {at} is not closed")]
    Unclosed {
        /// Where it stands.
        at: usize,
    },
    /// A number is none, or too large.
    #[error("{text:?} is not a number of {bits} bits; numbers look like 11, 0b1011 or 0xB")]
    BadNumber {
        /// As it was written.
        text: String,
        /// The width.
        bits: u32,
    },
    /// There is no word of this name.
    #[error("there is no word {name:?}")]
    UnknownName {
        /// The name.
        name: String,
    },
    /// There is no function of this name.
    #[error("there is no function {name:?}")]
    UnknownFunction {
        /// The name.
        name: String,
    },
    /// A function has too many words, or too few.
    #[error("{name} takes {takes} words, and {given} were given")]
    WrongCount {
        /// The function.
        name: &'static str,
        /// How many it takes.
        takes: usize,
        /// How many there are.
        given: usize,
    },
    /// A function is about the board, and the width is another.
    #[error("{name} is about the 32 dark squares, so it needs 32 bits")]
    NeedsBoard {
        /// The function.
        name: &'static str,
    },
    /// A function is not to be used here.
    #[error("{name} is what is to be written here; use & | ^ ~ << >>")]
    NotHere {
        /// The function.
        name: &'static str,
    },
    /// A division by zero.
    #[error("division by zero")]
    DivisionByZero,
}

/// What there is to say about an error besides its code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Details {
    /// Where it is.
    pub at: Option<usize>,
    /// The character, the number or the name that it is about.
    pub text: Option<String>,
    /// How many there should be: bits of a number, words of a function.
    pub most: Option<usize>,
    /// How many there are.
    pub given: Option<usize>,
}

impl ExpressionError {
    /// A word for programs, which stays the same when sentences change.
    pub fn code(&self) -> &'static str {
        match self {
            ExpressionError::Empty => "empty",
            ExpressionError::TooLong => "too_long",
            ExpressionError::UnknownSign { .. } => "unknown_sign",
            ExpressionError::MissingWord { .. } => "missing_word",
            ExpressionError::MissingSign { .. } => "missing_sign",
            ExpressionError::Unclosed { .. } => "unclosed",
            ExpressionError::BadNumber { .. } => "bad_number",
            ExpressionError::UnknownName { .. } => "unknown_name",
            ExpressionError::UnknownFunction { .. } => "unknown_function",
            ExpressionError::WrongCount { .. } => "wrong_count",
            ExpressionError::NeedsBoard { .. } => "needs_board",
            ExpressionError::NotHere { .. } => "not_here",
            ExpressionError::DivisionByZero => "division_by_zero",
        }
    }

    /// What belongs to the code.
    pub fn details(&self) -> Details {
        let place = |at: &usize| Details { at: Some(*at), ..Details::default() };
        let about = |text: &str| Details { text: Some(text.to_owned()), ..Details::default() };
        match self {
            ExpressionError::UnknownSign { at, sign } => {
                Details { text: Some(sign.to_string()), ..place(at) }
            }
            ExpressionError::MissingWord { at }
            | ExpressionError::MissingSign { at }
            | ExpressionError::Unclosed { at } => place(at),
            ExpressionError::BadNumber { text, bits } => {
                Details { most: Some(*bits as usize), ..about(text) }
            }
            ExpressionError::UnknownName { name } | ExpressionError::UnknownFunction { name } => about(name),
            ExpressionError::WrongCount { name, takes, given } => {
                Details { most: Some(*takes), given: Some(*given), ..about(name) }
            }
            ExpressionError::NeedsBoard { name } | ExpressionError::NotHere { name } => about(name),
            ExpressionError::Empty | ExpressionError::TooLong | ExpressionError::DivisionByZero => {
                Details::default()
            }
        }
    }
}
