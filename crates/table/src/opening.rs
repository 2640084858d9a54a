//! Ballots by number and by name.

use crownhead_contest::{Opening, Start};
use crownhead_engine::{Ballot, three_move_ballots};
use fastrand::Rng;
use thiserror::Error;

/// Where a game begins that somebody wants to begin like this. The random ballot comes from the seed.
pub fn start(opening: &Opening, seed: u64) -> Start {
    let ballot = match opening {
        Opening::Free => return Start::default(),
        Opening::Fen { fen } => return Start::from(*fen),
        Opening::Ballot { number } => find_number(*number),
        Opening::RandomBallot => random_ballot(seed),
    };
    Start::ballot(ballot.map(|ballot| ballot.moves().to_vec()).unwrap_or_default())
}

fn find_number(number: u16) -> Option<&'static Ballot> {
    three_move_ballots().iter().find(|ballot| ballot.number() == number)
}

/// One of the ballots that are played.
fn random_ballot(seed: u64) -> Option<&'static Ballot> {
    let playable: Vec<&Ballot> = three_move_ballots().iter().filter(|ballot| ballot.is_playable()).collect();
    Rng::with_seed(seed).choice(playable)
}

/// A few words about how a game begins.
pub fn opening_text(opening: &Opening) -> String {
    match opening {
        Opening::Free => "free choice".to_owned(),
        Opening::RandomBallot => "random ballot".to_owned(),
        Opening::Fen { .. } => "a position of your own".to_owned(),
        Opening::Ballot { number } => {
            find_number(*number).map_or_else(|| "no ballot".to_owned(), ToString::to_string)
        }
    }
}

/// A text that names no ballot, or several.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoOpening {
    /// None.
    #[error("there is no ballot \"{0}\"; give a number from 1 to 174, a name such as Skunk, random or free")]
    Unknown(String),
    /// Several have this in their names.
    #[error("several ballots match: {0}; give the number of one")]
    Several(String),
}

/// Reads the number or name of a ballot, `random` or `free`.
///
/// # Errors
///
/// There is no such ballot, or several.
///
/// ```
/// use crownhead_contest::Opening;
/// use crownhead_table::parse_opening;
///
/// assert_eq!(parse_opening("skunk"), Ok(Opening::Ballot { number: 174 }));
/// assert_eq!(parse_opening("random"), Ok(Opening::RandomBallot));
/// assert!(parse_opening("175").is_err());
/// ```
pub fn parse_opening(text: &str) -> Result<Opening, NoOpening> {
    let wanted = text.trim().to_ascii_lowercase();
    match wanted.as_str() {
        "random" | "lot" => return Ok(Opening::RandomBallot),
        "free" | "none" | "" => return Ok(Opening::Free),
        _ => {}
    }
    let fits = |ballot: &&Ballot| match wanted.parse::<u16>() {
        Ok(number) => ballot.number() == number,
        Err(_) => ballot.name().is_some_and(|name| name.to_ascii_lowercase().contains(&wanted)),
    };
    let found: Vec<&Ballot> = three_move_ballots().iter().filter(fits).collect();
    match found.as_slice() {
        [] => Err(NoOpening::Unknown(text.trim().to_owned())),
        [ballot] => Ok(Opening::Ballot { number: ballot.number() }),
        several => {
            let texts: Vec<String> = several.iter().take(5).map(ToString::to_string).collect();
            let more = if several.len() > texts.len() { " and others" } else { "" };
            Err(NoOpening::Several(texts.join("; ") + more))
        }
    }
}
