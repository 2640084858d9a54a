//! The explorer.

use crownhead_board::Position;
use crownhead_collection::{Builder, Index, Query};

use crate::golden::INDEX;

fn index(games: &[u8]) -> Index {
    let mut builder = Builder::new();
    builder.add_file("games.pdn", games);
    builder.into_index()
}

#[test]
fn all_legal_moves_are_shown_the_played_ones_first() {
    let index = Index::from_bytes(INDEX.to_vec()).unwrap();
    let explored = index.explore(&Position::START, &Query::default()).unwrap();
    let moves: Vec<_> =
        explored.moves.iter().map(|explored| (explored.mv.to_string(), explored.tally.games)).collect();
    assert_eq!(moves[..2], [("11-15".to_owned(), 3), ("9-13".to_owned(), 1)]);
    assert_eq!(moves.len(), 7);
    // The game by house rules has no moves here, but its start counts.
    assert_eq!((explored.tally.games, explored.ended), (5, 1));
    let first = &explored.moves[0];
    assert_eq!((first.tally.black_wins, first.tally.white_wins, first.years), (1, 1, Some((1998, 1998))));
    assert_eq!(first.players, [("Ada Marsh".to_owned(), 1), ("A. Marsh".to_owned(), 1)]);
}

#[test]
fn transpositions_are_merged() {
    let index = index(b"1. 11-16 22-18 2. 9-13 1-0  1. 9-13 22-18 2. 11-16 0-1  1. 9-13 22-18 2. 12-16 *");
    let after: Position = "B:W18,21,23-32:B1-8,10-13".parse().unwrap();
    let explored = index.explore(&after, &Query::default()).unwrap();
    let found = |mv: &str| explored.moves.iter().find(|explored| explored.mv.to_string() == mv).unwrap();
    // 11-16 was played here once; the position after it was reached twice.
    assert_eq!((found("11-16").tally.games, found("11-16").reached), (1, 2));
    assert_eq!((found("12-16").tally.games, found("12-16").reached), (1, 1));
    let joined = index.explore(&found("11-16").after, &Query::default()).unwrap();
    assert_eq!((joined.tally.games, joined.tally.black_wins, joined.ended), (2, 1, 2));
}

#[test]
fn a_game_that_repeats_counts_once() {
    let index = index(br#"[FEN "W:WK18,K22:BK1"] 1. 18-14 1-5 2. 14-18 5-1 3. 18-14 1-5 *"#);
    let explored = index.explore(&"W:WK18,K22:BK1".parse().unwrap(), &Query::default()).unwrap();
    assert_eq!(explored.tally.games, 1);
    assert_eq!((explored.moves[0].mv.to_string().as_str(), explored.moves[0].tally.games), ("18-14", 1));
}

#[test]
fn only_the_games_that_are_asked_for_count() {
    let index = Index::from_bytes(INDEX.to_vec()).unwrap();
    let query = Query { player: Some("ada".to_owned()), ..Query::default() };
    let explored = index.explore(&Position::START, &query).unwrap();
    assert_eq!(explored.tally.games, 2);
    assert_eq!(explored.moves[0].reached, 1);
}

#[test]
fn positions_that_nobody_reached_have_their_moves_too() {
    let index = index(b"");
    let explored = index.explore(&"W:WK18,K22:BK1".parse().unwrap(), &Query::default()).unwrap();
    assert_eq!((explored.tally.games, explored.moves.len(), explored.years), (0, 6, None));
    let lost: Position = "B:W25,30:B21".parse().unwrap();
    assert!(index.explore(&lost, &Query::default()).unwrap().moves.is_empty());
}

/// Positions with many games have their summary in the index. It must say what counting says.
#[test]
fn crowds_are_summed_up_rightly() {
    let games: String = (0..3000)
        .map(|n| {
            let (black, year, result) = (n % 11, 1950 + n % 37, ["1-0", "0-1", "1/2-1/2", "*"][n % 4]);
            let line = ["1. 11-15 23-19", "1. 9-13 22-18", "1. 11-15 22-18"][n % 3];
            format!("[Black \"Player {black}\"]\n[White \"Same\"]\n[Date \"{year}\"]\n{line} {result}\n\n")
        })
        .collect();
    let index = index(games.as_bytes());
    // A query that all games pass counts them one by one.
    let all = Query { white: Some("same".to_owned()), ..Query::default() };
    for fen in [Position::START.to_string(), "W:W21-32:B1-10,12,15".to_owned()] {
        let pos: Position = fen.parse().unwrap();
        let stored = index.explore(&pos, &Query::default()).unwrap();
        assert_eq!(stored, index.explore(&pos, &all).unwrap());
        assert!(stored.tally.games >= 2000);
        assert_eq!(stored.moves[0].players.len(), if pos == Position::START { 5 } else { 1 });
    }
}
