//! Distances: what is shipped, round trips, what is not known, and every kind of damage.
#![cfg(feature = "files")]
#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use std::fs;

use crownhead_board::Position;
use crownhead_endgame::{
    BuildOptions, Content, Database, Extent, Layout, Material, Value, Verdict, build, file_name,
    verify_distances,
};

static VALUES: &[u8] = include_bytes!("../data/shipped.ceg");
static DISTANCES: &[u8] = include_bytes!("../data/shipped.ced");

/// The shipped values, and distances from these bytes if they can be read.
fn database(distances: Vec<u8>) -> Option<Database> {
    let mut database = Database::new();
    database.add_bytes(VALUES.to_vec()).unwrap();
    database.add_bytes(distances).ok().map(|()| database)
}

/// Some positions of every material of four pieces.
fn some_positions() -> Vec<Position> {
    let positions = |material| {
        let layout = Layout::new(material).unwrap();
        let step = (layout.n_cells() / 12) as usize;
        (0..layout.n_cells()).step_by(step).filter_map(move |cell| layout.position(cell)).collect::<Vec<_>>()
    };
    Material::all(4, 7).flat_map(positions).collect()
}

#[test]
fn the_longest_wins_are_as_published() {
    let database = Database::shipped();
    for (pieces, plies) in [(2, 13), (3, 61), (4, 109)] {
        let longest = Material::all(pieces, 7).filter_map(|material| database.longest_win(material));
        let (longest, pos) = longest.max_by_key(|(plies, _)| *plies).unwrap();
        assert_eq!(longest, plies);
        let expected = Verdict { value: Value::Win, plies: Some(plies as u16) };
        assert_eq!(database.verdict(&pos), Ok(Some(expected)), "{pos}");
    }
    let kings = database.longest_win(Material::new(0, 1, 0, 1)).unwrap();
    assert_eq!(kings.0, 11);
}

#[test]
fn all_shipped_distances_follow_from_their_moves() {
    let check = |material, extent| verify_distances(Database::shipped(), material, extent).unwrap();
    for material in Material::all(2, 7).chain(Material::all(3, 7)) {
        check(material, Extent::All);
    }
    for material in Material::all(4, 7) {
        check(material, Extent::Sample { n: 2_000, seed: 1 });
    }
}

#[test]
fn verdicts_are_written_in_words() {
    let text = |fen: &str| {
        let verdict = Database::shipped().verdict(&fen.parse().unwrap()).unwrap();
        verdict.map_or_else(|| "not covered".to_owned(), |verdict| verdict.to_string())
    };
    // Square 29 is the corner of a man that cannot move.
    assert_eq!(text("W:W29:B25,22"), "loss in 0");
    assert_eq!(text("W:W:B1"), "loss in 0");
    assert_eq!(text("W:W8:B3"), "win in 13");
    assert_eq!(text("W:WK32:BK1"), "draw");
    // A capture of the last piece.
    assert_eq!(text("W:W18:B14"), "win in 1");
    assert_eq!(text("W:W30,31,32:B1,2"), "not covered");
}

#[test]
fn without_distances_there_are_still_values() {
    let mut database = Database::new();
    database.add_bytes(VALUES.to_vec()).unwrap();
    let pos = "W:WK18,K22:BK3".parse().unwrap();
    assert_eq!(database.verdict(&pos), Ok(Some(Verdict { value: Value::Win, plies: None })));
    assert_eq!(database.longest_win(Material::of(&pos)), None);
}

#[test]
fn damage_is_an_error_or_changes_nothing() {
    let positions = some_positions();
    for (i, place) in (0..DISTANCES.len()).step_by(DISTANCES.len() / 200).chain(0..64).enumerate() {
        let mut bytes = DISTANCES.to_vec();
        bytes[place] ^= 1 << (i % 8);
        let Some(database) = database(bytes) else { continue };
        assert!(database.verify_checksums().is_err(), "byte {place}");
        for pos in positions.iter().skip(i % 7).step_by(7) {
            if let Ok(verdict) = database.verdict(pos) {
                assert_eq!(Ok(verdict), Database::shipped().verdict(pos), "{pos}");
            }
        }
    }
}

#[test]
fn files_cut_short_are_refused() {
    for len in [8, 39, 40, 1000, DISTANCES.len() - 1] {
        assert!(database(DISTANCES[..len].to_vec()).is_none());
    }
}

#[test]
#[ignore = "builds five pieces: half a minute when optimized"]
fn five_pieces_are_built_and_agree() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    build(folder, &BuildOptions::new(5), &mut |_| {}).unwrap();
    let options = BuildOptions { content: Content::Distances, ..BuildOptions::new(5) };
    assert_eq!(build(folder, &options, &mut |_| {}).unwrap().files.len(), 22);
    let mut database = Database::open(folder).unwrap();
    database.set_cache_size(128 << 20);
    database.verify_checksums().unwrap();
    for material in Material::all(5, 7) {
        verify_distances(&database, material, Extent::Sample { n: 20_000, seed: 5 }).unwrap();
    }
    drop(database);
    // What is there is kept, what is missing is built again.
    let missing = folder.join(file_name(Material::new(1, 1, 1, 2), Content::Distances));
    let bytes = fs::read(&missing).unwrap();
    fs::remove_file(&missing).unwrap();
    let report = build(folder, &options, &mut |_| {}).unwrap();
    assert_eq!(report.files, std::slice::from_ref(&missing));
    assert!(fs::read(&missing).unwrap() == bytes);
}
