//! The rules' module as the page uses it, without WebAssembly.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use crownhead_browser::Module;
use crownhead_browser::rules::Rules;
use serde_json::{Value, json};

fn ask_of(rules: &mut Rules, request: Value) -> Value {
    serde_json::from_str(&rules.answer(&request.to_string())).unwrap()
}

fn ask(request: Value) -> Value {
    ask_of(&mut Rules::default(), request)
}

#[test]
fn a_position_has_its_moves() {
    let answer = ask(json!({ "type": "position", "fen": "B:W18,32:B15,1" }));
    assert_eq!(answer["turn"], "black");
    assert_eq!(answer["moves"][0]["route"], json!([15, 22]));
    assert_eq!(answer["moves"][0]["captured"], json!([18]));
    assert_eq!(answer["black"], json!({ "men": 2, "kings": 0 }));
}

#[test]
fn what_cannot_be_answered_has_a_code() {
    let code = |request| ask(request)["error"]["code"].clone();
    assert_eq!(code(json!({ "type": "position", "fen": "?" })), "bad_fen");
    assert_eq!(code(json!({ "type": "line", "moves": ["1-32"] })), "bad_move");
    assert_eq!(code(json!({ "type": "table_tick", "now": 1 })), "not_now");
    assert_eq!(code(json!([])), "bad_request");
}

#[test]
fn a_game_against_a_level_is_played_undone_and_kept() {
    let mut rules = Rules::default();
    let new = json!({ "type": "table_new", "seats": ["person", { "level": 3 }], "seed": 7, "now": 0 });
    assert_eq!(ask_of(&mut rules, new)["question"], Value::Null);
    let play = |ply: u32, text: &str| json!({ "type": "move", "ply": ply, "move": text });
    let act = |command: Value, now: u64| json!({ "type": "table_act", "command": command, "now": now });
    let answer = ask_of(&mut rules, act(play(0, "11-15"), 1_000));
    assert_eq!(answer["news"][0]["event"]["move"], "11-15");
    assert_eq!(answer["question"]["ask"]["strength"], "level 3");
    let id = answer["question"]["id"].clone();
    let answered = json!({ "type": "table_answered", "id": id, "best": "23-19", "now": 2_000 });
    let answer = ask_of(&mut rules, answered);
    assert_eq!((&answer["now"]["ply"], &answer["now"]["turn"]), (&json!(2), &json!("black")));
    assert_eq!(answer["fens"].as_array().unwrap().len(), 3);
    // Out of turn, it is told why, as a code.
    let refused = ask_of(&mut rules, act(play(2, "4-8"), 3_000));
    assert_eq!(refused["error"]["code"], "bad_move");
    assert_eq!(refused["error"]["with"]["with"]["why"], json!({ "code": "blocked", "with": 8 }));
    let text = ask_of(&mut rules, json!({ "type": "table_stored" }))["text"].clone();
    let undone = ask_of(&mut rules, act(json!({ "type": "ask_takeback" }), 4_000));
    assert_eq!(undone["now"]["ply"], 0);
    let open = json!({ "type": "table_open", "stored": text, "seed": 8, "now": 90_000 });
    assert_eq!(ask(open)["now"]["ply"], 2);
}

#[test]
fn a_study_is_edited_and_comes_back_from_its_text() {
    let mut rules = Rules::default();
    ask_of(&mut rules, json!({ "type": "study_open", "pdn": "1. 11-15 23-18 *" }));
    let added = ask_of(&mut rules, json!({ "type": "study_add", "node": 0, "moves": ["10-15"] }));
    let node = added["node"].clone();
    let circle = json!([{ "color": "green", "from": 15 }]);
    let said =
        json!({ "type": "study_annotate", "node": node, "comment": "Why?", "mark": "?!", "shapes": circle });
    ask_of(&mut rules, said);
    let text = ask_of(&mut rules, json!({ "type": "study_pdn" }))["text"].clone();
    let again = ask(json!({ "type": "study_open", "pdn": text }));
    let nodes = again["nodes"].as_array().unwrap();
    let variation = nodes.iter().find(|node| node["move"]["text"] == "10-15").unwrap();
    assert_eq!((&variation["comment"], &variation["mark"]), (&json!("Why?"), &json!("?!")));
    assert_eq!(variation["shapes"][0]["from"], 15);
}

#[test]
fn a_game_is_shown_and_typed_in_its_style() {
    let mut rules = Rules::default();
    let list = ask_of(&mut rules, json!({ "type": "style", "name": "list", "fen": "W:W21,22:B1" }));
    assert_eq!((&list["rules"], &list["has_moves"]), (&json!("relay"), &json!(true)));
    assert!(list["start"].as_str().unwrap().starts_with("W:"));
    assert_eq!((&list["moves"][0]["label"], &list["moves"][0]["move"]), (&json!("0"), &json!("21-17")));
    assert!(list["board"].as_str().unwrap().starts_with("  0 1 2 3 4 5 6 7\n7 . b"));

    let new = json!({
        "type": "table_new", "seats": ["shared", "shared"], "rules": "crown-and-go", "seed": 1, "now": 0,
        "start": { "from": "fen", "fen": "B:W21,30:B9,11" },
    });
    ask_of(&mut rules, new);
    let letters = ask_of(&mut rules, json!({ "type": "style", "name": "letters" }));
    let labels: Vec<_> = letters["moves"].as_array().unwrap().iter().map(|mv| &mv["label"]).collect();
    assert_eq!(labels, ["A0", "B0", "C0", "D0"]);
    let typed = |text: &str| json!({ "type": "style", "name": "letters", "typed": text });
    assert_eq!(ask_of(&mut rules, typed("a 0"))["text"], "9-13");
    assert_eq!(ask_of(&mut rules, typed("C3 to D4"))["error"]["code"], "bad_move");
    assert_eq!(ask(json!({ "type": "style", "name": "pool" }))["error"]["code"], "bad_value");
}

