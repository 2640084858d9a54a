//! What a game is played with.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Color, Game, Position, Rules};
use crownhead_engine::{Ballot, three_move_ballots};
use fastrand::Rng;
use thiserror::Error;

use crate::clock::TimeControl;
use crate::seat::Seat;

/// Everything that is agreed on before a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameOptions {
    /// Who plays Black, and who plays White.
    pub seats: [Seat; 2],
    /// The rules.
    pub rules: Rules,
    /// Where the game begins.
    pub opening: Opening,
    /// The clocks, if there are any.
    pub clock: Option<TimeControl>,
}

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Opening {
    /// At the start of the game.
    #[default]
    Free,
    /// With the three moves of the ballot of this number.
    Ballot(u16),
    /// With a random ballot.
    Random,
    /// From a position.
    Position(Position),
}

impl GameOptions {
    /// The game before anybody has moved. Chance comes from the seed.
    pub fn start(&self, seed: u64) -> Game {
        let ballot = match self.opening {
            Opening::Ballot(number) => find_number(number),
            Opening::Random => random_ballot(seed),
            Opening::Free | Opening::Position(_) => None,
        };
        let start = match self.opening {
            Opening::Position(pos) => pos,
            _ => Position::START,
        };
        let mut game = Game::from_position(start, self.rules);
        for mv in ballot.iter().flat_map(|ballot| ballot.moves()) {
            // Under house rules a ballot may not be playable to its end.
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }

    /// The only side that a person plays, if there is one.
    pub fn person(&self) -> Option<Color> {
        match self.seats {
            [Seat::Person, Seat::Computer(_)] => Some(Color::Black),
            [Seat::Computer(_), Seat::Person] => Some(Color::White),
            _ => None,
        }
    }
}

fn find_number(number: u16) -> Option<&'static Ballot> {
    three_move_ballots().iter().find(|ballot| ballot.number() == number)
}

/// One of the ballots that are played.
fn random_ballot(seed: u64) -> Option<&'static Ballot> {
    let playable: Vec<&Ballot> = three_move_ballots().iter().filter(|ballot| ballot.is_playable()).collect();
    Rng::with_seed(seed).choice(playable)
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Opening::Free => f.pad("free choice"),
            Opening::Random => f.pad("random ballot"),
            Opening::Position(_) => f.pad("a position of your own"),
            Opening::Ballot(number) => match find_number(*number) {
                Some(ballot) => f.pad(&ballot.to_string()),
                None => f.pad("no ballot"),
            },
        }
    }
}

/// A text that names no ballot, or several.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// None.
    #[error("there is no ballot \"{0}\"; give a number from 1 to 174, a name such as Skunk, random or free")]
    Unknown(String),
    /// Several have this in their names.
    #[error("several ballots match: {0}; give the number of one")]
    Several(String),
}

/// ```
/// use crownhead_play::Opening;
///
/// assert_eq!("skunk".parse(), Ok(Opening::Ballot(174)));
/// assert_eq!("random".parse(), Ok(Opening::Random));
/// assert!("175".parse::<Opening>().is_err());
/// ```
impl FromStr for Opening {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Opening, OpeningError> {
        let wanted = text.trim().to_lowercase();
        match wanted.as_str() {
            "random" | "lot" => return Ok(Opening::Random),
            "free" | "none" | "" => return Ok(Opening::Free),
            _ => {}
        }
        let fits = |ballot: &&Ballot| match wanted.parse::<u16>() {
            Ok(number) => ballot.number() == number,
            Err(_) => ballot.name().is_some_and(|name| name.to_lowercase().contains(&wanted)),
        };
        let found: Vec<&Ballot> = three_move_ballots().iter().filter(fits).collect();
        match found.as_slice() {
            [] => Err(OpeningError::Unknown(text.trim().to_owned())),
            [ballot] => Ok(Opening::Ballot(ballot.number())),
            several => {
                let texts: Vec<String> = several.iter().take(5).map(ToString::to_string).collect();
                let more = if several.len() > texts.len() { " and others" } else { "" };
                Err(OpeningError::Several(texts.join("; ") + more))
            }
        }
    }
}
