//! An index written by an earlier version: it must still be read, and written the same way.

use std::path::PathBuf;

use crownhead_collection::{Builder, Duplicates, Index, Query, WantedResult};

pub(crate) const GAMES: &[u8] = include_bytes!("../../testdata/golden.pdn");
pub(crate) const INDEX: &[u8] = include_bytes!("../../testdata/golden.games");

fn built() -> Index {
    let mut builder = Builder::new();
    assert!(builder.add_file("golden.pdn", GAMES).is_empty());
    builder.into_index()
}

fn golden() -> Index {
    Index::from_bytes(INDEX.to_vec()).unwrap()
}

/// After the version of the format has changed, run it with CROWNHEAD_WRITE_GOLDEN set.
#[test]
fn the_format_is_what_it_was() {
    if std::env::var_os("CROWNHEAD_WRITE_GOLDEN").is_some() {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/golden.games");
        std::fs::write(path, built().as_bytes()).unwrap();
    }
    assert!(
        built().as_bytes() == INDEX,
        "the format has changed: it needs a new version, and a new golden file"
    );
}

#[track_caller]
fn check(query: Query, expected: &[u32]) {
    assert_eq!(golden().search(&query).unwrap(), expected, "{query:?}");
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn games_are_found_by_what_their_tags_say() {
    check(Query::default(), &[0, 1, 2, 3, 4, 5]);
    check(Query { player: some("marsh"), ..Query::default() }, &[0, 1, 2]);
    check(Query { player: some("marsh ada"), result: Some(WantedResult::Win), ..Query::default() }, &[0]);
    check(Query { player: some("finch"), result: Some(WantedResult::Loss), ..Query::default() }, &[0]);
    check(Query { player: some("marsh"), opponent: some("bo"), ..Query::default() }, &[0, 1]);
    check(Query { black: some("FINCH"), ..Query::default() }, &[1]);
    check(Query { white: some("zoë"), ..Query::default() }, &[4]);
    check(Query { event: some("open"), ..Query::default() }, &[0, 1]);
    check(Query { result: Some(WantedResult::Unknown), ..Query::default() }, &[2, 5]);
    check(
        Query { from: "1998.04.12".parse().ok(), to: "1998.04".parse().ok(), ..Query::default() },
        &[0, 1, 2],
    );
    check(Query { from: "1999".parse().ok(), ..Query::default() }, &[]);
}

#[test]
fn games_are_found_by_what_was_played() {
    check(Query { opening: some("single corner"), ..Query::default() }, &[0, 2]);
    check(Query { ballot: Some(7), ..Query::default() }, &[1]);
    check(Query { max_plies: Some(3), ..Query::default() }, &[3, 5]);
    check(Query { min_plies: Some(5), max_plies: Some(5), ..Query::default() }, &[4]);
    let single_corner = "B:W18,21,23-32:B1-10,12,15".parse().ok();
    check(Query { position: single_corner, ..Query::default() }, &[0, 2]);
    let reversed = single_corner.map(|pos: crownhead_board::Position| pos.flip());
    check(Query { position: reversed, ..Query::default() }, &[]);
    check(Query { position: reversed, reversed: true, ..Query::default() }, &[0, 2]);
    check(Query { material: "1k v 2k".parse().ok(), ..Query::default() }, &[3]);
    check(Query { material: "2k v 1k".parse().ok(), ..Query::default() }, &[]);
    check(Query { material: "2k v 1k".parse().ok(), reversed: true, ..Query::default() }, &[3]);
    check(Query { pattern: "white king on 14, black to move".parse().ok(), ..Query::default() }, &[3]);
    check(Query { pattern: "man on 16 and man on 18".parse().ok(), ..Query::default() }, &[0, 2]);
}

#[test]
fn what_cannot_be_played_on_is_kept_up_to_there() {
    let index = golden();
    let plies: Vec<_> =
        (0..6).map(|game| index.game(game).unwrap()).map(|game| (game.plies, game.is_whole)).collect();
    assert_eq!(plies, [(8, true), (4, true), (8, true), (3, true), (5, false), (0, false)]);
    assert_eq!(index.game(4).unwrap().opening, "Alma");
}

#[test]
fn the_same_game_twice_is_a_duplicate() {
    let duplicates = golden().duplicates();
    assert_eq!(duplicates, Duplicates { groups: vec![vec![0, 2]] });
    assert!(duplicates.extra().eq([2]));
}

#[test]
fn a_collection_in_figures() {
    let stats = golden().stats(2);
    assert_eq!(
        (stats.tally.games, stats.tally.black_wins, stats.tally.white_wins, stats.tally.draws),
        (6, 1, 2, 1)
    );
    assert_eq!((stats.years, stats.longest, stats.incomplete), (Some((1998, 1998)), 8, 2));
    let top: Vec<_> = stats.top_players.iter().map(|count| (count.name.as_str(), count.games)).collect();
    assert_eq!(top, [("Ada Marsh", 2), ("Bo Finch", 2)]);
}

#[test]
fn a_game_is_read_at_its_offset() {
    let index = golden();
    let record = index.read_game(3, std::io::Cursor::new(GAMES)).unwrap();
    assert_eq!(record.tags.get("Event"), Some("An ending"));
    let missing = index.read_game(6, std::io::Cursor::new(GAMES)).unwrap_err();
    assert_eq!(missing.to_string(), "there is no game 7; the collection has games 1 to 6");
    // Another file has other bytes there.
    for other in [&GAMES[1..], &GAMES[..20], b"{never closed", b""] {
        let changed = index.read_game(3, std::io::Cursor::new(other)).unwrap_err();
        assert!(changed.to_string().starts_with("golden.pdn has changed"), "{changed}");
    }
}
