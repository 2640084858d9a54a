//! The mouse: click and click, or drag.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use crownhead_board::Square;

use super::{Action, App, Page};
use crate::command::Command;
use crate::view::{Layout, key_at};

/// The mouse button while it is down on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pressed {
    square: Square,
    /// The piece there was in the hand already: a click would let it go, a drag moves it on.
    is_again: bool,
}

impl App {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.mouse_down(mouse.column, mouse.row),
            MouseEventKind::Up(MouseButton::Left) => self.mouse_up(mouse.column, mouse.row),
            MouseEventKind::ScrollUp => self.act_on_page(&Action::Up),
            MouseEventKind::ScrollDown => self.act_on_page(&Action::Down),
            _ => {}
        }
    }

    fn mouse_down(&mut self, column: u16, row: u16) {
        if let Some(binding) = key_at(self, column, row) {
            return self.click_key(&binding.action);
        }
        if self.line.is_some() {
            return;
        }
        if !matches!(self.page, Page::Board | Page::Setup | Page::Learn) {
            return self.click_page(row);
        }
        let Some(square) = self.square_at(column, row) else { return };
        let is_again = self.page != Page::Setup && self.hand.path().last() == Some(&square);
        self.pressed = Some(Pressed { square, is_again });
        self.cursor = square;
        if !is_again {
            self.touch_by_mouse(square);
        }
    }

    /// A key that the bottom line names was clicked.
    fn click_key(&mut self, action: &Action) {
        match self.line {
            Some(_) => self.act_in_line(action),
            None => self.act(action.clone()),
        }
    }

    fn mouse_up(&mut self, column: u16, row: u16) {
        let Some(pressed) = self.pressed.take() else { return };
        let Some(square) = self.square_at(column, row) else { return };
        let is_drag = square != pressed.square && !self.hand.path().is_empty();
        if matches!(self.page, Page::Board | Page::Learn)
            && (is_drag || square == pressed.square && pressed.is_again)
        {
            self.cursor = square;
            self.touch(square);
        }
    }

    fn touch_by_mouse(&mut self, square: Square) {
        let now = self.now;
        match &mut self.page {
            Page::Setup => self.put_next(square),
            _ if self.session.viewing().is_some() => {}
            _ if self.session.looking().is_some() => self.session.obey(Command::Close, now),
            _ => self.touch(square),
        }
    }

    fn square_at(&self, column: u16, row: u16) -> Option<Square> {
        let (row, column) = Layout::new(self).place_at(column, row)?;
        self.square_in(row, column)
    }
}
