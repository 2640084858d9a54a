//! What a server tells, and what becomes of it.

use std::time::Instant;

use crownhead_client::wire::{ChallengeInfo, Command, ErrorCode, OnlineMessage, StartedGame};
use crownhead_client::{Answer, Ask, ClientError, Event, Order};

use crate::online::Link;
use crate::session::{Notice, Session};
use crate::words::capitalized;

impl Session {
    /// The client tells something.
    pub(crate) fn hear_online(&mut self, event: Event, now: Instant) {
        match event {
            Event::Connected => self.linked(Link::Open),
            Event::Lost(why) => self.lost(&why),
            Event::Told(message) => self.told(*message, now),
            Event::Done(_) => {}
            Event::Refused(order, error) => self.refused(&order, error.code, &error.message),
            Event::Answered(answer) => self.answered(answer),
            Event::Failed(ask, error) => self.failed(&ask, &error),
        }
    }

    fn linked(&mut self, link: Link) {
        let Some(online) = &mut self.online else { return };
        let before = std::mem::replace(&mut online.link, link);
        if before == Link::Lost && online.link == Link::Open {
            self.say("Connected again.");
        }
    }

    fn lost(&mut self, why: &ClientError) {
        let is_news = self.online.as_ref().is_some_and(|online| online.link != Link::Lost);
        self.linked(Link::Lost);
        if is_news {
            let why = capitalized(&why.to_string());
            self.complain(format!("{why}. Reconnecting; nothing is lost."));
        }
    }

    fn told(&mut self, message: OnlineMessage, now: Instant) {
        let Some(online) = &mut self.online else { return };
        match message {
            OnlineMessage::Hello { me, games, now: server_time } => {
                online.set_server_time(server_time, now);
                online.me = me;
                online.games = games;
                let is_idle = online.mirror.is_none() && online.awaited.is_none();
                let unfinished = online.games.first().filter(|_| is_idle).map(|game| game.game.clone());
                let invitation = online.invitation.take();
                self.order(Order::Lobby { on: true });
                self.inquire(Ask::Challenges);
                match (invitation, unfinished) {
                    (Some(link), _) => {
                        self.obey_line(&format!("join {link}"), now);
                    }
                    (None, Some(game)) => self.sit(game, None),
                    (None, None) => {}
                }
            }
            OnlineMessage::Game { game, now: server_time } => self.take_game(&game, server_time, now),
            OnlineMessage::Event(event) => self.hear_event(event, now),
            OnlineMessage::Rated { game, black, white } => {
                let mirror = online.mirror.as_mut().filter(|mirror| mirror.id == game);
                mirror.into_iter().for_each(|mirror| mirror.rate([black, white]));
            }
            OnlineMessage::Chat(line) => {
                let mirror =
                    online.mirror.as_mut().filter(|mirror| mirror.id == line.game && !mirror.is_muted);
                if let Some(mirror) = mirror {
                    let said = format!("{}: {}", line.name, line.text);
                    mirror.add_chat(line);
                    self.notices.push(Notice::Said(said));
                }
            }
            OnlineMessage::Started { game, side } => self.called(StartedGame { game, side }),
            OnlineMessage::Challenge { challenge } => {
                let by = challenge.by.name.clone();
                self.remember(challenge);
                self.say(format!("{by} challenges you. It is in the lobby."));
            }
            OnlineMessage::ChallengeDeclined { id } => {
                self.forget_challenge(&id);
                self.say("Your challenge was declined.");
            }
            OnlineMessage::Lobby { lobby } => online.lobby = lobby,
            OnlineMessage::SeekAdded { seek } => {
                online.lobby.seeks.retain(|other| other.id != seek.id);
                online.lobby.seeks.push(seek);
            }
            OnlineMessage::SeekRemoved { id } => online.lobby.seeks.retain(|seek| seek.id != id),
            OnlineMessage::LiveAdded { game } => {
                online.lobby.live.retain(|other| other.id != game.id);
                online.lobby.live.insert(0, *game);
            }
            OnlineMessage::LiveRemoved { id } => online.lobby.live.retain(|game| game.id != id),
            // Answers are heard as such, and what is for programs is told in other ways too.
            _ => {}
        }
    }

