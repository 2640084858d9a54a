//! What is asked of a collection.

use std::str::FromStr;

use crownhead_board::Position;
use thiserror::Error;

use crate::date::Date;
use crate::material::Material;
use crate::pattern::Pattern;

/// What a game must have to be found: everything that is asked for.
///
/// Names are found by parts of them, in any order and in capitals or not: `marion tin` finds `Tinsley, Marion`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Part of the name of either player.
    pub player: Option<String>,
    /// Part of the name of the other player.
    pub opponent: Option<String>,
    /// Part of Black's name.
    pub black: Option<String>,
    /// Part of White's name.
    pub white: Option<String>,
    /// Part of the event.
    pub event: Option<String>,
    /// Part of the name of an opening that the game went through.
    pub opening: Option<String>,
    /// The number of the three-move ballot.
    pub ballot: Option<u8>,
    /// The first day.
    pub from: Option<Date>,
    /// The last day.
    pub to: Option<Date>,
    /// How the game ended.
    pub result: Option<WantedResult>,
    /// The fewest plies.
    pub min_plies: Option<u16>,
    /// The most plies.
    pub max_plies: Option<u16>,
    /// A position of the game.
    pub position: Option<Position>,
    /// Material at one time of the game.
    pub material: Option<Material>,
    /// A pattern that fits at one time of the game; the same time, if there is a material too.
    pub pattern: Option<Pattern>,
    /// Find position, material and pattern with the colors reversed too.
    pub reversed: bool,
}

/// How a game ended, as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedResult {
    /// Black won.
    BlackWins,
    /// White won.
    WhiteWins,
    /// A draw.
    Draw,
    /// The player of the query won.
    Win,
    /// The player of the query lost.
    Loss,
    /// Not known.
    Unknown,
}

impl WantedResult {
    /// All of them with their names.
    pub const NAMES: [(&'static str, WantedResult); 6] = [
        ("black", WantedResult::BlackWins),
        ("white", WantedResult::WhiteWins),
        ("draw", WantedResult::Draw),
        ("win", WantedResult::Win),
        ("loss", WantedResult::Loss),
        ("unknown", WantedResult::Unknown),
    ];
}

impl FromStr for WantedResult {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<WantedResult, QueryError> {
        let names = Self::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text.trim()));
        names.map(|(_, result)| *result).ok_or_else(|| QueryError::Result(text.to_owned()))
    }
}

/// Why a query makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum QueryError {
    /// The result is none.
    #[error("\"{0}\" is not a result; results are black, white, draw, win, loss and unknown")]
    Result(String),
    /// Nobody is named who could have won.
    #[error("a win or a loss is somebody's: name a player, or ask for black or white")]
    NobodyWins,
    /// Nobody is named who could have had the opponent.
    #[error("an opponent is somebody's: name a player too")]
    NobodysOpponent,
    /// There is no such ballot.
    #[error("there is no ballot {0}; they are numbered 1 to 174")]
    Ballot(u8),
    /// No day or length lies between the two.
    #[error("the first {0} is behind the last")]
    Backwards(&'static str),
}

impl Query {
    /// Checks that the query makes sense.
    ///
    /// # Errors
    ///
    /// Nothing could ever be found.
    pub fn check(&self) -> Result<(), QueryError> {
        let is_personal = matches!(self.result, Some(WantedResult::Win | WantedResult::Loss));
        if is_personal && self.player.is_none() {
            return Err(QueryError::NobodyWins);
        }
        if self.opponent.is_some() && self.player.is_none() {
            return Err(QueryError::NobodysOpponent);
        }
        if let Some(ballot) = self.ballot.filter(|ballot| !(1..=174).contains(ballot)) {
            return Err(QueryError::Ballot(ballot));
        }
        if self.from.zip(self.to).is_some_and(|(from, to)| from > to.latest()) {
            return Err(QueryError::Backwards("date"));
        }
        if self.min_plies.zip(self.max_plies).is_some_and(|(min, max)| min > max) {
            return Err(QueryError::Backwards("length"));
        }
        Ok(())
    }

    /// Is everything found?
    pub fn is_empty(&self) -> bool {
        *self == Query { reversed: self.reversed, ..Query::default() }
    }
}

/// Parts of a name, in lower case.
#[derive(Clone, Debug)]
pub(crate) struct Words(Vec<String>);

impl Words {
    pub(crate) fn new(text: &str) -> Words {
        Words(text.to_lowercase().split_whitespace().map(str::to_owned).collect())
    }

    /// Does a name have all parts? One that is not known has none.
    pub(crate) fn fit(&self, name: &str) -> bool {
        let has: &dyn Fn(&String) -> bool = if name.is_ascii() {
            let name = name.as_bytes();
            &move |word| name.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
        } else {
            let name = name.to_lowercase();
            &move |word| name.contains(word.as_str())
        };
        !name.is_empty() && self.0.iter().all(has)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_their_parts() {
        for (words, name, fits) in [
            ("tinsley", "MF Tinsley", true),
            ("marion TIN", "Tinsley, Marion", true),
            ("tinsley x", "Tinsley, Marion", false),
            ("", "Tinsley", true),
            ("", "", false),
            ("müller", "H. MÜLLER", true),
            ("é", "e", false),
        ] {
            assert_eq!(Words::new(words).fit(name), fits, "{words} in {name}");
        }
    }

    #[test]
    fn a_query_that_finds_nothing_is_refused() {
        let query = Query { result: Some(WantedResult::Win), ..Query::default() };
        assert_eq!(query.check(), Err(QueryError::NobodyWins));
        let query = Query { ballot: Some(175), ..Query::default() };
        assert_eq!(query.check(), Err(QueryError::Ballot(175)));
        let query = Query { from: "1960".parse().ok(), to: "1959".parse().ok(), ..Query::default() };
        assert_eq!(query.check(), Err(QueryError::Backwards("date")));
        let query = Query { from: "1960.05".parse().ok(), to: "1960".parse().ok(), ..Query::default() };
        assert_eq!(query.check(), Ok(()));
    }
}
