//! Won, lost and drawn positions of a table.

use super::Cells;
use super::table::{Table, ValidColumns};
use super::value_solver::{ValueCells, value_row};
use crate::file::Counts;
use crate::parallel::for_each_part;
use crate::sets::KingSets;

/// Slots that are counted together.
const PART_SLOTS: usize = 256;

/// Counts all positions of a table, those with captures too.
pub(crate) fn count(table: &Table<ValueCells>, threads: usize) -> Counts {
    let parts: Vec<usize> = (0..table.slots.men.len()).step_by(PART_SLOTS).collect();
    let counts = for_each_part(&parts, threads, |&first| count_slots(table, first));
    counts.into_iter().fold(Counts::default(), |sum, counts| sum + counts)
}

fn count_slots(table: &Table<ValueCells>, first: usize) -> Counts {
    let mut counts = Counts::default();
    let black_kings = KingSets::of(table.material.black_kings);
    let mut valid_columns = ValidColumns::new(table.material.white_kings);
    let mut valid = vec![0; table.shape.stride];
    let mut single = [0; 2];
    let values = table.units.chunks_exact(ValueCells::n_units(table.shape)).skip(first);
    for (men, values) in table.slots.men[first..].iter().zip(values).take(PART_SLOTS) {
        valid_columns.set_men(*men);
        for (row, kings) in black_kings.sets.iter().enumerate() {
            if kings & men.all() != 0 {
                continue;
            }
            valid_columns.row(*kings, &mut valid);
            let [won, lost] = value_row(table.shape, values, row, &mut single);
            for ((valid, won), lost) in valid.iter().zip(won).zip(lost) {
                counts.wins += u64::from((valid & won).count_ones());
                counts.losses += u64::from((valid & lost).count_ones());
                counts.draws += u64::from((valid & !(won | lost)).count_ones());
            }
        }
    }
    counts
}
