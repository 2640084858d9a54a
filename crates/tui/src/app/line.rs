//! A line that is being typed: a command, a move, the name of a file.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_input::{Input, InputRequest};

use super::{Action, App, Page};
use crate::{command, online};

/// A line that is being typed.
#[derive(Clone)]
pub struct EntryLine {
    /// What stands before it.
    pub prompt: &'static str,
    /// The command that it belongs to; empty for a whole command.
    command: &'static str,
    /// What is typed.
    pub input: Input,
    /// How far back in the earlier lines it is.
    earlier: usize,
    /// Must nobody see it?
    pub(crate) is_secret: bool,
}

/// A password is not shown to anybody, not even to those who look for faults.
impl fmt::Debug for EntryLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EntryLine").field("prompt", &self.prompt).finish_non_exhaustive()
    }
}

impl App {
    pub(super) fn open_line(&mut self, prompt: &'static str, command: &'static str) {
        self.line =
            Some(EntryLine { prompt, command, input: Input::default(), earlier: 0, is_secret: false });
    }

    /// A line whose text goes to the session as a password.
    pub(super) fn open_secret(&mut self) {
        self.open_line("Password: ", "");
        self.line.iter_mut().for_each(|line| line.is_secret = true);
    }

    pub(super) fn is_typing_command(&self) -> bool {
        self.line.as_ref().is_some_and(|line| line.prompt == ":")
    }

    pub(super) fn type_char(&mut self, c: char) {
        if let Some(line) = &mut self.line {
            line.input.handle(InputRequest::InsertChar(c));
        }
    }

    pub(super) fn paste(&mut self, text: &str) {
        if self.line.is_none() && matches!(self.page, Page::Board | Page::Lobby(_)) {
            self.open_line(":", "");
        }
        text.chars().filter(|c| !c.is_control()).for_each(|c| self.type_char(c));
    }

    pub(super) fn press_in_line(&mut self, key: KeyEvent, action: Option<Action>) {
        match action {
            Some(Action::Enter) => self.finish_line(),
            Some(Action::Cancel) => self.line = None,
            Some(Action::NextMove) => self.complete(),
            Some(Action::Up) => self.earlier_line(),
            _ => self.edit(key),
        }
    }

    fn edit(&mut self, key: KeyEvent) {
        let Some(line) = &mut self.line else { return };
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        let request = match key.code {
            KeyCode::Char('u') if ctrl => InputRequest::DeleteLine,
            KeyCode::Char('w') if ctrl => InputRequest::DeletePrevWord,
            KeyCode::Char('a') if ctrl => InputRequest::GoToStart,
            KeyCode::Char('e') if ctrl => InputRequest::GoToEnd,
            KeyCode::Char(c) if !ctrl => InputRequest::InsertChar(c),
            KeyCode::Backspace if line.input.value().is_empty() => {
                self.line = None;
                return;
            }
            KeyCode::Backspace => InputRequest::DeletePrevChar,
            KeyCode::Delete => InputRequest::DeleteNextChar,
            KeyCode::Left => InputRequest::GoToPrevChar,
            KeyCode::Right => InputRequest::GoToNextChar,
            KeyCode::Home => InputRequest::GoToStart,
            KeyCode::End => InputRequest::GoToEnd,
            _ => return,
        };
        line.input.handle(request);
    }

    fn complete(&mut self) {
        let Some(line) = self.line.as_mut().filter(|line| line.prompt == ":") else { return };
        let fitting = match self.session.online() {
            None => command::beginning_with(line.input.value()),
            Some(_) => online::beginning_with(line.input.value()),
        };
        match fitting.as_slice() {
            [] => {}
            [only] => line.input = Input::new(format!("{only} ")),
            several => {
                let text = several.join("  ");
                self.say(text);
            }
        }
    }

    fn earlier_line(&mut self) {
        let Some(line) = &mut self.line else { return };
        let wanted = line.earlier + 1;
        if let Some(text) = self.typed.len().checked_sub(wanted).and_then(|i| self.typed.get(i)) {
            line.input = Input::new(text.clone());
            line.earlier = wanted;
        }
    }

    fn finish_line(&mut self) {
        let Some(line) = self.line.take() else { return };
        if line.is_secret {
            return self.session.give_password(line.input.value().to_owned());
        }
        let text = line.input.value().trim();
        if text.is_empty() {
            return;
        }
        if line.prompt == "Search: " {
            return self.search(text);
        }
        if matches!(self.page, Page::Text(..) | Page::Learn(_) | Page::Choice(..)) {
            self.go_home();
        }
        // What was said was about what was there before.
        self.message = super::Message::default();
        match line.prompt {
            "Move: " => self.typed_move(text),
            _ => {
                if line.command.is_empty() {
                    self.typed.push(text.to_owned());
                }
                let text = format!("{}{text}", line.command);
                if let Page::Form(form) = &self.page {
                    self.session.plan(form.options(self.session.settings.seed), form.appearance());
                }
                self.session.obey_line(&text, self.now);
            }
        }
    }
}
