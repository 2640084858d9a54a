//! Where a player is: what keys mean, and where one comes back to.

use super::{App, Page, Place};
use crate::session::Learner;

impl App {
    /// Where keys are pressed.
    pub fn place(&self) -> Place {
        if self.line.is_some() {
            return if self.is_typing_command() { Place::Line } else { Place::Entry };
        }
        match &self.page {
            Page::Form(form) if form.offered().is_some() => Place::Offer,
            Page::Form(_) => Place::Form,
            Page::Games(_) => Place::Games,
            Page::Text(..) => Place::Text,
            Page::Learn => Place::Learn,
            Page::Setup => Place::Setup,
            Page::Choice(..) => Place::Choice,
            Page::Question(_) => Place::Question,
            Page::Lobby(_) => Place::Lobby,
            Page::Board if self.session.mirror().is_some() => self.place_at_table(),
            Page::Board if self.session.viewing().is_some() => Place::Viewing,
            Page::Board if self.session.looking().is_some() => Place::LookingBack,
            Page::Board if self.session.is_over() => Place::Over,
            Page::Board if self.session.has_no_person() => Place::Watching,
            Page::Board => Place::Playing,
        }
    }

    fn place_at_table(&self) -> Place {
        match () {
            () if self.session.looking().is_some() => Place::TableBack,
            () if self.session.person().is_none() => Place::Spectating,
            () if self.session.is_over() => Place::TableOver,
            () => Place::AtTable,
        }
    }

    /// Where one comes back to from a text or a list.
    pub(super) fn home(&self) -> Page {
        match self.session.online() {
            _ if self.session.learner().is_some() => Page::Learn,
            Some(online) if online.mirror.is_none() => Page::Lobby(0),
            _ => Page::Board,
        }
    }

    /// Goes back to where one was before a text, a list or a question.
    pub(super) fn go_home(&mut self) {
        if self.session.learner().is_some() {
            // The form is come back to when the course is left.
            self.page = Page::Learn;
            return;
        }
        self.page = match self.behind.take() {
            Some(form) => Page::Form(form),
            None => self.home(),
        };
    }

    /// Opens a page over what is there; a form is come back to.
    pub(super) fn open_page(&mut self, page: Page) {
        if let Page::Form(form) = std::mem::replace(&mut self.page, page) {
            self.behind = Some(form);
        }
    }

    /// Opens a text over what is there.
    pub(super) fn open_text(&mut self, title: &'static str, text: String) {
        self.message = super::Message::default();
        self.found = None;
        self.open_page(Page::Text(title, text, 0));
    }

    /// Sets a position up for the game that the form asks for.
    pub(super) fn edit_from_form(&mut self) {
        if let Page::Form(form) = &self.page {
            self.session.plan(form.options(self.session.settings.seed), form.appearance());
        }
        self.open_page(Page::Setup);
        self.session.obey(crate::Command::Edit, self.now);
    }

    /// Can a person move a piece on the board that is shown?
    pub(crate) fn can_move(&self) -> bool {
        self.session.is_live()
            && !self.session.learner().is_some_and(Learner::awaits_square)
            && self.session.is_persons_turn()
            && !matches!(self.page, Page::Form(_) | Page::Setup | Page::Lobby(_))
    }
}
