//! `crownhead show`: everything about a position.

use std::fmt::Write;

use clap::Args;
use crownhead_bits::Bits;
use crownhead_board::{Bitboard, Color, MoveList, Position, Rules, Square, State};
use crownhead_study::style::start;
use crownhead_study::{Appearance, BitLayout, Style, masks};
use serde::Serialize;

use super::moves::MoveJson;
use crate::args::{BoardArgs, PositionArgs, Side, style_names};
use crate::exit::Exit;
use crate::output::{print, print_line};
use crate::style::{self, paint};

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Rules, names, pieces, board and words as a classic program had them: official, masks, letters, coordinates,
    /// indices or list.
    #[arg(long, value_name = "STYLE", value_parser = style_names(), hide_possible_values = true)]
    pub(crate) style: Option<String>,
    /// Who moves first; a FEN says it itself.
    #[arg(long, value_enum, conflicts_with = "fen")]
    pub(crate) first: Option<Side>,
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<Exit> {
    let style: Option<Style> = args.style.as_deref().map(str::parse).transpose()?;
    let rules = args.position.rules.or(style.as_ref().map(|style| style.rules)).unwrap_or_default();
    let first = args.first.map(Color::from).or(style.as_ref().map(|style| style.first));
    let pos = match (&args.position.fen, first) {
        (None, Some(first)) => start(first),
        _ => args.position.position()?,
    };
    let appearance = args.board.apply(style.unwrap_or_default().appearance)?;
    let view = View::new(&pos, &rules, appearance);
    if args.json {
        print_line(serde_json::to_string_pretty(&view.json())?)?;
    } else {
        print(view.text())?;
    }
    Ok(Exit::Success)
}

struct View {
    pos: Position,
    rules: Rules,
    moves: MoveList,
    /// With the names they have in JSON.
    masks: [(&'static str, Bitboard); 7],
    appearance: Appearance,
}

impl View {
    fn new(pos: &Position, rules: &Rules, appearance: Appearance) -> View {
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
        View { pos: *pos, rules: *rules, moves, masks, appearance }
    }

    fn text(&self) -> String {
        let Appearance { notation, layout, names, .. } = &self.appearance;
        let turn = names.of(self.pos.turn());
        let mut text = format!("{}\n\n{}\n", self.pos, board(&self.pos, &self.appearance));
        let _ = writeln!(text, "{turn} to move, {} rules", self.rules);
        for color in Color::ALL {
            let _ = writeln!(text, "{}: {}", names.of(color), Material::of(&self.pos, color));
        }
        let masks = self.named_masks();
        let width = 2 + masks.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(8);
        let binary = layout.width() as usize / 4 * 5 + 3;
        let heading = format!("{:<width$}{:<binary$}hex", "mask", "binary");
        let _ = writeln!(text, "\n{}", paint(style::HEADING, heading));
        for (name, mask) in &masks {
            let _ = writeln!(text, "{name:<width$}{}  {}", layout.binary(*mask, 4), layout.hex(*mask));
        }
        let _ =
            writeln!(text, "{}\n", paint(style::FAINT, format_args!("{layout}: {}", layout.description())));
        for masks in masks.chunks(4) {
            text.push_str(&mask_boards(masks, *layout));
            text.push('\n');
        }
        let moves: Vec<String> = self.moves.iter().map(|mv| notation.mv(*mv)).collect();
        let between = if moves.iter().any(|mv| mv.contains(' ')) { ", " } else { " " };
        let _ = match moves.as_slice() {
            [] => writeln!(text, "No legal moves: {turn} has lost."),
            _ => writeln!(
                text,
                "{} {}",
                paint(style::HEADING, format_args!("Legal moves ({}):", moves.len())),
                moves.join(between)
            ),
        };
        text
    }

    /// The words of the position, and what follows from them.
    fn named_masks(&self) -> Vec<(String, Bitboard)> {
        let words = masks::words(&State::new(self.pos, self.rules), &self.appearance);
        let [_, _, _, derived @ ..] = self.masks;
        words.into_iter().chain(derived.map(|(name, mask)| (name.to_owned(), mask))).collect()
    }

    fn json(&self) -> impl Serialize {
        PositionJson {
            fen: self.pos.to_string(),
            turn: self.pos.turn().to_string().to_lowercase(),
            rules: self.rules.to_string(),
            black: Material::of(&self.pos, Color::Black),
            white: Material::of(&self.pos, Color::White),
            layout: self.appearance.layout.name(),
            masks: self
                .masks
                .iter()
                .map(|(name, mask)| (*name, MaskJson::of(*mask, self.appearance.layout)))
                .collect(),
            moves: self.moves.iter().map(|mv| MoveJson::of(*mv)).collect(),
        }
    }
}

/// The board, the sides in color.
pub(crate) fn board(pos: &Position, appearance: &Appearance) -> String {
    board_from(Color::White, pos, appearance)
}

/// The board from the side of one player.
pub(crate) fn board_from(side: Color, pos: &Position, appearance: &Appearance) -> String {
    appearance.frame.draw(side, appearance.notation, |square| {
        let piece = pos.piece_at(square);
        let tint = piece.map(|piece| appearance.tint(piece.color));
        paint(style::of_piece(appearance.theme, tint), appearance.pieces.symbol(piece))
    })
}

/// Small boards side by side.
fn mask_boards(masks: &[(String, Bitboard)], layout: BitLayout) -> String {
    let light = if layout.width() == 64 { "0 " } else { "  " };
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
                    None => text.push_str(light),
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
    layout: &'static str,
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
    /// In the layout that was asked for, in hex.
    word: String,
}

impl MaskJson {
    fn of(mask: Bitboard, layout: BitLayout) -> MaskJson {
        let row_major = mask.to_row_major();
        MaskJson {
            squares: mask.into_iter().map(Square::number).collect(),
            row_major,
            binary: row_major.binary().to_string(),
            hex: row_major.hex().to_string(),
            board64: mask.to_board64().hex().to_string(),
            word: layout.hex(mask),
        }
    }
}
