//! Colors of the terminal, from the sixteen that every terminal has.

use anstyle::{AnsiColor, Style};
use crownhead_board::Color;
use crownhead_study::style::Theme;

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const HEADING: Style = Style::new().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const ONE: Style = AnsiColor::Green.on_default().bold();

/// The style of a piece, or of an empty square.
pub(crate) fn of_piece(theme: Theme, color: Option<Color>) -> Style {
    let color = match (theme, color) {
        (_, None) => return FAINT,
        (Theme::Green, Some(Color::Black)) => AnsiColor::Red,
        (Theme::Green, Some(Color::White)) => AnsiColor::Cyan,
        (Theme::Wood, Some(Color::Black)) => AnsiColor::Red,
        (Theme::Wood, Some(Color::White)) => AnsiColor::Yellow,
        (Theme::Night, Some(Color::Black)) => AnsiColor::BrightRed,
        (Theme::Night, Some(Color::White)) => AnsiColor::BrightWhite,
        (Theme::Terminal, Some(Color::Black)) => AnsiColor::Green,
        (Theme::Terminal, Some(Color::White)) => AnsiColor::BrightBlue,
    };
    color.on_default().bold()
}

/// A text in a style.
pub(crate) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
