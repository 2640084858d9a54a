//! A collection of games: what is searched for, what is found, and what was played in a position.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What games must have to be found. What is left out may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct GameQuery {
    /// Part of the name of either player.
    #[param(example = "tinsley")]
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
    #[param(example = "single corner")]
    pub opening: Option<String>,
    /// The number of the three-move ballot, from 1 to 174.
    pub ballot: Option<u8>,
    /// The first day: `1955`, `1955.08` or `1955.08.21`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
    /// How the game ended: `black`, `white`, `draw`, `win` or `loss` (of the player), `unknown`.
    pub result: Option<String>,
    /// The fewest plies.
    pub min_plies: Option<u16>,
    /// The most plies.
    pub max_plies: Option<u16>,
    /// A position of the game, as FEN.
    pub position: Option<String>,
    /// Pieces at one time of the game: Black's kings and men, `v`, and White's.
    #[param(example = "2k v 1k1m")]
    pub material: Option<String>,
    /// Squares and what stands on them at one time of the game.
    #[param(example = "king on 15 and man on 13")]
    pub pattern: Option<String>,
    /// Find position, material and pattern with the colors reversed too.
    pub reversed: Option<bool>,
    /// How many of the games that were found are left out at the beginning.
    pub skip: Option<u32>,
    /// How many are listed: 50 if it is left out, 200 at most.
    pub limit: Option<u32>,
}

/// A position to explore, and the games that count. What is left out may be anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ExplorerQuery {
    /// The position; the start of the game if it is left out.
    #[param(example = "B:W21-32:B1-12")]
    pub fen: Option<String>,
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
    /// The first day: `1955`, `1955.08` or `1955.08.21`.
    pub from: Option<String>,
    /// The last day.
    pub to: Option<String>,
    /// How the game ended: `black`, `white`, `draw`, `win` or `loss` (of the player), `unknown`.
    pub result: Option<String>,
}

/// Some of the games that were found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FoundGames {
    /// How many were found.
    pub total: u32,
    /// Some of them, in the order of their numbers.
    pub games: Vec<FoundGame>,
}

/// A game of a collection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FoundGame {
    /// Its number in the collection, from 1.
    pub number: u32,
    /// Black's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// White's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// The event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The date, or as much of it as is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "1955.08")]
    pub date: Option<String>,
    /// The result as game files write it, Black's number first; `*` if it is not known.
    #[schema(example = "1-0")]
    pub result: String,
    /// The name of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The number of the three-move ballot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ballot: Option<u8>,
    /// The number of plies.
    pub plies: u16,
    /// Do the moves end too early, because one is illegal or played by house rules?
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub incomplete: bool,
}

/// How games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Tally {
    /// The number of games.
    pub games: u32,
    /// Games that Black won.
    pub black_wins: u32,
    /// Games that White won.
    pub white_wins: u32,
    /// Draws.
    pub draws: u32,
}

/// The first year and the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Years {
    /// The first.
    pub first: u16,
    /// The last.
    pub last: u16,
}

/// A name, and how many games it has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NameCount {
    /// The name.
    pub name: String,
    /// The number of games.
    pub games: u32,
}

/// A collection in figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CollectionStats {
    /// Games and how they ended.
    pub tally: Tally,
    /// Positions in all games, each counted as often as it occurs.
    pub positions: u64,
    /// Games of which not all moves are known.
    pub incomplete: u32,
    /// The number of names of players.
    pub players: u32,
    /// The years of the games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<Years>,
    /// The most plies of a game.
    pub longest: u16,
    /// The players with most games.
    pub top_players: Vec<NameCount>,
    /// The openings with most games.
    pub top_openings: Vec<NameCount>,
}

/// What was played in a position, by whatever moves it was reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExplorerAnswer {
    /// The position.
    pub fen: String,
    /// The name of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The games with the position.
    pub tally: Tally,
    /// Their years.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<Years>,
    /// Games whose moves end here.
    pub ended: u32,
    /// All legal moves, those that were played most often first.
    pub moves: Vec<ExplorerMove>,
}

/// A move, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExplorerMove {
    /// The move with its route.
    #[serde(rename = "move")]
    #[schema(example = "11-15")]
    pub mv: String,
    /// The position after it.
    pub fen: String,
    /// Games in which it was played here.
    pub tally: Tally,
    /// Their years.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<Years>,
    /// Who played it most often.
    pub players: Vec<NameCount>,
    /// The latest games with it.
    pub games: Vec<FoundGame>,
    /// Games with the position after it, by this move or any others.
    pub reached: u32,
}

/// Positions to explore at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExplorerRequest {
    /// The positions, at most 100.
    #[schema(max_items = 100, example = json!(["B:W21-32:B1-12"]))]
    pub fens: Vec<String>,
    /// The games that count, without its `skip` and `limit`; all if it is left out.
    #[serde(default)]
    pub games: Option<GameQuery>,
}

/// What was played in each of some positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExplorerAnswers {
    /// An answer for each position, in their order.
    pub positions: Vec<ExplorerAnswer>,
}
