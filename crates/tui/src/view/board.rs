//! The board.

use crownhead_board::{Piece, Square};
use crownhead_study::style::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::layout::Layout;
use super::look::Paint;
use crate::app::{App, Cell};

pub(super) fn draw(app: &App, layout: &Layout, buffer: &mut Buffer) {
    draw_squares(app, layout, buffer);
    draw_labels(app, layout, buffer);
}

/// Squares with whatever stands on them, and the lines between them.
fn draw_squares(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let cells = app.cells();
    if layout.lines > 0 {
        draw_lines(app.paint(), layout, buffer);
    }
    let is_dotted = app.session.settings.appearance.frame == Frame::Dots;
    for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
        let area = layout.square(row, column);
        if area.bottom() > layout.body.bottom() {
            continue;
        }
        match app.square_in(row, column) {
            Some(square) => draw_square(app, square, &cells[square.index()], area, buffer),
            None => {
                buffer.set_style(area, app.paint().light());
                if is_dotted {
                    let middle = (area.x + (area.width - 1) / 2, area.y + area.height / 2);
                    buffer.set_string(middle.0, middle.1, ".", app.paint().light());
                }
            }
        }
    }
}

/// The lines of a grid around all squares.
fn draw_lines(paint: Paint, layout: &Layout, buffer: &mut Buffer) {
    // Corner left, between, right, for the first, the inner and the last line; then horizontal and vertical.
    let [first, inner, last] = match paint.look.ascii {
        true => [["+", "+", "+"]; 3],
        false => [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
    };
    let [across, down] = if paint.look.ascii { ["-", "|"] } else { ["─", "│"] };
    let (width, height) = layout.cell;
    for row in 0..=8u16 {
        let y = layout.board.y + row * (height + 1);
        let [left, between, right] = match row {
            0 => first,
            8 => last,
            _ => inner,
        };
        let line = format!("{left}{}{right}", vec![across.repeat(usize::from(width)); 8].join(between));
        buffer.set_string(layout.board.x, y, line, paint.faint());
        for (y, column) in (1..=height).flat_map(|i| (0..=8u16).map(move |column| (y + i, column))) {
            if row < 8 {
                buffer.set_string(layout.board.x + column * (width + 1), y, down, paint.faint());
            }
        }
    }
}

/// What stands around the board: the names of rows and columns.
fn draw_labels(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let appearance = &app.session.settings.appearance;
    let (frame, faint) = (appearance.frame, app.paint().faint());
    let has_names = frame == Frame::Diagram && !appearance.notation.has_letters();
    for row in 0..8 {
        let area = layout.square(row, 0);
        let y = area.y + area.height / 2;
        let label = match has_names {
            // Where squares have no room for their names, the row has the name of its first square.
            true if area.height == 1 => (0..8)
                .find_map(|column| app.square_in(row, column))
                .map_or(String::new(), |square| appearance.notation.square(square)),
            true => String::new(),
            false => frame.row_label(app.board_side(), row),
        };
        if y < layout.body.bottom() {
            buffer.set_string(layout.board.x - 3, y, format!("{label:>2}"), faint);
        }
    }
    if has_names || frame == Frame::Rows {
        return;
    }
    let above = layout.above.then(|| layout.board.y.saturating_sub(1));
    let below = layout.below.then(|| layout.board.bottom());
    for y in above.into_iter().chain(below).filter(|y| *y < layout.body.bottom()) {
        if frame == Frame::Ruled {
            let rule = "=".repeat(usize::from(layout.board.width));
            buffer.set_string(layout.board.x, y, rule, faint);
        }
        for column in 0..8 {
            let area = layout.square(0, column);
            let label = frame.column_label(app.board_side(), column);
            buffer.set_string(area.x + (area.width - 1) / 2, y, label, faint);
        }
    }
}

fn draw_square(app: &App, square: Square, cell: &Cell, area: Rect, buffer: &mut Buffer) {
    let (paint, appearance) = (app.paint(), &app.session.settings.appearance);
    let style = paint.dark(cell);
    buffer.set_style(area, style);
    for row in area.rows() {
        buffer.set_string(row.x, row.y, " ".repeat(usize::from(area.width)), style);
    }
    let notation = appearance.notation;
    let is_named = appearance.frame == Frame::Diagram || !notation.has_letters();
    let name = if is_named { notation.square(square) } else { String::new() };
    let name = if appearance.frame == Frame::Dots && area.height == 1 { String::new() } else { name };
    if area.height == 1 {
        return draw_line(app, &name, cell, area, style, buffer);
    }
    buffer.set_string(area.x, area.y, &name, style);
    if let Some(letter) = cell.letter {
        buffer.set_string(area.right() - 1, area.y, letter.to_string(), lettered(style));
    }
    match cell.piece.filter(|_| paint.has_discs()) {
        Some(piece) => draw_disc(paint, piece, cell, area, style, buffer),
        None => draw_piece(app, cell, area, style, buffer),
    }
}

/// A square of three characters: a piece between its marks, or the name of an empty square.
fn draw_line(app: &App, name: &str, cell: &Cell, area: Rect, style: Style, buffer: &mut Buffer) {
    let is_plain =
        cell.piece.is_none() && !cell.cursor && cell.letter.is_none() && !cell.target && !cell.hint;
    if is_plain {
        let name = if name.is_empty() { format!(" {}", empty(app)) } else { format!("{name:>2}") };
        buffer.set_string(area.x, area.y, format!("{name}{}", if cell.last { '=' } else { ' ' }), style);
        return;
    }
    let (left, right) = brackets(cell);
    let right = if right == ' ' { mark(cell) } else { right };
    let middle = match cell.piece {
        Some(piece) => app.paint().symbol(Some(piece)),
        None => cell.letter.unwrap_or(if cell.target { '*' } else { ' ' }),
    };
    buffer.set_string(area.x, area.y, format!("{left}{middle}{right}"), style);
    match (cell.piece, cell.letter) {
        (None, Some(letter)) => buffer.set_string(area.x + 1, area.y, letter.to_string(), lettered(style)),
        _ => paint_symbol(app, cell, area.x + 1, area.y, style, buffer),
    }
}

/// What stands on an empty square.
fn empty(app: &App) -> char {
    if app.session.settings.appearance.frame == Frame::Dots { '.' } else { ' ' }
}

/// How the letter of a square is written.
fn lettered(style: Style) -> Style {
    style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
}

/// The character of a piece between brackets, and a mark.
fn draw_piece(app: &App, cell: &Cell, area: Rect, style: Style, buffer: &mut Buffer) {
    let (left, right) = brackets(cell);
    let symbol = if cell.piece.is_some() { app.paint().symbol(cell.piece) } else { empty(app) };
    let (x, y) = (area.x + (area.width - 4) / 2, area.y + area.height / 2);
    buffer.set_string(x, y, format!("{left}{symbol}{right}{}", mark(cell)), style);
    paint_symbol(app, cell, x + 1, y, style, buffer);
}

fn paint_symbol(app: &App, cell: &Cell, x: u16, y: u16, style: Style, buffer: &mut Buffer) {
    if let (Some(piece), Some(place)) = (cell.piece, buffer.cell_mut((x, y))) {
        place.set_style(style.patch(app.paint().piece(piece.color)));
    }
}

/// A disc; a king wears a crown.
fn draw_disc(paint: Paint, piece: Piece, cell: &Cell, area: Rect, style: Style, buffer: &mut Buffer) {
    // Two rows leave the first two columns to the name of the square and to marks.
    let (x, y, width, rows) = match area.height {
        2 => (area.x + 2, area.y, 3, 2),
        height => {
            let rows = height - 1;
            let width = (area.width - 2).min(2 * rows);
            (area.x + (area.width - width) / 2, area.y + 1, width, rows)
        }
    };
    let disc = style.patch(paint.piece(piece.color));
    for row in 0..rows {
        let (text, style) = match row {
            0 if piece.is_king() => (crown(width), style.patch(paint.crown(cell))),
            0 => (format!("▟{}▙", "█".repeat(usize::from(width) - 2)), disc),
            row if row + 1 == rows => (format!("▜{}▛", "█".repeat(usize::from(width) - 2)), disc),
            _ => ("█".repeat(usize::from(width)), disc),
        };
        buffer.set_string(x, y + row, text, style);
    }
    let middle = y + rows / 2;
    let (left, right) = brackets(cell);
    let bold = style.add_modifier(Modifier::BOLD);
    buffer.set_string(x - 1, middle, left.to_string(), bold);
    if x + width >= area.right() {
        buffer.set_string(area.x, middle, mark(cell).to_string(), bold);
        return;
    }
    let right = if right == ' ' { mark(cell) } else { right };
    buffer.set_string(x + width, middle, right.to_string(), bold);
    if right != mark(cell) && area.height >= 3 {
        buffer.set_string(area.right() - 1, area.bottom() - 1, mark(cell).to_string(), style);
    }
}

/// Three points or more.
fn crown(width: u16) -> String {
    match width {
        3 => "▙█▟".to_owned(),
        _ => "▙▟".repeat(usize::from(width) / 2),
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
