//! Studies that accounts keep at a server, and the games that an earlier program has left there.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who may read a study.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Its owner.
    #[default]
    Private,
    /// Whoever has the link.
    Link,
}

/// A study to keep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewStudy {
    /// What you call it.
    #[schema(example = "Old Faithful", min_length = 1, max_length = 100)]
    pub title: String,
    /// Who may read it; private if it is left out.
    #[serde(default)]
    pub visibility: Visibility,
    /// One game as PDN, at most 512 KiB.
    #[schema(example = "1. 11-15 23-19 {The main road.} (22-18) *")]
    pub pdn: String,
}

/// A change of a study. What is left out stays as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyChange {
    /// The version that you have. When there is another one by now, nothing is changed and the answer is `stale`.
    #[schema(example = 1)]
    pub version: u64,
    /// What you call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "Old Faithful", min_length = 1, max_length = 100)]
    pub title: Option<String>,
    /// Who may read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visibility: Option<Visibility>,
    /// One game as PDN, at most 512 KiB.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "1. 11-15 23-19 *")]
    pub pdn: Option<String>,
}

/// A study as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StudyInfo {
    /// Its name in addresses.
    #[schema(example = "k7m2qd4xw0aj")]
    pub id: String,
    /// What its owner calls it.
    pub title: String,
    /// Who may read it.
    pub visibility: Visibility,
    /// Grows by one with every change.
    pub version: u64,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it was changed last.
    pub changed: u64,
}

/// Your studies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StudyList {
    /// The studies, the most recently changed first.
    pub studies: Vec<StudyInfo>,
}

/// A study, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KeptStudy {
    /// What a list shows of it.
    pub study: StudyInfo,
    /// The name of its owner, if the account is still there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Is it yours?
    pub yours: bool,
    /// The study as PDN.
    pub pdn: String,
}

/// The games that an earlier version of the program kept at the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OldGames {
    /// How many games are in `pdn`.
    pub games: u32,
    /// How many are not, for they cannot be read, or there are too many. `crownhead games old` tells more.
    pub left_out: u32,
    /// The games as PDN, the oldest first.
    pub pdn: String,
}
