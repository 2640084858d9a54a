//! Colors of the terminal, from the sixteen that every terminal has.

use anstyle::{AnsiColor, Style};

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const HEADING: Style = Style::new().bold();
pub(crate) const FAINT: Style = Style::new().dimmed();
pub(crate) const BLACK_PIECE: Style = AnsiColor::Red.on_default().bold();
pub(crate) const WHITE_PIECE: Style = AnsiColor::Cyan.on_default().bold();
pub(crate) const ONE: Style = AnsiColor::Green.on_default().bold();

/// A text in a style.
pub(crate) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
