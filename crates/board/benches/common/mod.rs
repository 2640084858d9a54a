//! What several benches need.

use std::hint::black_box;

use crownhead_board::{MoveList, Position};

/// Perft with a move list at every node, the last ply included; one list for each ply.
pub(crate) fn perft_with_lists(pos: &Position, lists: &mut [MoveList]) -> u64 {
    let Some((moves, lists)) = lists.split_first_mut() else { return 1 };
    pos.legal_moves_into(moves);
    if lists.is_empty() {
        return black_box(&*moves).len() as u64;
    }
    moves.iter().map(|mv| perft_with_lists(&pos.play_unchecked(*mv), lists)).sum()
}
