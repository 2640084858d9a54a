//! Endings to practice.

use crownhead_board::Position;
use crownhead_endgame::Database;
use crownhead_server::wire::{EndingInfo, PracticeAim, PracticePosition, VerdictValue};
use reqwest::Method;
use serde_json::Value;

use crate::desk::Desk;

#[tokio::test]
async fn endings_are_listed_and_give_positions_in_which_the_goal_can_be_reached() {
    let desk = Desk::open().await;
    let endings: Vec<EndingInfo> = desk.get("/api/practice").await;
    let known = Database::shipped().max_pieces();
    for ending in endings.iter().filter(|ending| ending.pieces <= known) {
        let path = format!("/api/practice/{}/position", ending.id);
        let first: PracticePosition = desk.get(&path).await;
        assert_eq!((first.fen.parse::<Position>(), first.seed), (ending.fen.parse(), None));
        let another: PracticePosition = desk.get(&format!("{path}?seed=5")).await;
        assert_eq!(another, desk.get(&format!("{path}?seed=5")).await);
        let goal = if ending.aim == PracticeAim::Win { VerdictValue::Win } else { VerdictValue::Draw };
        assert_eq!((first.verdict.value, another.verdict.value), (goal, goal), "{}", ending.id);
    }
}

#[tokio::test]
async fn what_cannot_be_practiced_is_told() {
    let desk = Desk::open().await;
    let code = async |path: &str| desk.refused(Method::GET, path, Value::Null).await;
    let (_, unknown, _) = code("/api/practice/chess/position").await;
    let (_, bad, _) = code("/api/practice/the-move/position?seed=x").await;
    let (_, missing, told) = code("/api/practice/second-position/position").await;
    assert_eq!([unknown.as_str(), bad.as_str(), missing.as_str()], ["not_found", "bad_request", "not_now"]);
    assert_eq!(told, "The endings of 6 pieces with the material 2,1,2,1 are not there.");
}
