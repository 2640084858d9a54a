//! Where games are: what the tools need of whoever keeps them.

use std::time::Duration;

use crownhead_board::{Color, Game};
use thiserror::Error;

/// Somebody who keeps games. Games are named in every call and seats by their tokens, never by a connection.
pub trait Hall: Send + Sync + 'static {
    /// Makes a game, and takes a seat in it.
    fn new_game(&self, wanted: NewGame) -> impl Future<Output = Result<Ticket, Trouble>> + Send;

    /// Takes the free seat of a game. A seat that is kept for somebody asks for the invitation.
    fn join_game(
        &self,
        game_id: &str,
        name: &str,
        invitation: Option<&str>,
    ) -> impl Future<Output = Result<Ticket, Trouble>> + Send;

    /// The games there are, the newest first.
    fn list_games(&self) -> impl Future<Output = Result<Vec<Listing>, Trouble>> + Send;

    /// How a game stands. Anybody may look.
    fn look(&self, game_id: &str) -> impl Future<Output = Result<Glance, Trouble>> + Send;

    /// Does something in a game. It is done when this returns.
    fn act(&self, key: &SeatKey, ply: usize, act: Act) -> impl Future<Output = Result<(), Trouble>> + Send;

    /// Waits until the seat is to move or the game is over, but not longer than this.
    fn wait_for_turn(
        &self,
        key: &SeatKey,
        patience: Duration,
    ) -> impl Future<Output = Result<Glance, Trouble>> + Send;

    /// The side of a seat.
    fn side(&self, key: &SeatKey) -> impl Future<Output = Result<Color, Trouble>> + Send;
}

/// A game that somebody wants.
#[derive(Clone, Debug, Default)]
pub struct NewGame {
    /// What the player is called.
    pub name: Option<String>,
    /// The level of the computer to play against; without one, another agent can join.
    pub level: Option<u8>,
    /// The side to play; Black, who begins, if nothing is said.
    pub color: Option<Color>,
    /// The game is for ratings, so that nobody is advised in it.
    pub is_rated: bool,
}

/// A seat at a game.
#[derive(Clone, Debug)]
pub struct Ticket {
    /// The game.
    pub game_id: String,
    /// What to show with every move. Nobody else knows it.
    pub seat_token: String,
    /// The side.
    pub color: Color,
}

/// A seat, as it is named in calls.
#[derive(Clone, Debug)]
pub struct SeatKey {
    /// The game.
    pub game_id: String,
    /// The token of the seat.
    pub seat_token: String,
}

/// A game in a list.
#[derive(Clone, Debug)]
pub struct Listing {
    /// The game.
    pub game_id: String,
    /// The names of Black and White; none where a seat is free.
    pub names: [Option<String>; 2],
    /// For whom a free seat is kept.
    pub kept_for: Option<String>,
    /// Plies played.
    pub plies: usize,
    /// How it ended.
    pub ending: Option<String>,
    /// The game is for ratings.
    pub is_rated: bool,
}

/// How a game stands.
#[derive(Clone, Debug)]
pub struct Glance {
    /// The game so far.
    pub game: Game,
    /// The names of Black and White; none where a seat is free.
    pub names: [Option<String>; 2],
    /// How it ended, in words.
    pub ending: Option<String>,
    /// The side that is to move has been offered a draw.
    pub is_draw_offered: bool,
    /// The game is for ratings.
    pub is_rated: bool,
    /// The legal moves may be told now.
    pub shows_moves: bool,
    /// The game as PDN.
    pub pdn: String,
}

/// What can be done in a game.
#[derive(Clone, Debug)]
pub enum Act {
    /// A move, as the referee will read it.
    Move {
        /// In any notation.
        text: String,
        /// What the player says about it.
        comment: Option<String>,
    },
    /// Gives the game up.
    Resign,
    /// Takes a draw that is offered, or offers one with the next move.
    Draw,
}

/// Why something was not done, in words that tell what to do instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Trouble {
    /// No such game.
    #[error("there is no game \"{0}\"; list_games tells which there are")]
    NoSuchGame(String),
    /// Not the token of a seat in this game.
    #[error(
        "this seat_token has no seat in that game; use the game_id and the seat_token that new_game or join_game gave you together"
    )]
    WrongToken,
    /// There is no free seat.
    #[error("there is no free seat in this game; make a game of your own with new_game")]
    Full,
    /// The free seat is kept for somebody.
    #[error(
        "the seat is kept for \"{0}\"; join_game needs the invitation that the organizer gave to that player"
    )]
    Kept(String),
    /// The other side is to move.
    #[error("it is not your turn; call wait_for_turn")]
    NotYourTurn,
    /// The move was meant for another position.
    #[error(
        "{said} plies have not been played, but {plies}; look at the position with get_state and give ply {plies}"
    )]
    WrongPly {
        /// What was said.
        said: usize,
        /// How many there are.
        plies: usize,
    },
    /// Something else was played there.
    #[error("ply {ply} was played already, with {played}; look at the position with get_state")]
    Played {
        /// The ply.
        ply: usize,
        /// What was played.
        played: String,
    },
    /// The referee did not take it.
    #[error("{0}")]
    Refused(String),
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(String),
    /// Not here.
    #[error("{0}")]
    NotAllowed(String),
    /// Nothing was heard.
    #[error("the game has not answered in time; look at it with get_state and try again")]
    NoAnswer,
}
