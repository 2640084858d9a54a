//! A hall with games in this process, each under the referee in a thread of its own.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crownhead_arena::player::{EnginePlayer, Fault, Player};
use crownhead_arena::referee::{Policy, Referee, ShowMoves, TimeControl};
use crownhead_arena::tournament::{AgentTable, Agents, TableCard};
use crownhead_board::{Color, Game};
use crownhead_contest::Terms;
use crownhead_engine::{Level, Limits};
use tokio::sync::watch;

use crate::hall::{
    Act, Glance, Hall, Head, JoinGame, Listing, NewGame, SeatKey, Ticket, Trouble, clean_name,
};
use crate::live::{LiveGame, Seat, secret};

/// Games that can be played at once. More would only help somebody who means no good.
const MAX_RUNNING: usize = 500;
/// Games that are remembered.
const MAX_KEPT: usize = 2_000;
/// How long an agent may take for a move where nothing is said about time.
const PATIENCE: Duration = Duration::from_secs(3_600);
/// How long a person may.
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Games in this process. Clones are the same hall.
#[derive(Clone, Default)]
pub struct LocalHall(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    /// The newest last.
    games: Vec<Arc<LiveGame>>,
    /// Invitations of those who play in a tournament, by name.
    invitations: HashMap<String, String>,
    policy: Policy,
    /// Counts the tables of a tournament.
    opened: watch::Sender<u64>,
}

impl fmt::Debug for LocalHall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LocalHall({} games)", self.inner().games.len())
    }
}

impl LocalHall {
    /// A hall without games.
    pub fn new() -> LocalHall {
        LocalHall::default()
    }

    /// A hall for the agents of a tournament, with the invitation of each.
    ///
    /// # Errors
    ///
    /// The machine has no random numbers.
    pub fn for_tournament(names: &[String], policy: Policy) -> Result<(LocalHall, Vec<String>), Trouble> {
        let hall = LocalHall::new();
        let secrets: Vec<String> = names.iter().map(|_| secret()).collect::<Result<_, _>>()?;
        let mut inner = hall.inner();
        inner.invitations = names.iter().cloned().zip(secrets.iter().cloned()).collect();
        inner.policy = policy;
        drop(inner);
        Ok((hall, secrets))
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is this an invitation to the tournament?
    pub(crate) fn is_invited(&self, invitation: &str) -> bool {
        self.inner().invitations.values().any(|kept| kept == invitation)
    }

    /// The games that go on in which a seat is kept for whoever has this invitation.
    pub(crate) fn tables_of(&self, invitation: &str) -> Vec<(Arc<LiveGame>, Color)> {
        let inner = self.inner();
        let open = inner.games.iter().filter(|game| !game.is_over());
        open.filter_map(|game| Some((Arc::clone(game), game.invited(invitation)?))).collect()
    }

    /// Counts the tables that are opened from now on.
    pub(crate) fn openings(&self) -> watch::Receiver<u64> {
        self.inner().opened.subscribe()
    }

    pub(crate) fn find(&self, game_id: &str) -> Result<Arc<LiveGame>, Trouble> {
        let inner = self.inner();
        let found = inner.games.iter().find(|game| game.id == game_id);
        found.cloned().ok_or_else(|| Trouble::NoSuchGame(game_id.chars().take(40).collect()))
    }

    fn add(&self, game: &Arc<LiveGame>) -> Result<(), Trouble> {
        let mut inner = self.inner();
        if inner.games.iter().filter(|game| !game.is_over()).count() >= MAX_RUNNING {
            let why = format!(
                "{MAX_RUNNING} games are being played, and there is no room for more; finish one of yours"
            );
            return Err(Trouble::NotAllowed(why));
        }
        if inner.games.len() >= MAX_KEPT
            && let Some(oldest) = inner.games.iter().position(|game| game.is_over())
        {
            inner.games.remove(oldest);
        }
        inner.games.push(Arc::clone(game));
        Ok(())
    }
}

impl Hall for LocalHall {
    async fn new_game(&self, wanted: NewGame, _head: Option<&Head>) -> Result<Ticket, Trouble> {
        if !self.inner().invitations.is_empty() {
            let why = "the games here are made by the tournament; list_games tells which seats are free, and join_game takes one";
            return Err(Trouble::NotAllowed(why.to_owned()));
        }
        if wanted.clock.is_some() {
            let why = "games here have no clocks; leave clock_seconds and increment_seconds out";
            return Err(Trouble::NotAllowed(why.to_owned()));
        }
        let level = wanted.level.map(|number| {
            Level::new(number)
                .ok_or_else(|| Trouble::NotAllowed(format!("there is no level {number}; levels are 1 to 10")))
        });
        let level = level.transpose()?;
        let color = wanted.color.unwrap_or(Color::Black);
        let mut seats = [Seat::default(), Seat::default()];
        if let Some(level) = level {
            seats[!color as usize] = Seat::taken(&format!("level {}", level.number));
        }
        // The side that was not chosen is not to be had before this one.
        let own = secret()?;
        seats[color as usize] = Seat::kept_for(&clean_name(wanted.name.as_deref()), &own);
        let id = format!("g-{}", &secret()?[..10]);
        let game = start(&wanted)?;
        let live = LiveGame::new(id, game.clone(), seats, wanted.is_rated, ShowMoves::Always);
        self.add(&live)?;
        let ticket = live.join(None, Some(&own))?;
        play(&live, game, color, level)?;
        Ok(ticket)
    }

