//! Colors of the terminal, from the sixteen that every terminal has.

use anstyle::{AnsiColor, Style};
use crownhead_study::style::{Theme, Tint};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const HEADING: Style = Style::new().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const ONE: Style = AnsiColor::Green.on_default().bold();

/// The style of a piece, or of an empty square.
pub(crate) fn of_piece(theme: Theme, tint: Option<Tint>) -> Style {
    let color = match (theme, tint) {
        (_, None) => return FAINT,
        (_, Some(Tint::AgainstRed)) => return Style::new().bold(),
        (Theme::Night, Some(Tint::Black | Tint::Red)) => AnsiColor::BrightRed,
        (Theme::Terminal, Some(Tint::Black)) => AnsiColor::Green,
        (_, Some(Tint::Black | Tint::Red)) => AnsiColor::Red,
        (Theme::Green, Some(Tint::White)) => AnsiColor::Cyan,
        (Theme::Wood, Some(Tint::White)) => AnsiColor::Yellow,
        (Theme::Night, Some(Tint::White)) => AnsiColor::BrightWhite,
        (Theme::Terminal, Some(Tint::White)) => AnsiColor::BrightBlue,
    };
    color.on_default().bold()
}

/// A text in a style.
pub(crate) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
