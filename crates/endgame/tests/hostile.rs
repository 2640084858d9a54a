//! Damaged files with right checksums: an error or a wrong answer, never a panic or an endless loop.
#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use crownhead_board::Position;
use crownhead_endgame::{Database, Layout, Material, Prober};
use proptest::prelude::*;

static VALUES: &[u8] = include_bytes!("../data/shipped.ceg");
static DISTANCES: &[u8] = include_bytes!("../data/shipped.ced");
/// The bytes before the blocks.
const VALUES_HEAD: usize = 7_232;
const DISTANCES_HEAD: usize = 20_692;

/// Some positions of every material of two to four pieces, and one with too many.
fn positions() -> Vec<Position> {
    let layouts = (2..=4).flat_map(|pieces| Material::all(pieces, 7)).filter_map(Layout::new);
    let some = |layout: Layout| {
        let step = layout.n_cells() as usize / 5;
        (0..layout.n_cells()).step_by(step).filter_map(move |cell| layout.position(cell)).collect::<Vec<_>>()
    };
    layouts.flat_map(some).chain([Position::START]).collect()
}

/// Bytes to change: a few in the head, of which most are noticed, and more in the blocks.
fn damage(head: usize, len: usize) -> impl Strategy<Value = Vec<(usize, u8)>> {
    let in_head = prop::collection::vec((40..head, 1..=255u8), 0..3);
    let in_blocks = prop::collection::vec((head..len, 1..=255u8), 0..2_000);
    (in_head, in_blocks).prop_map(|(head, blocks)| [head, blocks].concat())
}

fn damaged(bytes: &[u8], damage: &[(usize, u8)]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    damage.iter().for_each(|(place, change)| bytes[*place] ^= change);
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn damaged_bytes_are_read_without_a_panic(
        values in damage(VALUES_HEAD, VALUES.len()),
        distances in damage(DISTANCES_HEAD, DISTANCES.len()),
    ) {
        let mut database = Database::new();
        let has_values = database.add_bytes_unchecked(damaged(VALUES, &values)).is_ok();
        let has_distances = database.add_bytes_unchecked(damaged(DISTANCES, &distances)).is_ok();
        let mut prober = Prober::new(&database);
        for pos in positions() {
            let verdict = database.verdict(&pos);
            let value = verdict.map(|verdict| verdict.map(|verdict| verdict.value));
            if has_values && has_distances {
                prop_assert!(value.is_err() || prober.probe(&pos) == value);
            }
        }
        for (material, _) in database.materials() {
            let _ = database.longest_win(material);
        }
    }
}

#[test]
fn undamaged_bytes_are_read_as_they_are() {
    let mut database = Database::new();
    database.add_bytes_unchecked(VALUES.to_vec()).unwrap();
    database.add_bytes_unchecked(DISTANCES.to_vec()).unwrap();
    for pos in positions() {
        assert_eq!(database.verdict(&pos), Database::shipped().verdict(&pos));
    }
}
