//! A collection of games at a server.

use std::fs;
use std::path::Path;

use crownhead_collection::{Import, Index};
use crownhead_server::wire::{CollectionStats, ExplorerAnswer, ExplorerAnswers, FoundGames};
use reqwest::Method;
use serde_json::{Value, json};

use crate::desk::Desk;

const GAMES: &str = r#"[Event "Open 1998"] [Black "Ada Marsh"] [White "Bo Finch"] [Result "1-0"]
1. 11-15 22-18 2. 15x22 25x18 1-0

[Event "Open 1999"] [Black "Bo Finch"] [White "Ada Marsh"] [Result "1/2-1/2"]
1. 9-13 22-18 1/2-1/2
"#;

async fn desk(folder: &Path) -> Desk {
    let [games, path] = ["games.pdn", "all.games"].map(|name| folder.join(name));
    fs::write(&games, GAMES).unwrap();
    Import::new([&games]).write(&path, |_| {}).unwrap();
    Desk::with(|config| config.collection = Some(Index::open(&path).unwrap())).await
}

#[tokio::test]
async fn games_are_found_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path()).await;
    let stats: CollectionStats = desk.get("/api/collection").await;
    assert_eq!((stats.tally.games, stats.players), (2, 2));
    let found: FoundGames =
        desk.get("/api/collection/games?player=ada&result=win&opening=single%20corner").await;
    assert_eq!((found.total, found.games[0].number, found.games[0].result.as_str()), (1, 1, "1-0"));
    let found: FoundGames = desk.get("/api/collection/games?position=B:W21-32:B1-12&skip=1&limit=5").await;
    assert_eq!((found.total, found.games.len(), found.games[0].number), (2, 1, 2));
    let text = desk.text("/api/collection/games/2/pdn").await;
    assert!(text.contains("Open 1999") && !text.contains("Open 1998"), "{text}");
}

#[tokio::test]
async fn positions_are_explored_one_by_one_and_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path()).await;
    let explored: ExplorerAnswer = desk.get("/api/explorer").await;
    assert_eq!((explored.tally.games, explored.moves.len(), explored.moves[0].tally.games), (2, 7, 1));
    let explored: ExplorerAnswer = desk.get("/api/explorer?fen=W:W21-32:B1-10,12,15&black=ada").await;
    assert_eq!((explored.moves[0].mv.as_str(), explored.moves[0].games[0].number), ("22-18", 1));
    let asked = json!({"fens": ["B:W21-32:B1-12", "W:W18:B14"], "games": {"event": "1999"}});
    let ExplorerAnswers { positions } = desk.post("/api/explorer", asked).await;
    assert_eq!((positions[0].tally.games, positions[0].tally.draws, positions[1].tally.games), (1, 1, 0));
}

#[tokio::test]
async fn what_cannot_be_answered_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path()).await;
    let refused = async |path: &str| desk.refused(Method::GET, path, Value::Null).await;
    assert_eq!(refused("/api/collection/games?result=win").await.1, "bad_value");
    assert_eq!(refused("/api/collection/games?pattern=queen%20on%203").await.1, "bad_value");
    assert_eq!(refused("/api/collection/games?colour=red").await.1, "bad_request");
    assert_eq!(refused("/api/explorer?fen=x").await.1, "bad_fen");
    for number in ["0", "3", "x", "4294967296"] {
        let (status, ..) = refused(&format!("/api/collection/games/{number}/pdn")).await;
        assert_eq!(status, 404, "{number}");
    }
    let many = json!({"fens": vec!["W:W18:B14"; 101]});
    assert_eq!(desk.refused(Method::POST, "/api/explorer", many).await.1, "bad_value");

    // Where files lie on the server is not told.
    fs::remove_file(folder.path().join("games.pdn")).unwrap();
    let (status, _, message) = refused("/api/collection/games/1/pdn").await;
    assert_eq!((status, message.as_str()), (409, "The file with this game is gone or has changed."));
}

#[tokio::test]
async fn without_a_collection_there_is_none() {
    let desk = Desk::open().await;
    for path in ["/api/collection", "/api/collection/games", "/api/collection/games/1/pdn", "/api/explorer"] {
        assert_eq!(desk.refused(Method::GET, path, Value::Null).await.0, 404, "{path}");
    }
}
