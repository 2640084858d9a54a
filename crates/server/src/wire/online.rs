//! Play between people over the network: who is who, what they offer each other, and their games.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{ClockSetting, ErrorBody, PositionInfo, ResultReason, Side, SideChoice, optional_object};

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

/// A token that was made. This is the only time it is told.
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

/// What kind of game somebody wants to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlineSettings {
    /// The clocks; none if they are left out, and then the game cannot be rated.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional_object")]
    pub clock: Option<ClockSetting>,
    /// Does it count for ratings? Both players need an account, the rules are official, and there is a clock.
    #[serde(default)]
    pub rated: bool,
    /// The rules: a preset or settings; official if they are left out.
    #[serde(default = "official", skip_serializing_if = "is_official")]
    #[schema(example = "official")]
    pub rules: String,
    /// How the game begins; freely if it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "optional_object")]
    pub start: Option<OnlineStart>,
    /// The side of the one who offers the game; by lot if it is left out.
    #[serde(default = "by_lot", skip_serializing_if = "is_by_lot")]
    pub side: SideChoice,
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

fn by_lot() -> SideChoice {
    SideChoice::Random
}

fn is_by_lot(side: &SideChoice) -> bool {
    *side == SideChoice::Random
}

impl Default for OnlineSettings {
    fn default() -> OnlineSettings {
        OnlineSettings {
            clock: None,
            rated: false,
            rules: official(),
            start: None,
            side: by_lot(),
            claimed_draws: false,
            private: false,
        }
    }
}

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "from", rename_all = "snake_case", deny_unknown_fields)]
pub enum OnlineStart {
    /// With the three moves of a ballot.
    Ballot {
        /// Its number.
        #[schema(minimum = 1, maximum = 174)]
        number: u16,
    },
    /// With a ballot that is drawn when the game begins.
    RandomBallot,
    /// From a position.
    Fen {
        /// The position.
        #[schema(example = "W:W22,24,31:B10,11,K18")]
        fen: String,
    },
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

/// What the lobby shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Lobby {
    /// Open seeks, the oldest first.
    pub seeks: Vec<SeekInfo>,
    /// Games in progress that everybody may see, the newest first.
    pub live: Vec<OnlineSummary>,
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

/// A game between people, as far as a list shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OnlineSummary {
    /// Its name in addresses.
    #[schema(example = "k7m2qd4xw0aj")]
    pub id: String,
    /// Who plays Black.
    pub black: PersonInfo,
    /// Who plays White.
    pub white: PersonInfo,
    /// What kind of game it is.
    pub settings: OnlineSettings,
    /// When it began, in milliseconds since 1970.
    pub created: u64,
    /// When it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<u64>,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<OnlineResult>,
    /// The name of the opening of a game that is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The plies of a game that is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// The last position of a game that is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
}

/// How a game between people ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OnlineResult {
    /// The winner; none for a draw and for a game that was aborted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// Why.
    pub reason: OnlineReason,
    /// A sentence.
    #[schema(example = "Black wins: White ran out of time.")]
    pub text: String,
}

/// Why a game between people ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum OnlineReason {
    /// As any game ends.
    Usual(ResultReason),
    /// It was given up before it had really begun, and counts for nothing.
    Aborted(Aborted),
}

/// A game that was given up before it had really begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Aborted {
    /// It was.
    Aborted,
}

/// Which games that are over to look for. What is left out fits any game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ArchiveSearch {
    /// The name of somebody who played.
    pub player: Option<String>,
    /// The name of the other.
    pub opponent: Option<String>,
    /// How it ended: `black`, `white`, `draw` or `aborted`.
    pub result: Option<String>,
    /// The name of the opening.
    pub opening: Option<String>,
    /// A position that occurred.
    pub fen: Option<String>,
    /// `next` of the part before.
    pub after: Option<String>,
    /// How many games, 50 if it is left out.
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
}

