//! Variations, comments, files and pictures.

use crownhead_server::wire::{Added, GameState, PdnAnswer, PositionInfo};
use reqwest::Method;
use serde_json::{Value, json};

use crate::desk::Desk;

const FILE: &str = "[Event \"Club night\"]\n[Black \"Ann\"]\n[White \"Bob\"]\n[Result \"1-0\"]\n\n\
    1. 11-15 {Old.} 23-18 (22-18 15x22) 2. 8-11! 1-0\n\n[Event \"Broken\"] 1. 11-15 23-18 2. 8-10 *";

#[tokio::test]
async fn a_file_is_listed_and_a_game_of_it_taken_in() {
    let desk = Desk::open().await;
    let listed: PdnAnswer = desk.post("/api/pdn", json!({"text": FILE})).await;
    assert_eq!(listed.games.len(), 2);
    assert_eq!((listed.games[0].black.as_deref(), listed.games[0].plies), (Some("Ann"), 3));
    assert!(listed.games[1].fault.as_ref().unwrap().contains("8-10"));
    let game = desk.new_game(json!({"kind": "analysis", "start": {"from": "pdn", "pdn": FILE}})).await;
    assert_eq!((game.head, game.nodes.len()), (0, 6));
    assert_eq!(game.nodes[1].comment.as_deref(), Some("Old."));
    let pdn = desk.text(&format!("/api/games/{}/pdn", game.id)).await;
    assert!(pdn.contains("[White \"Bob\"]"), "{pdn}");
    assert!(pdn.ends_with("1. 11-15 {Old.} 1... 23-18 (1... 22-18 2. 15x22) 2. 8-11! 1-0\n"), "{pdn}");
    let last = game.nodes.iter().find(|node| node.mark.as_deref() == Some("!")).unwrap();
    let at_end: GameState =
        desk.post(&format!("/api/games/{}/goto", game.id), json!({"node": last.id})).await;
    assert_eq!(at_end.result.unwrap().text, "Black won the game.");
}

#[tokio::test]
async fn variations_are_added_written_on_promoted_and_removed() {
    let desk = Desk::open().await;
    let game = desk.new_game(json!({"kind": "analysis"})).await;
    let path = |rest: &str| format!("/api/games/{}/{rest}", game.id);
    let first: Added = desk.post(&path("nodes/0/moves"), json!({"move": "11-15"})).await;
    let other: Added = desk.post(&path("nodes/0/moves"), json!({"move": "9-13"})).await;
    assert_eq!((other.game.head, &other.game.nodes[0].children), (other.node, &vec![first.node, other.node]));
    let again: Added = desk.post(&path("nodes/0/moves"), json!({"move": "11-15"})).await;
    assert_eq!(again.node, first.node);
    let annotated: GameState = desk
        .send(
            Method::PUT,
            &path(&format!("nodes/{}", other.node)),
            json!({"comment": "Edinburgh.", "mark": "?!"}),
        )
        .await
        .json()
        .await
        .unwrap();
    let node = annotated.nodes.iter().find(|node| node.id == other.node).unwrap();
    assert_eq!((node.comment.as_deref(), node.mark.as_deref()), (Some("Edinburgh."), Some("?!")));
    let promoted: GameState = desk.post(&path(&format!("nodes/{}/promote", other.node)), Value::Null).await;
    assert_eq!(promoted.nodes[0].children, [other.node, first.node]);
    let position: PositionInfo = desk.get(&path(&format!("nodes/{}", other.node))).await;
    assert_eq!(position.opening.as_deref(), Some("Edinburgh"));
    let removed: GameState = desk
        .send(Method::DELETE, &path(&format!("nodes/{}", first.node)), Value::Null)
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(removed.nodes.len(), 2);
    let pdn = desk.text(&path("pdn")).await;
    assert!(pdn.contains("9-13?! {Edinburgh.}"), "{pdn}");
}

#[tokio::test]
async fn what_was_played_is_not_rewritten() {
    let desk = Desk::open().await;
    let game = desk.new_game(json!({"kind": "two"})).await;
    desk.play(&game, "11-15").await;
    let path = |rest: &str| format!("/api/games/{}/{rest}", game.id);
    assert_eq!(desk.refused(Method::DELETE, &path("nodes/1"), Value::Null).await.1, "not_now");
    assert_eq!(desk.refused(Method::POST, &path("goto"), json!({"node": 0})).await.1, "not_now");
    assert_eq!(
        desk.refused(Method::POST, &path("nodes/1/moves"), json!({"move": "22-18"})).await.1,
        "not_now"
    );
    // A variation beside it is welcome.
    let added: Added = desk.post(&path("nodes/0/moves"), json!({"move": "9-13"})).await;
    assert_eq!((added.game.head, added.game.nodes.len()), (1, 3));
    assert_eq!(desk.refused(Method::POST, &path("nodes/2/promote"), Value::Null).await.1, "not_now");
}

#[tokio::test]
async fn pictures_and_replays_need_nothing_else() {
    let desk = Desk::open().await;
    let file = "1. 11-15 {</script><script>alert(1)</script>} *";
    let game = desk.new_game(json!({"kind": "analysis", "start": {"from": "pdn", "pdn": file}})).await;
    let svg = desk.text(&format!("/api/games/{}/svg?node=1&side=black&numbers=false", game.id)).await;
    assert!(svg.starts_with("<svg ") && svg.matches("class=\"b\"").count() == 12);
    let html = desk.text(&format!("/api/games/{}/html", game.id)).await;
    assert_eq!(html.matches("</script>").count(), 2, "only the page's own scripts");
    assert!(!html.contains("http://") && !html.contains("https://"));
    let svg = desk.text("/api/position/svg?fen=W:WK18:B1").await;
    assert_eq!((svg.matches("<circle").count(), svg.matches("class=\"k\"").count()), (4, 1));
}
