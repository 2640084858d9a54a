//! The column beside the board: players, clocks, moves; or the analysis.

use crownhead_board::{Color, Move, Role, Square};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::{App, Page};
use crate::session::{Editor, Session, balance};
use crate::words::{clock_text, plural, short_result};

/// The lines of the column, as many as fit.
pub(super) fn lines(app: &App, area: Rect) -> Vec<Line<'static>> {
    if let Some(editor) = app.session.editor().filter(|_| app.page == Page::Setup) {
        return setup(app, editor, area.width);
    }
    let mut lines = Vec::new();
    for color in [!app.side, app.side] {
        lines.extend(player(app, color, area.width));
    }
    if let Some(name) = app.session.opening().filter(|_| app.session.viewing().is_none()) {
        lines.push(Line::from(Span::styled(
            cut(&format!("Opening: {name}"), area.width),
            app.paint().faint(),
        )));
    }
    if let Some(mirror) = app.session.mirror() {
        lines.push(Line::from(Span::styled(cut(&mirror.terms(), area.width), app.paint().faint())));
    }
    lines.push(state_line(app, area.width));
    let left = Rect { height: area.height.saturating_sub(lines.len() as u16), ..area };
    lines.extend(each_turn(app, left));
    if app.session.analysis().is_some() {
        lines.extend(analysis(app, area.width));
    }
    let remarks = app.session.remarks();
    if !remarks.is_empty() {
        let most = usize::from(area.height).saturating_sub(lines.len() + 4).max(1);
        lines.extend(wrapped(&remarks, area.width).into_iter().take(most));
    }
    let left = usize::from(area.height).saturating_sub(lines.len());
    let said = said(app, area.width, left / 3);
    lines.extend(moves(app, area.width, left - said.len()));
    lines.extend(said);
    lines
}

/// What the settings want to be shown each turn.
fn each_turn(app: &App, area: Rect) -> Vec<Line<'static>> {
    let (session, appearance) = (&app.session, &app.session.settings.appearance);
    let mut lines = Vec::new();
    if appearance.each_turn.score {
        lines.extend(super::words::wrapped(&session.score_line(), area.width));
    }
    if appearance.each_turn.example && app.can_move() {
        lines.push(format!("for example {}", session.example()));
    }
    if appearance.each_turn.reference && session.viewing().is_none() {
        let reference = appearance.notation.reference(app.side);
        lines.extend(reference.lines().map(|line| cut(&line.replace("    ", "   "), area.width)));
    }
    if appearance.each_turn.moves && app.can_move() {
        // The last moves stay in sight, if any were made.
        let played = session.game().moves().len().min(3);
        let room = usize::from(area.height).saturating_sub(lines.len() + played).max(4);
        let moves = session.moves_text();
        let n_moves = moves.lines().count();
        lines.extend(moves.lines().take(room).map(|line| cut(line, area.width)));
        if n_moves > room {
            lines.push(app.paint().text("…"));
        }
    }
    lines.into_iter().map(Line::from).collect()
}

/// The last of what was said, as many lines as fit.
fn said(app: &App, width: u16, height: usize) -> Vec<Line<'static>> {
    let Some(mirror) = app.session.mirror().filter(|mirror| !mirror.is_muted) else { return Vec::new() };
    let texts = mirror.chat.iter().map(|line| format!("{}: {}", line.name, line.text));
    let lines: Vec<String> = texts.flat_map(|text| super::words::wrapped(&text, width)).collect();
    let first = lines.len().saturating_sub(height);
    lines.into_iter().skip(first).map(|line| Line::from(Span::styled(line, app.paint().faint()))).collect()
}

/// What stands on a board that is being set up.
fn setup(app: &App, editor: &Editor, width: u16) -> Vec<Line<'static>> {
    let count = |color: Color| {
        let pieces = || Square::ALL.into_iter().filter_map(|square| editor.piece_at(square));
        let n = |role: Role| pieces().filter(|piece| *piece == role.of(color)).count();
        let name = app.session.name(color);
        format!("{name}: {}, {}", plural(n(Role::Man), "man", "men"), plural(n(Role::King), "king", "kings"))
    };
    let turn = Span::styled(
        cut(&format!("{} to move", app.session.name(editor.turn())), width),
        app.paint().strong(),
    );
    let counts = [!app.side, app.side].map(|color| Line::from(cut(&count(color), width)));
    counts.into_iter().chain([Line::from(turn)]).collect()
}

