//! The engine's module as the page uses it, without WebAssembly.
#![cfg(feature = "engine")]
#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::cell::Cell;
use std::time::Duration;

use crownhead_browser::Module;
use crownhead_browser::engine::Session;
use serde_json::{Value, json};

thread_local! {
    static TIME: Cell<u64> = const { Cell::new(0) };
}

/// A clock that goes on by a millisecond each time a test looks at it.
fn ticking() -> Duration {
    Duration::from_millis(TIME.replace(TIME.get() + 1))
}

fn session() -> Session {
    Session::with_clock(ticking)
}

fn ask(session: &mut Session, request: Value) -> Value {
    serde_json::from_str(&session.answer(&request.to_string())).unwrap()
}

/// Answers until there are no more.
fn ask_all(session: &mut Session, request: Value) -> Vec<Value> {
    let go_on = json!({ "type": "go_on", "request": request["request"].as_u64().unwrap_or(0), "slice": 5 });
    let mut answers = vec![ask(session, request)];
    while answers.last().is_some_and(|answer| answer["is_done"] == false) {
        answers.push(ask(session, go_on.clone()));
    }
    answers
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or_default()
}

#[test]
fn an_analysis_only_gets_deeper() {
    let lines = json!({ "type": "lines", "count": 3, "limits": { "depth": 11 } });
    let question = json!({ "type": "think", "request": 4, "ask": lines, "slice": 5 });
    let answers = ask_all(&mut session(), question);
    let depths: Vec<u64> = answers.iter().filter_map(|answer| answer["report"]["depth"].as_u64()).collect();
    assert!(answers.len() > 1 && depths.is_sorted(), "{depths:?}");
    assert_eq!(depths.last(), Some(&11));
    let last = &answers[answers.len() - 1];
    assert_eq!((&last["request"], last["report"]["lines"].as_array().unwrap().len()), (&json!(4), 3));
    assert_eq!(last["best"]["text"], last["report"]["lines"][0]["moves"][0]["text"]);
}

#[test]
fn questions_do_not_disturb_each_other() {
    let mut session = session();
    let lines = json!({ "type": "lines", "count": 1, "limits": { "depth": 11 } });
    let first = ask(&mut session, json!({ "type": "think", "request": 1, "ask": lines, "slice": 9 }));
    ask(&mut session, json!({ "type": "think", "request": 2, "ask": lines, "game": { "moves": ["11-15"] } }));
    let next = ask(&mut session, json!({ "type": "go_on", "request": 1, "slice": 1 }));
    assert!(next["report"]["depth"].as_u64() >= first["report"]["depth"].as_u64());
    assert_eq!(next["report"]["fen"], first["report"]["fen"]);
    ask(&mut session, json!({ "type": "leave", "request": 1 }));
    for request in [1, 2] {
        assert_eq!(code(&ask(&mut session, json!({ "type": "go_on", "request": request }))), "not_now");
    }
}

#[test]
fn limits_are_for_all_slices_together() {
    let full = json!({ "type": "move", "strength": "full", "limits": { "milliseconds": 60 } });
    // A position that is not in the book.
    let game = json!({ "fen": "W:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29" });
    let answers = ask_all(&mut session(), json!({ "type": "think", "game": game, "ask": full, "slice": 5 }));
    let time = answers[answers.len() - 1]["report"]["milliseconds"].as_u64().unwrap();
    assert!(answers.len() > 3 && (50..70).contains(&time), "{} slices, {time} ms", answers.len());
}

#[test]
fn a_level_moves_at_once_and_by_its_seed() {
    let mv = |seed: u32| {
        let level = json!({ "type": "move", "strength": "level 1", "seed": seed });
        let answer = ask(&mut session(), json!({ "type": "think", "ask": level, "slice": 1 }));
        assert_eq!(answer["is_done"], true);
        answer["best"]["text"].as_str().unwrap().to_owned()
    };
    assert_eq!(mv(1), mv(1));
    assert!((0..20).any(|seed| mv(seed) != mv(1)));
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let lines = json!({ "type": "lines", "count": 1 });
    let game = json!({ "fen": "B:W15:B11", "moves": ["11x18"] });
    let answer = ask(&mut session(), json!({ "type": "think", "game": game, "ask": lines, "slice": 5 }));
    assert_eq!(answer, json!({ "type": "thought", "request": 0, "is_done": true }));
}

#[test]
fn endings_are_known_and_their_moves() {
    let answer = ask(&mut session(), json!({ "type": "verdicts", "game": { "fen": "W:WK18,K22:BK3" } }));
    assert_eq!(answer["verdict"], json!({ "value": "win", "plies": 7 }));
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves.iter().any(|mv| mv["verdict"]["plies"] == 7));
    let start = ask(&mut session(), json!({ "type": "verdicts" }));
    assert!(start["verdict"].is_null() && start["moves"][0]["verdict"].is_null());
}

#[test]
fn a_game_is_judged_move_by_move() {
    // 11-15 22-18 is a fair exchange; 18-14 gives a man away.
    let moves = ["11-15", "22-18", "15x22", "25x18", "8-11", "18-14", "9x18"];
    let game = json!({ "moves": moves });
    let request = json!({ "type": "review", "game": game, "milliseconds": 40, "slice": 5 });
    let answers = ask_all(&mut session(), request);
    let judged: Vec<&Value> = answers.iter().filter(|answer| !answer["judged"].is_null()).collect();
    let told: Vec<&str> =
        judged.iter().filter_map(|answer| answer["judged"]["move"]["text"].as_str()).collect();
    assert_eq!(told, moves);
    let summary = &answers[answers.len() - 1]["summary"];
    assert_eq!(summary["graph"].as_array().unwrap().len(), moves.len() + 1);
    assert_eq!((&summary["black"]["moves"], &summary["white"]["moves"]), (&json!(4), &json!(3)));
}

#[test]
fn an_empty_game_is_judged_at_once() {
    let answers = ask_all(&mut session(), json!({ "type": "review", "game": {}, "milliseconds": 20 }));
    assert_eq!(answers[answers.len() - 1]["summary"]["black"]["moves"], 0);
}

#[test]
fn what_cannot_be_answered_has_a_code() {
    let mut session = session();
    let lines = json!({ "type": "lines", "count": 1 });
    let think = |game: Value, ask: &Value| json!({ "type": "think", "game": game, "ask": ask });
    let cases = [
        (json!({ "type": "go_on" }), "not_now"),
        (json!({ "type": "dance" }), "bad_request"),
        (think(json!({ "fen": "nonsense" }), &lines), "bad_fen"),
        (think(json!({ "rules": "nonsense" }), &lines), "bad_rules"),
        (think(json!({ "moves": ["11-16", "11-15"] }), &lines), "bad_move"),
        (think(json!({ "moves": vec!["11-15"; 2001] }), &lines), "too_large"),
        (think(json!({}), &json!({ "type": "lines", "count": 9 })), "bad_value"),
        (think(json!({}), &json!({ "type": "move", "strength": "level 11" })), "bad_value"),
        (json!({ "type": "review", "game": {}, "milliseconds": 1 }), "bad_value"),
    ];
    for (request, expected) in cases {
        assert_eq!(code(&ask(&mut session, request.clone())), expected, "{request}");
    }
    assert_eq!(code(&serde_json::from_str(&session.answer("{")).unwrap()), "bad_request");
}

#[test]
fn the_same_numbers_come_out_with_vectors_and_without() {
    let answer = ask(&mut session(), json!({ "type": "compare" }));
    assert_eq!(answer["different"], 0);
    assert!(answer["positions"].as_u64() > Some(500));
}
