//! Colors and glyphs, for terminals that have many and for those that have none.

use crownhead_board::{Color as Side, Piece, PieceStyle, Role};
use ratatui::style::{Color, Modifier, Style};

use crate::app::Cell;

/// How things are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How many colors there are.
    pub colors: Colors,
    /// Only characters that every terminal has?
    pub ascii: bool,
}

/// How many colors a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// None: everything is told by marks.
    None,
    /// The sixteen that every terminal has.
    Sixteen,
    /// At least 256.
    Many,
}

/// The colors of a board.
struct Palette {
    light: Color,
    dark: Color,
    black: Color,
    white: Color,
    label: Color,
    cursor: Color,
    taken: Color,
    target: Color,
    must: Color,
    last: Color,
    hint: Color,
}

const SIXTEEN: Palette = Palette {
    light: Color::Gray,
    dark: Color::Green,
    black: Color::Black,
    white: Color::White,
    label: Color::Black,
    cursor: Color::Yellow,
    taken: Color::LightYellow,
    target: Color::LightGreen,
    must: Color::Magenta,
    last: Color::Cyan,
    hint: Color::LightBlue,
};

const MANY: Palette = Palette {
    light: Color::Indexed(223),
    dark: Color::Indexed(65),
    black: Color::Indexed(16),
    white: Color::Indexed(231),
    label: Color::Indexed(194),
    cursor: Color::Indexed(178),
    taken: Color::Indexed(220),
    target: Color::Indexed(108),
    must: Color::Indexed(132),
    last: Color::Indexed(66),
    hint: Color::Indexed(68),
};

impl Look {
    /// No colors, and characters that every terminal has.
    pub const PLAIN: Look = Look { colors: Colors::None, ascii: true };

    fn palette(self) -> Option<&'static Palette> {
        match self.colors {
            Colors::None => None,
            Colors::Sixteen => Some(&SIXTEEN),
            Colors::Many => Some(&MANY),
        }
    }

    /// Are pieces drawn as discs, and not as letters? Without colors a full disc and an empty one
    /// would say the wrong thing on half of all terminals.
    pub(crate) fn has_discs(self) -> bool {
        !self.ascii && self.colors != Colors::None
    }

    /// The background of a light square.
    pub(crate) fn light(self) -> Style {
        self.palette().map_or(Style::new(), |palette| Style::new().bg(palette.light))
    }

    /// The background of a dark square by its state.
    pub(crate) fn dark(self, cell: &Cell) -> Style {
        let Some(palette) = self.palette() else {
            return if cell.cursor || cell.taken {
                Style::new().add_modifier(Modifier::REVERSED)
            } else {
                Style::new()
            };
        };
        let bg = match cell {
            Cell { taken: true, .. } => palette.taken,
            Cell { cursor: true, .. } => palette.cursor,
            Cell { hint: true, .. } => palette.hint,
            Cell { must: true, .. } => palette.must,
            Cell { target: true, .. } => palette.target,
            Cell { last: true, .. } => palette.last,
            _ => palette.dark,
        };
        let is_bright = cell.taken || cell.cursor || cell.target;
        Style::new().fg(if is_bright { palette.black } else { palette.label }).bg(bg)
    }

    /// The color of a side's pieces.
    pub(crate) fn piece(self, side: Side) -> Style {
        match (self.palette(), side) {
            (None, _) => Style::new().add_modifier(Modifier::BOLD),
            (Some(palette), Side::Black) => Style::new().fg(palette.black),
            (Some(palette), Side::White) => Style::new().fg(palette.white).add_modifier(Modifier::BOLD),
        }
    }

    /// The square behind a side's name, so that its color can be seen on any terminal.
    pub(crate) fn badge(self, side: Side) -> (String, Style) {
        let piece = Role::Man.of(side);
        let background = self.palette().map_or(Style::new(), |palette| Style::new().bg(palette.dark));
        (format!(" {} ", self.symbol(Some(piece))), background.patch(self.piece(side)))
    }

    /// The character for what stands on a square.
    pub(crate) fn symbol(self, piece: Option<Piece>) -> char {
        match piece {
            // The sides differ in shape too, for eyes that do not tell the colors apart.
            Some(piece) if self.has_discs() => match (piece.color, piece.is_king()) {
                (Side::Black, false) => '●',
                (Side::Black, true) => '♛',
                (Side::White, false) => '○',
                (Side::White, true) => '♕',
            },
            None => ' ',
            piece => PieceStyle::LETTERS.symbol(piece),
        }
    }

    /// Words that matter.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Words that matter less.
    pub(crate) fn faint(self) -> Style {
        match self.colors {
            Colors::None => Style::new(),
            _ => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// Something that went wrong.
    pub(crate) fn wrong(self) -> Style {
        match self.colors {
            Colors::None => Style::new().add_modifier(Modifier::BOLD),
            _ => Style::new().fg(Color::LightRed).add_modifier(Modifier::BOLD),
        }
    }

    /// The line that is chosen.
    pub(crate) fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// An arrow or another sign, or what stands for it in plain characters.
    pub(crate) fn text(self, text: &str) -> String {
        if !self.ascii {
            return text.to_owned();
        }
        let pairs = [
            ("←→", "Left/Right"),
            ("↑↓", "Up/Down"),
            ("←", "Left"),
            ("→", "Right"),
            ("↑", "Up"),
            ("↓", "Down"),
            ("…", "..."),
            ("█", "#"),
            ("░", "."),
            ("─", "-"),
        ];
        pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
    }
}
