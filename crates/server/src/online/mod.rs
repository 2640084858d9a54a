//! Play between people over the network.
//!
//! A live game belongs to one node at a time, and there to one actor (`actor.rs`), which writes each event to the store
//! before anybody hears of it. Everybody else asks the actor through [`Online::order`], and hears of events through
//! the [`hub`]; where other nodes share the games, both go on through [`peers`].

mod accounts;
mod actor;
mod attendance;
mod begin;
mod bot;
mod cluster;
mod computer;
mod convert;
mod desks;
#[cfg(feature = "mcp")]
mod hall;
mod hub;
mod keeper;
mod levels;
mod offers;
mod peers;
mod people;
mod presence;
mod ratings;
mod secret;
mod socket;
mod thinking;

use std::sync::Arc;

use crownhead_contest::Contest;
use crownhead_store::ClubStore;
use crownhead_store::club::OnlineGame;

pub(crate) use cluster::Cluster;
pub(crate) use convert::{Damaged, pdn, rating_info, state, summaries};
#[cfg(feature = "mcp")]
pub(crate) use hall::agents;
pub(crate) use hub::{Hub, Note, NoteKind, Outbox, Subscription, Topic};
pub(crate) use keeper::Node;
pub(crate) use peers::{Order, Peers};
pub(crate) use people::{
    Anyone, Caller, Identified, Known, Login, Person, Program, logged_in, logged_out, needs_account, nobody,
};
pub(crate) use secret::{Secret, is_id, new_id};
pub(crate) use socket::serve;

use crate::blocking::Blocking;
use crate::error::ApiError;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::time::clock_ms;
use crate::wire::{Command, ErrorCode, EventMessage, OnlineMessage, Side};
use desks::{Desks, Trouble};
use presence::Presence;

/// Play over the network, on this node.
#[derive(Clone)]
pub(crate) struct Online {
    inner: Arc<Inner>,
}

struct Inner {
    store: Arc<dyn ClubStore>,
    hub: Hub,
    node: Node,
    desks: Desks,
    presence: Arc<Presence>,
    peers: Option<Arc<dyn Peers>>,
    /// Thinks for levels that have a seat.
    pool: Pool,
    metrics: Arc<Metrics>,
    /// Hashes passwords: it takes much memory, and all the time of a processor.
    hashing: Blocking,
}

/// A game and how it stands.
#[derive(Clone)]
pub(crate) struct Standing {
    /// What was agreed on, and who plays.
    pub(crate) game: Arc<OnlineGame>,
    /// How it stands.
    pub(crate) contest: Contest,
}

impl Online {
    /// Play over the network. Nothing happens by itself until it is kept ([`Online::keep`]).
    pub(crate) fn new(
        store: Arc<dyn ClubStore>,
        node: String,
        peers: Option<Arc<dyn Peers>>,
        pool: Pool,
        metrics: Arc<Metrics>,
    ) -> Online {
        let inner = Inner {
            store,
            hub: Hub::new(peers.clone()),
            node: Node::new(node),
            desks: Desks::default(),
            presence: Arc::default(),
            peers,
            pool,
            metrics,
            hashing: Blocking::default(),
        };
        Online { inner: Arc::new(inner) }
    }

    /// Where everything is kept.
    pub(crate) fn store(&self) -> &dyn ClubStore {
        self.inner.store.as_ref()
    }

    /// Who hears of what.
    pub(crate) fn hub(&self) -> &Hub {
        &self.inner.hub
    }

    /// This node.
    pub(crate) fn node(&self) -> &Node {
        &self.inner.node
    }

    /// Who is online.
    pub(crate) fn presence(&self) -> &Arc<Presence> {
        &self.inner.presence
    }

    /// Is this the only node?
    pub(crate) fn is_alone(&self) -> bool {
        self.inner.peers.is_none()
    }

    /// What is counted.
    pub(crate) fn metrics(&self) -> &Metrics {
        &self.inner.metrics
    }

    /// How many games this node has in hand.
    pub(crate) fn n_desks(&self) -> usize {
        self.inner.desks.len()
    }

    /// Has whoever owns the game do what a player wants. When this has answered, it is durable and everybody who
    /// watches on this node has been told.
    pub(crate) async fn order(&self, order: Order) -> Result<(), ApiError> {
        if matches!(order.command, Command::Rematch { .. }) {
            self.may_ask_again(&order).await?;
        }
        if let Some(peers) = &self.inner.peers
            && !self.is_here(&order.game)
            && let Some(node) = peers.owner(&order.game)
        {
            return peers.forward(node, order).await;
        }
        match self.order_here(&order).await {
            Err(Trouble::Elsewhere(node)) => match &self.inner.peers {
                Some(peers) => peers.forward(node, order).await,
                None => Err(try_again()),
            },
            Err(Trouble::Refused(error)) => Err(error),
            Ok(()) => Ok(()),
        }
    }

