//! A session at a server: the game is played there, and mirrored here.

mod hear;
mod mirror;
mod obey;

use std::time::Instant;

use crownhead_board::Color;
use crownhead_client::{Ask, Order, Site};

use super::{Effect, Session};
use crate::online::{Online, Table};
use crate::options::{GameOptions, Settings};

impl Session {
    /// A session at a server, which was not heard of yet. An invitation, a code or a link, is taken up once it is.
    pub fn online_at(settings: Settings, site: Site, invitation: Option<String>) -> Session {
        let mut session = Session::new(settings, GameOptions::default());
        session.paused = false;
        session.online = Some(Box::new(Online::new(site, invitation)));
        session
    }

    /// The server, if people elsewhere are played with.
    pub fn online(&self) -> Option<&Online> {
        self.online.as_deref()
    }

    /// The game at the server that is shown, if there is one.
    pub fn table(&self) -> Option<&Table> {
        self.online.as_ref()?.table.as_ref()
    }

    fn table_mut(&mut self) -> Option<&mut Table> {
        self.online.as_mut()?.table.as_mut()
    }

    /// Does somebody at this keyboard make the moves of a side?
    pub(crate) fn sits_here(&self, color: Color) -> bool {
        match &self.online {
            Some(online) => online.table.as_ref().is_some_and(|table| table.you == Some(color)),
            None => !self.seat(color).is_computer(),
        }
    }

    /// The only side that is played from this keyboard, if there is one.
    pub fn person(&self) -> Option<Color> {
        match &self.online {
            Some(online) => online.table.as_ref().and_then(|table| table.you),
            None => self.options.person(),
        }
    }

    /// Who plays a side.
    pub fn player(&self, color: Color) -> String {
        match self.table() {
            Some(table) => table.name(color).to_owned(),
            None => self.seat(color).to_string(),
        }
    }

    /// Is the game over? One at a server can end without a result.
    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some() || self.table().is_some_and(|table| table.result.is_some())
    }

    /// Why nothing can be moved now.
    pub(crate) fn why_wait(&self) -> String {
        let turn = self.game.position().turn();
        match &self.online {
            None => format!("It is {turn}'s turn, and the computer plays {turn}. M makes it move now."),
            Some(online) => match &online.table {
                None => "There is no game here. lobby lists those there are.".to_owned(),
                Some(table) if table.you.is_none() => "You only watch this game.".to_owned(),
                Some(table) => format!("It is {turn}'s turn: {} is to move.", table.name(turn)),
            },
        }
    }

    /// All commands with what they do, a line each.
    pub fn help(&self) -> String {
        match self.online {
            None => crate::command::help(),
            Some(_) => crate::online::help(),
        }
    }

    /// Seconds that are left for the first move of the side to move, after which the game is aborted.
    pub(crate) fn first_move_within(&self, now: Instant) -> Option<u64> {
        let by = self.table()?.first_move_by?;
        let server_now = self.online.as_ref()?.server_now(now)?;
        Some(by.saturating_sub(server_now) / 1000)
    }

    fn order(&mut self, order: Order) {
        self.effects.push(Effect::Order(order));
    }

    fn inquire(&mut self, ask: Ask) {
        self.effects.push(Effect::Ask(ask));
    }
}
