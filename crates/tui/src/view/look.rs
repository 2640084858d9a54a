//! Colors and glyphs, for terminals that have many and for those that have none.

use crownhead_board::{Color as Side, Piece, PieceStyle, Role};
use crownhead_study::style::{Frame, Theme, Tint};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use crate::app::{App, Cell};
use crate::words::by_side;

/// What the terminal can do.
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

impl Look {
    /// No colors, and characters that every terminal has.
    pub const PLAIN: Look = Look { colors: Colors::None, ascii: true };
}

/// How things are drawn: what the terminal can do, and what the player wants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    pub(crate) look: Look,
    theme: Theme,
    /// The colors of Black's pieces and of White's.
    tints: [Tint; 2],
    pieces: PieceStyle,
    are_drawn: bool,
}

impl App {
    /// A text that matters, with the names of the sides in the colors of their pieces where those can be read.
    pub(crate) fn with_names(&self, text: &str, style: Style) -> Line<'static> {
        let parts = by_side(text, self.session.names());
        let span = |(side, part): (Option<Side>, &str)| {
            Span::styled(part.to_owned(), side.map_or(style, |side| style.patch(self.paint().name(side))))
        };
        Line::from(parts.into_iter().map(span).collect::<Vec<_>>())
    }

    /// How things are drawn.
    pub(crate) fn paint(&self) -> Paint {
        let appearance = &self.session.settings.appearance;
        Paint {
            look: self.look,
            theme: appearance.theme,
            tints: Side::ALL.map(|side| appearance.tint(side)),
            pieces: appearance.pieces,
            are_drawn: appearance.are_drawn,
        }
    }

    /// Are there lines between the squares, if there is room for them? Without colors nothing else would show a board.
    pub(crate) fn wants_lines(&self) -> bool {
        let frame = self.session.settings.appearance.frame;
        frame == Frame::Grid || frame == Frame::Diagram && self.look.colors == Colors::None
    }
}

/// The colors of a board.
struct Palette {
    light: Color,
    dark: Color,
    black: Color,
    white: Color,
    red: Color,
    against_red: Color,
    crown: Color,
    label: Color,
    cursor: Color,
    taken: Color,
    target: Color,
    must: Color,
    last: Color,
    hint: Color,
}

const GREEN_16: Palette = Palette {
    light: Color::Gray,
    dark: Color::Green,
    black: Color::Black,
    white: Color::White,
    red: Color::Red,
    against_red: Color::Black,
    crown: Color::LightYellow,
    label: Color::Black,
    cursor: Color::Yellow,
    taken: Color::LightYellow,
    target: Color::LightGreen,
    must: Color::Magenta,
    last: Color::Cyan,
    hint: Color::LightBlue,
};

const GREEN: Palette = Palette {
    light: Color::Indexed(223),
    dark: Color::Indexed(65),
    black: Color::Indexed(16),
    white: Color::Indexed(231),
    red: Color::Indexed(160),
    against_red: Color::Indexed(16),
    crown: Color::Indexed(220),
    label: Color::Indexed(194),
    cursor: Color::Indexed(178),
    taken: Color::Indexed(220),
    target: Color::Indexed(108),
    must: Color::Indexed(132),
    last: Color::Indexed(66),
    hint: Color::Indexed(68),
};

const WOOD_16: Palette = Palette {
    light: Color::Yellow,
    dark: Color::Black,
    black: Color::Red,
    against_red: Color::White,
    label: Color::Gray,
    ..GREEN_16
};

const WOOD: Palette = Palette {
    light: Color::Indexed(180),
    dark: Color::Indexed(94),
    black: Color::Indexed(88),
    white: Color::Indexed(230),
    crown: Color::Indexed(220),
    label: Color::Indexed(223),
    target: Color::Indexed(136),
    must: Color::Indexed(132),
    last: Color::Indexed(58),
    ..GREEN
};

const NIGHT_16: Palette = Palette {
    light: Color::DarkGray,
    dark: Color::Black,
    black: Color::LightRed,
    red: Color::LightRed,
    against_red: Color::White,
    crown: Color::LightYellow,
    label: Color::Gray,
    last: Color::Blue,
    ..GREEN_16
};

