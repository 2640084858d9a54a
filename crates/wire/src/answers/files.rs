//! Game files.

use crownhead_board::Color;
use crownhead_pdn::{Reader, Record};

use super::sentence;
use crate::{ErrorBody, ErrorCode, PdnAnswer, PdnGame};

/// More games or faults than these are not listed.
const MAX_GAMES: usize = 2000;
const MAX_FAULTS: usize = 100;

/// The games of a file.
pub fn list(text: &str) -> PdnAnswer {
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    for (index, record) in Reader::from_text(text).enumerate() {
        match record {
            Ok(record) if record.is_only_words() => {}
            Ok(record) => games.push(listed(index as u32, &record)),
            Err(error) => faults.push(error.to_string()),
        }
        if games.len() >= MAX_GAMES || faults.len() >= MAX_FAULTS {
            break;
        }
    }
    if games.is_empty() && faults.is_empty() {
        faults.push(no_game().message);
    }
    PdnAnswer { games, faults }
}

/// One game of a file, by its place.
///
/// # Errors
///
/// There is no such game, or it cannot be read.
pub fn game(text: &str, index: u32) -> Result<Record, ErrorBody> {
    match Reader::from_text(text).nth(index as usize) {
        Some(Ok(record)) if record.is_only_words() => Err(no_game()),
        Some(Ok(record)) => Ok(record),
        Some(Err(error)) => Err(ErrorBody::new(ErrorCode::BadPdn, sentence(&error.to_string()))),
        None if index == 0 => Err(no_game()),
        None => {
            Err(ErrorBody::new(ErrorCode::BadPdn, format!("There is no game number {index} in this text.")))
        }
    }
}

/// A text without moves.
fn no_game() -> ErrorBody {
    let hint = Some("A game looks like: 1. 11-15 23-18 2. 8-11 *".to_owned());
    ErrorBody { hint, ..ErrorBody::new(ErrorCode::BadPdn, "There is no game in this text.") }
}

fn listed(index: u32, record: &Record) -> PdnGame {
    let tag = |name| record.tags.get(name).filter(|value| !value.trim().is_empty() && *value != "?");
    PdnGame {
        index,
        black: record.player(Color::Black).map(str::to_owned),
        white: record.player(Color::White).map(str::to_owned),
        event: tag("Event").map(str::to_owned),
        date: tag("Date").map(str::to_owned),
        result: tag("Result").unwrap_or(record.ending.as_str()).to_owned(),
        plies: record.body.moves().count() as u32,
        fault: record.replay().err().map(|error| error.to_string()),
    }
}
