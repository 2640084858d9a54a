//! Where things are on the screen. Sizes come from what has to be shown.

use ratatui::layout::{Rect, Size};

use crownhead_study::style::Frame;

use crate::app::{App, Page};

/// The smallest window in which a game can be played.
pub(crate) const MIN_WIDTH: u16 = 40;
pub(crate) const MIN_HEIGHT: u16 = 12;

/// The sizes that a square can have, the largest first.
const CELLS: [(u16, u16); 8] = [(14, 6), (12, 6), (10, 5), (8, 4), (6, 3), (6, 2), (5, 2), (3, 1)];
/// What the names of rows take at the left of the board.
const LABELS: u16 = 3;
/// What the column beside a board is given: what it wants, and less where that leaves no board.
const SIDES: [u16; 4] = [34, 25, 14, 0];
/// The most that is of use to it.
const WIDE_SIDE: u16 = 44;
/// Words of 32 bits in binary and hex with their names, or boards side by side.
const BITS: u16 = 72;
/// The same without blanks and hex.
const NARROW_BITS: u16 = 48;

/// The parts of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(crate) title: Rect,
    /// The board with the lines around its squares, without the names of rows and columns.
    pub(crate) board: Rect,
    /// Columns and rows of a square.
    pub(crate) cell: (u16, u16),
    /// 1 where there are lines between the squares, 0 elsewhere.
    pub(crate) lines: u16,
    /// Are columns named above the board?
    pub(crate) above: bool,
    /// Are they named below it?
    pub(crate) below: bool,
    /// Where the players and the moves are. Without a width there is no room for them.
    pub(crate) side: Rect,
    /// Where the bits are, if they are shown. Without a board they stand in its place.
    pub(crate) bits: Option<Rect>,
    pub(crate) engine: Rect,
    pub(crate) message: Rect,
    pub(crate) keys: Rect,
    /// Everything between title and message.
    pub(crate) body: Rect,
}

/// What a board takes: its squares, the lines between them, the rows with the names of columns.
#[derive(Clone, Copy)]
struct BoardSize {
    cell: (u16, u16),
    lines: u16,
    labels: (bool, bool),
}

impl BoardSize {
    fn width(self) -> u16 {
        8 * (self.cell.0 + self.lines) + self.lines
    }

    fn height(self) -> u16 {
        8 * (self.cell.1 + self.lines) + self.lines
    }

    fn fits(self, width: u16, height: u16) -> bool {
        let labels = u16::from(self.labels.0) + u16::from(self.labels.1);
        LABELS + self.width() < width && self.height() + labels <= height
    }

    /// The largest board for a room, with all that belongs to it if that can be.
    fn largest(app: &App, width: u16, height: u16) -> Option<BoardSize> {
        let labels = column_labels(app);
        let lines = u16::from(app.wants_lines());
        let sizes = |lines, labels| CELLS.into_iter().map(move |cell| BoardSize { cell, lines, labels });
        let mut all = sizes(lines, labels).chain(sizes(0, labels)).chain(sizes(0, (false, false)));
        all.find(|size| size.fits(width, height))
    }
}

