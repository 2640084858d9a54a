//! Where games are: what the tools need of whoever keeps them.

use std::time::Duration;

use crownhead_arena::reading::{Reading, read_reply};
use crownhead_board::{Color, Game, Move, Rules};
use crownhead_contest::Opening;
use crownhead_engine::Line;
use thiserror::Error;

use crate::coach;

/// The head of the request by which a call came over HTTP: whoever keeps games may know people by it.
pub type Head = axum::http::request::Parts;

/// Somebody who keeps games. Games are named in every call and seats by their tokens, never by a connection.
pub trait Hall: Send + Sync + 'static {
    /// Makes a game, and takes a seat in it.
    fn new_game(
        &self,
        wanted: NewGame,
        head: Option<&Head>,
    ) -> impl Future<Output = Result<Ticket, Trouble>> + Send;

    /// Takes the free seat of a game. A seat that is kept for somebody asks for the invitation.
    fn join_game(
        &self,
        wanted: JoinGame,
        head: Option<&Head>,
    ) -> impl Future<Output = Result<Ticket, Trouble>> + Send;

    /// The games there are, the newest first.
    fn list_games(&self) -> impl Future<Output = Result<Vec<Listing>, Trouble>> + Send;

    /// How a game stands. Anybody may look, unless it is a game that only its players may see: they show a token.
    fn look(
        &self,
        game_id: &str,
        seat_token: Option<&str>,
    ) -> impl Future<Output = Result<Glance, Trouble>> + Send;

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

    /// A game that somebody may be advised about.
    fn advise(
        &self,
        game_id: &str,
        seat_token: Option<&str>,
        head: Option<&Head>,
    ) -> impl Future<Output = Result<Game, Trouble>> + Send {
        let _ = head;
        async move {
            let Glance { game, is_rated, .. } = self.look(game_id, seat_token).await?;
            if is_rated { Err(Trouble::rated()) } else { Ok(game) }
        }
    }

    /// May whoever calls be advised about positions of no game here?
    fn may_be_advised(&self, head: Option<&Head>) -> impl Future<Output = Result<(), Trouble>> + Send {
        let _ = head;
        async { Ok(()) }
    }

    /// The engine's best lines in a game that is not over, the best first.
    fn lines(&self, game: Game, n_lines: usize) -> impl Future<Output = Result<Vec<Line>, Trouble>> + Send {
        async move {
            let work = tokio::task::spawn_blocking(move || coach::lines(&game, n_lines));
            work.await.map_err(|_| Trouble::NoAnswer)
        }
    }
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
    /// How it begins.
    pub opening: Opening,
    /// The rules.
    pub rules: Rules,
    /// The game is for ratings, so that nobody is advised in it.
    pub is_rated: bool,
    /// Seconds on each clock, and seconds added for each move; no clocks if nothing is said.
    pub clock: Option<(u32, u32)>,
}

/// A seat that somebody wants.
#[derive(Clone, Debug, Default)]
pub struct JoinGame {
    /// The game.
    pub game_id: String,
    /// What the player is called.
    pub name: Option<String>,
    /// Shows for whom a seat is kept.
    pub invitation: Option<String>,
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
    /// Plies played, where that is known without opening the game.
    pub plies: Option<usize>,
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
    /// The milliseconds that Black and White have left, if there are clocks.
    pub clock_ms: Option<[u64; 2]>,
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

/// What the words of a move come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// A move to make.
    Move(Move),
    /// The player gives the game up.
    Resign,
    /// It was made before: the same call came twice, and nothing is to be done.
    Done,
}

/// Reads a move that a side wants to make after `ply` plies of a game.
///
/// # Errors
///
/// It cannot be made there, or is none.
pub fn read_move(glance: &Glance, color: Color, ply: usize, text: &str) -> Result<Said, Trouble> {
    if ply < glance.game.moves().len() {
        return repeated(&glance.game, ply, text).map(|()| Said::Done);
    }
    check_turn(&glance.game, glance.ending.as_deref(), color, ply)?;
    match read_reply(text, &glance.game, glance.shows_moves) {
        Ok(Reading::Move(mv)) => Ok(Said::Move(mv)),
        Ok(Reading::Resign) => Ok(Said::Resign),
        Err(refusal) if glance.shows_moves => {
            Err(Trouble::Refused(refusal.why + &legal_text(&glance.game.legal_moves())))
        }
        Err(refusal) => Err(Trouble::Refused(refusal.why)),
    }
}

/// The legal moves, to be told after a reason.
pub(crate) fn legal_text(moves: &[Move]) -> String {
    let list: Vec<String> = moves.iter().map(|mv| mv.route_text().to_string()).collect();
    format!("; the legal moves are {}", list.join(", "))
}

/// Is it this side's turn after `ply` plies?
pub(crate) fn check_turn(game: &Game, ending: Option<&str>, color: Color, ply: usize) -> Result<(), Trouble> {
    let plies = game.moves().len();
    match ending {
        Some(ending) => Err(Trouble::Over(ending.to_owned())),
        None if game.position().turn() != color => Err(Trouble::NotYourTurn),
        None if ply != plies => Err(Trouble::WrongPly { said: ply, plies }),
        None => Ok(()),
    }
}

/// A move that was made already may be told again; another one in its place may not.
pub(crate) fn repeated(game: &Game, ply: usize, text: &str) -> Result<(), Trouble> {
    let before = after_plies(game, ply);
    let played = game.moves().nth(ply);
    match (read_reply(text, &before, false), played) {
        (Ok(Reading::Move(mv)), Some(played)) if mv == played => Ok(()),
        (_, played) => {
            let played = played.map(|mv| mv.route_text().to_string()).unwrap_or_default();
            Err(Trouble::Played { ply, played })
        }
    }
}

/// The game as it was after `ply` plies.
pub(crate) fn after_plies(game: &Game, plies: usize) -> Game {
    let mut before = Game::from_position(*game.start(), *game.rules()).without_automatic_draws();
    for mv in game.moves().take(plies) {
        // They were played once.
        let _ = before.play(mv);
    }
    before
}

/// The longest name of a player, in characters.
const MAX_NAME: usize = 60;

/// A name without anything that could be taken for something else.
pub fn clean_name(name: Option<&str>) -> String {
    let plain: String = name.unwrap_or_default().chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
    let plain = plain.trim();
    if plain.is_empty() { "agent".to_owned() } else { plain.to_owned() }
}

/// Why something was not done, in words that tell what to do instead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Trouble {
    /// No such game.
    #[error("there is no game \"{0}\"; list_games lists them")]
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

impl Trouble {
    /// Advice is asked for in a rated game.
    pub fn rated() -> Trouble {
        let why = "this game is rated, and in rated games no advice is given; decide for yourself";
        Trouble::NotAllowed(why.to_owned())
    }
}
