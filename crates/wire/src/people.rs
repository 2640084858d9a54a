//! Who plays over the network: guests, accounts, tokens, profiles.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::OnlineSummary;

/// Who you are to the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Me {
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

/// Somebody's page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Profile {
    /// The name.
    pub name: String,
    /// Is it a program?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bot: bool,
    /// Since when, in milliseconds since 1970.
    pub created: u64,
    /// The rating.
    pub rating: RatingInfo,
    /// Games in progress that everybody may see.
    pub live: Vec<OnlineSummary>,
    /// The last games that are over.
    pub games: Vec<OnlineSummary>,
}

/// Is an account a program's?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BotChoice {
    /// It is.
    pub bot: bool,
}
