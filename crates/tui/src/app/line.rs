//! A line that is being typed: a command, a move, the name of a file.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tui_input::{Input, InputRequest};

use super::{Action, App, Page};
use crate::completion::{Vocabulary, common_beginning};

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
    /// The ways to complete it, where there are several.
    pub(crate) candidates: Vec<String>,
    /// Was it not understood, so that it is to be corrected?
    pub(crate) is_wrong: bool,
    /// Is it as it was not understood? Then what is typed takes its place.
    is_untouched: bool,
    /// Must nobody see it?
    pub(crate) is_secret: bool,
}

/// A password is not shown to anybody, not even to those who look for faults.
impl fmt::Debug for EntryLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EntryLine").field("prompt", &self.prompt).finish_non_exhaustive()
    }
}

impl EntryLine {
    /// What stands before the cursor, and what behind it.
    fn split_at_cursor(&self) -> (String, String) {
        let chars = || self.input.value().chars();
        (chars().take(self.input.cursor()).collect(), chars().skip(self.input.cursor()).collect())
    }
}

impl App {
    pub(super) fn open_line(&mut self, prompt: &'static str, command: &'static str) {
        self.line = Some(EntryLine {
            prompt,
            command,
            input: Input::default(),
            earlier: 0,
            candidates: Vec::new(),
            is_wrong: false,
            is_untouched: false,
            is_secret: false,
        });
    }

    /// A line whose text goes to the session as a password.
    pub(super) fn open_secret(&mut self) {
        self.open_line("Password: ", "");
        self.line.iter_mut().for_each(|line| line.is_secret = true);
    }

    /// Is a command typed, or what stands behind one?
    pub(super) fn is_typing_command(&self) -> bool {
        self.line.as_ref().is_some_and(|line| line.prompt == ":" || !line.command.is_empty())
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
        self.line.iter_mut().for_each(|line| line.candidates.clear());
        match action {
            Some(action) => self.act_in_line(&action),
            None => self.edit(key),
        }
    }

    pub(super) fn act_in_line(&mut self, action: &Action) {
        match action {
            Action::Enter => self.finish_line(),
            Action::Cancel => self.line = None,
            Action::NextMove => self.complete(),
            Action::Up => self.earlier_line(1),
            Action::Down => self.earlier_line(-1),
            Action::Shell => self.wants_shell = true,
            _ => {}
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
        if let (true, InputRequest::InsertChar(c)) = (std::mem::take(&mut line.is_untouched), request) {
            line.input = Input::default();
            if c == ':' && line.prompt == ":" {
                return;
            }
        }
        line.input.handle(request);
    }

    /// Completes what stands before the cursor as far as there is one way, and shows the ways where there are several.
    fn complete(&mut self) {
        let (legal, notation) = (self.session.legal_moves(), self.session.settings.appearance.notation);
        let moves = legal.iter().map(|mv| notation.mv(*mv)).collect();
        let vocabulary = Vocabulary { is_online: self.session.online().is_some(), moves };
        let Some(line) = &mut self.line else { return };
        let (before, behind) = line.split_at_cursor();
        let whole = format!("{}{before}", line.command);
        let completion = vocabulary.complete(&whole);
        let Some(kept) = completion.start.checked_sub(line.command.len()) else { return };
        let completed = format!("{}{}", &before[..kept], common_beginning(&completion.candidates));
        if completed.len() > before.len() {
            let cursor = completed.chars().count();
            line.input = Input::new(completed + &behind).with_cursor(cursor);
        }
        if completion.candidates.len() > 1 {
            line.candidates = completion.candidates;
        }
    }

    /// Shows a line that was typed before: the next older one, or the next younger.
    fn earlier_line(&mut self, steps: isize) {
        let Some(line) = &mut self.line else { return };
        let wanted = line.earlier.saturating_add_signed(steps);
        let mut fitting = self.typed.iter().rev().filter_map(|typed| typed.strip_prefix(line.command));
        match wanted {
            0 => line.input = Input::default(),
            _ => match fitting.nth(wanted - 1) {
                Some(text) => line.input = Input::new(text.to_owned()),
                None => return,
            },
        }
        line.earlier = wanted;
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
        if matches!(self.page, Page::Text(..) | Page::Choice(..)) {
            self.go_home();
        }
        // What was said was about what was there before.
        self.message = super::Message::default();
        let is_understood = match line.prompt {
            "Move: " => {
                self.typed_move(text);
                // At the board the next key may be about something else.
                true
            }
            _ => {
                let text = format!("{}{text}", line.command);
                self.typed.push(text.clone());
                if let Page::Form(form) = &self.page {
                    self.session.plan(form.options(self.session.settings.seed), form.appearance());
                }
                self.session.obey_line(&text, self.now)
            }
        };
        if !is_understood {
            self.line = Some(EntryLine { is_wrong: true, is_untouched: true, ..line });
        }
    }
}