/// Games that are over, the newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Archive {
    /// The games.
    pub games: Vec<OnlineSummary>,
    /// What to give as `after` for the next ones; none when these are the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A game between people, whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OnlineGameState {
    /// Its name in addresses.
    #[schema(example = "k7m2qd4xw0aj")]
    pub id: String,
    /// The number of the last event in it. An event with a number that is not higher is in it already.
    pub seq: u64,
    /// Who plays Black.
    pub black: PersonInfo,
    /// Who plays White.
    pub white: PersonInfo,
    /// What kind of game it is.
    pub settings: OnlineSettings,
    /// When it began, in milliseconds since 1970.
    pub created: u64,
    /// The position before the first move.
    pub start: String,
    /// The moves so far, those of a ballot first.
    pub moves: Vec<String>,
    /// How many of the moves are of the ballot: the players began after them.
    pub ballot_plies: u32,
    /// How many moves have been played, those of the ballot included: the `ply` of the next move.
    pub ply: u32,
    /// The position now, with the legal moves.
    pub position: PositionInfo,
    /// The clocks, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<OnlineClock>,
    /// When the game is aborted by itself unless the side to move makes its first move, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_by: Option<u64>,
    /// The side that offers a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<Side>,
    /// The side that asks to take a move back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeback: Option<Side>,
    /// The draw that the side to move may claim now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimable: Option<ResultReason>,
    /// The side that wants another game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Side>,
    /// The game that followed this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The name of the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// How it ended, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<OnlineResult>,
    /// Your side, if you play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<Side>,
}

/// What the clocks of a game between people show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OnlineClock {
    /// What Black has left.
    pub black_ms: u64,
    /// What White has left.
    pub white_ms: u64,
    /// Whose clock runs; none until both have moved, and when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<Side>,
}

/// A token by which a seat can be taken from another device. It is told once, and makes an earlier one useless.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeatToken {
    /// The token.
    pub seat: String,
    /// The side it is for.
    pub side: Side,
}

impl std::fmt::Debug for SeatToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SeatToken").field("side", &self.side).finish_non_exhaustive()
    }
}

/// Something that happened in a game. It is kept as it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GameEvent {
    /// A move was made.
    Move {
        /// The plies played before it.
        ply: u32,
        /// The move with all its landing squares.
        #[serde(rename = "move")]
        mv: String,
        /// What the mover's clock shows after it, the increment included; none without clocks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_ms: Option<u64>,
        /// How much of the time was put down to the way over the network.
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_ms: u64,
    },
    /// A side offers a draw. The next move of the other declines it.
    DrawOffered {
        /// The side.
        side: Side,
    },
    /// A side declines a draw.
    DrawDeclined {
        /// The side.
        side: Side,
    },
    /// A side asks to take its last move back. The next move of the other declines it.
    TakebackAsked {
        /// The side.
        side: Side,
    },
    /// A side declines to have a move taken back.
    TakebackDeclined {
        /// The side.
        side: Side,
    },
    /// Moves were taken back.
    TakenBack {
        /// The plies that are left.
        ply: u32,
    },
    /// The server stood still; the time it did so is given back to the side to move.
    Resumed {
        /// The time given back.
        idle_ms: u64,
    },
    /// The game is over.
    Ended {
        /// How.
        result: GameResult,
    },
    /// A side wants another game. When both do, there is one.
    RematchOffered {
        /// The side.
        side: Side,
    },
    /// Another game has begun, with the sides changed.
    Rematch {
        /// The game.
        game: String,
    },
}

/// How a game ended, in few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameResult {
    /// The winner; none for a draw and for a game that was aborted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// Why.
    pub reason: OnlineReason,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Something a player does besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameAction {
    /// Offers a draw, or accepts the one that is offered.
    OfferDraw,
    /// Accepts a draw.
    AcceptDraw,
    /// Declines a draw.
    DeclineDraw,
    /// Claims a draw by repetition or by forty moves.
    ClaimDraw,
    /// Asks to take the last move back, or agrees when the other asks.
    AskTakeback,
    /// Agrees that a move is taken back.
    AcceptTakeback,
    /// Does not agree.
    DeclineTakeback,
    /// Resigns.
    Resign,
    /// Gives the game up before both have moved.
    Abort,
    /// Wants another game, with the sides changed.
    Rematch,
}