    /// Refuses another game with somebody who does not want to meet the player.
    async fn may_ask_again(&self, order: &Order) -> Result<(), ApiError> {
        let game = self.game(&order.game).await?;
        let (player, opponent) = match order.side {
            Side::Black => (game.black, game.white),
            Side::White => (game.white, game.black),
        };
        match self.store().has_blocked(opponent.person, player.person).await? {
            true => {
                Err(ApiError::new(ErrorCode::Forbidden, "Your opponent does not want another game with you."))
            }
            false => Ok(()),
        }
    }

    /// Has this node the game in hand?
    pub(crate) fn is_here(&self, id: &str) -> bool {
        self.inner.desks.has(id)
    }

    /// How a game stands, wherever it is owned.
    pub(crate) async fn look(&self, id: &str) -> Result<Standing, ApiError> {
        if let Some(mut standing) = self.inner.desks.look(id).await {
            // What the end has done to ratings is not known to whoever has the game in hand.
            if standing.game.is_rated && standing.contest.ending().is_some() {
                standing.game = Arc::new(self.game(id).await?);
            }
            return Ok(standing);
        }
        let (standing, _) = self.read(id, u64::MAX).await?;
        Ok(standing)
    }

    /// The events of a game after a number, as they are told.
    pub(crate) async fn events_after(&self, id: &str, seen: u64) -> Result<Vec<Note>, ApiError> {
        // Often there is nothing, and then the game need not be replayed.
        if self.store().events(id.to_owned(), seen).await?.is_empty() {
            return Ok(Vec::new());
        }
        self.read(id, seen).await.map(|(_, notes)| notes)
    }

    /// A game as it is kept, and its events after a number.
    async fn read(&self, id: &str, seen: u64) -> Result<(Standing, Vec<Note>), ApiError> {
        let game = self.game(id).await?;
        let events = self.store().events(id.to_owned(), 0).await?;
        let mut notes = Vec::new();
        let mut contest = convert::fresh_contest(&game).map_err(|error| damaged(id, &error))?;
        convert::replay(&mut contest, &events, |contest, stamped| {
            if stamped.seq > seen {
                notes.extend(event_note(convert::event_message(id, contest, stamped)));
            }
        })
        .map_err(|error| damaged(id, &error))?;
        Ok((Standing { game: Arc::new(game), contest }, notes))
    }

    /// A game without its events.
    pub(crate) async fn game(&self, id: &str) -> Result<OnlineGame, ApiError> {
        let game = if is_id(id) { self.store().game(id.to_owned()).await? } else { None };
        game.ok_or_else(|| ApiError::not_found("game"))
    }

    /// Tells one person, on whatever nodes that person is.
    pub(crate) fn tell_person(&self, person: &str, message: &OnlineMessage) {
        self.tell(Topic::Person(person.into()), message);
    }

    /// Tells everybody who watches a game.
    fn tell_game(&self, id: &str, message: &OnlineMessage) {
        self.tell(Topic::Game(id.into()), message);
    }

    /// Tells everybody in the lobby.
    pub(crate) fn tell_lobby(&self, message: &OnlineMessage) {
        self.tell(Topic::Lobby, message);
    }

    fn tell(&self, topic: Topic, message: &OnlineMessage) {
        if let Some(text) = text(message) {
            self.hub().publish(Note { topic, kind: NoteKind::Other, text });
        }
    }
}

/// The side of a game at which a person sits.
pub(crate) fn side_of(game: &OnlineGame, person: &str) -> Option<Side> {
    if game.black.person == person {
        Some(Side::Black)
    } else if game.white.person == person {
        Some(Side::White)
    } else {
        None
    }
}

/// A message as it is sent.
pub(crate) fn text(message: &OnlineMessage) -> Option<axum::extract::ws::Utf8Bytes> {
    match serde_json::to_string(message) {
        Ok(text) => Some(text.into()),
        Err(error) => {
            tracing::error!("{error}");
            None
        }
    }
}

fn event_note(message: EventMessage) -> Option<Note> {
    let topic = Topic::Game(message.game.as_str().into());
    let kind = NoteKind::Event(message.seq);
    Some(Note { topic, kind, text: text(&OnlineMessage::Event(message))? })
}

/// The game is just changing hands, or the store cannot be reached: what was asked may be asked again.
pub(crate) fn try_again() -> ApiError {
    ApiError::new(
        ErrorCode::TryAgain,
        "The game is moving to another server. Send the same again in a moment.",
    )
}

/// What is kept of a game cannot be read.
pub(crate) fn damaged(id: &str, error: &Damaged) -> ApiError {
    tracing::error!(game = id, "{error}");
    let message =
        "This game was saved by another version of the program, or is damaged; it cannot be opened.";
    ApiError::new(ErrorCode::Storage, message)
}

/// The time of the day, for events.
fn now() -> u64 {
    clock_ms()
}
