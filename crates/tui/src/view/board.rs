//! The board.

use crownhead_board::{Color, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::layout::Layout;
use crate::app::{App, Cell};
use crate::notation::Notation;

pub(super) fn draw(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let cells = app.cells();
    let (width, height) = layout.cell;
    for row in 0..8 {
        draw_label(app, layout, row, buffer);
        for column in 0..8 {
            let area = Rect::new(
                layout.board.x + column as u16 * width,
                layout.board.y + row as u16 * height,
                width,
                height,
            );
            if area.bottom() > layout.body.bottom() {
                continue;
            }
            match app.square_in(row, column) {
                None => buffer.set_style(area, app.look.light()),
                Some(square) => draw_square(app, square, &cells[square.index()], area, buffer),
            }
        }
    }
    if app.session.settings.notation == Notation::Algebraic {
        draw_files(app, layout, buffer);
    }
}

/// What a row is called: its rank, or the name of its first square where squares have no room for theirs.
fn draw_label(app: &App, layout: &Layout, row: usize, buffer: &mut Buffer) {
    let notation = app.session.settings.notation;
    if layout.cell.1 > 1 && notation != Notation::Algebraic {
        return;
    }
    let first = (0..8).find_map(|column| app.square_in(row, column));
    let Some(square) = first else { return };
    let label = match notation {
        Notation::Algebraic => square.rank().to_string(),
        _ => notation.square(square),
    };
    let y = layout.board.y + row as u16 * layout.cell.1 + (layout.cell.1 - 1) / 2;
    if y < layout.body.bottom() {
        buffer.set_string(0, y, format!("{label:>2}"), app.look.faint());
    }
}

fn draw_files(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let y = layout.board.bottom();
    if y >= layout.body.bottom() {
        return;
    }
    for column in 0..8u16 {
        let file = if app.side == Color::White { column } else { 7 - column };
        let x = layout.board.x + column * layout.cell.0 + (layout.cell.0 - 1) / 2;
        let letter = char::from(b'a' + file as u8);
        buffer.set_string(x, y, letter.to_string(), app.look.faint());
    }
}

fn draw_square(app: &App, square: Square, cell: &Cell, area: Rect, buffer: &mut Buffer) {
    let style = app.look.dark(cell);
    buffer.set_style(area, style);
    for y in area.rows() {
        buffer.set_string(y.x, y.y, " ".repeat(usize::from(area.width)), style);
    }
    let name = app.session.settings.notation.square(square);
    if area.height == 1 {
        return draw_line(app, &name, cell, area, style, buffer);
    }
    buffer.set_string(area.x, area.y, &name, style);
    if let Some(letter) = cell.letter {
        buffer.set_string(area.right() - 1, area.y, letter.to_string(), lettered(style));
    }
    if area.height >= 3 && app.look.has_discs() && cell.piece.is_some() {
        draw_disc(app, cell, area, style, buffer);
    } else {
        let middle = area.y + area.height / 2;
        let row = Rect::new(area.x + (area.width - 4) / 2, middle, 4, 1);
        draw_piece(app, cell, row, style, buffer);
    }
}

/// A square of three characters: a piece between its marks, or the name of an empty square.
fn draw_line(app: &App, name: &str, cell: &Cell, area: Rect, style: Style, buffer: &mut Buffer) {
    let is_plain =
        cell.piece.is_none() && !cell.cursor && cell.letter.is_none() && !cell.target && !cell.hint;
    if is_plain {
        buffer.set_string(area.x, area.y, format!("{name:>2}{}", if cell.last { '=' } else { ' ' }), style);
        return;
    }
    let (left, right) = brackets(cell);
    let right = if right == ' ' { mark(cell) } else { right };
    let middle = if cell.piece.is_none() { cell.letter.unwrap_or(' ') } else { app.look.symbol(cell.piece) };
    buffer.set_string(area.x, area.y, format!("{left}{middle}{right}"), style);
    match (cell.piece, cell.letter) {
        (None, Some(letter)) => buffer.set_string(area.x + 1, area.y, letter.to_string(), lettered(style)),
        _ => paint_symbol(app, cell, area.x + 1, area.y, style, buffer),
    }
}

/// How the letter of a square is written.
fn lettered(style: Style) -> Style {
    style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
}

/// Four characters: the piece between brackets, and a mark.
fn draw_piece(app: &App, cell: &Cell, row: Rect, style: Style, buffer: &mut Buffer) {
    let (left, right) = brackets(cell);
    let symbol = app.look.symbol(cell.piece);
    buffer.set_string(row.x, row.y, format!("{left}{symbol}{right}{}", mark(cell)), style);
    paint_symbol(app, cell, row.x + 1, row.y, style, buffer);
}

fn paint_symbol(app: &App, cell: &Cell, x: u16, y: u16, style: Style, buffer: &mut Buffer) {
    if let (Some(piece), Some(place)) = (cell.piece, buffer.cell_mut((x, y))) {
        place.set_style(style.patch(app.look.piece(piece.color)));
    }
}

/// A disc of two rows, a king with a crown on it.
fn draw_disc(app: &App, cell: &Cell, area: Rect, style: Style, buffer: &mut Buffer) {
    let Some(piece) = cell.piece else { return };
    let fg = style.patch(app.look.piece(piece.color));
    let (left, right) = brackets(cell);
    let rows = area.height - 1;
    let width = (area.width - 2).min(2 * rows).max(4);
    let x = area.x + (area.width - width) / 2;
    for row in 0..rows {
        let y = area.y + 1 + row;
        let inner = "█".repeat(usize::from(width) - 2);
        let text = match row {
            0 => format!("▄{}▄", if rows == 1 { inner } else { "█".repeat(usize::from(width) - 2) }),
            _ if row + 1 == rows => format!("▀{inner}▀"),
            _ => format!("█{inner}█"),
        };
        buffer.set_string(x, y, text, fg);
    }
    let middle = area.y + 1 + (rows - 1) / 2;
    if piece.is_king() {
        let crown = Style::new()
            .fg(style.bg.unwrap_or_default())
            .bg(fg.fg.unwrap_or_default())
            .add_modifier(Modifier::BOLD);
        buffer.set_string(x + (width - 2) / 2, middle, "♛♛", crown);
    }
    buffer.set_string(area.x, middle, left.to_string(), style.add_modifier(Modifier::BOLD));
    let right = if right == ' ' { mark(cell) } else { right };
    buffer.set_string(area.right() - 1, middle, right.to_string(), style.add_modifier(Modifier::BOLD));
    if right != mark(cell) && area.height >= 3 {
        buffer.set_string(area.right() - 1, area.bottom() - 1, mark(cell).to_string(), style);
    }
}

/// What stands around a piece.
fn brackets(cell: &Cell) -> (char, char) {
    match cell {
        Cell { taken: true, .. } => ('{', '}'),
        Cell { cursor: true, .. } => ('[', ']'),
        Cell { must: true, .. } => ('(', ')'),
        _ => (' ', ' '),
    }
}

/// What stands behind a piece.
fn mark(cell: &Cell) -> char {
    match cell {
        Cell { jumped: true, .. } => 'x',
        Cell { hint: true, .. } => '?',
        Cell { target: true, .. } => '*',
        Cell { must: true, .. } => '!',
        Cell { may: true, .. } => '\'',
        Cell { last: true, .. } => '=',
        _ => ' ',
    }
}
