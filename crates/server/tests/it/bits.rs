//! The bits of positions.

use crownhead_board::{Bitboard, Position};
use crownhead_server::wire::{BitsAnswer, EvalAnswer, Mask};
use reqwest::Method;
use serde_json::json;

use crate::desk::Desk;

fn mask<'a>(answer: &'a BitsAnswer, name: &str) -> &'a Mask {
    answer.masks.iter().find(|mask| mask.name == name).unwrap()
}

#[tokio::test]
async fn masks_are_those_of_the_position() {
    let desk = Desk::open().await;
    let answer: BitsAnswer = desk.post("/api/bits", json!({})).await;
    let names: Vec<&str> = answer.masks.iter().map(|mask| mask.name.as_str()).collect();
    let expected = "black white kings occupied empty movers movers_left movers_right jumpers";
    assert_eq!(names.join(" "), expected);
    assert_eq!(mask(&answer, "black").hex32, "0x00000FFF");
    assert_eq!(mask(&answer, "black").hex64, "0xAA55AA0000000000");
    // Every man of the front row can step to both sides, but the one at the edge.
    assert_eq!(mask(&answer, "movers").squares, [9, 10, 11, 12]);
    assert_eq!(mask(&answer, "movers_left").squares.len() + mask(&answer, "movers_right").squares.len(), 7);
    let legal = Position::START.legal_moves();
    let movers: Bitboard = legal.iter().filter_map(|mv| mv.from()).collect();
    assert_eq!(mask(&answer, "movers").hex32, format!("{movers:#010X}"));
}

#[tokio::test]
async fn words_that_are_no_position_are_shown_with_what_is_wrong() {
    let desk = Desk::open().await;
    let words = json!({"black": "0b11", "white": "0x3", "kings": "16", "turn": "white"});
    let answer: BitsAnswer = desk.post("/api/bits", json!({"words": words})).await;
    assert!(!answer.problems.is_empty());
    assert_eq!(mask(&answer, "black").squares, [1, 2]);
    let (_, code, message) = desk
        .refused(Method::POST, "/api/bits", json!({"words": {"black": "zwölf", "white": "0", "kings": "0"}}))
        .await;
    assert_eq!(code, "bad_bits", "{message}");
}

#[tokio::test]
async fn a_move_is_told_as_operations() {
    let desk = Desk::open().await;
    let answer: BitsAnswer = desk.post("/api/bits", json!({"fen": "W:W18:B14,K6", "move": "18x9x2"})).await;
    let code: Vec<&str> = answer.operations.iter().map(|operation| operation.code.as_str()).collect();
    assert_eq!(code, ["white ^= 0x00020002", "black &= !0x00002020", "kings ^= 0x00000022"]);
    assert_eq!(answer.operations[0].after.squares, [2]);
    assert!(answer.operations[1].after.squares.is_empty());
}

#[tokio::test]
async fn calculations_are_run_by_the_code_of_the_game() {
    let desk = Desk::open().await;
    let lines = json!([
        {"name": "right", "code": "us & step_up_left(empty)"},
        {"name": "one", "code": "lowest_bit(right)"},
        {"name": "n", "code": "count(right)"},
        {"name": "moved", "code": "move(one, 8, 13)"}
    ]);
    let answer: EvalAnswer = desk.post("/api/bits/eval", json!({"lines": lines})).await;
    let codes: Vec<&str> = answer.lines[0].steps.iter().map(|step| step.code.as_str()).collect();
    assert_eq!(codes, ["step_up_left(empty)", "us & step_up_left(empty)"]);
    assert_eq!(answer.lines[0].result.squares, Some(vec![9, 10, 11]));
    assert_eq!(
        (answer.lines[2].result.decimal.as_str(), &answer.lines[3].result.squares),
        ("3", &Some(vec![14]))
    );
    let sum = json!({"width": 8, "lines": [{"name": "sum", "code": "200 + 100"}]});
    let answer: EvalAnswer = desk.post("/api/bits/eval", sum).await;
    assert_eq!(answer.lines[0].result.decimal, "44");
    assert!(answer.lines[0].steps[0].overflows && answer.lines[0].steps[0].rounds.len() > 2);
    let wrong = json!({"lines": [{"name": "a", "code": "us &"}]});
    let (_, _, message) = desk.refused(Method::POST, "/api/bits/eval", wrong).await;
    assert_eq!(message, "A number, a name or a bracket is missing at character 5.");
}
