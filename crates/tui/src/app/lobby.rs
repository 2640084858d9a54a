//! Keys in the lobby of a server, and offers that are made from there.

use crownhead_client::wire::OnlineSettings;

use super::{Action, App, Form, Offer, Page};
use crate::command::Command;
use crate::online::OnlineCommand;

impl App {
    /// Shows the lobby of the server that the session is at.
    pub fn open_lobby(&mut self) {
        self.page = Page::Lobby(0);
    }

    pub(super) fn act_in_lobby(&mut self, action: &Action) {
        let Page::Lobby(chosen) = self.page else { return };
        match action {
            Action::Enter => self.session.take_up(chosen),
            Action::Cancel => self.page = self.home(),
            _ => {}
        }
    }

    pub(super) fn open_offer(&mut self, offer: Offer) {
        self.message = super::Message::default();
        self.page = Page::Form(Box::new(Form::for_offer(offer)));
    }

    pub(super) fn make_offer(&mut self, offer: Offer, settings: OnlineSettings) {
        self.open_lobby();
        let command = match offer {
            Offer::Seek => OnlineCommand::Seek(settings),
            Offer::Challenge => OnlineCommand::Challenge { to: None, settings },
        };
        self.session.obey(Command::Online(command), self.now);
    }

    /// Takes the chosen line back, or declines it.
    pub(super) fn withdraw_chosen(&mut self) {
        if let Page::Lobby(chosen) = self.page {
            self.session.obey(Command::Online(OnlineCommand::Withdraw(Some(chosen + 1))), self.now);
        }
    }

    /// Watches the chosen game, or goes to the first that can be watched.
    pub(super) fn watch_live(&mut self) {
        let Page::Lobby(chosen) = self.page else { return };
        match self.session.online().and_then(|online| online.first_live()) {
            None => self.complain("Nobody is playing just now."),
            Some(first) if chosen >= first => self.session.take_up(chosen),
            Some(first) => {
                self.page = Page::Lobby(first);
                self.say("Choose a game with the arrows; Enter watches it.");
            }
        }
    }
}
