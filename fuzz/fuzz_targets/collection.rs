//! Indexes of games with any bytes wrong behind the head: wrong answers, never a panic.
#![no_main]

use crownhead_board::Position;
use crownhead_collection::{Index, Query};
use libfuzzer_sys::fuzz_target;

static INDEX: &[u8] = include_bytes!("../../crates/collection/testdata/golden.games");

fuzz_target!(|input: (Vec<u8>, Vec<(u32, u8)>)| {
    let (bytes, damage) = input;
    let _ = Index::from_bytes_unchecked(bytes);
    let mut bytes = INDEX.to_vec();
    for (at, byte) in damage {
        let at = at as usize % bytes.len();
        bytes[at] ^= byte;
    }
    let Ok(index) = Index::from_bytes_unchecked(bytes) else { return };
    for game in 0..index.n_games() {
        let _ = index.game(game);
        let _ = index.moves(game);
    }
    let queries = [
        Query::default(),
        Query { player: Some("a".to_owned()), ..Query::default() },
        Query { material: "1k v 2k".parse().ok(), reversed: true, ..Query::default() },
        Query { pattern: "man on 16".parse().ok(), ..Query::default() },
        Query { position: Some(Position::START), ..Query::default() },
    ];
    for query in queries {
        let _ = index.find(&query, 1, 2);
        let _ = index.explore(&Position::START, &query);
    }
    let _ = index.stats(3);
    let _ = index.duplicates();
});
