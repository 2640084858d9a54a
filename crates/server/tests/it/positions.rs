//! Positions without a game.

use crownhead_board::Color;
use crownhead_server::wire::{
    About, BallotInfo, GameResult, LineAnswer, OpeningInfo, PositionInfo, PositionMoveAnswer, ResultReason,
    Side, VerdictValue,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::desk::Desk;

#[tokio::test]
async fn every_route_of_a_jump_is_a_move() {
    let desk = Desk::open().await;
    let info: PositionInfo = desk.post("/api/position", json!({"fen": "W:W22,24,31:B10,11,K18"})).await;
    let moves: Vec<(&str, &[u8], &[u8])> =
        info.moves.iter().map(|mv| (mv.text.as_str(), &mv.route[..], &mv.captured[..])).collect();
    let expected: [(&str, &[u8], &[u8]); 2] =
        [("22x15x6", &[22, 15, 6], &[10, 18]), ("22x15x8", &[22, 15, 8], &[11, 18])];
    assert_eq!(moves, expected);
    assert!(info.must_jump && info.turn == Side::White);
    assert_eq!((info.black.men, info.black.kings, info.white.men), (2, 1, 3));
}

#[tokio::test]
async fn the_database_speaks_about_each_move() {
    let desk = Desk::open().await;
    let info: PositionInfo = desk.post("/api/position", json!({"fen": "W:WK18,K22:BK3"})).await;
    let verdict = info.verdict.unwrap();
    assert_eq!((verdict.value, verdict.plies), (VerdictValue::Win, Some(7)));
    let plies: Vec<u16> = info.moves.iter().filter_map(|mv| mv.verdict?.plies).collect();
    assert_eq!(plies.iter().min(), Some(&7));
    // Under house rules the database is silent.
    let info: PositionInfo =
        desk.post("/api/position", json!({"fen": "W:WK18,K22:BK3", "rules": "casual"})).await;
    assert!(info.verdict.is_none() && info.moves.iter().all(|mv| mv.verdict.is_none()));
}

#[tokio::test]
async fn moves_are_read_as_people_type_them() {
    let desk = Desk::open().await;
    for text in ["11-15", "11 15", "1115", "f6 to e5"] {
        let answer: PositionMoveAnswer = desk.post("/api/position/move", json!({"move": text})).await;
        assert_eq!((answer.mv.text.as_str(), answer.position.turn), ("11-15", Side::White));
    }
    let crowned = json!({"fen": "B:W32:B26", "move": "26-30"});
    let answer: PositionMoveAnswer = desk.post("/api/position/move", crowned).await;
    assert!(answer.mv.crowns);
}

#[tokio::test]
async fn a_position_that_is_over_says_why() {
    let desk = Desk::open().await;
    let info: PositionInfo = desk.post("/api/position", json!({"fen": "B:W25,30:B21"})).await;
    let lost = GameResult { winner: Some(Color::White), reason: ResultReason::NoMoves };
    assert_eq!(info.result, Some(lost));
    assert!(info.moves.is_empty());
}

#[tokio::test]
async fn what_is_wrong_is_told_with_what_would_be_right() {
    let desk = Desk::open().await;
    let refused = async |path: &str, body: Value| desk.refused(Method::POST, path, body).await;
    let (status, code, message) = refused("/api/position", json!({"fen": "W:W33:B1"})).await;
    assert_eq!((status, code.as_str()), (422, "bad_fen"));
    assert!(message.contains("33"), "{message}");
    let (_, code, message) = refused("/api/position", json!({"rules": "pool"})).await;
    assert_eq!(code, "bad_rules");
    assert!(message.contains("official, free-stop"), "{message}");
    let jump = json!({"fen": "W:W22,24:B18", "move": "24-20"});
    let (_, code, message) = refused("/api/position/move", jump).await;
    assert_eq!(
        (code.as_str(), message.as_str()),
        ("bad_move", "A jump must be taken: the piece on 22 can jump. Play 22x15.")
    );
}

#[tokio::test]
async fn there_is_something_to_choose_from() {
    let desk = Desk::open().await;
    let about: About = desk.get("/api/about").await;
    assert_eq!((about.levels.len(), about.presets.len(), about.settings.len()), (10, 6, 4));
    let ballots: Vec<BallotInfo> = desk.get("/api/ballots").await;
    assert_eq!(ballots.iter().filter(|ballot| ballot.playable).count(), 156);
    let openings: Vec<OpeningInfo> = desk.get("/api/openings").await;
    assert!(openings.iter().any(|opening| opening.name == "Single Corner" && opening.moves.len() == 2));
}

#[tokio::test]
async fn a_line_of_moves_gives_its_positions() {
    let desk = Desk::open().await;
    let line = json!({"moves": ["11-15", "22-18", "15x22"]});
    let LineAnswer { fens, moves } = desk.post("/api/position/line", line).await;
    assert_eq!((fens.len(), moves.len(), moves[2].captured.as_slice()), (4, 3, &[18][..]));
    let answer: PositionMoveAnswer =
        desk.post("/api/position/move", json!({"fen": fens[1], "move": "22-18"})).await;
    assert_eq!(answer.position.fen, fens[2]);
    let wrong = json!({"moves": ["11-15", "11-15"]});
    assert_eq!(desk.refused(reqwest::Method::POST, "/api/position/line", wrong).await.1, "bad_move");
    let long = json!({"moves": vec!["11-15"; 1001]});
    assert_eq!(desk.refused(reqwest::Method::POST, "/api/position/line", long).await.1, "bad_value");
}
