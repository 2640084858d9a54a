//! Files that are not what they should be.

use crownhead_board::Position;
use crownhead_collection::{Index, IndexError, Query};
use proptest::prelude::*;

use crate::golden::INDEX;

/// Asks everything there is to ask.
fn use_up(index: &Index) {
    for game in 0..index.n_games().min(20) {
        index.game(game);
        index.moves(game);
        let _ = index.read_game(game, std::io::Cursor::new(crate::golden::GAMES));
    }
    let queries = [
        Query { player: Some("a".to_owned()), ..Query::default() },
        Query { position: Some(Position::START), ..Query::default() },
        Query { material: "2k v 1k".parse().ok(), reversed: true, ..Query::default() },
        Query { pattern: "man on 16".parse().ok(), from: "1900".parse().ok(), ..Query::default() },
    ];
    for query in queries {
        index.search(&query).unwrap();
        index.explore(&Position::START, &query).unwrap();
    }
    index.explore(&Position::START, &Query::default()).unwrap();
    index.stats(3);
    index.duplicates();
}

#[test]
fn other_files_are_told_apart() {
    for foreign in [&b""[..], b"CROWN", b"[Event \"?\"] 1. 11-15 *", &[0; 4096]] {
        assert!(matches!(Index::from_bytes(foreign.to_vec()), Err(IndexError::Foreign)));
    }
    let mut newer = INDEX.to_vec();
    newer[8] = 99;
    let error = Index::from_bytes(newer).unwrap_err();
    assert!(matches!(error, IndexError::Version { found: 99, .. }), "{error}");
}

#[test]
fn a_file_that_is_cut_off_is_damaged() {
    for len in 8..INDEX.len() {
        assert!(matches!(Index::from_bytes(INDEX[..len].to_vec()), Err(IndexError::Damaged { .. })), "{len}");
    }
}

proptest! {
    #[test]
    fn any_wrong_byte_is_noticed(at in 12..INDEX.len(), change in 1..=u8::MAX) {
        let mut bytes = INDEX.to_vec();
        bytes[at] ^= change;
        match Index::from_bytes(bytes) {
            Err(error) => prop_assert!(matches!(error, IndexError::Damaged { .. }), "{error}"),
            // Sections begin at round numbers, and what lies between them says nothing.
            Ok(index) => { prop_assert_eq!(INDEX[at], 0); use_up(&index); }
        }
    }

    #[test]
    fn damage_that_nobody_noticed_gives_answers_and_no_panic(
        damage in prop::collection::vec((0..INDEX.len(), any::<u8>()), 1..40),
    ) {
        let mut bytes = INDEX.to_vec();
        // The head has a checksum that is always compared.
        damage.into_iter().for_each(|(at, byte)| if at > 700 { bytes[at] = byte });
        if let Ok(index) = Index::from_bytes_unchecked(bytes) {
            use_up(&index);
        }
    }
}