    /// A game of ours has begun. Somebody in the middle of another one is not torn away from it.
    fn called(&mut self, started: StartedGame) {
        let Some(online) = &mut self.online else { return };
        let game = started.game.clone();
        online.games.retain(|own| own.game != game);
        online.games.push(started);
        let is_coming = online.awaited.as_ref() == Some(&game);
        let is_busy =
            online.mirror.as_ref().is_some_and(|mirror| mirror.is_played_here() && mirror.id != game);
        match (is_busy, is_coming) {
            (true, _) => self.say("Another game of yours has begun. It is in the lobby."),
            (false, true) => {}
            (false, false) => self.sit(game, None),
        }
    }

    fn remember(&mut self, challenge: ChallengeInfo) {
        self.forget_challenge(&challenge.id);
        if let Some(online) = &mut self.online {
            online.challenges.push(challenge);
        }
    }

    fn refused(&mut self, order: &Order, code: ErrorCode, message: &str) {
        match order {
            Order::Act { game, command: Command::Move { ply, .. } }
                if self.mirror().is_some_and(|mirror| mirror.id == *game) =>
            {
                self.take_off(*ply);
                if code == ErrorCode::Stale {
                    self.fetch_again();
                }
            }
            Order::Watch { game, .. } => {
                if let Some(online) =
                    self.online.as_mut().filter(|online| online.awaited.as_ref() == Some(game))
                {
                    online.awaited = None;
                }
            }
            _ => {}
        }
        self.complain(message);
    }

    fn answered(&mut self, answer: Answer) {
        let Some(online) = &mut self.online else { return };
        match answer {
            Answer::Me(me) => {
                let name = me.name.clone();
                online.me = Some(me);
                self.become_other(&format!("You are {name} now."));
            }
            Answer::LoggedOut => self.become_other("You are logged out, and a guest again."),
            Answer::Waiting(seek) => {
                online.lobby.seeks.retain(|other| other.id != seek.id);
                online.lobby.seeks.push(seek);
                self.say("Your seek is in everybody's lobby. The game begins when somebody accepts it; withdraw takes it back.");
                self.notices.push(Notice::Waiting);
            }
            Answer::Started(game) => self.called(game),
            Answer::Challenge(challenge) => {
                self.tell_challenge(&challenge);
                self.remember(challenge);
                self.notices.push(Notice::Waiting);
            }
            Answer::Challenges(challenges) => online.challenges = challenges,
            Answer::Chat(lines) => {
                if let Some(mirror) = &mut online.mirror {
                    let game = mirror.id.clone();
                    lines.into_iter().filter(|line| line.game == game).for_each(|line| mirror.add_chat(line));
                }
            }
            Answer::Seat(seat) => {
                let game = online.mirror.as_ref().map(|mirror| mirror.id.clone()).unwrap_or_default();
                let link = online.site.game_link(&game, Some(&seat.seat));
                let behind = link.split_once('#').map_or("", |(_, behind)| behind);
                let text = format!(
                    "Whoever has this link plays your side, and an earlier one no longer works:\n\n{link}\n\n\
                     In the lobby of a terminal that is:\n\njoin #{behind}\n"
                );
                self.notices.push(Notice::Text("Another device", text));
            }
            Answer::Done => {}
        }
    }

    /// Nothing of whoever we were is ours any more.
    fn become_other(&mut self, sentence: &str) {
        if let Some(online) = &mut self.online {
            (online.mirror, online.awaited) = (None, None);
            online.challenges.clear();
            online.games.clear();
        }
        self.say(sentence);
        self.notices.push(Notice::Waiting);
    }

    /// How a challenge of ours can be accepted.
    pub(super) fn tell_challenge(&mut self, challenge: &ChallengeInfo) {
        let Some(online) = &self.online else { return };
        let text = match &challenge.to {
            Some(name) => {
                format!("{name} is challenged, and hears of it when online. withdraw takes it back.")
            }
            None => format!(
                "Give your opponent the code {}, or the link {}",
                challenge.code,
                online.site.challenge_link(&challenge.id)
            ),
        };
        self.say(text);
    }

    fn failed(&mut self, ask: &Ask, error: &ClientError) {
        // That there are no challenges and no chat to list need not bother anybody.
        match ask {
            Ask::Challenges | Ask::Chat(_) => tracing::info!("{error}"),
            _ => self.complain(capitalized(&error.to_string())),
        }
    }
}
