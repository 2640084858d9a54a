//! The lobby of a server, and the line below a board on which people talk to each other.

use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::layout::{Layout, first_shown};
use super::side::cut;
use crate::app::App;
use crate::online::Link;

pub(super) fn draw(app: &App, chosen: usize, layout: &Layout, frame: &mut Frame<'_>) {
    let Some(online) = app.session.online() else { return };
    let content = layout.page_content(app);
    let rows = online.rows();
    if rows.is_empty() {
        let text = match online.link {
            Link::Opening | Link::Lost => online.link.about(),
            Link::Open => {
                "Nobody offers a game just now.\n\ns offers one to everybody, c makes a challenge that you can send to \
                 somebody, j accepts one by its code."
            }
        };
        return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), content);
    }
    let chosen = chosen.min(rows.len() - 1);
    let height = usize::from(content.height);
    let line = |(index, row)| {
        let (marker, style) = match index == chosen {
            true => (">", app.paint().chosen()),
            false => (" ", ratatui::style::Style::new()),
        };
        let text = format!("{marker} {}", online.describe(row));
        Line::from(Span::styled(cut(&text, content.width), style))
    };
    let shown = rows.iter().enumerate().skip(first_shown(chosen, height)).take(height);
    frame.render_widget(Paragraph::new(shown.map(line).collect::<Vec<_>>()), content);
}

/// What the other player wants of us, what we want of them, or the last thing that was said.
pub(super) fn draw_offer(app: &App, layout: &Layout, frame: &mut Frame<'_>) {
    let Some((online, mirror)) = app.session.online().zip(app.session.mirror()) else { return };
    let offer = mirror.offer("+", "-").or_else(|| online.absence(app.now, "W", ":claim draw"));
    let style = if offer.is_some() { app.paint().strong() } else { app.paint().faint() };
    let text = offer.or_else(|| mirror.waiting().map(str::to_owned)).or_else(|| mirror.last_said());
    let text = cut(&text.unwrap_or_default(), layout.engine.width);
    frame.render_widget(Paragraph::new(text).style(style), layout.engine);
}
