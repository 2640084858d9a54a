//! Real games, if there are any.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use crownhead_pdn::{Item, Reader, Record};
use crownhead_study::Study;

/// The study of a game has its tags and moves, and comes back from its text. Variations may have moves that cannot be made.
fn check(record: &Record) {
    let study = Study::from_record(record);
    let again: Study = study.to_string().parse().unwrap();
    assert!(again == study, "{record}\n{study}\n{again}");
    let written = study.to_record();
    assert_eq!((&written.tags, written.ending), (&record.tags, record.ending));
    if let Ok(game) = record.replay() {
        assert!(written.replay().unwrap().moves().eq(game.moves()), "{record}");
    }
    if study.fault().is_none() {
        let n_variations =
            |record: &Record| record.body.iter().filter(|item| matches!(item, Item::Variation(_))).count();
        assert_eq!(n_variations(&written), n_variations(record));
    }
}

#[test]
fn real_games_come_back_from_studies() {
    let club = include_bytes!("../../../pdn/testdata/club.pdn");
    Reader::new(&club[..]).for_each(|record| check(&record.unwrap()));
    let Some(folder) = std::env::var_os("CROWNHEAD_DATA").map(PathBuf::from) else {
        // Not by a macro, whose output the test harness hides.
        return drop(writeln!(io::stderr(), "real game files are not tested: CROWNHEAD_DATA is not set"));
    };
    for name in ["acf_games.pdn", "tinsley.pdn"] {
        let file = File::open(folder.join(name)).expect("CROWNHEAD_DATA names this file");
        Reader::new(file).for_each(|record| check(&record.unwrap()));
    }
}
