//! What there is to choose from: rules, levels, ballots, openings, and the games of a file.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What this server is and offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct About {
    /// The program.
    #[schema(example = "crownhead")]
    pub name: String,
    /// Its version.
    pub version: String,
    /// The levels of the computer.
    pub levels: Vec<LevelInfo>,
    /// Rules that have a name.
    pub presets: Vec<RulesPreset>,
    /// What rules are made of.
    pub settings: Vec<RulesSetting>,
    /// The most pieces that the endgame database covers.
    pub database_pieces: u8,
}

/// A level of the computer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LevelInfo {
    /// From 1 to 10.
    pub number: u8,
    /// Plies it looks ahead; none for as many as it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions it looks at.
    pub nodes: u64,
}

/// Rules with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RulesPreset {
    /// The name.
    #[schema(example = "casual")]
    pub name: String,
    /// The settings in full.
    #[schema(example = "capture=optional,chain=again,crown=ends-move,captured-king=removed")]
    pub settings: String,
}

/// One thing that rules say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RulesSetting {
    /// The name.
    #[schema(example = "chain")]
    pub name: String,
    /// What it is about.
    pub about: String,
    /// What can be chosen, the official value first.
    pub values: Vec<RulesValue>,
}

/// A value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RulesValue {
    /// The name.
    #[schema(example = "may-stop")]
    pub name: String,
    /// What it means.
    pub about: String,
}

/// A three-move ballot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BallotInfo {
    /// From 1 to 174.
    pub number: u16,
    /// The three moves.
    pub moves: Vec<String>,
    /// The name of the opening, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Is it in the deck? Barred ballots are not.
    pub playable: bool,
    /// The position after the moves.
    pub fen: String,
}

/// An opening with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OpeningInfo {
    /// The name.
    #[schema(example = "Single Corner")]
    pub name: String,
    /// The moves that lead there.
    pub moves: Vec<String>,
    /// The position after them.
    pub fen: String,
}

/// The text of a game file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PdnRequest {
    /// The text.
    #[schema(example = "[Event \"Club night\"]\n1. 11-15 23-18 *")]
    pub text: String,
}

/// The games of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PdnAnswer {
    /// The games that could be read; at most 2000 are listed.
    pub games: Vec<PdnGame>,
    /// What could not be read, each with its place.
    pub faults: Vec<String>,
}

/// A line about a game of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PdnGame {
    /// Which game of the file, from 0.
    pub index: u32,
    /// Who played Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// Who played White.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// The event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The date as the file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The result as the file has it: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Moves of the main line.
    pub plies: u32,
    /// What keeps the game from being played to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}
