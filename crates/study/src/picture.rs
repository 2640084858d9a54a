//! Positions as pictures.

use std::fmt::Write;

use crownhead_board::{Color, Piece, Position, Role, Square};

/// How a position is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whose side is at the bottom.
    pub side: Color,
    /// Are the numbers of the squares drawn?
    pub numbers: bool,
    /// The length of the picture's side as it is shown.
    pub size: usize,
}

impl Look {
    /// The size for a page of its own.
    pub const FULL_SIZE: usize = 800;
}

/// The length of a square's side.
const CELL: usize = 60;

const STYLE: &str = "<style>.l{fill:#efdcbd}.d{fill:#7b5b3e}.n{font:13px sans-serif;fill:#e8d8bf}\
.b{fill:#22211f;stroke:#0b0b0a}.w{fill:#f6f1e7;stroke:#8d8271}.r{fill:none;stroke-width:2}\
.b+.r{stroke:#5a5853}.w+.r{stroke:#c9beac}.k{fill:#d9a520;stroke:#6b4e07;stroke-width:1.5}</style>";

/// A position as an SVG picture.
pub fn svg(pos: &Position, look: Look) -> String {
    let (size, shown) = (8 * CELL, look.size);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" width=\"{shown}\" height=\"{shown}\" \
         role=\"img\" aria-label=\"{pos}\"><title>{pos}</title>{STYLE}<rect class=\"l\" width=\"{size}\" height=\"{size}\"/>"
    );
    for square in Square::ALL {
        draw_square(&mut svg, square, pos.piece_at(square), look);
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_square(svg: &mut String, square: Square, piece: Option<Piece>, look: Look) {
    let (row, column) = match look.side {
        Color::White => (7 - square.row(), square.column()),
        Color::Black => (square.row(), 7 - square.column()),
    };
    let (x, y) = (column * CELL, row * CELL);
    let _ = write!(svg, "<rect class=\"d\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
    if look.numbers {
        let _ = write!(svg, "<text class=\"n\" x=\"{}\" y=\"{}\">{square}</text>", x + 3, y + 14);
    }
    if let Some(Piece { color, role }) = piece {
        let (x, y) = (x + CELL / 2, y + CELL / 2);
        let class = if color == Color::Black { 'b' } else { 'w' };
        let _ = write!(svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"24\"/>");
        let _ = write!(svg, "<circle class=\"r\" cx=\"{x}\" cy=\"{y}\" r=\"17\"/>");
        if role == Role::King {
            let (left, top) = (x - 13, y - 10);
            let crown = "l6.5 8 6.5-11 6.5 11 6.5-8-3 19h-20z";
            let _ = write!(svg, "<path class=\"k\" d=\"M{left} {top}{crown}\"/>");
        }
    }
}
