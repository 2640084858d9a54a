//! What is shipped: the published counts, and the very bytes that the builder writes.
#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use crownhead_endgame::{Content, Counts, Database, Material, shipped_bytes};

/// Won, lost and drawn positions, both sides to move.
fn totals(pieces: u8) -> (u64, u64, u64) {
    let tables = Database::shipped().materials().filter(|(material, _)| material.n_pieces() == pieces);
    let sum = tables.fold(Counts::default(), |sum, (_, counts)| sum + counts);
    (2 * sum.wins, 2 * sum.losses, 2 * sum.draws)
}

#[test]
fn totals_are_as_published() {
    assert_eq!(totals(2), (1_432, 804, 4_740));
    assert_eq!(totals(3), (200_500, 174_610, 16_954));
    assert_eq!(totals(4), (5_148_608, 3_834_180, 3_435_844));
}

#[test]
fn king_against_king_is_as_published() {
    let mut materials = Database::shipped().materials();
    let (_, counts) = materials.find(|(material, _)| *material == Material::new(0, 1, 0, 1)).unwrap();
    assert_eq!(counts, Counts { wins: 230, losses: 108, draws: 654 });
}

#[test]
fn all_of_two_to_four_pieces_is_there() {
    assert_eq!(Database::shipped().n_pieces(7), 4);
    assert_eq!(Database::shipped().max_pieces(), 4);
    Database::shipped().verify_checksums().unwrap();
}

#[test]
fn the_builder_writes_the_very_same_bytes() {
    let values = include_bytes!("../data/shipped.ceg");
    let distances = include_bytes!("../data/shipped.ced");
    assert!(shipped_bytes(Content::Values) == values, "run `cargo run --release --example ship`");
    assert!(shipped_bytes(Content::Distances) == distances, "run `cargo run --release --example ship`");
    assert!(values.len() <= 200_000 && distances.len() <= 700_000);
}
