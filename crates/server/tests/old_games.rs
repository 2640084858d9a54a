//! Games that earlier versions kept at the server, as they kept them and as they wrote them to files themselves: each
//! `tests/old_games/NAME.json` is a row of their store, and `NAME.pdn` beside it their own game file of it.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::fs;
use std::path::{Path, PathBuf};

use crownhead_pdn::{Reader, Record};
use crownhead_server::{BadOldGame, old_game_pdn};
use crownhead_store::studies::OldGame;
use crownhead_study::Study;
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old_games")
}

fn old_game(name: &str) -> OldGame {
    let text = fs::read_to_string(folder().join(name).with_extension("json")).unwrap();
    let row: Value = serde_json::from_str(&text).unwrap();
    OldGame {
        id: row["id"].as_str().unwrap().to_owned(),
        version: row["version"].as_u64().unwrap(),
        created: row["created"].as_u64().unwrap(),
        changed: row["changed"].as_u64().unwrap(),
        document: row["document"].as_str().unwrap().to_owned(),
    }
}

fn read(text: &str) -> Record {
    let mut reader = Reader::from_text(text);
    let record = reader.next().unwrap().unwrap();
    assert!(reader.next().is_none(), "one game: {text}");
    record
}

fn tag(name: &str, tag: &str) -> Option<String> {
    read(&old_game_pdn(&old_game(name)).unwrap()).tags.get(tag).map(str::to_owned)
}

/// What that version did not write.
const NEW_TAGS: [&str; 4] = ["Termination", "TimeControl", "BlackClock", "WhiteClock"];

#[test]
fn every_old_game_is_written_as_its_own_version_wrote_it() {
    let mut n_games = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        n_games += 1;
        let name = path.file_stem().unwrap().to_str().unwrap();
        let now = read(&old_game_pdn(&old_game(name)).unwrap());
        let then = read(&fs::read_to_string(path.with_extension("pdn")).unwrap());
        let tags: Vec<_> = now.tags.iter().filter(|(tag, _)| !NEW_TAGS.contains(tag)).collect();
        assert_eq!(tags, then.tags.iter().collect::<Vec<_>>(), "{name}");
        assert_eq!(now.ending, then.ending, "{name}");
        assert_eq!(now.body, then.body, "{name}");
        let study = Study::from_record(&now);
        assert!(study.fault().is_none(), "{name}: {:?}", study.fault());
    }
    assert_eq!(n_games, 12);
}

#[test]
fn levels_clocks_and_reasons_are_told() {
    assert_eq!(tag("level_with_clock", "White").as_deref(), Some("Crownhead level 3"));
    assert_eq!(tag("level_with_clock", "TimeControl").as_deref(), Some("300+3"));
    assert!(tag("level_with_clock", "BlackClock").unwrap().starts_with("0:05:"));
    assert_eq!(tag("level_with_clock", "Termination"), None);
    assert_eq!(tag("not_begun", "TimeControl"), None);
    for (name, reason) in [
        ("resigned_ballot", "Black wins: White resigned"),
        ("lost_on_time", "Black wins: White ran out of time"),
        ("two_house_rules_draw", "draw: agreed"),
        ("won_on_the_board", "Black wins: White has no pieces left"),
    ] {
        assert_eq!(tag(name, "Termination").as_deref(), Some(reason), "{name}");
    }
}

#[test]
fn what_cannot_be_read_is_told_and_not_guessed() {
    let document = |change: fn(&mut Value)| {
        let mut game = old_game("analysis_of_a_file");
        let mut document: Value = serde_json::from_str(&game.document).unwrap();
        change(&mut document);
        game.document = document.to_string();
        old_game_pdn(&game)
    };
    assert!(document(|_| {}).is_ok());
    assert!(matches!(document(|game| game["nodes"] = Value::Null), Err(BadOldGame::Shape(_))));
    for change in [
        (|game| game["nodes"][1]["move"] = "11-17".into()) as fn(&mut Value),
        |game| game["nodes"][2]["parent"] = 99.into(),
        |game| game["head"] = 99.into(),
        |game| game["order"]["0"] = [99].as_slice().into(),
        |game| game["rules"] = "upside down".into(),
        |game| game["start"] = "nowhere".into(),
        |game| game["ended"] = serde_json::json!(["black", "magic"]),
    ] {
        assert!(matches!(document(change), Err(BadOldGame::Content(_))));
    }
    let long: fn(&mut Value) = |game| game["nodes"][1]["comment"] = "x".repeat(20_000).into();
    assert!(matches!(document(long), Err(BadOldGame::Node { node: 1, .. })));
}
