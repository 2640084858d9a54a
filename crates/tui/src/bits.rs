//! The masks of a position, and what a move does to them, as text.

use crownhead_board::{Bitboard, Color, Move, Position, Rules, Square};

/// The masks with their names, in the order in which they are shown.
pub(crate) fn masks(pos: &Position, rules: &Rules) -> [(&'static str, Bitboard); 6] {
    let moves = rules.legal_moves(pos);
    let moves = || moves.iter().filter(|mv| !mv.is_end_turn());
    [
        ("black", pos.black()),
        ("white", pos.white()),
        ("kings", pos.kings()),
        ("occupied", pos.occupied()),
        ("movers", moves().map(|mv| mv.from()).collect()),
        ("jumpers", moves().filter(|mv| mv.is_jump()).map(|mv| mv.from()).collect()),
    ]
}

/// A mask in binary and hex, on a line of at most so many characters if they suffice.
pub(crate) fn mask_line(name: &str, mask: Bitboard, width: u16) -> String {
    if width >= FULL_WIDTH {
        return format!("{name:<9} {} {}", mask.binary().grouped(8), mask.hex());
    }
    let (binary, hex) = (mask.binary().to_string(), mask.hex().to_string());
    let digits = |text: &str| text.split_at(2).1.to_owned();
    let short: String = name.replace("square ", "sq ").chars().take(6).collect();
    format!("{short:<6} {} {}", digits(&hex), digits(&binary))
}

/// A name, a binary number in groups, and a hex number.
const FULL_WIDTH: u16 = 57;

/// The rows of a small board: only dark squares, a row shifted against the next.
pub(crate) fn small_board(mask: Bitboard) -> [String; 8] {
    std::array::from_fn(|i| {
        let row = 7 - i;
        let cell = |column| match Square::from_row_column(row, column) {
            None => ' ',
            Some(square) if mask.contains(square) => '1',
            Some(_) => '0',
        };
        (0..8).map(cell).collect()
    })
}

/// Which operations turn the masks before a move into those after it, a line each.
pub(crate) fn operations(rules: &Rules, before: &Position, mv: Move) -> Vec<String> {
    let after = rules.play_unchecked(before, mv);
    let us = before.turn();
    let name = |color: Color| if color == Color::Black { "black" } else { "white" };
    let ours = before.pieces(us) ^ after.pieces(us);
    let theirs = before.pieces(!us) ^ after.pieces(!us);
    let kings = before.kings() ^ after.kings();
    let mut lines = Vec::new();
    if !ours.is_empty() {
        lines.push(format!("{} ^= {} from {} to {}", name(us), ours.hex(), mv.from(), mv.to()));
    } else if !mv.is_end_turn() {
        lines.push(format!("{} stays: the piece ends where it began", name(us)));
    }
    if !theirs.is_empty() {
        lines.push(format!("{} &= !{} captured {theirs}", name(!us), theirs.hex()));
    }
    if !kings.is_empty() {
        lines.push(format!("kings ^= {} {}", kings.hex(), king_change(before, &after, mv)));
    }
    lines
}

fn king_change(before: &Position, after: &Position, mv: Move) -> String {
    let was_king = before.kings().contains(mv.from());
    let is_king = after.kings().contains(mv.to());
    let captured = before.kings() & mv.captured();
    let mut said = Vec::new();
    match (was_king, is_king) {
        (false, true) => said.push(format!("crowned on {}", mv.to())),
        (true, _) => said.push("the king moved".to_owned()),
        (false, false) => {}
    }
    if !captured.is_empty() {
        said.push(format!("king captured on {captured}"));
    }
    said.join(", ")
}

/// Everything about the bits of a position, for line mode.
pub(crate) fn text(pos: &Position, rules: &Rules, last: Option<(Position, Move)>) -> String {
    let masks = masks(pos, rules);
    let mut text: String =
        masks.iter().map(|(name, mask)| mask_line(name, *mask, FULL_WIDTH) + "\n").collect();
    text.push_str("bit n, counted from the right, is square n + 1\n\n");
    text.push_str(&boards(&masks));
    if let Some((before, mv)) = last {
        text.push_str(&format!("\nlast move {}\n", mv.route_text()));
        for line in operations(rules, &before, mv) {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text
}

/// Small boards side by side, with their names above.
pub(crate) fn boards(masks: &[(&str, Bitboard)]) -> String {
    let name = |(name, _): &(&str, Bitboard)| format!("{name:<9} ");
    let mut text: String = masks.iter().map(name).collect();
    let boards: Vec<[String; 8]> = masks.iter().map(|(_, mask)| small_board(*mask)).collect();
    for row in 0..8 {
        text.truncate(text.trim_end().len());
        text.push('\n');
        boards.iter().for_each(|board| text.push_str(&format!("{:<9} ", board[row])));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_told_as_operations_on_masks() {
        let pos: Position = "W:W18:B14,K6".parse().unwrap();
        let lines = operations(&Rules::OFFICIAL, &pos, pos.legal_moves()[0]);
        assert_eq!(
            lines,
            [
                "white ^= 0x00020002 from 18 to 2",
                "black &= !0x00002020 captured 6,14",
                "kings ^= 0x00000022 crowned on 2, king captured on 6"
            ]
        );
    }

    #[test]
    fn small_boards_show_dark_squares_only() {
        let rows = small_board(Bitboard::from_square(Square::new(1).unwrap()));
        assert_eq!(rows[0], " 1 0 0 0");
        assert_eq!(rows[1], "0 0 0 0 ");
    }
}
