//! Drawing. Nothing here changes anything.

mod banner;
mod bits;
mod board;
mod layout;
mod lobby;
mod look;
mod side;
mod words;

use crownhead_board::Move;
use ratatui::Frame;
use ratatui::layout::{Position, Rect, Size};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use crate::app::{App, Binding, EntryLine, Form, Page, Question};
use layout::{MIN_HEIGHT, MIN_WIDTH, first_shown, has_banner};
use side::cut;

pub use layout::Layout;
pub use look::{Colors, Look};
pub(crate) use words::hanging;

/// Draws the screen.
pub fn view(app: &App, frame: &mut Frame<'_>) {
    let size = frame.area().as_size();
    if Layout::is_too_small(size) {
        return too_small(size, frame);
    }
    let layout = Layout::of_size(app, size);
    frame.render_widget(Paragraph::new(title(app)).style(app.paint().strong()), layout.title);
    match &app.page {
        Page::Form(form) => draw_form(app, form, &layout, frame),
        Page::Games(chosen) => draw_games(app, *chosen, &layout, frame),
        Page::Lobby(chosen) => lobby::draw(app, *chosen, &layout, frame),
        Page::Text(name, text, first) => draw_text(app, name, text, *first, &layout, frame),
        Page::Learn => draw_step(app, &layout, frame),
        _ => draw_game(app, &layout, frame),
    }
    match &app.page {
        Page::Choice(moves, chosen) => {
            let notation = app.session.settings.appearance.notation;
            let is_narrow = layout.overlay(1).width < 34;
            let line = |(number, mv): (usize, Move)| match (is_narrow, mv.is_jump()) {
                (true, true) => {
                    format!("{number} {} takes {}", notation.mv(mv), notation.squares(mv.captured()))
                }
                _ => format!("{number}  {}", app.session.describe(mv, notation)),
            };
            let first = app.session.settings.appearance.count_from.number();
            let lines = (first..).zip(moves.iter().copied()).map(line).collect();
            draw_overlay(app, "Which move?", lines, Some(*chosen), &layout, frame);
        }
        Page::Question(question) => draw_question(app, *question, &layout, frame),
        _ => {}
    }
    draw_message(app, &layout, frame);
    draw_keys(app, &layout, frame);
}

fn too_small(size: Size, frame: &mut Frame<'_>) {
    let text = format!(
        "Too small: {}x{}. Make the window at least {MIN_WIDTH}x{MIN_HEIGHT}.",
        size.width, size.height
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), frame.area());
}

fn title(app: &App) -> String {
    if let Some(online) = app.session.online() {
        return format!("Crownhead - {}", online.title());
    }
    let rules = app.session.options().rules;
    let file = app.session.viewing().and_then(|(index, _)| {
        let file = app.session.file()?;
        Some(format!("{}: game {} of {}", file.path.display(), index + 1, file.records.len()))
    });
    let editor = app.session.editor().filter(|_| app.page == Page::Setup);
    match (editor, file) {
        (Some(editor), _) => {
            format!("Crownhead - set up a position, {} to move", app.session.name(editor.turn()))
        }
        (None, Some(file)) => format!("Crownhead - {file}"),
        (None, None) if app.page == Page::Learn => "Crownhead - learn to play checkers".to_owned(),
        (None, None) if matches!(app.page, Page::Form(_)) => "Crownhead - checkers".to_owned(),
        (None, None) => format!("Crownhead - checkers, {rules} rules"),
    }
}

fn draw_game(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    if !layout.is_bits_alone() {
        board::draw(app, layout, frame.buffer_mut());
    }
    if layout.side.width > 0 {
        frame.render_widget(Paragraph::new(side::lines(app, layout.side)), layout.side);
    }
    if let Some((area, page)) = layout.bits.zip(app.bits) {
        bits::draw(app, page, area, layout.side.width == 0, frame);
    }
    draw_engine(app, layout, frame);
}