    async fn join_game(&self, wanted: JoinGame, _head: Option<&Head>) -> Result<Ticket, Trouble> {
        let JoinGame { game_id, name, invitation } = wanted;
        self.find(&game_id)?.join(name.as_deref(), invitation.as_deref())
    }

    async fn list_games(&self) -> Result<Vec<Listing>, Trouble> {
        Ok(self.inner().games.iter().rev().map(|game| game.listing()).collect())
    }

    async fn look(&self, game_id: &str, seat_token: Option<&str>) -> Result<Glance, Trouble> {
        let game = self.find(game_id)?;
        let key =
            seat_token.map(|token| SeatKey { game_id: game_id.to_owned(), seat_token: token.to_owned() });
        let viewer = key.and_then(|key| game.side(&key).ok());
        Ok(game.glance(viewer))
    }

    async fn act(&self, key: &SeatKey, ply: usize, act: Act) -> Result<(), Trouble> {
        let game = self.find(&key.game_id)?;
        game.act(game.side(key)?, ply, act).await
    }

    async fn wait_for_turn(&self, key: &SeatKey, patience: Duration) -> Result<Glance, Trouble> {
        self.find(&key.game_id)?.wait_for_turn(key, patience).await
    }

    async fn side(&self, key: &SeatKey) -> Result<Color, Trouble> {
        self.find(&key.game_id)?.side(key)
    }
}

/// The game before anybody has moved.
fn start(wanted: &NewGame) -> Result<Game, Trouble> {
    let start = crownhead_table::start(&wanted.opening, random());
    let terms = Terms { rules: wanted.rules, start, ..Terms::default() };
    terms.check().map_err(|bad| Trouble::NotAllowed(bad.to_string()))?;
    Ok(terms.start.game(terms.rules))
}

/// A seed of chance. One that can be foreseen is better than no game.
fn random() -> u64 {
    getrandom::u64().unwrap_or(1)
}

/// Starts the referee.
fn play(live: &Arc<LiveGame>, game: Game, color: Color, level: Option<Level>) -> Result<(), Trouble> {
    let mut own = live.player(color, PATIENCE);
    let mut other: Box<dyn Player> = match level {
        Some(level) => Box::new(EnginePlayer::level(level)),
        None => Box::new(live.player(!color, PATIENCE)),
    };
    let mut observer = live.observer("Crownhead");
    let work = move || {
        let mut players: [&mut dyn Player; 2] = [&mut own, other.as_mut()];
        if color == Color::White {
            players.reverse();
        }
        let mut referee = Referee::new(TimeControl::EachMove(Limits::INFINITE));
        referee.policy = Policy::PATIENT;
        referee.seed = random();
        referee.play(players, game, &mut observer);
    };
    let started = thread::Builder::new().stack_size(1 << 20).spawn(work);
    started
        .map(drop)
        .map_err(|_| Trouble::NotAllowed("there is no room for another game; try again later".to_owned()))
}

/// Seats in tournaments.
impl Agents for LocalHall {
    fn open(&self, card: &TableCard<'_>) -> Result<AgentTable, Fault> {
        let mut inner = self.inner();
        let seat = |side: usize| {
            let name = card.names[side];
            let seat = match inner.invitations.get(name) {
                Some(invitation) => Seat::kept_for(name, invitation),
                None => Seat::taken(name),
            };
            // People see on the board what they can do, wherever they play.
            seat.seeing_moves(card.is_person[side])
        };
        let again = if card.run == 0 { String::new() } else { format!("-{}", card.run + 1) };
        let id = format!("t-{}{again}", card.game + 1);
        let live = LiveGame::new(id, Game::new(), [0, 1].map(seat), true, inner.policy.legal_moves);
        // There are never more of them than the tournament plays at once.
        inner.games.push(Arc::clone(&live));
        inner.opened.send_modify(|n| *n += 1);
        let player = |color: Color| -> Option<Box<dyn Player>> {
            let patience = if card.is_person[color as usize] { DAY } else { PATIENCE };
            card.is_agent[color as usize].then(|| Box::new(live.player(color, patience)) as Box<dyn Player>)
        };
        Ok(AgentTable { seats: Color::ALL.map(player), observer: Box::new(live.observer(card.event)) })
    }
}
