//! Answers that need nothing but the question: the same at a server and in a browser.

pub mod bits;
#[cfg(feature = "collection")]
pub mod collection;
pub mod files;
pub mod lessons;
pub mod library;
pub mod positions;
pub mod practice;
mod review;

use crownhead_board::{Move, ParseMoveError, Position, Rules, State};
#[cfg(not(target_family = "wasm"))]
use crownhead_study::{Appearance, advice};

pub use self::review::ReviewTally;
use crate::{ErrorBody, ErrorCode};

/// The position of a FEN, or the start.
///
/// # Errors
///
/// It is no position.
pub fn read_position(fen: Option<&str>) -> Result<Position, ErrorBody> {
    let hint =
        "A position looks like W:W21,22,K30:B1,2: the side to move, White's pieces, Black's, K before kings.";
    fen.map_or(Ok(Position::START), str::parse)
        .map_err(|error| ErrorBody::new(ErrorCode::BadFen, sentence(&error.to_string())).with_hint(hint))
}

/// The rules that a text names, or the official ones.
///
/// # Errors
///
/// There are no such rules.
pub fn read_rules(text: Option<&str>) -> Result<Rules, ErrorBody> {
    let rules = text.map_or(Ok(Rules::OFFICIAL), str::parse);
    rules.map_err(|error| ErrorBody::new(ErrorCode::BadRules, sentence(&format!("{error}"))))
}

/// The state that a FEN and rules stand for.
///
/// # Errors
///
/// One of them cannot be read.
pub fn read_state(fen: Option<&str>, rules: Option<&str>) -> Result<State, ErrorBody> {
    Ok(State::new(read_position(fen)?, read_rules(rules)?))
}

/// A move as people type it.
///
/// # Errors
///
/// It is not legal, or is none.
pub fn read_move(text: &str, state: &State) -> Result<Move, ErrorBody> {
    state.parse_move(text).map_err(|error| bad_move(&error, state.position()))
}

/// A move that was not made, with the reason as a code.
pub fn bad_move(error: &ParseMoveError, pos: &Position) -> ErrorBody {
    ErrorBody::new(ErrorCode::BadMove, advice_on(error, pos)).with(error)
}

#[cfg(not(target_family = "wasm"))]
fn advice_on(error: &ParseMoveError, pos: &Position) -> String {
    advice::about_typed(error, pos, &pos.legal_moves(), &Appearance::default())
}

/// A page has sentences of its own for the code, in the language that is spoken there.
#[cfg(target_family = "wasm")]
fn advice_on(error: &ParseMoveError, _: &Position) -> String {
    error.to_string()
}

/// A text as a sentence.
pub fn sentence(text: &str) -> String {
    let mut sentence = text.trim().to_owned();
    // What begins with another letter has nothing to do with us, and all letters there are would weigh much in a browser.
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}