#[test]
fn a_number_is_a_square_of_the_style_and_of_nothing_else() {
    let mut rules = Rules::default();
    let new = json!({
        "type": "table_new", "seats": ["shared", "shared"], "rules": "free-stop", "seed": 1, "now": 0,
        "start": { "from": "fen", "fen": "W:W21:B9" },
    });
    ask_of(&mut rules, new);
    let typed = |text: &str| json!({ "type": "style", "name": "masks", "typed": text });
    assert_eq!(ask_of(&mut rules, typed("8 12"))["text"], "21-17");
    // To everybody else this is a move; here it is about squares 10 and 14, and the first of them is empty.
    let refused = ask_of(&mut rules, typed("21-17"));
    assert_eq!(
        refused["error"]["with"]["with"]["why"],
        json!({ "code": "no_piece", "with": 10 }),
        "{refused}"
    );
}

#[test]
fn a_line_is_added_whole_or_not_at_all() {
    let mut rules = Rules::default();
    ask_of(&mut rules, json!({ "type": "study_open", "pdn": "1. 11-15 23-18 *" }));
    let add = |moves: Value| json!({ "type": "study_add", "node": 0, "moves": moves });
    assert_eq!(ask_of(&mut rules, add(json!(["10-15", "1-6"])))["error"]["code"], "bad_move");
    let added = ask_of(&mut rules, add(json!(["11-15", "22-18", "15x22"])));
    assert_eq!(added["nodes"].as_array().unwrap().len(), 5, "the first move was there");
    let last = &added["nodes"][added["node"].as_u64().unwrap() as usize];
    assert_eq!((&last["move"]["text"], &last["ply"]), (&json!("15x22"), &json!(3)));
}

#[test]
fn what_a_review_has_found_is_in_the_game_file_and_comes_back_from_it() {
    let mut rules = Rules::default();
    ask_of(&mut rules, json!({ "type": "study_open", "pdn": "1. 11-15! 23-18 2. 8-11 *" }));
    let moves = json!([[1, "?", -15, null], [2, "??", 12000, 9], [3, null, 30, null],]);
    ask_of(&mut rules, json!({ "type": "study_judge", "moves": moves }));
    let text = ask_of(&mut rules, json!({ "type": "study_pdn" }))["text"].clone();
    let text = text.as_str().unwrap().replace('\n', " ");
    assert!(
        text.contains("1. 11-15! {[%eval -0.15]} 23-18?? {[%eval #5]} 2. 8-11 {[%eval 0.30]} *"),
        "{text}"
    );
    let again = ask(json!({ "type": "study_open", "pdn": text }));
    assert_eq!((&again["nodes"][2]["for_black"], &again["nodes"][2]["mark"]), (&json!(10000), &json!("??")));
    assert_eq!((&again["nodes"][3]["for_black"], &again["nodes"][3]["comment"]), (&json!(30), &Value::Null));
}

#[test]
fn a_calculation_is_run_or_told_why_not() {
    let eval = |code: &str| ask(json!({ "type": "eval", "lines": [{ "name": "a", "code": code }] }));
    assert_eq!(eval("~(black | white)")["lines"][0]["result"]["hex"], "0x000FF000");
    let refused = eval("black &")["error"].clone();
    assert_eq!(refused["code"], "bad_bits");
    assert_eq!(refused["with"]["code"], "missing_word");
    assert_eq!(refused["with"]["with"]["at"], 8);
}

#[test]
fn a_piece_that_is_taken_up_has_its_masks() {
    let answer = ask(json!({ "type": "pick", "fen": "W:W27:B1,14,15,23", "square": 27 }));
    assert_eq!(answer["selection"]["squares"], json!([27]));
    assert_eq!(answer["moves"]["squares"], json!([9, 11]));
    let landings: Vec<_> = answer["hops"].as_array().unwrap().iter().map(|hop| hop["to"].clone()).collect();
    assert_eq!(landings, [18, 9, 11]);
    assert_eq!(answer["hops"][1]["captured"]["squares"], json!([14, 23]));
    assert_eq!(ask(json!({ "type": "pick", "fen": "W:W27:B1", "square": 40 }))["error"]["code"], "bad_value");
}

#[test]
fn an_exercise_is_checked_and_a_wrong_answer_has_a_position() {
    let all = ask(json!({ "type": "exercises" }))["exercises"].clone();
    for exercise in all.as_array().unwrap() {
        let right =
            json!({ "type": "exercise", "id": exercise["id"], "code": exercise["solution"], "seed": 1 });
        assert_eq!(ask(right)["wrong"], Value::Null, "{exercise}");
    }
    let wrong =
        ask(json!({ "type": "exercise", "id": "empty", "code": "black | white", "seed": 1 }))["wrong"]
            .clone();
    assert!(wrong["fen"].is_string() && wrong["expected"] != wrong["found"]);
    assert_eq!(wrong["words"][0]["name"], "black");
    assert_eq!(
        ask(json!({ "type": "exercise", "id": "?", "code": "1", "seed": 1 }))["error"]["code"],
        "not_found"
    );
}

#[test]
fn constants_are_there_for_both() {
    let answer = ask(json!({ "type": "constants" }));
    assert_eq!(answer["white"][4]["mask"]["name"], "left_move");
    assert_eq!(answer["white"][4]["from_a1"], "0x0EFEFEFE");
    assert_eq!(answer["black"][2]["mask"]["hex32"], "0x00000FFF");
}
