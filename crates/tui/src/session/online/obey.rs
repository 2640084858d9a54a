//! What commands do at a server.

use std::time::Instant;

use crownhead_client::wire::{Command as Wish, Credentials, GameId, NewChallenge};
use crownhead_client::{Ask, Order};

use crate::command::{Command, Step};
use crate::online::{Invitation, Login, OnlineCommand, Row};
use crate::session::{Notice, Session};

impl Session {
    /// Does what a command says, as far as it can be done in a game with somebody elsewhere.
    pub(crate) fn obey_online(&mut self, command: Command, now: Instant) {
        match command {
            Command::Online(command) => self.obey_at_server(command),
            Command::Draw => self.offer_or_claim(),
            Command::Undo(_) => self.act_online(Wish::AskTakeback),
            Command::Resign => self.act_online(self.giving_up()),
            Command::Rematch => self.want_rematch(),
            Command::Move(text) if self.mirror().is_none() => self.complain(format!(
                "There is no game here, and \"{text}\" is not a command. help lists the commands."
            )),
            Command::Move(_)
            | Command::Moves
            | Command::Board
            | Command::Pieces
            | Command::Reference
            | Command::Set(..)
            | Command::Learn(_)
            | Command::Flip
            | Command::Fen
            | Command::Pdn
            | Command::Copy(_)
            | Command::Save { .. }
            | Command::Score
            | Command::Step(Step::First | Step::Back | Step::Next | Step::Last)
            | Command::Close
            | Command::Bits(_)
            | Command::Help(_)
            | Command::Quit => self.obey_here(command, now),
            _ => self.complain("That is for games at your own board, not online. help lists the commands."),
        }
    }

    fn obey_at_server(&mut self, command: OnlineCommand) {
        match command {
            OnlineCommand::Lobby => self.notices.push(Notice::Lobby),
            OnlineCommand::Table => match self.mirror() {
                Some(_) => self.notices.push(Notice::Table),
                None => self.complain("You are not in a game. seek offers one, enter N accepts one."),
            },
            OnlineCommand::Enter(number) => self.take_up(number.wrapping_sub(1)),
            OnlineCommand::Seek(settings) => self.inquire(Ask::Seek(settings)),
            OnlineCommand::Challenge { to, settings } => {
                self.inquire(Ask::Challenge(NewChallenge { settings, to }));
            }
            OnlineCommand::Join(Invitation::Challenge(code)) => self.inquire(Ask::AcceptChallenge(code)),
            OnlineCommand::Join(Invitation::Game { game, seat }) => self.sit(game, seat),
            OnlineCommand::Withdraw(which) => self.withdraw(which),
            OnlineCommand::Agree => self.answer_offer(true),
            OnlineCommand::Decline => self.answer_offer(false),
            OnlineCommand::ClaimWin => self.act_online(Wish::ClaimWin),
            OnlineCommand::ClaimDraw => self.act_online(Wish::ClaimDraw),
            OnlineCommand::Say(text) => match self.here() {
                Some(game) => self.order(Order::Say { game, text }),
                None => self.complain("Chat belongs to a game, and you are not in one."),
            },
            OnlineCommand::Chat => {
                let line =
                    |line: &crownhead_client::wire::ChatMessage| format!("{}: {}\n", line.name, line.text);
                let text: String =
                    self.mirror().map(|mirror| mirror.chat.iter().map(line).collect()).unwrap_or_default();
                match text.is_empty() {
                    true => self.say("No messages yet."),
                    false => self.notices.push(Notice::Text("Chat", text)),
                }
            }
            OnlineCommand::Mute => self.mute(),
            OnlineCommand::Seat => match self.here() {
                Some(game) => self.inquire(Ask::Seat(game)),
                None => self.complain("You are not playing a game."),
            },
            OnlineCommand::LogIn(name) => self.ask_password(name, false),
            OnlineCommand::Register(name) => self.ask_password(name, true),
            OnlineCommand::LogOut => self.inquire(Ask::LogOut),
        }
    }

    /// The game that is shown.
    fn here(&self) -> Option<String> {
        self.mirror().map(|mirror| mirror.id.clone())
    }

    /// Takes up a line of the lobby: plays, accepts or watches.
    pub(crate) fn take_up(&mut self, index: usize) {
        let Some(online) = &self.online else { return };
        let n_rows = online.rows().len();
        match online.rows().into_iter().nth(index) {
            None if n_rows == 0 => self.complain("The lobby is empty. seek offers a game to everybody."),
            None => self.complain(format!("The lobby has lines 1 to {n_rows}. lobby lists them.")),
            Some(Row::Game(game)) => self.sit(game.game, None),
            Some(Row::Challenged(challenge)) => self.inquire(Ask::AcceptChallenge(challenge.id)),
            Some(Row::OurChallenge(challenge)) => self.tell_challenge(&challenge),
            Some(Row::Seek(seek)) => self.inquire(Ask::AcceptSeek(seek.id)),
            Some(Row::OurSeek(_)) => {
                self.say("Your seek is in everybody's lobby. The game begins when somebody accepts it.");
            }
            Some(Row::Live(game)) if self.is_playing() => {
                let watched = game.black.name;
                self.complain(format!("Finish your game first; then you can watch {watched}'s."));
            }
            Some(Row::Live(game)) => self.sit(game.id, None),
        }
    }

