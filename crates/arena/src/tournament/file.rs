//! Tournaments in TOML.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::schedule::{Schedule, Stage};
use crate::player::{PlayerSpec, SpecError};
use crate::referee::{Policy, TimeControl};

/// The description of a tournament.
///
/// ```
/// use crownhead_arena::tournament::TournamentFile;
///
/// let file = TournamentFile::from_toml("
///     name = 'Levels'
///     [[players]]
///     spec = 'level:1'
///     [[players]]
///     name = 'Two'
///     spec = 'level:2'
/// ").unwrap();
/// assert_eq!(file.names(), ["level:1", "Two"]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct TournamentFile {
    /// Its name.
    pub name: String,
    /// Who plays whom.
    #[serde(default)]
    pub format: Format,
    /// How often each pair meets, or the number of rounds of a Swiss tournament. A meeting is two games from one opening
    /// with colors exchanged.
    #[serde(default = "one")]
    pub rounds: usize,
    /// The openings: one of [`Openings::NAMES`](crate::openings::Openings::NAMES), or a file.
    #[serde(default = "ballots")]
    pub openings: String,
    /// The time control of players whose own name has none.
    #[serde(default = "control")]
    pub control: String,
    /// Games played at once.
    #[serde(default = "one")]
    pub concurrency: usize,
    /// The seed of the order of openings and of random choices.
    #[serde(default = "one")]
    pub seed: u64,
    /// Whether the referee ends games that the endgame database knows or both players agree on. Games played to their end
    /// show more about how well endings are played.
    #[serde(default)]
    pub adjudicate: bool,
    /// How often a void game is replayed.
    #[serde(default = "replays")]
    pub replays: usize,
    /// Nodes for the engine's review of each move; 0 for no review.
    #[serde(default = "review_nodes")]
    pub review_nodes: u64,
    /// Whether the levels of the engine have fixed ratings.
    #[serde(default = "yes")]
    pub anchors: bool,
    /// A file with prompts for chat models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// Retry and forfeit policy for text players.
    #[serde(default)]
    pub policy: Policy,
    /// The players.
    pub players: Vec<Entrant>,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// All play all.
    #[default]
    RoundRobin,
    /// The first player plays all others.
    Gauntlet,
    /// Players with similar scores play each other, round after round.
    Swiss,
}

/// A player in a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Its name; the specification if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its specification: see [`PlayerSpec`].
    pub spec: String,
    /// What its tokens cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
}

/// The price of a million tokens, in whatever money.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Of prompts.
    #[serde(rename = "in")]
    pub input: f64,
    /// Of replies.
    #[serde(rename = "out")]
    pub output: f64,
}

impl Price {
    /// What the tokens of prompts and replies cost.
    pub fn of(self, tokens_in: u64, tokens_out: u64) -> f64 {
        (self.input * tokens_in as f64 + self.output * tokens_out as f64) / 1e6
    }

    fn is_a_price(self) -> bool {
        [self.input, self.output].iter().all(|price| price.is_finite() && *price >= 0.0)
    }
}

/// An invalid file.
#[derive(Debug, Error)]
pub enum FileError {
    /// It is not TOML, or has wrong names.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// A player is invalid.
    #[error("player {number}")]
    Player {
        /// Its number, from 1.
        number: usize,
        /// Why.
        source: SpecError,
    },
    /// The time control is invalid.
    #[error("control")]
    Control(#[source] SpecError),
    /// There are too few players.
    #[error("a tournament has at least two players, and this one has {0}")]
    TooFew(usize),
    /// Two players have the same name.
    #[error("two players are called \"{0}\"; give each a name of its own")]
    SameName(String),
    /// A price is no price.
    #[error("player {0}: a price is that of a million tokens, as in price = {{ in = 0.5, out = 2.0 }}")]
    Price(usize),
    /// A number is 0.
    #[error("{0} cannot be 0")]
    Zero(&'static str),
}

fn one<T: From<u8>>() -> T {
    1.into()
}
fn replays() -> usize {
    2
}
fn review_nodes() -> u64 {
    1_000
}
fn yes() -> bool {
    true
}
fn ballots() -> String {
    "ballots".to_owned()
}
fn control() -> String {
    "nodes=20000".to_owned()
}

impl TournamentFile {
    /// Reads and checks a file.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it.
    pub fn from_toml(text: &str) -> Result<TournamentFile, FileError> {
        let file: TournamentFile = toml::from_str(text)?;
        file.check()?;
        Ok(file)
    }

    fn check(&self) -> Result<(), FileError> {
        if self.players.len() < 2 {
            return Err(FileError::TooFew(self.players.len()));
        }
        let attempts = self.policy.attempts as usize;
        let numbers =
            [("rounds", self.rounds), ("concurrency", self.concurrency), ("policy.attempts", attempts)];
        if let Some((name, _)) = numbers.into_iter().find(|(_, n)| *n == 0) {
            return Err(FileError::Zero(name));
        }
        let names = self.names();
        if let Some(twice) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            return Err(FileError::SameName(twice.1.clone()));
        }
        let has_no_price = |player: &Entrant| player.price.is_some_and(|price| !price.is_a_price());
        if let Some(player) = self.players.iter().position(has_no_price) {
            return Err(FileError::Price(player + 1));
        }
        self.control()?;
        self.specs().map(drop)
    }

    /// The names of the players.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.as_ref().unwrap_or(&player.spec).clone()).collect()
    }

