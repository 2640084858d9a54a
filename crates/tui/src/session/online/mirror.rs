//! The game of a server on the board here: rebuilt from its state, and carried on by its events. How it stands is the
//! server's word.

use std::time::Instant;

use crownhead_board::{Color, Move};
use crownhead_client::wire::{Command, Event, EventMessage, OnlineGameState};
use crownhead_client::{Ask, Order};

use crate::online::Mirror;
use crate::session::{Notice, Session};
use crate::words;

impl Session {
    /// Takes a game as the server describes it for the one that is shown.
    pub(super) fn take_game(&mut self, state: &OnlineGameState, server_time: u64, now: Instant) {
        let Some(online) = &mut self.online else { return };
        online.set_server_time(server_time, now);
        let is_same = online.mirror.as_ref().is_some_and(|mirror| mirror.id == state.id);
        if online.awaited.as_ref() != Some(&state.id) && !is_same {
            return;
        }
        online.awaited = None;
        let mut mirror = match Mirror::new(state) {
            Ok(mirror) => mirror,
            Err(why) => return self.complain(format!("The game cannot be shown: {why}.")),
        };
        if let Some(before) = online.mirror.take().filter(|_| is_same) {
            (mirror.chat, mirror.is_muted) = (before.chat, before.is_muted);
        }
        let introduction = mirror.introduction();
        online.mirror = Some(mirror);
        self.looking = None;
        if !is_same {
            self.comments.clear();
            self.saved = None;
            self.inquire(Ask::Chat(state.id.clone()));
            self.say(introduction);
            self.notices.push(Notice::Started);
        }
        self.notices.push(Notice::Board);
    }

    /// Makes a move of ours: here at once, and at the server.
    pub(crate) fn play_online(&mut self, mv: Move) {
        let turn = self.game().position().turn();
        if self.is_over() {
            return self.complain(words::ONLINE_OVER);
        }
        if !self.sits_here(turn) {
            return self.complain(self.why_wait());
        }
        let Some(mirror) = self.mirror_mut() else { return };
        let ply = mirror.game.moves().len() as u32;
        let played = mirror.game.play(mv);
        if let Err(error) = played {
            return self.complain(words::sentence(error));
        }
        self.show_move(turn, mv);
        let text = mv.route_text().to_string();
        self.act_online(Command::Move { ply, text, seen: None, lag_ms: 0 });
    }

    fn show_move(&mut self, mover: Color, mv: Move) {
        self.looking = None;
        self.notices.extend([Notice::Moved { color: mover, mv, again: false }, Notice::Board]);
    }

    /// Keeps the first `plies` plies on the board: others were taken back, or refused.
    pub(super) fn take_off(&mut self, ply: u32) {
        if let Some(mirror) = self.mirror_mut() {
            mirror.take_back_to(ply);
        }
        self.looking = None;
        self.notices.push(Notice::Board);
    }

    /// Asks for the whole game, because what was heard does not fit what is here.
    pub(super) fn fetch_again(&mut self) {
        if let Some(game) = self.mirror().map(|mirror| mirror.id.clone()) {
            self.order(Order::Watch { game, seat: None });
        }
    }

    /// Something has happened in the game that is shown.
    pub(super) fn hear_event(&mut self, message: EventMessage, now: Instant) {
        let Some(mirror) = self.mirror_mut().filter(|mirror| mirror.id == message.game) else { return };
        mirror.now = message.now;
        match message.event {
            Event::Move { ply, text, .. } => self.hear_move(ply as usize, &text),
            Event::TakenBack { ply } => {
                self.say("A move was taken back.");
                self.take_off(ply);
            }
            Event::Ended { ending } => {
                self.hear_end(words::result(
                    ending.into(),
                    self.game().position(),
                    &self.settings.appearance,
                ));
            }
            Event::Resumed { idle_ms } => {
                self.say(format!("The server was away; {} s do not count.", idle_ms / 1000));
            }
            Event::Rematch { game } => self.sit(game.into(), None),
            Event::DrawOffered { side } => self.tell_of(side, "offers a draw"),
            Event::DrawDeclined { side } => self.tell_of(side, "declines the draw"),
            Event::TakebackAsked { side } => self.tell_of(side, "asks to take a move back"),
            Event::TakebackDeclined { side } => self.tell_of(side, "does not agree to take the move back"),
            Event::RematchOffered { side } => self.tell_of(side, "wants another game"),
            Event::Left { side } => {
                match self.online().and_then(|online| online.absence(now, "claim", "claim draw")) {
                    // A screen says it as long as it is so.
                    Some(absence) => self.notices.push(Notice::Said(absence)),
                    None => self.tell_of(side, "left the game"),
                }
            }
            Event::Returned { side } => self.tell_of(side, "is back"),
            // Only at one's own board.
            Event::Redone { .. } | Event::Restarted | Event::SetUp { .. } | Event::Seated { .. } => {}
        }
    }

    fn tell_of(&mut self, side: Color, does: &str) {
        let name = self.player(side);
        self.say(format!("{name} {does}."));
    }

    fn hear_move(&mut self, ply: usize, text: &str) {
        let Some(mirror) = self.mirror_mut() else { return };
        let turn = mirror.game.position().turn();
        if mirror.game.moves().nth(ply).is_some_and(|made| made.route_text().to_string() == text) {
            // One of ours, which is here already.
            return;
        }
        let read = mirror.game.state().parse_move(text).ok().filter(|_| ply == mirror.game.moves().len());
        match read.filter(|mv| mirror.game.play(*mv).is_ok()) {
            // The server is right.
            None => self.fetch_again(),
            Some(mv) => self.show_move(turn, mv),
        }
    }

    fn hear_end(&mut self, how: String) {
        if let Some(online) = &mut self.online
            && let Some(mirror) = &online.mirror
        {
            online.games.retain(|game| game.game != mirror.id);
        }
        self.say(how);
        self.notices.push(Notice::Board);
    }

    /// What a player may do instead of resigning, before both have moved.
    pub(super) fn giving_up(&self) -> Command {
        let may_abort = self.mirror().is_some_and(|mirror| mirror.now.can.abort);
        if may_abort { Command::Abort } else { Command::Resign }
    }
}