/// A step of the course: its board, and its text beside it.
fn draw_step(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    board::draw(app, layout, frame.buffer_mut());
    let Some((title, text, task)) = app.session.step_words() else { return };
    let strong = |text: String| Line::from(Span::styled(text, app.paint().strong()));
    let wrapped = |text: &str| words::wrapped(&app.paint().text(text), layout.side.width);
    let mut lines = vec![strong(title), Line::default()];
    lines.extend(wrapped(&text).into_iter().map(Line::from));
    lines.push(Line::default());
    let task = task.unwrap_or_else(|| "Enter goes on.".to_owned());
    lines.extend(wrapped(&task).into_iter().map(strong));
    frame.render_widget(Paragraph::new(lines), layout.side);
}

/// What to do in a step of the course, where there is no room for it beside the board.
fn draw_task(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    let words = app.session.step_words().filter(|_| app.page == Page::Learn && layout.side.width < 20);
    if let Some(task) = words.and_then(|(_, _, task)| task) {
        let lines = words::wrapped(&app.paint().text(&task), layout.message.width);
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines).style(app.paint().strong()), layout.message);
    }
}

/// What the engine thinks, or the ways in which a game of a file goes on.
fn draw_engine(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    let notation = app.session.settings.appearance.notation;
    if app.session.online().is_some() {
        return lobby::draw_offer(app, layout, frame);
    }
    let text = match app.session.viewing() {
        Some((_, viewer)) => match viewer.continuations().as_slice() {
            [] => "End of the line.".to_owned(),
            [_] => String::new(),
            several => {
                let way = |(mv, i): (&Move, usize)| format!("{i} {}", notation.mv(*mv));
                let ways: Vec<String> = several.iter().zip(1..).map(way).collect();
                format!("Ways to go on: {}", ways.join(", "))
            }
        },
        None => {
            let line = app.session.engine_line().map(|report| {
                let score = side::score_text(report.line.score);
                format!(
                    "Engine: depth {} {score} {}",
                    report.depth.plies(),
                    notation.line(&report.line.moves)
                )
            });
            line.unwrap_or_default()
        }
    };
    let text = cut(&text, layout.engine.width);
    frame.render_widget(Paragraph::new(text).style(app.paint().faint()), layout.engine);
}

fn draw_message(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    if let Some(line) = &app.line {
        let typed = match line.is_secret {
            true => "*".repeat(line.input.value().chars().count()),
            false => line.input.value().to_owned(),
        };
        let text = format!("{}{typed}", line.prompt);
        let width = usize::from(layout.message.width).saturating_sub(1);
        let cursor = line.prompt.chars().count() + line.input.visual_cursor();
        let hidden = (cursor + 1).saturating_sub(width);
        let shown: String = text.chars().skip(hidden).collect();
        frame.render_widget(Paragraph::new(shown), layout.message);
        frame.set_cursor_position((layout.message.x + (cursor - hidden) as u16, layout.message.y));
        return draw_below_line(app, line, layout, frame);
    }
    if matches!(app.page, Page::Text(..) | Page::Learn) && app.message.text.is_empty() {
        return draw_task(app, layout, frame);
    }
    let style = if app.message.is_wrong { app.paint().wrong() } else { app.paint().strong() };
    let mark = if app.message.is_wrong { "! " } else { "" };
    let mut text = format!("{mark}{}", app.message.text);
    // That a capture is forced is said as long as it is, unless there is something better to say.
    let is_said = |forced: &String| text.contains(forced) || app.session.hint().is_some();
    if let Some(forced) = app.forced_sentence().filter(|forced| !is_said(forced) && app.hand.is_empty()) {
        text = format!("{text} {forced}").trim_start().to_owned();
    }
    // Names are not broken.
    let names = crownhead_board::Color::ALL.map(|side| app.session.name(side));
    let kept = |text: String, name: &str| text.replace(name, &name.replace(' ', "\u{a0}"));
    let text = names.into_iter().fold(app.paint().text(&text), kept);
    let lines: Vec<String> = words::wrapped(&text, layout.message.width)
        .into_iter()
        .map(|line| line.replace('\u{a0}', " "))
        .collect();
    // A line more than there is room for takes that of the engine, which says the same thing again a moment later.
    let area = match lines.len() > usize::from(layout.message.height) {
        true => layout.engine.union(layout.message),
        false => layout.message,
    };
    if area != layout.message {
        frame.render_widget(Clear, layout.engine);
    }
    let lines: Vec<Line<'_>> = lines.iter().map(|line| app.with_names(line, style)).collect();
    frame.render_widget(Paragraph::new(lines), area);
}

