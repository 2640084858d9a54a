//! A session at a server: the game is played there, and mirrored here.

mod hear;
mod mirror;
mod obey;

use std::time::Instant;

use crownhead_board::Color;
use crownhead_client::{Ask, Order, Site};

use super::{Effect, Session};
use crate::online::{Mirror, Online};
use crate::options::{GameOptions, Settings};

impl Session {
    /// A session at a server, which was not heard of yet. An invitation, a code or a link, is taken up once it is.
    pub fn online_at(settings: Settings, site: Site, invitation: Option<String>, now: Instant) -> Session {
        let mut session = Session::new(settings, GameOptions::default(), now);
        session.online = Some(Box::new(Online::new(site, invitation)));
        session
    }

    /// The server, if people elsewhere are played with.
    pub fn online(&self) -> Option<&Online> {
        self.online.as_deref()
    }

    /// The game at the server that is shown, if there is one.
    pub fn mirror(&self) -> Option<&Mirror> {
        self.online.as_ref()?.mirror.as_ref()
    }

    fn mirror_mut(&mut self) -> Option<&mut Mirror> {
        self.online.as_mut()?.mirror.as_mut()
    }

    /// Does somebody at this keyboard make the moves of a side?
    pub(crate) fn sits_here(&self, color: Color) -> bool {
        match &self.online {
            _ if self.learner.is_some() => true,
            Some(_) => self.person() == Some(color),
            None => !self.seat(color).is_computer(),
        }
    }

    /// The only side that is played from this keyboard, if there is one.
    pub fn person(&self) -> Option<Color> {
        match &self.online {
            Some(online) => online.mirror.as_ref().and_then(|mirror| mirror.you),
            None => self.contest().person(),
        }
    }

    /// Who plays a side.
    pub fn player(&self, color: Color) -> String {
        match self.mirror() {
            Some(mirror) => mirror.name(color).to_owned(),
            None => self.seat(color).to_string(),
        }
    }

    /// Why nothing can be moved now.
    pub(crate) fn why_wait(&self) -> String {
        let color = self.game().position().turn();
        let turn = self.name(color);
        match &self.online {
            None => format!("It is {turn}'s turn, and the computer plays {turn}. M makes it move now."),
            Some(online) => match &online.mirror {
                None => "There is no game here. lobby lists those there are.".to_owned(),
                Some(mirror) if mirror.you.is_none() => "You only watch this game.".to_owned(),
                Some(mirror) => format!("It is {turn}'s turn: {} is to move.", mirror.name(color)),
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

    fn order(&mut self, order: Order) {
        self.effects.push(Effect::Order(order));
    }

    fn inquire(&mut self, ask: Ask) {
        self.effects.push(Effect::Ask(ask));
    }
}
