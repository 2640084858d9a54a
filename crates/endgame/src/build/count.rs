//! Won, lost and drawn positions of a table.

use super::table::{Table, ValidColumns};
use crate::file::Counts;
use crate::sets::KingSets;

/// Counts all positions of a table, those with captures too.
pub(crate) fn count(table: &Table) -> Counts {
    let mut counts = Counts::default();
    let black_kings = KingSets::of(table.material.black_kings);
    let mut valid_columns = ValidColumns::new(table.material.white_kings);
    let mut valid = vec![0; table.shape.stride];
    let mut single = [0; 2];
    for (men, values) in table.slots.men.iter().zip(table.values.chunks_exact(table.shape.n_words())) {
        valid_columns.set_men(*men);
        for (row, kings) in black_kings.sets.iter().enumerate() {
            if kings & men.all() != 0 {
                continue;
            }
            valid_columns.row(*kings, &mut valid);
            let [won, lost] = table.shape.row(values, row, &mut single);
            for ((valid, won), lost) in valid.iter().zip(won).zip(lost) {
                counts.wins += u64::from((valid & won).count_ones());
                counts.losses += u64::from((valid & lost).count_ones());
                counts.draws += u64::from((valid & !(won | lost)).count_ones());
            }
        }
    }
    counts
}