    fn is_playing(&self) -> bool {
        self.mirror().is_some_and(|mirror| mirror.is_played_here())
    }

    /// Goes to a game, away from the one that is shown; with the token of a seat to play on there.
    pub(super) fn sit(&mut self, game: String, seat: Option<String>) {
        if self.here().as_ref() == Some(&game) && seat.is_none() {
            return self.notices.push(Notice::Table);
        }
        if let Some(before) = self.here() {
            self.order(Order::Unwatch { game: before });
        }
        let Some(online) = &mut self.online else { return };
        online.awaited = Some(game.clone());
        self.order(Order::Watch { game, seat });
    }

    /// Takes seeks and challenges of ours back, or declines a challenge to us.
    fn withdraw(&mut self, which: Option<usize>) {
        let Some(online) = &self.online else { return };
        let rows = online.rows();
        let chosen: Vec<Row> = match which {
            Some(number) => rows.into_iter().skip(number.wrapping_sub(1)).take(1).collect(),
            None => {
                rows.into_iter().filter(|row| matches!(row, Row::OurSeek(_) | Row::OurChallenge(_))).collect()
            }
        };
        if chosen.is_empty() {
            return self.complain("There is nothing to take back or to decline.");
        }
        for row in chosen {
            match row {
                Row::OurSeek(seek) => self.inquire(Ask::EndSeek(seek.id)),
                Row::OurChallenge(challenge) => {
                    self.forget_challenge(&challenge.id);
                    self.inquire(Ask::EndChallenge(challenge.id));
                }
                Row::Challenged(challenge) => {
                    self.forget_challenge(&challenge.id);
                    self.inquire(Ask::DeclineChallenge(challenge.id));
                }
                _ => self.complain(
                    "Only your seeks and challenges can be taken back, and challenges to you declined.",
                ),
            }
        }
    }

    pub(super) fn forget_challenge(&mut self, id: &str) {
        if let Some(online) = &mut self.online {
            online.challenges.retain(|challenge| challenge.id != id);
        }
    }

    pub(super) fn act_online(&mut self, command: Wish) {
        match self.mirror().filter(|mirror| mirror.you.is_some()).map(|mirror| mirror.id.clone()) {
            Some(game) => self.order(Order::Act { game, command }),
            None => self.complain("Only players can do that, and you are not playing."),
        }
    }

    /// Offers a draw; agrees to one; or claims one where the rules give it.
    fn offer_or_claim(&mut self) {
        let turn = self.game().position().turn();
        let claims =
            self.mirror().is_some_and(|mirror| mirror.now.claimable.is_some() && mirror.you == Some(turn));
        self.act_online(if claims { Wish::ClaimDraw } else { Wish::OfferDraw });
    }

    fn want_rematch(&mut self) {
        match self.is_over() {
            true => self.act_online(Wish::Rematch { next: GameId::default() }),
            false => self.complain("The game is not over yet."),
        }
    }

    fn answer_offer(&mut self, yes: bool) {
        let Some(mirror) = self.mirror() else { return self.complain("You are not in a game.") };
        let now = &mirror.now;
        let [draw, takeback, rematch] =
            [now.draw_offer, now.takeback, now.rematch].map(|side| side.is_some() && side != mirror.you);
        let command = match (now.result.is_some(), yes) {
            (true, true) if rematch => Wish::Rematch { next: GameId::default() },
            (true, _) => return self.complain("There is nothing to answer."),
            (false, true) if draw => Wish::AcceptDraw,
            (false, false) if draw => Wish::DeclineDraw,
            (false, true) if takeback => Wish::AcceptTakeback,
            (false, false) if takeback => Wish::DeclineTakeback,
            (false, _) => return self.complain("There is nothing to answer."),
        };
        self.act_online(command);
    }

    fn mute(&mut self) {
        let Some(mirror) = self.mirror_mut() else { return self.complain("You are not in a game.") };
        mirror.is_muted = !mirror.is_muted;
        let (game, on) = (mirror.id.clone(), mirror.is_muted);
        self.order(Order::Mute { game, on });
        self.say(if on {
            "The chat is muted. mute again to hear it."
        } else {
            "The chat is no longer muted."
        });
    }

    fn ask_password(&mut self, name: String, is_new: bool) {
        if let Some(online) = &mut self.online {
            online.awaits_password = Some(Login { name, is_new });
            self.notices.push(Notice::Password);
        }
    }

    /// The password that was asked for.
    pub fn give_password(&mut self, password: String) {
        let Some(Login { name, is_new }) =
            self.online.as_mut().and_then(|online| online.awaits_password.take())
        else {
            return;
        };
        let credentials = Credentials { name, password };
        self.inquire(if is_new { Ask::Register(credentials) } else { Ask::LogIn(credentials) });
    }
}
