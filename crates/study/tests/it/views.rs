//! What a page gets.

use crownhead_study::Study;
use crownhead_study::view::StudyView;
use serde_json::json;

#[test]
fn a_page_gets_all_of_a_study() {
    let study: Study =
        "[Event \"A\"] 1. 11-15! $7 {[%cal B22-18] old} 22-18 ({or} 22-17) 2. 15x22 0-1".parse().unwrap();
    let view = serde_json::to_value(StudyView::new(&study)).unwrap();
    assert_eq!(view["tags"], json!([["Event", "A"]]));
    assert_eq!((&view["rules"], &view["result"]), (&json!("official"), &json!("white")));
    assert_eq!(
        view["nodes"][1],
        json!({
            "id": 1,
            "parent": 0,
            "ply": 1,
            "move": { "text": "11-15", "route": [11, 15], "captured": [], "crowns": false },
            "turn": "white",
            "fen": study.node(1).unwrap().pos().to_string(),
            "comment": "old",
            "mark": "!",
            "nags": [7],
            "shapes": [{ "color": "blue", "from": 22, "to": 18 }],
            "children": [2, 3],
            "opening": "Old Faithful",
        })
    );
    assert_eq!(
        (&view["nodes"][2]["opening"], &view["nodes"][3]["before"]),
        (&json!("Single Corner"), &json!("or"))
    );
    assert_eq!(view["nodes"][4]["move"]["captured"], json!([18]));
}
