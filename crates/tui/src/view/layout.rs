//! Where things are on the screen. Sizes come from what has to be shown.

use ratatui::layout::{Rect, Size};

use crate::app::{App, Page};

/// The smallest window in which a game can be played.
pub(crate) const MIN_WIDTH: u16 = 40;
pub(crate) const MIN_HEIGHT: u16 = 12;

/// The sizes that a square can have, the largest first.
const CELLS: [(u16, u16); 5] = [(10, 5), (8, 4), (6, 3), (4, 2), (3, 1)];
/// What the names of rows take at the left of the board.
const LABELS: u16 = 3;
/// The least that the column beside a board is given, unless the board is the smallest.
const SIDE: u16 = 25;
/// The bits in binary and as boards side by side.
pub(crate) const BITS_WIDTH: u16 = 72;

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(crate) title: Rect,
    /// The board without the names of rows and columns.
    pub(crate) board: Rect,
    /// Columns and rows of a square.
    pub(crate) cell: (u16, u16),
    pub(crate) side: Rect,
    pub(crate) engine: Rect,
    pub(crate) message: Rect,
    pub(crate) keys: Rect,
    /// Everything between title and message.
    pub(crate) body: Rect,
}

impl Layout {
    /// The parts of the screen as it is now.
    pub fn new(app: &App) -> Layout {
        Layout::of_size(app, app.size)
    }

    /// The parts of a screen of this size, which may have changed since the screen was told.
    pub(crate) fn of_size(app: &App, size: Size) -> Layout {
        let Size { width, height } = size;
        let keys_height = if height >= 22 { 2 } else { 1 };
        let message_height = if height >= 22 { 2 } else { height.saturating_sub(11).clamp(1, 3) };
        let engine_height = u16::from(height >= 15);
        let around = 1 + engine_height + message_height + keys_height + u16::from(height >= 15);
        let smallest = CELLS[CELLS.len() - 1];
        // The bits stand beside a smaller board where there is room, and in its place elsewhere.
        let bits_fit = 8 * smallest.0 + LABELS + 1 + BITS_WIDTH <= width;
        let side = if app.bits && bits_fit { BITS_WIDTH } else { SIDE };
        let fits = |(columns, rows): &(u16, u16)| {
            8 * columns + LABELS + 1 + side <= width && 8 * rows + around <= height
        };
        let cell = CELLS.into_iter().find(fits).unwrap_or(smallest);
        let body_height = height.saturating_sub(1 + engine_height + message_height + keys_height);
        let body = Rect::new(0, 1, width, body_height);
        let board = Rect::new(LABELS, 1, 8 * cell.0, (8 * cell.1).min(body_height));
        let beside = board.right() + 1;
        let below =
            |y: u16, rows: u16| Rect::new(0, y.min(height), width, rows.min(height.saturating_sub(y)));
        Layout {
            title: Rect::new(0, 0, width, 1),
            board,
            cell,
            side: Rect::new(beside.min(width), 1, width.saturating_sub(beside), body_height),
            engine: below(body.bottom(), engine_height),
            message: below(body.bottom() + engine_height, message_height),
            keys: below(height - keys_height.min(height), keys_height),
            body,
        }
    }

    /// Is there room for a game?
    pub(crate) fn is_too_small(size: Size) -> bool {
        size.width < MIN_WIDTH || size.height < MIN_HEIGHT
    }

    /// Columns and rows of a square.
    pub fn cell_size(&self) -> (u16, u16) {
        self.cell
    }

    /// The place on the screen of the middle of a square, by its row and column on the board.
    pub fn middle_of(&self, row: usize, column: usize) -> (u16, u16) {
        let (width, height) = self.cell;
        (self.board.x + column as u16 * width + width / 2, self.board.y + row as u16 * height + height / 2)
    }

    /// The row and column of the board at a place on the screen.
    pub(crate) fn place_at(&self, column: u16, row: u16) -> Option<(usize, usize)> {
        let inside = self.board.contains(ratatui::layout::Position::new(column, row));
        let place = || {
            let (row, column) = ((row - self.board.y) / self.cell.1, (column - self.board.x) / self.cell.0);
            (usize::from(row), usize::from(column))
        };
        inside.then(place)
    }

    /// The line of a page's content at a row of the screen.
    pub(crate) fn page_line(&self, app: &App, row: u16) -> Option<usize> {
        let content = self.page_content(app);
        let line = usize::from(row.checked_sub(content.y)?);
        let first = match &app.page {
            Page::Games(chosen) | Page::Lobby(chosen) => first_shown(*chosen, usize::from(content.height)),
            _ => 0,
        };
        (row < content.bottom()).then_some(line + first)
    }

    /// Where the lines of a page are.
    pub(crate) fn page_content(&self, app: &App) -> Rect {
        let body = self.body;
        match &app.page {
            Page::Choice(moves, _) => {
                let over = self.overlay(moves.len() as u16 + 2);
                Rect::new(over.x + 1, over.y + 1, over.width.saturating_sub(2), over.height.saturating_sub(2))
            }
            Page::Form(_) => {
                let top = if body.height > 12 { 3 } else { 1 };
                Rect::new(2, body.y + top, body.width.saturating_sub(4), body.height.saturating_sub(top))
            }
            _ => Rect::new(1, body.y, body.width.saturating_sub(2), body.height),
        }
    }

    /// A box of `rows` rows: beside the board if there is room, or over the body.
    pub(crate) fn overlay(&self, rows: u16) -> Rect {
        if self.side.width >= 20 {
            let height = rows.min(self.side.height);
            return Rect::new(self.side.x, self.side.bottom() - height, self.side.width, height);
        }
        let width = self.body.width.min(64);
        let height = rows.min(self.body.height);
        let x = (self.body.width - width) / 2;
        Rect::new(x, self.body.y + (self.body.height - height) / 2, width, height)
    }
}

/// The first line of a list that is shown, so that the chosen one is in sight.
pub(crate) fn first_shown(chosen: usize, height: usize) -> usize {
    (chosen + 1).saturating_sub(height)
}
