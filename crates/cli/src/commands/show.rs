//! `crownhead show`: everything about a position.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use crownhead_bits::Bits;
use crownhead_board::{Bitboard, Color, Move, MoveList, PieceStyle, Position, Rules, Square, State, diagram};
use serde::Serialize;

use crate::args::PositionArgs;
use crate::exit::Exit;
use crate::output::{print, print_line};
use crate::style::{self, paint};

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// How to draw the pieces.
    #[arg(long, value_enum, default_value_t, value_name = "STYLE")]
    pub(crate) pieces: Pieces,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Pieces {
    /// b and w for men, B and W for kings.
    #[default]
    Letters,
    /// 1 and 2 for black and white men, 3 and 4 for black and white kings.
    Digits,
    /// Unicode draughts pieces.
    Unicode,
}

impl From<Pieces> for PieceStyle {
    fn from(pieces: Pieces) -> PieceStyle {
        match pieces {
            Pieces::Letters => PieceStyle::Letters,
            Pieces::Digits => PieceStyle::Digits,
            Pieces::Unicode => PieceStyle::Unicode,
        }
    }
}

pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<Exit> {
    let pos = args.position.position()?;
    let view = View::new(&pos, &args.position.rules);
    if args.json {
        print_line(serde_json::to_string_pretty(&view.json())?)?;
    } else {
        print(view.text(args.pieces.into()))?;
    }
    Ok(Exit::Success)
}

struct View {
    pos: Position,
    rules: Rules,
    moves: MoveList,
    masks: [(&'static str, Bitboard); 7],
}

impl View {
    fn new(pos: &Position, rules: &Rules) -> View {
        let mut moves = State::new(*pos, *rules).legal_moves();
        moves.sort_by_key(|mv| mv.route());
        let from = |jumps: bool| -> Bitboard {
            moves.iter().filter(|mv| mv.is_jump() || !jumps).filter_map(|mv| mv.from()).collect()
        };
        let masks = [
            ("black", pos.black()),
            ("white", pos.white()),
            ("kings", pos.kings()),
            ("occupied", pos.occupied()),
            ("empty", !pos.occupied()),
            ("movers", from(false)),
            ("jumpers", from(true)),
        ];
        View { pos: *pos, rules: *rules, moves, masks }
    }

    fn text(&self, pieces: PieceStyle) -> String {
        let mut text = format!("{}\n\n{}\n", self.pos, board(&self.pos, pieces));
        let _ = writeln!(text, "{} to move, {} rules", self.pos.turn(), self.rules);
        for color in Color::ALL {
            let _ = writeln!(text, "{color}: {}", Material::of(&self.pos, color));
        }
        let _ =
            writeln!(text, "\n{}", paint(style::HEADING, format_args!("{:<10}{:<43}hex", "mask", "binary")));
        for (name, mask) in self.masks {
            let _ = writeln!(text, "{name:<10}{}  {mask:#010X}", mask.to_row_major().binary().grouped(4));
        }
        let _ = writeln!(text, "{}\n", paint(style::FAINT, "bit n, counted from the right, is square n + 1"));
        for masks in self.masks.chunks(4) {
            text.push_str(&mask_boards(masks));
            text.push('\n');
        }
        let routes: Vec<String> = self.moves.iter().map(|mv| mv.route_text().to_string()).collect();
        let _ = match routes.as_slice() {
            [] => writeln!(text, "No legal moves: {} has lost.", self.pos.turn()),
            _ => writeln!(
                text,
                "{} {}",
                paint(style::HEADING, format_args!("Legal moves ({}):", routes.len())),
                routes.join(" ")
            ),
        };
        text
    }

    fn json(&self) -> impl Serialize {
        PositionJson {
            fen: self.pos.to_string(),
            turn: self.pos.turn().to_string(),
            rules: self.rules.to_string(),
            black: Material::of(&self.pos, Color::Black),
            white: Material::of(&self.pos, Color::White),
            masks: self.masks.iter().map(|(name, mask)| (*name, MaskJson::of(*mask))).collect(),
            moves: self.moves.iter().map(|mv| MoveJson::of(*mv)).collect(),
        }
    }
}

/// The board, Black and White in color.
pub(crate) fn board(pos: &Position, pieces: PieceStyle) -> String {
    board_from(Color::White, pos, pieces)
}

/// The board from the side of one player.
pub(crate) fn board_from(side: Color, pos: &Position, pieces: PieceStyle) -> String {
    diagram(side, |square| {
        let piece = pos.piece_at(square);
        let symbol = pieces.symbol(piece);
        match piece.map(|piece| piece.color) {
            None => paint(style::FAINT, symbol),
            Some(Color::Black) => paint(style::BLACK_PIECE, symbol),
            Some(Color::White) => paint(style::WHITE_PIECE, symbol),
        }
    })
}

/// Small boards side by side.
fn mask_boards(masks: &[(&str, Bitboard)]) -> String {
    const WIDTH: usize = 16;
    let mut text = String::new();
    for (i, (name, _)) in masks.iter().enumerate() {
        let width = if i + 1 < masks.len() { WIDTH + 3 } else { 0 };
        text.push_str(&paint(style::HEADING, format_args!("{name:<width$}")));
    }
    for row in (0..8).rev() {
        text.push('\n');
        for (_, mask) in masks {
            for column in 0..8 {
                match Square::from_row_column(row, column) {
                    None => text.push_str("  "),
                    Some(square) if mask.contains(square) => text.push_str(&(paint(style::ONE, '1') + " ")),
                    Some(_) => text.push_str("0 "),
                }
            }
            text.push_str("   ");
        }
        text.truncate(text.trim_end().len());
    }
    text.push('\n');
    text
}

/// What a side has on the board.
#[derive(Serialize)]
struct Material {
    men: usize,
    kings: usize,
}

impl Material {
    fn of(pos: &Position, color: Color) -> Material {
        let kings = (pos.pieces(color) & pos.kings()).len();
        Material { men: pos.pieces(color).len() - kings, kings }
    }
}

impl std::fmt::Display for Material {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (men, kings) = (self.men, self.kings);
        let man = if men == 1 { "man" } else { "men" };
        let king = if kings == 1 { "king" } else { "kings" };
        write!(f, "{men} {man}, {kings} {king}")
    }
}

#[derive(Serialize)]
struct PositionJson {
    fen: String,
    turn: String,
    rules: String,
    black: Material,
    white: Material,
    masks: std::collections::BTreeMap<&'static str, MaskJson>,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MaskJson {
    squares: Vec<u8>,
    /// Bit n is square n + 1.
    row_major: u32,
    binary: String,
    hex: String,
    /// A string, because not every reader of JSON has 64-bit numbers.
    board64: String,
}

impl MaskJson {
    fn of(mask: Bitboard) -> MaskJson {
        let row_major = mask.to_row_major();
        MaskJson {
            squares: mask.into_iter().map(Square::number).collect(),
            row_major,
            binary: row_major.binary().to_string(),
            hex: row_major.hex().to_string(),
            board64: mask.to_board64().hex().to_string(),
        }
    }
}

#[derive(Serialize)]
struct MoveJson {
    text: String,
    route: Vec<u8>,
    captured: Vec<u8>,
}

impl MoveJson {
    fn of(mv: Move) -> MoveJson {
        MoveJson {
            text: mv.route_text().to_string(),
            route: mv.route().into_iter().map(Square::number).collect(),
            captured: mv.captured().into_iter().map(Square::number).collect(),
        }
    }
}
