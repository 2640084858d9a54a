//! Who plays over the network: guests, accounts, tokens, profiles.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{OnlineSummary, PersonInfo};

/// Who you are to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// Your name inside, which nobody else has. It is no secret.
    #[schema(example = "u4k7m2qd4xw0a")]
    pub id: String,
    /// The name that others see.
    #[schema(example = "Guest 4821")]
    pub name: String,
    /// Do you play without an account?
    pub guest: bool,
    /// Is the account a program's?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// Your rating, if you have an account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingInfo>,
}

/// How well somebody plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RatingInfo {
    /// The rating by Glicko-2; 1500 in the beginning.
    pub rating: i32,
    /// How uncertain it is: the rating is right within twice as much, nearly always.
    pub deviation: i32,
    /// Is it still too uncertain to be compared?
    pub provisional: bool,
    /// Rated games.
    pub games: u32,
}

/// A name and a password, to make an account or to log in.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// From 2 to 20 letters, digits, `-` and `_`.
    #[schema(example = "Marion")]
    pub name: String,
    /// From 8 to 256 characters.
    #[schema(example = "correct horse")]
    pub password: String,
}

// A password must not get into a log by way of a debug text.
impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A token to make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What you call it.
    #[schema(example = "my bot", max_length = 60)]
    pub name: String,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
}

/// What a token may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum Scope {
    /// To play as a bot: streams, moves, draws, resignation.
    #[serde(rename = "bot:play")]
    BotPlay,
    /// To seek games, and to make, accept and decline challenges.
    #[serde(rename = "challenge:write")]
    ChallengeWrite,
}

/// A new token. This is the only time its secret is shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MadeToken {
    /// Its name inside, by which it can be taken away.
    pub id: String,
    /// The token, to be sent as `Authorization: Bearer ...`.
    pub token: String,
}

impl std::fmt::Debug for MadeToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MadeToken").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A token of yours, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TokenInfo {
    /// Its name inside.
    pub id: String,
    /// What you call it.
    pub name: String,
    /// What it may be used for.
    pub scopes: Vec<Scope>,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
}

/// Your tokens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TokenList {
    /// The tokens, the newest first.
    pub tokens: Vec<TokenInfo>,
}

/// A change of the password of your account. All other sessions of it end.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordChange {
    /// The password until now.
    #[schema(example = "correct horse")]
    pub old: String,
    /// The password from now on, from 8 to 256 characters.
    #[schema(example = "battery staple")]
    pub new: String,
}

/// The password of your account, for what cannot be undone.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordProof {
    /// The password.
    #[schema(example = "correct horse")]
    pub password: String,
}

/// A new password for somebody who has forgotten the old one. All sessions and tokens of the account end.
#[derive(Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The name of the account.
    #[schema(example = "Marion")]
    pub name: String,
    /// One of its recovery codes; it can be used once. Dashes and spaces do not matter.
    #[schema(example = "k7m2-qd4x-w0aj-93nf")]
    pub code: String,
    /// The password from now on, from 8 to 256 characters.
    #[schema(example = "battery staple")]
    pub password: String,
}

/// New recovery codes. This is the only time they are shown, and earlier ones are void.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecoveryCodes {
    /// The codes. Each sets a new password once.
    pub codes: Vec<String>,
}

// What gives somebody rights must not get into a log by way of a debug text.
macro_rules! hidden {
    ($($name:ident),*) => {
        $(impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($name)).finish_non_exhaustive()
            }
        })*
    };
}

hidden!(PasswordChange, PasswordProof, Recovery, RecoveryCodes);

/// The recovery codes that you have left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecoveryCodesLeft {
    /// How many.
    pub left: u32,
}

/// Somebody whom you have blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BlockedPerson {
    /// The name inside.
    pub id: String,
    /// The name.
    pub name: String,
}

/// Whom you have blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BlockList {
    /// The people, by name.
    pub people: Vec<BlockedPerson>,
}

/// A line of chat that the operator of the server should see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatReport {
    /// Who said it: `by` of the line.
    pub by: String,
    /// When it was said: `at` of the line.
    pub at: u64,
}

/// Who is online.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PeopleOnline {
    /// How many people, guests included.
    pub count: u32,
    /// Those with accounts, the best first; at most 100.
    pub people: Vec<PersonInfo>,
}

/// The best players whose ratings are certain enough to be compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Leaderboard {
    /// The players, the best first.
    pub players: Vec<Leader>,
}

/// Somebody on the leaderboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Leader {
    /// Who.
    pub person: PersonInfo,
    /// The rating.
    pub rating: RatingInfo,
}

/// How somebody's rated games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RecordInfo {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// A rating after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RatingPointInfo {
    /// When the game ended, in milliseconds since 1970.
    pub at: u64,
    /// The rating after it.
    pub rating: i32,
}

/// Somebody's page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Profile {
    /// The name inside.
    pub id: String,
    /// The name.
    pub name: String,
    /// Is it a program?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// Since when, in milliseconds since 1970.
    pub created: u64,
    /// Is the person online?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub online: bool,
    /// The rating.
    pub rating: RatingInfo,
    /// How the rated games ended.
    pub record: RecordInfo,
    /// The ratings after the last rated games, at most 500, in order.
    pub history: Vec<RatingPointInfo>,
    /// Games in progress that everybody may see.
    pub live: Vec<OnlineSummary>,
    /// The last games that are over.
    pub games: Vec<OnlineSummary>,
}

/// An account becomes a program's. It cannot become a person's again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BotChoice {
    /// It is: always true.
    pub bot: bool,
}