    /// The players.
    ///
    /// # Errors
    ///
    /// One of them is invalid.
    pub fn specs(&self) -> Result<Vec<PlayerSpec>, FileError> {
        let read = |(i, player): (usize, &Entrant)| {
            player.spec.parse().map_err(|source| FileError::Player { number: i + 1, source })
        };
        self.players.iter().enumerate().map(read).collect()
    }

    /// The time control.
    ///
    /// # Errors
    ///
    /// It is invalid.
    pub fn control(&self) -> Result<TimeControl, FileError> {
        self.control.parse().map_err(FileError::Control)
    }

    /// The settings in one line.
    pub fn settings(&self) -> String {
        let kebab = |value: serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let policy = self.policy;
        format!(
            "{}, rounds: {}; openings: {}, seed {}; {}; legal moves shown: {}, attempts: {}, then {}",
            kebab(serde_json::json!(self.format)),
            self.rounds,
            self.openings,
            self.seed,
            self.control,
            kebab(serde_json::json!(policy.legal_moves)),
            policy.attempts,
            kebab(serde_json::json!(policy.exhausted)),
        )
    }

    pub(crate) fn stage(&self) -> Stage {
        Stage { n_players: self.players.len(), rounds: self.rounds }
    }

    /// Who plays whom in these stages.
    pub(crate) fn schedule(&self, stages: Vec<Stage>, n_openings: usize) -> Schedule {
        Schedule { format: self.format, stages, n_openings }
    }

    /// Whether this is the tournament as it was before, apart from what may change while it is interrupted: rounds and
    /// players may have been added, and prices be others.
    pub(crate) fn continues(&self, before: &TournamentFile) -> bool {
        let is_kept = |(one, other): (&Entrant, &Entrant)| {
            Entrant { price: None, ..one.clone() } == Entrant { price: None, ..other.clone() }
        };
        let has_all = self.players.len() >= before.players.len()
            && self.players.iter().zip(&before.players).all(is_kept)
            && self.rounds >= before.rounds;
        let likened = TournamentFile {
            concurrency: self.concurrency,
            rounds: self.rounds,
            players: self.players.clone(),
            ..before.clone()
        };
        has_all && likened == *self
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |text: &str| {
            let error = TournamentFile::from_toml(text).unwrap_err();
            let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
            format!("{error}{cause}")
        };
        let two = "[[players]]\nspec='level:1'\n[[players]]\nspec='level:2'";
        assert!(error("name='x'\nplayers=[]").contains("at least two players"));
        assert!(error(&format!("name='x'\nround=3\n{two}")).contains("unknown field `round`"));
        assert!(error(&format!("name='x'\nformat='knockout'\n{two}")).contains("round-robin"));
        assert!(error(&format!("name='x'\nrounds=0\n{two}")).contains("rounds cannot be 0"));
        assert!(error(&format!("name='x'\ncontrol='fast'\n{two}")).contains("control: "));
        let second = |level: &str| error(&format!("name='x'\n{}", two.replace("level:2", level)));
        assert!(second("level:1").contains("name of its own"));
        assert!(second("level:2'\nprice={in=-1,out=2}#").contains("player 2: a price is that of a million"));
        assert!(second("level:2'\nprice={input=1,out=2}#").contains("unknown field `input`"));
        assert!(second("level:22").contains("player 2: there is no level"));
    }
}