/// The ways to complete a line, or why it was not understood, below it where there is room.
fn draw_below_line(app: &App, line: &EntryLine, layout: &Layout, frame: &mut Frame<'_>) {
    let area = match layout.message.height {
        0 | 1 => layout.engine,
        height => Rect { y: layout.message.y + 1, height: height - 1, ..layout.message },
    };
    if line.candidates.is_empty() && !line.is_wrong {
        return;
    }
    frame.render_widget(Clear, area);
    if line.candidates.is_empty() {
        let why = words::wrapped(&app.paint().text(&format!("! {}", app.message.text)), area.width);
        let why: Vec<Line<'_>> = why.into_iter().map(Line::from).collect();
        return frame.render_widget(Paragraph::new(why).style(app.paint().wrong()), area);
    }
    // Of a file its name will do.
    let name = |path: &String| {
        let end = path.trim_end_matches('/');
        path[end.rfind('/').map_or(0, |at| at + 1)..].trim_end().to_owned()
    };
    let names: Vec<String> = line.candidates.iter().map(name).collect();
    let lines: Vec<Line<'_>> =
        words::wrapped(&names.join("  "), area.width).into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines).style(app.paint().faint()), area);
}

fn draw_keys(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    for (area, text, _) in key_bar(app, layout) {
        frame.render_widget(Paragraph::new(text).style(app.paint().faint()), area);
    }
}

/// The keys that the bottom lines name, each in its place, as many as there is room for.
fn key_bar(app: &App, layout: &Layout) -> Vec<(Rect, String, &'static Binding)> {
    let area = layout.keys;
    let (mut x, mut y) = (area.x, area.y);
    let mut bar = Vec::new();
    for binding in app.hints() {
        let text = app.paint().text(binding.short);
        let width = text.chars().count() as u16;
        if x > area.x && x + width > area.right() {
            (x, y) = (area.x, y + 1);
        }
        if y >= area.bottom() {
            break;
        }
        bar.push((Rect::new(x, y, width.min(area.width), 1), text, binding));
        x += width + 2;
    }
    bar
}

/// The key that is named at a place on the screen.
pub(crate) fn key_at(app: &App, column: u16, row: u16) -> Option<&'static Binding> {
    let here = Position::new(column, row);
    let bar = key_bar(app, &Layout::new(app));
    bar.into_iter().find(|(area, _, _)| area.contains(here)).map(|(_, _, binding)| binding)
}

fn draw_form(app: &App, form: &Form, layout: &Layout, frame: &mut Frame<'_>) {
    let content = layout.page_content(app);
    let [title, enter] = form.purpose();
    if has_banner(layout.body) {
        let banner = Rect { y: layout.body.y + 1, ..layout.body };
        banner::draw(app.paint(), banner, frame);
    }
    frame.render_widget(
        Paragraph::new(format!("  {title}")).style(app.paint().strong()),
        Rect { y: content.y - 1, height: 1, ..content },
    );
    let line = |(i, (name, value)): (usize, (String, String))| {
        let is_chosen = i == form.line;
        let marker = if is_chosen { ">" } else { " " };
        let value = if is_chosen { format!("< {value} >") } else { format!("  {value}") };
        let style = if is_chosen { app.paint().chosen() } else { ratatui::style::Style::new() };
        let text = format!("{marker} {name:<10} {value}");
        Line::from(Span::styled(cut(&text, content.width), style))
    };
    let mut lines: Vec<Line<'_>> = form.lines().into_iter().enumerate().map(line).collect();
    lines.push(Line::default());
    lines.push(Line::from(Span::styled(format!("  {enter}"), app.paint().strong())));
    let below = content.height.saturating_sub(lines.len() as u16 + 1);
    frame.render_widget(Paragraph::new(lines), content);
    let area = Rect::new(content.x + 2, content.bottom() - below, content.width.saturating_sub(2), below);
    frame.render_widget(
        Paragraph::new(form.explanation()).style(app.paint().faint()).wrap(Wrap { trim: true }),
        area,
    );
}

