//! What people offer each other: seeks of the lobby, and challenges.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{OnlineSummary, Opening, PeopleOnline, Side, TimeControl, Wish, optional_object};

/// What kind of game somebody wants to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlineSettings {
    /// The clocks; none if they are left out, and then the game cannot be rated.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional_object")]
    pub clock: Option<TimeControl>,
    /// Does it count for ratings? Both players need an account, the rules are official, and there is a clock.
    #[serde(default)]
    pub rated: bool,
    /// The rules: a preset or settings; official if they are left out.
    #[serde(default = "official", skip_serializing_if = "is_official")]
    #[schema(example = "official")]
    pub rules: String,
    /// How the game begins; freely if it is left out.
    #[serde(default, skip_serializing_if = "Opening::is_free")]
    pub start: Opening,
    /// The side of the one who offers the game; random if it is left out.
    #[serde(default, skip_serializing_if = "is_random")]
    pub side: Wish,
    /// Do the draws by repetition and by forty moves have to be claimed? If not, they come by themselves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub claimed_draws: bool,
    /// May only the players see the game? Never in a seek of the lobby.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
}

fn official() -> String {
    "official".to_owned()
}

fn is_official(rules: &String) -> bool {
    rules == "official"
}

fn is_random(side: &Wish) -> bool {
    *side == Wish::Random
}

impl Default for OnlineSettings {
    fn default() -> OnlineSettings {
        OnlineSettings {
            clock: None,
            rated: false,
            rules: official(),
            start: Opening::Free,
            side: Wish::Random,
            claimed_draws: false,
            private: false,
        }
    }
}

/// An open seek in the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SeekInfo {
    /// Its name inside.
    pub id: String,
    /// Who seeks.
    pub by: PersonInfo,
    /// What is sought.
    pub settings: OnlineSettings,
    /// Since when, in milliseconds since 1970.
    pub created: u64,
}

/// Somebody in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PersonInfo {
    /// The name inside, which nobody else has. It is no secret.
    #[schema(example = "u4k7m2qd4xw0a")]
    pub id: String,
    /// The name.
    pub name: String,
    /// The rating, if there is an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// What a game that is over has done to the rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_change: Option<i32>,
    /// Does the person play without an account?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub guest: bool,
    /// Is it a program?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
}

/// What came of a seek.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SeekAnswer {
    /// Nobody has offered such a game yet: the seek is in the lobby.
    Waiting {
        /// The seek.
        seek: SeekInfo,
    },
    /// Somebody had: the game has begun.
    Started {
        /// The game.
        game: String,
        /// Your side.
        side: Side,
    },
}

/// A game that has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StartedGame {
    /// The game.
    #[schema(example = "k7m2qd4xw0aj")]
    pub game: String,
    /// Your side.
    pub side: Side,
}

/// A game to begin against a level of the computer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLevelGame {
    /// How well the computer plays, from 1 to 10.
    #[schema(minimum = 1, maximum = 10, example = 3)]
    pub level: u8,
    /// What kind of game, with your side. It cannot be rated.
    #[serde(default)]
    pub settings: OnlineSettings,
}

/// What the lobby shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Lobby {
    /// Open seeks, the oldest first.
    pub seeks: Vec<SeekInfo>,
    /// Games in progress that everybody may see, the newest first.
    pub live: Vec<OnlineSummary>,
    /// Who is online.
    pub online: PeopleOnline,
}

/// A challenge to make.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChallenge {
    /// What kind of game.
    #[serde(default)]
    pub settings: OnlineSettings,
    /// The name of an account, if only that person may accept it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// A challenge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChallengeInfo {
    /// Its name inside and in links: `/#/challenge/{id}`.
    pub id: String,
    /// A short code that can be read out; letters may be small or capital.
    #[schema(example = "k7m2qd")]
    pub code: String,
    /// Who challenges.
    pub by: PersonInfo,
    /// The only person who may accept it, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// What kind of game.
    pub settings: OnlineSettings,
    /// Until when it can be accepted, in milliseconds since 1970.
    pub expires: u64,
}

/// Challenges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChallengeList {
    /// The challenges, the newest first.
    pub challenges: Vec<ChallengeInfo>,
}
