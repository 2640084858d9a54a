//! What cannot be done to a study, and what could not be read.

use crownhead_pdn::{Fault, InvalidTagName, MAX_DEPTH, ReadError};
use thiserror::Error;

use crate::study::Study;

/// Why a study is not changed, or not read as it was meant.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StudyError {
    /// There is no node of this number.
    #[error("there is no node {0}")]
    NoSuchNode(usize),
    /// The start was to be removed.
    #[error("the start of a study cannot be removed")]
    IsStart,
    /// The move is not legal there.
    #[error("the move is not legal there")]
    Illegal,
    /// The study is full.
    #[error("a study has at most {} moves with its variations", Study::MAX_NODES - 1)]
    TooManyMoves,
    /// Variations would be nested too deep.
    #[error("variations are nested at most {MAX_DEPTH} deep")]
    TooDeep,
    /// The comment or the value of a tag is too long.
    #[error("a comment or tag has at most {} characters", Study::MAX_COMMENT)]
    TooLong,
    /// All comments together are too long.
    #[error("the comments of a study have at most {} bytes together", Study::MAX_TEXT)]
    TooMuchText,
    /// Only the first move of a variation has a comment before it.
    #[error("what is said before a move of the main line belongs to the move before it")]
    NotAVariation,
    /// There are too many shapes on a board.
    #[error("a board has at most {} shapes", Study::MAX_SHAPES)]
    TooManyShapes,
    /// There are too many numbers at a move.
    #[error("a move has at most {} annotations by number", Study::MAX_NAGS)]
    TooManyNags,
    /// The number means a mark, and there is a place for marks.
    #[error("annotation {0} is a mark")]
    IsMark(u16),
    /// There are too many tags.
    #[error("a study has at most {} tags", Study::MAX_TAGS)]
    TooManyTags,
    /// The tag says what the study itself knows.
    #[error("the tag {0} follows from the study")]
    OwnTag(String),
    /// The name of a tag is none.
    #[error(transparent)]
    TagName(#[from] InvalidTagName),
    /// A record says something that cannot be played.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A text is not a game.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A text has no game in it.
    #[error("there is no game in the text")]
    NoGame,
}

impl StudyError {
    /// A word for programs, which stays the same when sentences change.
    pub fn code(&self) -> &'static str {
        match self {
            StudyError::NoSuchNode(_) => "no_such_node",
            StudyError::IsStart => "is_start",
            StudyError::Illegal => "illegal_move",
            StudyError::TooManyMoves => "too_many_moves",
            StudyError::TooDeep => "too_deep",
            StudyError::TooLong => "too_long",
            StudyError::TooMuchText => "too_much_text",
            StudyError::NotAVariation => "not_a_variation",
            StudyError::TooManyShapes => "too_many_shapes",
            StudyError::TooManyNags => "too_many_nags",
            StudyError::IsMark(_) => "is_mark",
            StudyError::TooManyTags => "too_many_tags",
            StudyError::OwnTag(_) => "own_tag",
            StudyError::TagName(_) => "bad_tag_name",
            StudyError::Fault(_) => "unplayable",
            StudyError::Read(_) => "unreadable",
            StudyError::NoGame => "no_game",
        }
    }
}