fn player(app: &App, color: Color, width: u16) -> Vec<Line<'static>> {
    let session = &app.session;
    let (badge, style) = app.paint().badge(color);
    let mut name = match session.viewing() {
        None => session.seat(color).to_string(),
        Some((index, _)) => {
            let record = session.file().and_then(|file| file.records.get(index));
            record.and_then(|record| record.player(color)).unwrap_or("?").to_owned()
        }
    };
    if let Some(mirror) = session.mirror() {
        name = mirror.titled(color);
    } else if name == "person" {
        name = if session.person() == Some(color) { "you".to_owned() } else { "player".to_owned() };
    }
    let thinks = session.is_computer_thinking() && session.game().position().turn() == color;
    let thinks = if thinks && session.is_live() { app.paint().text(" …") } else { String::new() };
    let left = session.time_left(color, app.now).filter(|_| session.viewing().is_none());
    let clock = left.map(clock_text).unwrap_or_default();
    let text_width = usize::from(width).saturating_sub(badge.chars().count() + 1);
    let name_width = text_width.saturating_sub(clock.len() + 1);
    let (side, name) = match width {
        0..20 if session.name(color) == color.to_string() => {
            (color.letter().to_string(), name.replace("level ", "lv"))
        }
        0..20 => (session.name(color).replace("Player ", "P"), name.replace("level ", "lv")),
        _ => (session.name(color).to_owned(), name),
    };
    // "Player One player" says it twice.
    let name = if name == "player" && side.starts_with('P') { String::new() } else { name };
    let who: String = format!("{side} {name}{thinks}").chars().take(name_width).collect();
    let first = Line::from(vec![
        Span::styled(badge, style),
        Span::styled(format!(" {who:<name_width$} "), app.paint().strong()),
        Span::styled(clock, app.paint().strong()),
    ]);
    vec![first, Line::from(Span::styled(cut(&captured(session, color, width), width), app.paint().faint()))]
}

fn captured(session: &Session, color: Color, width: u16) -> String {
    let game = session.shown_game();
    let captured = game.captured_by(color);
    let text = format!("{}, {}", plural(captured.men, "man", "men"), plural(captured.kings, "king", "kings"));
    match width {
        0..22 => format!(" took {}+{}K", captured.men, captured.kings),
        22..30 => format!(" took {text}"),
        _ => format!("    captured {text}"),
    }
}

/// The same with the characters of the side's pieces, where they are characters and whose turn it is is shown each turn.
pub(super) fn state_line(app: &App, width: u16) -> Line<'static> {
    let (paint, appearance) = (app.paint(), &app.session.settings.appearance);
    let mut line = app.with_names(&cut(&state(app, width < 20), width), paint.strong());
    if appearance.each_turn.score && !appearance.are_drawn && app.can_move() {
        let turn = app.session.shown().turn();
        let symbol = |role: Role| paint.symbol(Some(role.of(turn))).to_string();
        for (text, style) in [
            (": ".to_owned(), paint.strong()),
            (symbol(Role::Man), paint.piece(turn)),
            (", kings ".to_owned(), paint.strong()),
            (symbol(Role::King), paint.piece(turn)),
        ] {
            line.push_span(Span::styled(text, style));
        }
    }
    line
}

/// Whose turn it is, or how the game ended.
fn state(app: &App, is_narrow: bool) -> String {
    let session = &app.session;
    if let Some((index, viewer)) = session.viewing() {
        let (n_ways, way) = viewer.alternatives();
        let ways = if n_ways > 1 { format!(", way {} of {n_ways}", way + 1) } else { String::new() };
        return format!("Game {}, ply {}{ways}", index + 1, viewer.line().1);
    }
    if let Some(ply) = session.looking() {
        return format!("Looking back: ply {ply} of {}", session.game().moves().len());
    }
    if let Some(result) = session.result() {
        return short_result(result, session.names());
    }
    let color = session.game().position().turn();
    let turn = session.name(color);
    if let Some(online) = session.online() {
        let within = online.first_move_within(app.now);
        let first = within.map(|seconds| format!(", first move within {seconds} s"));
        let whose = if session.sits_here(color) { " (you)" } else { "" };
        return format!("{turn} to move{whose}{}", first.unwrap_or_default());
    }
    let waits = match () {
        () if session.seat(color).is_computer() && session.is_paused() => " (paused)",
        () if session.is_computer_thinking() && !is_narrow => ": M makes it move now",
        () => "",
    };
    let offered = match session.offer() {
        Some(color) if !is_narrow => format!("; {} offers a draw", session.name(color)),
        Some(_) => " (draw?)".to_owned(),
        None => String::new(),
    };
    let moves = if is_narrow { "moves" } else { "to move" };
    format!("{turn} {moves}{waits}{offered}")
}

/// A jump over three pieces and a space.
const MOVE_WIDTH: usize = 14;

/// A ply of the list: its number, and its move if it has one.
type Ply = (usize, Option<Move>);

