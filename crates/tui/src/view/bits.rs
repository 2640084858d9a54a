//! The words of the position, of the piece that is taken up, and the masks that have names.

use crownhead_board::{Bitboard, Square};
use crownhead_study::hops::Hop;
use crownhead_study::masks::{self, Constant};
use crownhead_study::{Appearance, bits};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{side, words};
use crate::app::{App, BitsPage};

/// Draws a page of them. Where there is no room for players and moves, it says whose turn it is as well.
pub(super) fn draw(app: &App, page: BitsPage, area: Rect, says_turn: bool, frame: &mut Frame<'_>) {
    let paint = app.paint();
    let layout = app.session.settings.appearance.layout;
    let mut lines = vec![Line::from(Span::styled(format!("{} ({layout})", page.title()), paint.strong()))];
    if says_turn {
        lines.push(side::state_line(app, area.width));
    }
    if area.height >= 22 {
        let about = words::wrapped(layout.description(), area.width);
        lines.extend(about.into_iter().map(|line| Line::from(Span::styled(line, paint.faint()))));
    }
    let room = Rect { height: area.height.saturating_sub(lines.len() as u16), ..area };
    let shown = match page {
        BitsPage::Position => position(app, room),
        BitsPage::Piece => piece(app, room),
        BitsPage::Masks => constants(app, room),
    };
    lines.extend(shown.into_iter().map(Line::from));
    frame.render_widget(Paragraph::new(lines), area);
}

/// Masks as words.
fn as_words(named: &[(String, Bitboard)], appearance: &Appearance, area: Rect) -> Vec<String> {
    let width = usize::from(area.width);
    let word = |(name, mask): &(String, Bitboard)| masks::line(name, *mask, appearance.layout, width);
    named.iter().map(word).collect()
}

/// A small board with its name.
type Small = (String, [String; 8]);

fn small((name, mask): &(String, Bitboard)) -> Small {
    (bits::short_name(name), bits::small_board(*mask))
}

/// The rows of a small board with its name.
const BOARD_ROWS: usize = 9;

/// Boards beside each other and below each other, as many as there is room for.
fn as_boards(boards: &[Small], area: Rect, used: usize) -> Vec<String> {
    let room = usize::from(area.height).saturating_sub(used) / BOARD_ROWS;
    let mut lines = Vec::new();
    for some in boards.chunks((usize::from(area.width) / 10).max(1)).take(room) {
        lines.push(
            some.iter()
                .map(|(name, _)| format!("{:<10}", name.chars().take(9).collect::<String>()))
                .collect(),
        );
        lines.extend((0..8).map(|row| some.iter().map(|(_, board)| format!("{:<10}", board[row])).collect()));
    }
    lines
}

/// The position in characters.
fn text_board(app: &App) -> Small {
    let (pos, appearance) = (app.session.shown(), &app.session.settings.appearance);
    let cell = |row, column| match Square::from_row_column(7 - row, column) {
        None => ' ',
        Some(square) => appearance.pieces.symbol(pos.piece_at(square)),
    };
    ("board".to_owned(), std::array::from_fn(|row| (0..8).map(|column| cell(row, column)).collect()))
}

fn position(app: &App, area: Rect) -> Vec<String> {
    let (state, appearance) = (app.session.shown_state(), &app.session.settings.appearance);
    let named = masks::position(state, appearance);
    let n_words = masks::words(state, appearance).len();
    let square = format!("square {}", appearance.notation.square(app.cursor));
    let square = (square, Bitboard::from_square(app.cursor));
    let mut lines = Vec::new();
    if appearance.each_turn.score {
        lines.extend(words::wrapped(&app.session.score_line(), area.width));
    }
    lines.extend(as_words(&named[..n_words], appearance, area));
    let follows = as_words(&named[n_words..], appearance, area);
    let mut rest = as_words(std::slice::from_ref(&square), appearance, area);
    if let Some((before, mv)) = app.session.last_move() {
        let operations = masks::operations(&before, mv, appearance).join("; ");
        rest.extend(words::wrapped(&format!("{}: {operations}", appearance.notation.mv(mv)), area.width));
    }
    // What follows from the words makes room for the boards of them, which say the same.
    let height = lines.len() + rest.len() + BOARD_ROWS;
    if height > usize::from(area.height) || height + follows.len() <= usize::from(area.height) {
        lines.extend(follows);
    }
    lines.extend(rest);
    let boards = named.iter().chain([&square]).map(small);
    let boards: Vec<Small> = [text_board(app)].into_iter().chain(boards).collect();
    lines.extend(as_boards(&boards, area, lines.len()));
    lines
}

/// The piece in the hand, or the one under the cursor.
fn piece(app: &App, area: Rect) -> Vec<String> {
    let appearance = &app.session.settings.appearance;
    let square = app.hand.path().first().copied().unwrap_or(app.cursor);
    let found = masks::piece(app.session.shown_state(), square);
    let name = |square: Square| appearance.notation.square(square);
    let mut lines =
        vec![format!("The piece on {}: itself, where it can go, and what each move captures", name(square))];
    let mut named = vec![("selection".to_owned(), found.selection), ("moves".to_owned(), found.moves)];
    named.extend(found.captured.iter().map(|(to, mask)| (format!("to {}", name(*to)), *mask)));
    lines.extend(as_words(&named, appearance, area));
    if found.moves.is_empty() {
        lines.push("It cannot move now.".to_owned());
    }
    if let Some(here) = found.hops.len().checked_sub(1).map(|last| app.jump_step.min(last)) {
        lines.push(format!("Jumps, step {} of {}; < and > go through them", here + 1, found.hops.len()));
        let step = |(i, hop): (usize, &Hop)| {
            format!("{}{}", if i == here { "> " } else { "  " }, hop.text(appearance))
        };
        let steps = found.hops.iter().enumerate().take(here + 1).map(step);
        let room = usize::from(area.height).saturating_sub(lines.len() + 3).max(1);
        lines.extend(steps.skip((here + 1).saturating_sub(room)));
    }
    let boards: Vec<Small> = named.iter().map(small).collect();
    lines.extend(as_boards(&boards, area, lines.len()));
    lines
}

/// The masks that have names, for both players; those that do not fit follow with > and <.
fn constants(app: &App, area: Rect) -> Vec<String> {
    let appearance = &app.session.settings.appearance;
    let mut lines = Vec::new();
    let all = masks::constants();
    let here = app.jump_step.min(all.len() - 1);
    let room = usize::from(area.height);
    lines.push("< and > go through the masks".to_owned());
    for Constant { name, about, masks: [one, two] } in all.into_iter().skip(here) {
        let named = [("player 1".to_owned(), one), ("player 2".to_owned(), two)];
        let mut part = words::wrapped(&format!("{name}: {about}"), area.width);
        part.extend(as_words(&named, appearance, area));
        part.extend(as_boards(&named.each_ref().map(small), area, 1 + part.len()).into_iter().skip(1));
        if lines.len() > 1 && lines.len() + part.len() > room {
            break;
        }
        lines.extend(part);
    }
    lines
}
