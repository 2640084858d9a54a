//! The seam between this node and others that share the games with it.

use std::pin::Pin;

use serde::{Deserialize, Serialize};

use super::hub::{Note, Topic};
use super::secret::next_id;
use crate::error::ApiError;
use crate::wire::{Command, Side};

/// Something that a player does in a game, on the way to whoever owns the game. That the player sits at this side has
/// been checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Order {
    /// The game.
    pub(crate) game: String,
    /// The player's side.
    pub(crate) side: Side,
    /// What the player does.
    pub(crate) command: Command,
    /// The player's number for it.
    #[serde(default)]
    pub(crate) act: Option<u64>,
    /// The measured way over the network.
    pub(crate) lag_ms: u64,
}

impl Order {
    /// What a player does at a side of a game, without a network to measure.
    pub(crate) fn new(game: String, side: Side, command: Command) -> Order {
        Order { game, side, command, act: None, lag_ms: 0 }
    }

    /// The command with what players do not say themselves.
    pub(crate) fn whole_command(&self) -> Command {
        match self.command.clone() {
            Command::Move { ply, text, seen, .. } => Command::Move { ply, text, seen, lag_ms: self.lag_ms },
            Command::Rematch { .. } => Command::Rematch { next: next_id(&self.game).into() },
            other => other,
        }
    }
}

/// An answer that comes later.
pub(crate) type Later<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The other nodes.
pub(crate) trait Peers: Send + Sync + 'static {
    /// The node that seems to own a game.
    fn owner(&self, game: &str) -> Option<String>;

    /// Sends an order to the node that owns its game, and waits for its answer. [`super::try_again`] when there is none.
    fn forward(&self, node: String, order: Order) -> Later<'_, Result<(), ApiError>>;

    /// Tells the listeners of other nodes.
    fn publish(&self, note: &Note);

    /// Somebody on this node listens to a topic, to which nobody has.
    fn subscribed(&self, topic: &Topic);

    /// Nobody on this node listens to a topic any more.
    fn unsubscribed(&self, topic: &Topic);
}
