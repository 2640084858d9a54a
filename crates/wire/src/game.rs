//! Games: how they are begun, what can be done in them, and what they look like.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Material, MoveInfo, PositionInfo, ResultInfo, Side, optional_object};

/// A game to begin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Who plays.
    pub kind: GameKind,
    /// How well the computer plays, from 1 to 10; 2 if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 10)]
    pub level: Option<u8>,
    /// The side of the person who plays the computer; black if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideChoice>,
    /// The rules: a preset or settings; official if they are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(example = "official")]
    pub rules: Option<String>,
    /// Where the game begins; at the start of the game if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional_object")]
    pub start: Option<Start>,
    /// Clocks; none if they are left out. An analysis has none.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional_object")]
    pub clock: Option<ClockSetting>,
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// A person against the computer.
    Computer,
    /// Two people at one board.
    Two,
    /// Nobody: positions, variations and comments.
    Analysis,
}

/// A side, or a lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideChoice {
    /// Black.
    Black,
    /// White.
    White,
    /// Chosen at random.
    Random,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "from", rename_all = "snake_case", deny_unknown_fields)]
pub enum Start {
    /// With the three moves of a ballot.
    Ballot {
        /// Its number.
        #[schema(minimum = 1, maximum = 174)]
        number: u16,
    },
    /// With a random ballot.
    RandomBallot,
    /// From a position.
    Fen {
        /// The position.
        #[schema(example = "W:W22,24,31:B10,11,K18")]
        fen: String,
    },
    /// With a game of a game file, its comments and variations included.
    Pdn {
        /// The text of the file.
        #[schema(example = "1. 11-15 23-18 *")]
        pdn: String,
        /// Which game of the file, from 0.
        #[serde(default)]
        index: u32,
    },
}

/// Time for a whole game, and time added after each move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockSetting {
    /// Seconds at the start, at most a day.
    #[schema(minimum = 1, maximum = 86400)]
    pub base_seconds: u32,
    /// Seconds added after each move.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 3600)]
    pub increment_seconds: u32,
}

/// A game, whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct GameState {
    /// Its name in addresses.
    #[schema(example = "k7m2qd4xw0aj")]
    pub id: String,
    /// Grows with every change: of two states the one with the higher version is newer.
    pub version: u64,
    /// Who plays.
    pub kind: GameKind,
    /// Who plays Black.
    pub black: Seat,
    /// Who plays White.
    pub white: Seat,
    /// The rules.
    #[schema(example = "official")]
    pub rules: String,
    /// When it was begun, in milliseconds since 1970.
    pub created: u64,
    /// When it was changed last.
    pub changed: u64,
    /// All moves that were played or added, with the position after each. The first is the start.
    pub nodes: Vec<NodeInfo>,
    /// The node where the game is: moves are played from here.
    pub head: u32,
    /// Plies from the start to the head.
    pub ply: u32,
    /// The position at the head.
    pub position: PositionInfo,
    /// Is the computer choosing a move?
    pub thinking: bool,
    /// What Black has captured up to the head.
    pub captured_by_black: Material,
    /// What White has captured up to the head.
    pub captured_by_white: Material,
    /// The name of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The clocks, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockInfo>,
    /// The side that has offered a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<Side>,
    /// How the game ended, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultInfo>,
    /// Something the computer has to say, such as why it declines a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
    /// What can be done now.
    pub can: Can,
}

/// Which actions make sense now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Can {
    /// Is it a person's turn?
    pub play: bool,
    /// Can a move be taken back?
    pub undo: bool,
    /// Can a move be made again?
    pub redo: bool,
    /// Can a hint be asked for?
    pub hint: bool,
    /// Can a draw be offered or accepted?
    pub draw: bool,
    /// Can a side resign?
    pub resign: bool,
    /// Can another game be asked for?
    pub rematch: bool,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Seat {
    /// The computer's level; none for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// A move in the tree of a game, and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NodeInfo {
    /// Its number, which it keeps. The start has 0.
    pub id: u32,
    /// The node before it; none for the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// Plies from the start.
    pub ply: u32,
    /// The move that led here; none for the start, and where a game file sets up a position.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<MoveInfo>,
    /// The side to move here.
    pub turn: Side,
    /// The position.
    pub fen: String,
    /// What somebody wrote about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// How good the move was: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// The nodes that follow, the main one first.
    pub children: Vec<u32>,
    /// The name of the opening, where a position has one of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// What the clocks show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ClockInfo {
    /// Milliseconds at the start.
    pub base_ms: u64,
    /// Milliseconds added after each move.
    pub increment_ms: u64,
    /// What Black had left when the state was made.
    pub black_ms: u64,
    /// What White had left when the state was made.
    pub white_ms: u64,
    /// Whose clock runs; none before the first move and when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub running: Option<Side>,
    /// When the state was made, by the server's clock, in milliseconds since 1970.
    pub now: u64,
}

/// A line about a saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameSummary {
    /// Its name in addresses.
    pub id: String,
    /// Who plays.
    pub kind: GameKind,
    /// Who plays Black.
    pub black: Seat,
    /// Who plays White.
    pub white: Seat,
    /// The rules.
    pub rules: String,
    /// When it was begun, in milliseconds since 1970.
    pub created: u64,
    /// When it was changed last.
    pub changed: u64,
    /// Plies played.
    pub plies: u32,
    /// The position.
    pub fen: String,
    /// The name of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// How it ended, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultInfo>,
}

/// Saved games, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameList {
    /// The games.
    pub games: Vec<GameSummary>,
    /// What to give as `after` for the next ones; none when these are the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A move to play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayMove {
    /// The plies played before it. With it a move that is sent twice is made once.
    pub ply: u32,
    /// The move as people type it; `text` of a legal move is always right.
    #[serde(rename = "move")]
    #[schema(example = "11-15")]
    pub mv: String,
}

/// A move to add to the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AddMove {
    /// The move as people type it.
    #[serde(rename = "move")]
    #[schema(example = "11-15")]
    pub mv: String,
}

/// The tree with a move that was added or was there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Added {
    /// The node of the move.
    pub node: u32,
    /// The game.
    pub game: GameState,
}

/// What to say about a node. What is left out stays; an empty text takes away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Annotation {
    /// A comment.
    #[serde(default)]
    #[schema(max_length = 10000, example = "The main road.")]
    pub comment: Option<String>,
    /// `!`, `?`, `!!`, `??`, `!?`, `?!` or empty.
    #[serde(default)]
    #[schema(example = "!")]
    pub mark: Option<String>,
}

/// A place in the tree of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GoTo {
    /// The node to go to.
    pub node: u32,
}

/// Who speaks about a draw or resigns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Speaker {
    /// The side; the person's against the computer, and the side to move if two play at one board.
    #[serde(default)]
    pub side: Option<Side>,
}

/// Advice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct HintAnswer {
    /// The plies after which it is meant.
    pub ply: u32,
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveInfo,
    /// A sentence with the reason.
    #[schema(example = "Try 11-15: it keeps the balance (then 23-18 8-11).")]
    pub reason: String,
}

/// What comes over the WebSocket of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LiveMessage {
    /// The game as it is now: first on connecting, then after every change.
    State {
        /// The game.
        game: Box<GameState>,
    },
    /// The game was deleted; nothing more comes.
    Gone,
    /// The server is being stopped; connect again later.
    Closing,
}