/// The last moves, in pairs, as many lines as fit.
fn moves(app: &App, width: u16, height: usize) -> Vec<Line<'static>> {
    let session = &app.session;
    let (plies, here): (Vec<(Color, Option<Move>)>, usize) = match session.viewing() {
        Some((_, viewer)) => viewer.line(),
        None => {
            let game = session.game();
            let plies: Vec<_> =
                game.positions().zip(game.moves()).map(|(pos, mv)| (pos.turn(), Some(mv))).collect();
            let here = session.looking().unwrap_or(plies.len());
            (plies, here)
        }
    };
    // At one's own board either side may move first; elsewhere Black does.
    let is_own = session.viewing().is_none() && session.online().is_none() && session.learner().is_none();
    let first = if is_own { session.options().first } else { Color::Black };
    let rows = in_pairs(&plies, first);
    let current = rows.iter().position(|row| row.iter().flatten().any(|(ply, _)| *ply == here)).unwrap_or(0);
    let first_row = (current + 1).saturating_sub(height.max(1));
    let column = (usize::from(width).saturating_sub(5) / 2).min(MOVE_WIDTH);
    let cell = |ply: &Option<Ply>| {
        let text = match ply {
            Some((_, Some(mv))) => session.settings.appearance.notation.mv(*mv),
            _ => app.paint().text("…"),
        };
        let style = match ply {
            Some((ply, _)) if *ply == here => app.paint().chosen(),
            _ => Style::new(),
        };
        let text: String = text.chars().take(column.max(5)).collect();
        let padding = " ".repeat(column.saturating_sub(text.chars().count()));
        [Span::styled(text, style), Span::raw(padding)]
    };
    let row = |(number, [one, other]): (usize, &[Option<Ply>; 2])| {
        let mut spans = vec![Span::styled(format!("{:>3}. ", number + 1), app.paint().faint())];
        spans.extend(cell(one));
        if other.is_some() {
            spans.extend(cell(other));
        }
        Line::from(spans)
    };
    rows.iter().enumerate().skip(first_row).take(height).map(row).collect()
}

/// Moves of the side that moves first and of the other beside each other. Where a side moves several times, the other's
/// place is empty.
fn in_pairs(plies: &[(Color, Option<Move>)], first: Color) -> Vec<[Option<Ply>; 2]> {
    let mut rows: Vec<[Option<Ply>; 2]> = Vec::new();
    for ((color, mv), number) in plies.iter().zip(1..) {
        let place = usize::from(*color != first);
        match rows.last_mut().filter(|row| place == 1 && row[1].is_none()) {
            Some(row) => row[1] = Some((number, *mv)),
            None => {
                let mut row = [None; 2];
                row[place] = Some((number, *mv));
                rows.push(row);
            }
        }
    }
    rows
}

/// The score bar, the lines and the verdicts of the database.
fn analysis(app: &App, width: u16) -> Vec<Line<'static>> {
    let session = &app.session;
    let Some(analysis) = session.analysis() else { return Vec::new() };
    let turn = session.shown().turn();
    let notation = session.settings.appearance.notation;
    let mut lines = Vec::new();
    let Some(best) = analysis.lines.first() else {
        let waiting = if session.is_computer_thinking() {
            "Analysis: after the computer's move"
        } else {
            "Analysis: thinking"
        };
        return vec![Line::from(cut(&app.paint().text(&format!("{waiting} …")), width))];
    };
    let share = (balance(best.line.score, turn) + 1.0) / 2.0;
    let bar_width = usize::from(width).saturating_sub(14).min(40);
    let full = (share * bar_width as f64).round() as usize;
    let bar = app.paint().text(&format!("{}{}", "█".repeat(full), "░".repeat(bar_width - full)));
    let [black, white] = Color::ALL.map(|color| session.name(color));
    lines.push(Line::from(cut(&format!("{black} {bar} {white}"), width)));
    let how = match best.effort.nodes {
        0 => "known to the end".to_owned(),
        _ => format!("depth {} {} kN/s", best.depth.plies(), best.effort.nodes_per_second() / 1000),
    };
    lines.push(Line::from(Span::styled(cut(&how, width), app.paint().faint())));
    for report in &analysis.lines {
        let text = format!("{:>6} {}", score_text(report.line.score), notation.line(&report.line.moves));
        lines.push(Line::from(cut(&text, width)));
    }
    if !analysis.verdicts.is_empty() {
        let text = |(mv, verdict): &(Move, _)| format!("{} {verdict}", notation.mv(*mv));
        let texts: Vec<String> = analysis.verdicts.iter().map(text).collect();
        lines.extend(wrapped(&format!("Database: {}", texts.join(", ")), width));
    }
    lines
}

/// A score in few characters.
pub(super) fn score_text(score: crownhead_engine::Score) -> String {
    match score.plies_to_end() {
        Some(plies) => format!("{} {plies}", if score.is_win() { "win" } else { "loss" }),
        None => score.to_string(),
    }
}

pub(super) fn cut(text: &str, width: u16) -> String {
    text.chars().take(usize::from(width)).collect()
}

fn wrapped(text: &str, width: u16) -> Vec<Line<'static>> {
    super::words::wrapped(text, width).into_iter().map(Line::from).collect()
}
