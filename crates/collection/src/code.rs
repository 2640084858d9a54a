//! A move in one byte: its rank among the legal moves of a position, in the order of [`Move`].

use crownhead_board::{Move, MoveList, Position};

/// Stands where a game ends, and no move is played.
pub(crate) const NO_MOVE: u8 = u8::MAX;

/// The code of a legal move: how many other moves come before it. Routes of the same jump are one move.
pub(crate) fn code(pos: &Position, mv: Move) -> Option<u8> {
    let mut moves = pos.legal_moves();
    moves.merge_routes();
    let n_before = moves.iter().filter(|other| **other < mv).count();
    u8::try_from(n_before).ok().filter(|code| *code != NO_MOVE)
}

/// The legal moves of a position by their codes.
pub(crate) fn coded_moves(pos: &Position) -> MoveList {
    let mut moves = pos.legal_moves();
    moves.merge_routes();
    moves.sort_unstable();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_leads_back_to_its_move() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let mut pos = Position::START;
            while let Some(mv) = random.choice(pos.legal_moves().iter().copied()) {
                let code = code(&pos, mv).unwrap();
                assert_eq!(coded_moves(&pos)[usize::from(code)], mv, "{pos}");
                pos = pos.play_unchecked(mv);
                if pos.occupied().len() < 4 {
                    break;
                }
            }
        }
    }

    #[test]
    fn two_routes_of_a_jump_have_one_code() {
        let pos: Position = "W:WK22:B17,18,10,9".parse().unwrap();
        let codes: Vec<_> = pos.legal_moves().iter().map(|mv| code(&pos, *mv)).collect();
        assert_eq!(codes, [Some(0), Some(0)]);
        assert_eq!(coded_moves(&pos).len(), 1);
    }
}