/// Are columns named above and below the board?
fn column_labels(app: &App) -> (bool, bool) {
    let appearance = &app.session.settings.appearance;
    match appearance.frame {
        Frame::Diagram => (false, appearance.notation.has_letters()),
        Frame::Ruled => (true, true),
        Frame::Grid => (false, true),
        Frame::Rows => (false, false),
        Frame::Dots => (true, false),
    }
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
        let message_height = match height {
            30.. => 3,
            22.. => 2,
            _ => height.saturating_sub(11).clamp(1, 3),
        };
        let engine_height = u16::from(height >= 15);
        let body_height = height.saturating_sub(1 + engine_height + message_height + keys_height);
        let smallest = BoardSize { cell: CELLS[CELLS.len() - 1], lines: 0, labels: (false, false) };
        let beside = |rest: u16| BoardSize::largest(app, width.saturating_sub(rest), body_height);
        // The bits stand beside board and players where there is room, then beside the board alone, then in its place.
        // In the course its text stands there.
        let bits = app.bits.filter(|_| app.page != Page::Learn);
        let bits_room = bits.map(|_| {
            let side = SIDES[1] + 1;
            let rooms =
                [(side, BITS, 2), (0, BITS, 2), (0, NARROW_BITS, 2), (0, BITS, 1), (0, NARROW_BITS, 1)];
            // A board with squares of two rows is worth more than words with blanks.
            rooms.into_iter().find_map(|(side, bits, rows)| {
                beside(side + bits).filter(|size| size.cell.1 >= rows).map(|size| (size, side, bits))
            })
        });
        let (size, side_width, bits_width) = match bits_room {
            Some(Some(found)) => found,
            Some(None) => (smallest, 0, 0),
            None => {
                let size = SIDES.into_iter().find_map(beside).unwrap_or(smallest);
                (size, width.saturating_sub(LABELS + size.width() + 1).min(WIDE_SIDE), 0)
            }
        };
        let used = LABELS + size.width() + 1 + side_width + bits_width;
        let left = width.saturating_sub(used) / 2;
        let labels = (u16::from(size.labels.0), u16::from(size.labels.1));
        let spare = body_height.saturating_sub(size.height() + labels.0 + labels.1);
        let top = 1 + spare / 2 + labels.0;
        let (board_height, board_x) = (size.height().min(body_height), left + LABELS);
        let board = Rect::new(board_x, top, size.width().min(width.saturating_sub(board_x)), board_height);
        // Beside a board in the middle of a tall window, everything begins where the board does.
        let column = |x: u16, columns: u16| {
            let y = 1 + spare / 2;
            let columns = columns.min(width.saturating_sub(x));
            Rect::new(x, y, columns, (body_height + 1).saturating_sub(y))
        };
        let side = column((board.right() + 1).min(width), side_width);
        let bits = match bits_room {
            None => None,
            Some(None) => Some(Rect::new(1, 1, width.saturating_sub(1), body_height)),
            Some(Some(_)) => {
                let x = board.right() + 1 + side_width;
                Some(Rect::new(x, 1, (bits_width + left).min(width.saturating_sub(x)), body_height))
            }
        };
        let inner = width - left - left;
        let below =
            |y: u16, rows: u16| Rect::new(left, y.min(height), inner, rows.min(height.saturating_sub(y)));
        let body = Rect::new(0, 1, width, body_height);
        Layout {
            title: Rect::new(left, 0, inner, 1),
            board,
            cell: size.cell,
            lines: size.lines,
            above: size.labels.0,
            below: size.labels.1,
            side,
            bits,
            engine: below(body.bottom(), engine_height),
            message: below(body.bottom() + engine_height, message_height),
            keys: below(height - keys_height.min(height), keys_height),
            body,
        }
    }

    /// The place of a square by its row and column on the board.
    pub(crate) fn square(&self, row: usize, column: usize) -> Rect {
        let (width, height) = self.cell;
        Rect::new(
            self.board.x + self.lines + column as u16 * (width + self.lines),
            self.board.y + self.lines + row as u16 * (height + self.lines),
            width,
            height,
        )
    }

    /// Are the bits in the place of the board?
    pub(crate) fn is_bits_alone(&self) -> bool {
        self.bits.is_some_and(|bits| bits.x < self.board.x)
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
        let area = self.square(row, column);
        (area.x + area.width / 2, area.y + area.height / 2)
    }

    /// The row and column of the board at a place on the screen.
    pub(crate) fn place_at(&self, column: u16, row: u16) -> Option<(usize, usize)> {
        let here = ratatui::layout::Position::new(column, row);
        let all = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
        all.into_iter().find(|(row, column)| self.square(*row, *column).contains(here))
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
            Page::Form(form) => {
                let n_lines = form.lines().len() as u16 + 6;
                let top = if has_banner(body) {
                    super::banner::HEIGHT + 3
                } else {
                    1 + u16::from(body.height > 12)
                };
                let top = top + body.height.saturating_sub(top + n_lines) / 3;
                let width = body.width.saturating_sub(4).min(76);
                let left = (body.width - width) / 2;
                Rect::new(left, body.y + top, width, body.height.saturating_sub(top))
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

/// Is there room for the name of the program in large letters?
pub(crate) fn has_banner(body: Rect) -> bool {
    body.width >= 64 && body.height >= 17
}
