//! Files: round trips, positions not covered, and every kind of damage.
#![cfg(feature = "files")]
#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use std::error::Error;
use std::path::Path;

use crownhead_board::Position;
use crownhead_endgame::{
    BuildError, BuildOptions, Content, Database, Extent, Layout, Material, Prober, Value, build, file_name,
    verify,
};

static SHIPPED: &[u8] = include_bytes!("../data/shipped.ceg");

/// Positions all over a material, holes left out.
fn some_positions(material: Material, n: u64) -> impl Iterator<Item = Position> {
    let layout = Layout::new(material).unwrap();
    let step = (layout.n_cells() / n).max(1);
    (0..layout.n_cells()).step_by(step as usize).filter_map(move |cell| layout.position(cell))
}

#[test]
fn every_cell_leads_back_to_itself() {
    for text in ["0,1,0,1", "1,0,1,0", "1,1,0,1", "0,2,1,0", "1,0,1,1", "2,0,0,1", "1,0,0,2"] {
        let material: Material = text.parse().unwrap();
        let layout = Layout::new(material).unwrap();
        let mut n_boards = 0;
        for cell in 0..layout.n_cells() {
            if let Some(pos) = layout.position(cell) {
                n_boards += 1;
                let (found, place) = Layout::locate(&pos).unwrap();
                assert_eq!((found.material(), place), (material, cell));
                assert_eq!(Layout::locate(&pos.flip()).unwrap().1, cell);
            }
        }
        assert_eq!(n_boards, material.n_boards());
    }
}

#[test]
fn all_shipped_values_follow_from_their_moves() {
    for pieces in 2..=3 {
        for material in Material::all(pieces, 7) {
            let n = verify(Database::shipped(), material, Extent::All).unwrap();
            assert_eq!(n, material.n_boards());
        }
    }
    for material in Material::all(4, 7) {
        verify(Database::shipped(), material, Extent::Sample { n: 2_000, seed: 1 }).unwrap();
    }
}

#[test]
fn turning_the_board_turns_the_value() {
    for material in Material::all(4, 7) {
        for pos in some_positions(material, 100) {
            let value = Database::shipped().probe(&pos).unwrap().unwrap();
            assert_eq!(Database::shipped().probe(&pos.flip()), Ok(Some(value)));
        }
    }
}

#[test]
fn a_prober_says_what_its_database_says() {
    let mut prober = Prober::new(Database::shipped());
    for material in Material::all(4, 7) {
        for pos in some_positions(material, 3_000) {
            assert_eq!(prober.probe(&pos), Database::shipped().probe(&pos), "{pos}");
        }
    }
}

#[test]
fn sides_without_pieces_have_lost_and_big_boards_are_not_covered() {
    let probe = |fen: &str| Database::shipped().probe(&fen.parse().unwrap()).unwrap();
    assert_eq!(probe("W:W:B1"), Some(Value::Loss));
    assert_eq!(probe("B:W:B1"), Some(Value::Win));
    assert_eq!(probe("W:W30,31,32:B1,2"), None);
    // The capture leads to four pieces, the position itself has five and is still answered.
    assert_eq!(probe("W:WK18,30,31:B14,1"), Some(Value::Win));
}

#[test]
fn damage_is_an_error_or_changes_nothing() {
    let materials: Vec<Material> = Material::all(4, 7).collect();
    let positions: Vec<Position> = materials.iter().flat_map(|&m| some_positions(m, 12)).collect();
    let step = SHIPPED.len() / 300;
    for (i, place) in (0..SHIPPED.len()).step_by(step).chain(0..64).enumerate() {
        let mut bytes = SHIPPED.to_vec();
        bytes[place] ^= 1 << (i % 8);
        let mut database = Database::new();
        if database.add_bytes(bytes).is_err() {
            continue;
        }
        for pos in positions.iter().skip(i % 7).step_by(7) {
            if let Ok(value) = database.probe(pos) {
                assert_eq!(value, Database::shipped().probe(pos).unwrap());
            }
        }
    }
}

