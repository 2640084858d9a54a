//! A number for each position that stays the same over versions of the program, to find games by.

use crownhead_board::{Color, State};

/// The key of a position and the point within a turn. Two different positions have the same one about once in 2^64 pairs.
pub fn position_key(state: &State) -> u64 {
    let pos = state.position();
    let turn = u64::from(pos.turn() == Color::White) | u64::from(state.is_mid_turn()) << 1;
    let words = [
        pos.pieces(Color::Black).to_board64(),
        pos.pieces(Color::White).to_board64(),
        pos.kings().to_board64(),
        turn,
    ];
    words.into_iter().fold(0, |key, word| mixed(key ^ mixed(word)))
}

/// The finalizer of SplitMix64: every bit of the input changes about half of the output.
fn mixed(word: u64) -> u64 {
    let word = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use crownhead_board::Position;

    use super::*;

    #[test]
    fn keys_tell_positions_apart_and_do_not_change() {
        let keys = ["B:W21-32:B1-12", "W:W21-32:B1-12", "W:W21:BK1", "W:W21:B1", "B:W21:B1"]
            .map(|fen| position_key(&State::from(fen.parse::<Position>().unwrap())));
        for (i, key) in keys.iter().enumerate() {
            assert!(!keys[..i].contains(key));
        }
        // Archives hold these numbers: a change makes a migration necessary.
        assert_eq!(keys[0], position_key(&State::from(Position::START)));
        assert_eq!(keys[0], 829_868_291_172_689_563);
    }
}
