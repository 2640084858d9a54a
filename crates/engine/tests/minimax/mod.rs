//! A plain minimax without anything that could be wrong.

use crownhead_board::Position;

/// Plies to the end within `plies` plies, more than 0 if the side to move wins and less if it loses;
/// `None` if nobody does. A side that cannot move loses in -1.
pub(crate) fn solve(pos: &Position, plies: i32) -> Option<i32> {
    let moves = pos.legal_moves();
    if moves.is_empty() {
        return Some(-1);
    }
    if plies == 0 {
        return None;
    }
    let mut slowest_loss = Some(0);
    let mut fastest_win = None;
    for mv in &moves {
        match solve(&pos.play_unchecked(*mv), plies - 1) {
            Some(end) if end < 0 => {
                fastest_win = Some(fastest_win.map_or(1 - end, |win: i32| win.min(1 - end)));
            }
            Some(end) => slowest_loss = slowest_loss.map(|loss: i32| loss.max(end)),
            None => slowest_loss = None,
        }
    }
    fastest_win.or(slowest_loss.map(|loss| -loss - 1))
}

/// Positions with two to five pieces, many of them with a quick end, from a generator of numbers
/// that is always the same.
pub(crate) fn endings() -> Vec<Position> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut below = |limit: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) % limit
    };
    let mut positions = Vec::new();
    while positions.len() < 200 {
        let sides = [1 + below(2), 1 + below(2)];
        let mut lists = [String::from("W"), String::from("B")];
        for (list, n_pieces) in lists.iter_mut().zip(sides) {
            for _ in 0..n_pieces {
                let comma = if list.len() > 1 { "," } else { "" };
                let king = if below(2) == 0 { "K" } else { "" };
                *list += &format!("{comma}{king}{}", 1 + below(32));
            }
        }
        let turn = if below(2) == 0 { "W" } else { "B" };
        // Men on their crown row and two pieces on a square are no positions.
        positions.extend(format!("{turn}:{}:{}", lists[0], lists[1]).parse::<Position>());
    }
    positions
}