#[test]
fn every_damaged_byte_is_noticed() {
    for place in (0..SHIPPED.len()).step_by(SHIPPED.len() / 200) {
        let mut bytes = SHIPPED.to_vec();
        bytes[place] ^= 0x10;
        let mut database = Database::new();
        let noticed = database.add_bytes(bytes).is_err() || database.verify_checksums().is_err();
        assert!(noticed, "byte {place}");
    }
}

#[test]
fn files_cut_short_and_foreign_files_are_refused() {
    for len in [0, 7, 39, 40, 1000, SHIPPED.len() - 1] {
        assert!(Database::new().add_bytes(SHIPPED[..len].to_vec()).is_err());
    }
    assert!(
        Database::new().add_bytes(b"CROWNEND but nothing else that would make sense of it".to_vec()).is_err()
    );
}

#[test]
fn a_file_of_another_version_has_to_be_built_again() {
    let mut old = SHIPPED.to_vec();
    old[8] = 2;
    let error = Database::new().add_bytes(old).unwrap_err();
    assert_eq!(error.to_string(), "(memory) has version 2 of the format, not 3; build it again");
}

#[test]
fn no_error_repeats_its_cause() {
    let missing = Path::new("/no/such/folder");
    let unwritable = Path::new("/dev/null/endgames");
    let errors: [Box<dyn Error>; 4] = [
        Database::open(missing).unwrap_err().into(),
        Database::new().add_file(missing).unwrap_err().into(),
        Database::new().add_bytes(Vec::new()).unwrap_err().into(),
        build(unwritable, &BuildOptions::new(2), &mut |_| {}).unwrap_err().into(),
    ];
    for error in &errors {
        let mut next = error.source();
        while let Some(cause) = next {
            assert!(!error.to_string().contains(&cause.to_string()), "{error}");
            next = cause.source();
        }
    }
    assert_eq!(errors[0].to_string(), "cannot read /no/such/folder");
    assert_eq!(errors[3].to_string(), "cannot write /dev/null/endgames");
}

#[test]
fn progress_is_reported_within_a_material() {
    let folder = tempfile::tempdir().unwrap();
    let mut shares = Vec::new();
    build(folder.path(), &BuildOptions::new(3), &mut |progress| {
        shares.push((progress.material, progress.done));
    })
    .unwrap();
    let largest: Material = "1,1,1,0".parse().unwrap();
    let n = shares.iter().filter(|(material, _)| *material == largest).count();
    assert!(n > 5, "{n} reports of {largest}");
    assert!(shares.is_sorted_by_key(|(_, done)| *done));
}

#[test]
fn options_are_checked() {
    let folder = tempfile::tempdir().unwrap().path().join("endgames");
    let refused = |options: BuildOptions| build(&folder, &options, &mut |_| {}).unwrap_err();
    for content in [Content::Values, Content::Distances] {
        let too_many = BuildOptions { content, ..BuildOptions::new(9) };
        assert!(matches!(refused(too_many), BuildError::Pieces(9)));
        let mut tight = BuildOptions { content, ..BuildOptions::new(4) };
        tight.memory = tight.needed_memory() - 1;
        assert!(matches!(refused(tight), BuildError::Memory { .. }));
    }
    assert!(!folder.exists(), "nothing is written by a build that is refused");
}

#[test]
#[ignore = "builds five pieces: seconds when optimized"]
fn five_pieces_are_built_and_agree() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let options = BuildOptions { resumable: true, ..BuildOptions::new(5) };
    let mut last = 0.0;
    build(folder, &options, &mut |progress| last = progress.done as f64 / progress.total as f64).unwrap();
    assert!((last - 1.0).abs() < 1e-9);
    let database = Database::open(folder).unwrap();
    assert_eq!(database.n_pieces(7), 5);
    database.verify_checksums().unwrap();
    for material in Material::all(5, 7) {
        assert!(folder.join(file_name(material, Content::Values)).exists());
        verify(&database, material, Extent::Sample { n: 100_000, seed: 5 }).unwrap();
    }
}