fn draw_games(app: &App, chosen: usize, layout: &Layout, frame: &mut Frame<'_>) {
    let Some(file) = app.session.file() else { return };
    let content = layout.page_content(app);
    let first = first_shown(chosen, usize::from(content.height));
    let line = |index: usize| {
        let style = if index == chosen { app.paint().chosen() } else { ratatui::style::Style::new() };
        let marker = if index == chosen { ">" } else { " " };
        let text = format!("{marker}{:>5}  {}", index + 1, file.title(index));
        Line::from(Span::styled(cut(&text, content.width), style))
    };
    let last = file.records.len().min(first + usize::from(content.height));
    frame.render_widget(Paragraph::new((first..last).map(line).collect::<Vec<_>>()), content);
}

fn draw_text(app: &App, name: &str, text: &str, first: usize, layout: &Layout, frame: &mut Frame<'_>) {
    let area = layout.body;
    let lines = text_lines(app, text, layout);
    let (n_lines, height) = (lines.len(), text_height(layout));
    let last = (first + height).min(n_lines);
    let title = format!(" {name} - lines {} to {last} of {n_lines} ", first + 1);
    let mut block = Block::bordered().title(title);
    if app.look.ascii {
        block = block.border_set(ASCII_BORDER);
    }
    let inner = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    let found = |line: &String| app.found.as_ref().is_some_and(|text| contains(line, text));
    let lines: Vec<Line<'_>> = lines
        .into_iter()
        .skip(first)
        .take(height)
        .map(|line| match found(&line) {
            true => Line::from(Span::styled(line, app.paint().strong())),
            false => Line::from(line),
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), inner);
}

/// Does a line have a text in it, in whichever case?
pub(crate) fn contains(line: &str, text: &str) -> bool {
    line.to_lowercase().contains(&text.to_lowercase())
}

/// The lines of a text as they are shown in its box.
pub(crate) fn text_lines(app: &App, text: &str, layout: &Layout) -> Vec<String> {
    let width = layout.body.width.saturating_sub(2);
    text.lines().flat_map(|line| words::hanging(&app.paint().text(line), width)).collect()
}

/// How many of them are shown at once.
pub(crate) fn text_height(layout: &Layout) -> usize {
    usize::from(layout.body.height.saturating_sub(2)).max(1)
}

const ASCII_BORDER: ratatui::symbols::border::Set<'_> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

fn draw_overlay(
    app: &App,
    title: &str,
    lines: Vec<String>,
    chosen: Option<usize>,
    layout: &Layout,
    frame: &mut Frame<'_>,
) {
    let area = layout.overlay(lines.len() as u16 + 2);
    let mut block = Block::bordered().title(format!(" {title} "));
    if app.look.ascii {
        block = block.border_set(ASCII_BORDER);
    }
    let inner = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    let line = |(i, text): (usize, String)| {
        let style = if chosen == Some(i) { app.paint().chosen() } else { ratatui::style::Style::new() };
        Line::from(Span::styled(text, style))
    };
    let lines: Vec<Line<'_>> = lines.into_iter().enumerate().map(line).collect();
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: true }), inner);
}

fn draw_question(app: &App, question: Question, layout: &Layout, frame: &mut Frame<'_>) {
    let kept = app.session.kept_title().filter(|_| question == Question::Resume);
    let texts = [question.text(&app.session)].into_iter().chain(kept);
    let texts = texts.chain([String::new(), question.answers().to_owned()]);
    let width = layout.overlay(1).width.saturating_sub(2);
    let lines = texts.flat_map(|text| words::wrapped(&text, width)).collect();
    draw_overlay(app, "Crownhead", lines, None, layout, frame);
}
