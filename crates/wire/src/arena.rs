//! Tournaments to look at.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Side;

/// The tournaments that a server shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaList {
    /// Was the server told where to look for tournaments?
    pub open: bool,
    /// The one that was played last first; at most 200.
    pub tournaments: Vec<ArenaSummary>,
}

/// A tournament in a few words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaSummary {
    /// The name of its folder.
    #[schema(example = "autumn")]
    pub id: String,
    /// Its name.
    pub name: String,
    /// How far it has come.
    pub state: ArenaState,
    /// Who plays whom.
    pub format: ArenaFormat,
    /// The names of the players, by their numbers.
    pub players: Vec<String>,
    /// Games that are over and will not be played again.
    pub done: u32,
    /// Games there will be.
    pub total: u32,
    /// Games in progress.
    pub live: u32,
}

/// How far a tournament has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ArenaState {
    /// It is being played.
    Running,
    /// It was interrupted, and can go on.
    Stopped,
    /// All games are over.
    Finished,
}

/// Who plays whom in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ArenaFormat {
    /// All play all.
    RoundRobin,
    /// The first player plays all others.
    Gauntlet,
    /// Players with similar scores play each other, round after round.
    Swiss,
}

/// A tournament as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaTournament {
    /// What it is.
    pub summary: ArenaSummary,
    /// What it is played by, in one line.
    pub settings: String,
    /// How the players stand.
    pub table: ArenaTable,
    /// The games that are over, in the order in which they ended. One that became void may come again.
    pub games: Vec<ArenaGame>,
    /// The games in progress.
    pub live: Vec<ArenaLive>,
    /// When this was so, in milliseconds since 1970.
    pub now: u64,
}

/// How the players of a tournament stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaTable {
    /// The best rating first.
    pub rows: Vec<ArenaRow>,
    /// The points of each player (row) against each other (column), by their numbers.
    pub cross: Vec<Vec<ArenaCell>>,
    /// Games that became void.
    pub voids: u32,
}

/// How a player stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaRow {
    /// The number of the player, from 0.
    pub player: u32,
    /// The rating by all games that count.
    pub rating: ArenaRating,
    /// The rating by games that were decided on the board, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_play: Option<f64>,
    /// The rating if none were fixed.
    pub free: f64,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games lost by a fault, among those that were lost.
    pub forfeits: u32,
    /// Games that became void because the player was out of reach.
    pub voids: u32,
    /// What a move lost on average, in men, by the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// The share of moves that threw away a win or a draw, where the endgame database knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thrown: Option<f64>,
    /// The share of answers that were refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<f64>,
    /// What all its tokens cost, if it has a price, in the money of the price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// A rating on the scale of Elo, with the interval that holds the true one in 95 of 100 tournaments.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaRating {
    /// The most likely rating.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Was it given, as those of levels are?
    pub fixed: bool,
}

/// What a player has won against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaCell {
    /// Points.
    pub points: f64,
    /// Games.
    pub games: u32,
}

/// A game of a tournament that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaGame {
    /// The number of the game, from 0.
    pub game: u32,
    /// How often it had become void before.
    pub run: u32,
    /// The round, from 0.
    pub round: u32,
    /// The number of the player of the black men.
    pub black: u32,
    /// The number of the player of the white men.
    pub white: u32,
    /// The points of Black; none if the game is void.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
    /// How it ended, in words.
    #[schema(example = "White wins: Black cannot move")]
    pub ending: String,
    /// How a player failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<ArenaFault>,
    /// Its length.
    pub plies: u32,
    /// What it began with: the name of the opening, or its moves.
    pub opening: String,
}

/// How a player failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ArenaFault {
    /// The number of the player.
    pub player: u32,
    /// What happened.
    pub why: String,
}

/// A game of a tournament that is being played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaLive {
    /// The number of the game, from 0.
    pub game: u32,
    /// How often it had become void before.
    pub run: u32,
    /// The round, from 0.
    pub round: u32,
    /// The number of the player of the black men.
    pub black: u32,
    /// The number of the player of the white men.
    pub white: u32,
    /// Moves that were made.
    pub ply: u32,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Side,
    /// What Black's clock showed after the last move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_ms: Option<u64>,
    /// What White's clock showed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_ms: Option<u64>,
    /// When the last move was made, in milliseconds since 1970.
    pub at: u64,
}

/// A move of a game of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ArenaMove {
    /// The move with all its landing squares.
    #[serde(rename = "move")]
    #[schema(example = "22x15x6")]
    pub mv: String,
    /// The position after it.
    pub fen: String,
    /// Was it made by chance, after the last attempt of the player?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_chance: bool,
    /// What the player's record says about it: score, depth, time, clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What a player said when asked for a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaWords {
    /// Plies played before.
    pub ply: u32,
    /// Who said it.
    pub side: Side,
    /// The number of the attempt for this move, from 1.
    pub attempt: u32,
    /// The answer; a long one is cut.
    pub words: String,
    /// Why it was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The move that was read, or `resign`.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Tokens of the answer, if they were told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// Seconds from the question to the end of the answer.
    pub seconds: f64,
}

/// A game of a tournament with everything in it, over or as far as it has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaStory {
    /// The tournament.
    pub summary: ArenaSummary,
    /// The game, if it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<ArenaGame>,
    /// The game, if it is being played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<ArenaLive>,
    /// The position before the first move.
    pub start: String,
    /// How many moves were given by the opening.
    pub given: u32,
    /// The moves.
    pub moves: Vec<ArenaMove>,
    /// What was said.
    pub words: Vec<ArenaWords>,
    /// The game as PDN, if it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pdn: Option<String>,
    /// When this was so, in milliseconds since 1970.
    pub now: u64,
}

/// What a server tells those who watch a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ArenaMessage {
    /// Everything, on connecting, and when somebody has not kept up.
    Snapshot {
        /// The tournament as it stands.
        tournament: Box<ArenaTournament>,
    },
    /// What has happened since.
    News(Box<ArenaNews>),
    /// The server is being stopped.
    Closing,
}

/// What has happened in a tournament, in this order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaNews {
    /// Games that have begun. One with the same number as another begins again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub begun: Vec<ArenaLive>,
    /// Moves that were made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<ArenaMoved>,
    /// What was said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<ArenaSaid>,
    /// Games that were cut off, and will be played again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<u32>,
    /// Games that are over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub over: Vec<ArenaOver>,
    /// The table, if games are over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<ArenaTable>,
    /// The tournament in a few words, if they have changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<ArenaSummary>,
    /// When this was told, in milliseconds since 1970.
    pub now: u64,
}

/// Moves that were made in a game in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaMoved {
    /// The game as it is now.
    pub live: ArenaLive,
    /// The moves that are new, the last one leading to where the game is.
    pub moves: Vec<ArenaMove>,
}

/// What was said in a game in progress.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaSaid {
    /// The number of the game.
    pub game: u32,
    /// The words; they are cut shorter than in the game's own answer.
    pub words: ArenaWords,
}

/// A game that has just ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ArenaOver {
    /// The game.
    pub game: ArenaGame,
    /// All its moves.
    pub moves: Vec<String>,
    /// The last position.
    pub fen: String,
}