const NIGHT: Palette = Palette {
    light: Color::Indexed(240),
    dark: Color::Indexed(235),
    black: Color::Indexed(167),
    white: Color::Indexed(253),
    red: Color::Indexed(167),
    against_red: Color::Indexed(253),
    crown: Color::Indexed(220),
    label: Color::Indexed(245),
    target: Color::Indexed(65),
    must: Color::Indexed(96),
    last: Color::Indexed(24),
    hint: Color::Indexed(61),
    ..GREEN
};

/// The terminal's own background.
const TERMINAL: Palette = Palette {
    light: Color::Reset,
    dark: Color::Reset,
    black: Color::Green,
    white: Color::LightBlue,
    red: Color::LightRed,
    against_red: Color::Reset,
    crown: Color::Yellow,
    label: Color::DarkGray,
    target: Color::Reset,
    last: Color::Reset,
    ..GREEN_16
};

impl Paint {
    fn palette(self) -> Option<&'static Palette> {
        Some(match (self.look.colors, self.theme) {
            (Colors::None, _) => return None,
            (_, Theme::Terminal) => &TERMINAL,
            (Colors::Sixteen, Theme::Green) => &GREEN_16,
            (Colors::Sixteen, Theme::Wood) => &WOOD_16,
            (Colors::Sixteen, Theme::Night) => &NIGHT_16,
            (Colors::Many, Theme::Green) => &GREEN,
            (Colors::Many, Theme::Wood) => &WOOD,
            (Colors::Many, Theme::Night) => &NIGHT,
        })
    }

    /// Are pieces drawn as discs, and not as characters? Without colors a full disc and an empty one
    /// would say the wrong thing on half of all terminals.
    pub(crate) fn has_discs(self) -> bool {
        self.are_drawn && !self.look.ascii && self.look.colors != Colors::None
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
        let is_bright = cell.taken || cell.cursor || cell.target && bg != Color::Reset;
        Style::new().fg(if is_bright { Color::Black } else { palette.label }).bg(bg)
    }

    /// The color of a side's pieces.
    pub(crate) fn piece(self, side: Side) -> Style {
        let strong = Style::new().add_modifier(Modifier::BOLD);
        let Some(palette) = self.palette() else { return strong };
        match self.tints[side as usize] {
            Tint::Black => Style::new().fg(palette.black),
            Tint::White => strong.fg(palette.white),
            Tint::Red => strong.fg(palette.red),
            Tint::AgainstRed => Style::new().fg(palette.against_red),
        }
    }

    /// The name of a side, in the color of its pieces where that is made for the background of text.
    pub(crate) fn name(self, side: Side) -> Style {
        match self.theme {
            Theme::Terminal => self.strong().patch(self.piece(side)),
            _ => self.strong(),
        }
    }

    /// The color of a crown.
    pub(crate) fn crown(self, cell: &Cell) -> Style {
        let is_bright = cell.taken || cell.cursor;
        let color = |palette: &Palette| if is_bright { Color::Red } else { palette.crown };
        self.palette().map_or(Style::new(), |palette| Style::new().fg(color(palette)))
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
            piece => self.pieces.symbol(piece),
        }
    }

    /// Words that matter.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Words that matter less.
    pub(crate) fn faint(self) -> Style {
        match self.look.colors {
            Colors::None => Style::new(),
            _ => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// The name of the program.
    pub(crate) fn banner(self) -> Style {
        match self.look.colors {
            Colors::None => Style::new().add_modifier(Modifier::BOLD),
            Colors::Sixteen => Style::new().fg(Color::Yellow),
            Colors::Many => Style::new().fg(Color::Indexed(179)),
        }
    }

    /// Something that went wrong.
    pub(crate) fn wrong(self) -> Style {
        match self.look.colors {
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
        if !self.look.ascii {
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
            ("▀", "\""),
            ("▄", "_"),
            ("░", "."),
            ("─", "-"),
        ];
        pairs.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
    }
}
