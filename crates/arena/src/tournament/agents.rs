//! Agents, which connect by themselves, and what else a tournament needs from outside.

use crownhead_engine::Endgame;
use std::sync::Arc;

use crate::player::{Fault, Player};
use crate::referee::Observer;

/// Seats agents.
pub trait Agents: Sync {
    /// Opens a table for a game in which an agent plays.
    ///
    /// # Errors
    ///
    /// No table can be opened.
    fn open(&self, card: &TableCard<'_>) -> Result<AgentTable, Fault>;
}

/// A game in which an agent plays.
#[derive(Clone, Copy, Debug)]
pub struct TableCard<'a> {
    /// The name of the tournament.
    pub event: &'a str,
    /// The number of the game.
    pub game: usize,
    /// How often the game was void before.
    pub run: usize,
    /// The names of Black and White.
    pub names: [&'a str; 2],
    /// Which of them come by themselves.
    pub is_agent: [bool; 2],
    /// Which of them are people.
    pub is_person: [bool; 2],
}

/// A table at which agents play.
pub struct AgentTable {
    /// Players for the sides that are agents.
    pub seats: [Option<Box<dyn Player>>; 2],
    /// Observes the game for them.
    pub observer: Box<dyn Observer>,
}

/// What a tournament uses from outside.
#[derive(Clone, Copy, Default)]
pub struct Resources<'a> {
    /// The endgame database.
    pub endgame: Option<&'a Arc<dyn Endgame>>,
    /// Seats agents.
    pub agents: Option<&'a dyn Agents>,
}
