//! Masks that never change: rows, and the squares from which there is a way.

use crownhead_board::{Bitboard, Color};

use crate::bits::NamedMask;

/// The constants of a player, as that player sees the board: left is the player's own left. Black's are White's, turned by
/// half a turn.
pub fn constants(player: Color) -> [NamedMask; 8] {
    let all = !Bitboard::EMPTY;
    // There is a way where a step back from some square leads to.
    let left: fn(Bitboard) -> Bitboard = Bitboard::step_down_right;
    let right: fn(Bitboard) -> Bitboard = Bitboard::step_down_left;
    let even = EVEN_ROWS.into_iter().map(row).fold(Bitboard::EMPTY, |rows, row| rows | row);
    let whites = [
        ("even_rows", even),
        ("odd_rows", !even),
        ("start", row(0) | row(1) | row(2)),
        ("crown_row", crown_row(Color::White)),
        ("left_move", left(all)),
        ("right_move", right(all)),
        ("left_jump", left(left(all))),
        ("right_jump", right(right(all))),
    ];
    whites.map(|(name, mask)| {
        let mask = if player == Color::White { mask } else { mask.flip() };
        NamedMask { name, formula: None, mask }
    })
}

/// Where a player's men are crowned.
pub fn crown_row(player: Color) -> Bitboard {
    if player == Color::White { row(7) } else { row(0) }
}

const EVEN_ROWS: [u32; 4] = [0, 2, 4, 6];

/// A row, counted from White's side.
fn row(number: u32) -> Bitboard {
    Bitboard::from_row_major(0xF << (28 - 4 * number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::BitLayout;
    use crownhead_board::Position;

    fn named(player: Color, name: &str) -> Bitboard {
        constants(player).into_iter().find(|constant| constant.name == name).unwrap().mask
    }

    #[test]
    fn from_a1_upwards_they_are_the_classic_words() {
        let words =
            constants(Color::White).map(|constant| (constant.name, BitLayout::Up32.word(constant.mask)));
        let expected = [
            ("even_rows", 0x0F0F_0F0F),
            ("odd_rows", 0xF0F0_F0F0),
            ("start", 0x0000_0FFF),
            ("crown_row", 0xF000_0000),
            ("left_move", 0x0EFE_FEFE),
            ("right_move", 0x0F7F_7F7F),
            ("left_jump", 0x00EE_EEEE),
            ("right_jump", 0x0077_7777),
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn they_are_those_of_the_game() {
        for player in [Color::Black, Color::White] {
            assert_eq!(named(player, "start"), Position::START.pieces(player));
            assert_eq!(named(player, "crown_row"), named(!player, "crown_row").flip());
        }
        assert_eq!(named(Color::Black, "crown_row").to_row_major(), 0xF000_0000);
    }
}
