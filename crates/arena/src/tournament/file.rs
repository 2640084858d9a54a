//! A tournament as it stands in a file.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::schedule::Schedule;
use crate::clock::TimeControl;
use crate::policy::Policy;
use crate::spec::{PlayerSpec, SpecError};

/// What a tournament is about, as somebody wrote it down in TOML.
///
/// ```
/// use crownhead_arena::TournamentFile;
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
    /// How often each pair meets, or the number of rounds of a Swiss tournament. A meeting is two games from one
    /// opening, colors exchanged.
    #[serde(default = "one")]
    pub rounds: usize,
    /// Where games start: a name of [`Openings::NAMES`](crate::Openings::NAMES), or a file.
    #[serde(default = "ballots")]
    pub openings: String,
    /// What players may use for a move, unless their own names say otherwise.
    #[serde(default = "control")]
    pub control: String,
    /// Games played at once. It may be changed while a tournament is interrupted.
    #[serde(default = "concurrency")]
    pub concurrency: usize,
    /// The seed of the order of openings and of whatever players leave to chance.
    #[serde(default = "seed")]
    pub seed: u64,
    /// The referee ends games that the endgame database knows or both players agree on. Games that are played to
    /// their end tell more about how well endings are played.
    #[serde(default)]
    pub adjudicate: bool,
    /// How often a game that became void is played again.
    #[serde(default = "replays")]
    pub replays: usize,
    /// Nodes with which the engine judges each move of a game that is over; none if it is 0.
    #[serde(default = "review_nodes")]
    pub review_nodes: u64,
    /// The levels of the engine have fixed ratings, to which the others are fitted.
    #[serde(default = "yes")]
    pub anchors: bool,
    /// A file with texts for chat models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// How players that speak are treated.
    #[serde(default)]
    pub policy: Policy,
    /// Who plays.
    pub players: Vec<Entrant>,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody plays everybody.
    #[default]
    RoundRobin,
    /// The first player plays everybody else.
    Gauntlet,
    /// Those with the same score play each other, round after round.
    Swiss,
}

/// A player in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// What it is called; by its specification if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What it is, in the words of [`PlayerSpec`], or `mcp` for an agent that comes by itself.
    pub spec: String,
}

/// What is wrong with a file.
#[derive(Debug, Error)]
pub enum FileError {
    /// It is not TOML, or not with the right names.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// A player is no player.
    #[error("player {number}: {source}")]
    Player {
        /// Which, from 1.
        number: usize,
        /// Why.
        source: SpecError,
    },
    /// The time control is none.
    #[error("control: {0}")]
    Control(#[source] SpecError),
    /// There are too few players.
    #[error("a tournament has at least two players, and this one has {0}")]
    TooFew(usize),
    /// Two players have the same name.
    #[error("two players are called \"{0}\"; give each a name of its own")]
    SameName(String),
    /// A number that makes no tournament.
    #[error("{0} cannot be 0")]
    Zero(&'static str),
}

fn one() -> usize {
    1
}
fn concurrency() -> usize {
    1
}
fn replays() -> usize {
    2
}
fn seed() -> u64 {
    1
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
        for (what, n) in [
            ("rounds", self.rounds),
            ("concurrency", self.concurrency),
            ("policy.attempts", self.policy.attempts as usize),
        ] {
            if n == 0 {
                return Err(FileError::Zero(what));
            }
        }
        let names = self.names();
        if let Some(twice) = names.iter().enumerate().find(|(i, name)| names[..*i].contains(name)) {
            return Err(FileError::SameName(twice.1.clone()));
        }
        self.control()?;
        self.specs().map(drop)
    }

    /// What everybody is called.
    pub fn names(&self) -> Vec<String> {
        self.players.iter().map(|player| player.name.as_ref().unwrap_or(&player.spec).clone()).collect()
    }

    /// What everybody is.
    ///
    /// # Errors
    ///
    /// One of them is nothing that can play.
    pub fn specs(&self) -> Result<Vec<PlayerSpec>, FileError> {
        let read = |(i, player): (usize, &Entrant)| {
            player.spec.parse().map_err(|source| FileError::Player { number: i + 1, source })
        };
        self.players.iter().enumerate().map(read).collect()
    }

    /// What players may use for a move.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn control(&self) -> Result<TimeControl, FileError> {
        self.control.parse().map_err(FileError::Control)
    }

    /// What it is played by, in one line.
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

    /// How many games there will be.
    pub fn n_games(&self) -> usize {
        self.schedule(1).n_games()
    }

    /// Who plays whom, with so many openings.
    pub(crate) fn schedule(&self, n_openings: usize) -> Schedule {
        Schedule { format: self.format, n_players: self.players.len(), rounds: self.rounds, n_openings }
    }

    /// The same tournament, but for what may be changed while it is interrupted.
    pub(crate) fn is_same(&self, other: &TournamentFile) -> bool {
        TournamentFile { concurrency: self.concurrency, ..other.clone() } == *self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |text: &str| TournamentFile::from_toml(text).unwrap_err().to_string();
        let two = "[[players]]\nspec='level:1'\n[[players]]\nspec='level:2'";
        assert!(error("name='x'\nplayers=[]").contains("at least two players"));
        assert!(error(&format!("name='x'\nround=3\n{two}")).contains("unknown field `round`"));
        assert!(error(&format!("name='x'\nformat='knockout'\n{two}")).contains("round-robin"));
        assert!(error(&format!("name='x'\nrounds=0\n{two}")).contains("rounds cannot be 0"));
        assert!(error(&format!("name='x'\ncontrol='fast'\n{two}")).contains("control: "));
        assert!(
            error(
                &two.replace("level:2", "level:1")
                    .replace("[[players]]\nspec='level:1'\n[[", "name='x'\n[[players]]\nspec='level:1'\n[[")
            )
            .contains("name of its own")
        );
        assert!(
            error(&format!("name='x'\n{}", two.replace("level:2", "level:22")))
                .contains("player 2: there is no level")
        );
    }
}
