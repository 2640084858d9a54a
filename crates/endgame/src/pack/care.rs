//! Which positions a database leaves out: those where the side to move can capture.

use crate::men::Men;
use crate::sets::{KingSets, N_DIRECTIONS, WAYS, squares};

/// The sets of white kings with which White, to move, can capture. Only bits of sets that avoid the
/// other pieces mean anything.
pub(crate) fn with_white_kings(men: Men, black_kings: u32, kings: &KingSets, row: &mut [u32]) {
    row.fill(0);
    let black = men.black | black_kings;
    let taken = black | men.white;
    for over in squares(black) {
        for direction in 0..N_DIRECTIONS {
            // A jump in one direction starts from the neighbor in the opposite one.
            let (Some(to), Some(from)) = (WAYS[over][direction], WAYS[over][3 - direction]) else { continue };
            if taken >> to.step & 1 == 1 {
                continue;
            }
            let blocked = kings.with(to.step.into());
            if men.white >> from.step & 1 == 1 {
                if direction >= 2 {
                    row.iter_mut().zip(blocked).for_each(|(row, blocked)| *row |= !blocked);
                }
            } else if taken >> from.step & 1 == 0 {
                add(row, kings.with(from.step.into()), blocked);
            }
        }
    }
}

/// The sets of black kings with which White, to move, can capture; the white kings are known.
pub(crate) fn with_black_kings(men: Men, white_kings: u32, kings: &KingSets, row: &mut [u32]) {
    row.fill(0);
    let taken = men.all() | white_kings;
    for from in squares(men.white | white_kings) {
        let first_direction = if white_kings >> from & 1 == 1 { 0 } else { 2 };
        for way in WAYS[from][first_direction..].iter().flatten() {
            let (over, Some(to)) = (way.step, way.jump) else { continue };
            if taken >> to & 1 == 1 {
                continue;
            }
            let blocked = kings.with(to.into());
            if men.black >> over & 1 == 1 {
                row.iter_mut().zip(blocked).for_each(|(row, blocked)| *row |= !blocked);
            } else if taken >> over & 1 == 0 {
                add(row, kings.with(over.into()), blocked);
            }
        }
    }
}

/// Adds the sets with one square and without another.
fn add(row: &mut [u32], with: &[u32], without: &[u32]) {
    for ((row, with), without) in row.iter_mut().zip(with).zip(without) {
        *row |= with & !without;
    }
}