/// What a client says over the socket of online play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum OnlineRequest {
    /// Hear of a game from now on. Without `seen` the game comes first, whole; with it the events that followed.
    Watch {
        /// A number that comes back in the answer.
        #[serde(default)]
        request: u32,
        /// The game.
        game: String,
        /// The number of the last event that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<u64>,
        /// The token of a seat, to play from this device.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<String>,
        /// Is the chat not to be told?
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        mute: bool,
    },
    /// Hear no more of a game.
    Unwatch {
        /// The game.
        game: String,
    },
    /// Hear of the lobby, or no more.
    Lobby {
        /// Is it to be told?
        on: bool,
    },
    /// Play a move.
    Move {
        /// A number that comes back in the answer.
        request: u32,
        /// The game.
        game: String,
        /// The plies played before it. With it a move that is sent twice is made once.
        ply: u32,
        /// The move as people type it.
        #[serde(rename = "move")]
        mv: String,
        /// The number of the last event that is known: what was sent before a move was taken back is not played
        /// after it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<u64>,
    },
    /// Do something else in a game.
    Act {
        /// A number that comes back in the answer.
        request: u32,
        /// The game.
        game: String,
        /// What to do.
        action: GameAction,
    },
    /// Say something to the other player, and to those who watch.
    Say {
        /// A number that comes back in the answer.
        request: u32,
        /// The game.
        game: String,
        /// From 1 to 300 characters.
        text: String,
    },
    /// Hear the chat of a game no more, or again.
    Mute {
        /// The game.
        game: String,
        /// Is it not to be told?
        on: bool,
    },
    /// Nothing but to be answered.
    Ping {
        /// A number that comes back in the answer.
        request: u32,
    },
}

/// What the server says over the socket of online play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OnlineMessage {
    /// First of all: who you are.
    Hello {
        /// You; none for somebody who only watches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        me: Option<Me>,
        /// Your games that are not over.
        games: Vec<StartedGame>,
        /// What the server's clock shows, in milliseconds since 1970.
        now: u64,
    },
    /// A game, whole: the answer to `watch`.
    Game {
        /// The game.
        game: Box<OnlineGameState>,
        /// What the server's clock shows: the clocks of the game are as of now.
        now: u64,
    },
    /// Something happened in a game.
    Event(EventMessage),
    /// Somebody said something.
    Chat(ChatMessage),
    /// A game of yours has begun.
    Started {
        /// The game.
        game: String,
        /// Your side.
        side: Side,
    },
    /// A game of yours is over.
    Finished {
        /// The game.
        game: String,
        /// Your side.
        side: Side,
    },
    /// Somebody challenges you.
    Challenge {
        /// The challenge.
        challenge: ChallengeInfo,
    },
    /// A challenge of yours was declined.
    ChallengeDeclined {
        /// Its name inside.
        id: String,
    },
    /// The lobby: the answer to `lobby`.
    Lobby {
        /// What it shows.
        lobby: Lobby,
    },
    /// There is a new seek in the lobby.
    SeekAdded {
        /// The seek.
        seek: SeekInfo,
    },
    /// A seek is gone.
    SeekRemoved {
        /// Its name inside.
        id: String,
    },
    /// A game that everybody may see has begun.
    LiveAdded {
        /// The game.
        game: Box<OnlineSummary>,
    },
    /// Such a game is over.
    LiveRemoved {
        /// Its name in addresses.
        id: String,
    },
    /// What was asked for is done, and cannot be lost.
    Ack {
        /// The number of the request.
        request: u32,
    },
    /// What was asked for was not done.
    Refused {
        /// The number of the request.
        request: u32,
        /// Why. `try_again` means that the same may be sent once more in a moment.
        error: ErrorBody,
    },
    /// The server is being stopped; connect again.
    Closing,
}

/// Something happened in a game, and how it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EventMessage {
    /// The game.
    pub game: String,
    /// The number of the event: 1, 2, 3 and so on.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: u64,
    /// What happened.
    pub event: GameEvent,
    /// How the board is now, where it has changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardNow>,
    /// What the clocks show at the time of the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<OnlineClock>,
}

/// The board after a move, in few words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BoardNow {
    /// The position.
    pub fen: String,
    /// The texts of the legal moves; none when the game is over.
    pub legal: Vec<String>,
    /// Has the side to move captured already in this turn? Only under some house rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mid_turn: bool,
    /// The draw that the side to move may claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimable: Option<ResultReason>,
}

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChatMessage {
    /// The game.
    pub game: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who.
    pub name: String,
    /// What.
    pub text: String,
}

/// What was said in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChatLog {
    /// The lines in their order.
    pub lines: Vec<ChatMessage>,
}
