//! Studies that accounts keep, and the games that an earlier version has left.

use std::sync::Arc;

use crownhead_server::wire::{KeptStudy, OldGames, StudyInfo, StudyList, Visibility};
use crownhead_store::SqliteStore;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::visitor::Visitor;

const PDN: &str = "[Event \"Club night\"]\n\n1. 11-15 {The main road.} 23-19 (22-18 15x22) *\n";

fn study(title: &str, visibility: &str) -> Value {
    json!({"title": title, "visibility": visibility, "pdn": PDN})
}

async fn keep(owner: &Visitor, study: Value) -> StudyInfo {
    owner.post("/api/studies", study).await
}

/// The status and the code of a refusal.
async fn refused(visitor: &Visitor, method: Method, path: &str, body: Value) -> (u16, String) {
    let (status, code) = visitor.refused(method, path, body).await;
    (status, code.to_string())
}

#[tokio::test]
async fn a_study_is_kept_changed_and_deleted_by_its_owner() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let desk = Desk::open_file(&path).await;
    let ann = Visitor::account(&desk, "Ann").await;
    let info = keep(&ann, json!({"title": "  Old Faithful ", "pdn": PDN})).await;
    assert_eq!((info.title.as_str(), info.version), ("Old Faithful", 1));
    assert_eq!((info.visibility, info.created), (Visibility::Private, info.changed));
    let at = format!("/api/studies/{}", info.id);
    let whole: KeptStudy = ann.get(&at).await;
    assert_eq!((&whole.study, whole.by.as_deref(), whole.yours), (&info, Some("Ann"), true));
    assert_eq!(whole.pdn, PDN);

    let changed: StudyInfo = ann.ask(Method::PUT, &at, json!({"version": 1, "pdn": "1. 9-13 *"})).await;
    assert_eq!((changed.version, changed.title.as_str()), (2, "Old Faithful"), "the title stays");
    let stale = json!({"version": 1, "title": "Too late"});
    assert_eq!(refused(&ann, Method::PUT, &at, stale).await, (409, "stale".to_owned()));
    let shared = json!({"version": 2, "title": "Edinburgh", "visibility": "link"});
    let shared: StudyInfo = ann.ask(Method::PUT, &at, shared).await;
    assert_eq!((shared.version, shared.visibility), (3, Visibility::Link));

    // It is there after a restart.
    desk.close().await;
    let desk = Desk::open_file(&path).await;
    let ann = ann.at(&desk);
    let other = keep(&ann, study("Second", "private")).await;
    let list: StudyList = ann.get("/api/studies").await;
    let ids: Vec<&str> = list.studies.iter().map(|study| study.id.as_str()).collect();
    assert_eq!(ids, [other.id.as_str(), info.id.as_str()], "the newest first");
    assert_eq!(ann.send(Method::DELETE, &at, Value::Null).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(ann.refused(Method::DELETE, &at, Value::Null).await.0, 404);
    assert_eq!(ann.refused(Method::GET, &at, Value::Null).await.0, 404);
}

#[tokio::test]
async fn a_stranger_sees_what_has_a_link_and_changes_nothing() {
    let desk = Desk::open().await;
    let ann = Visitor::account(&desk, "Ann").await;
    let (bob, guest) = (Visitor::account(&desk, "Bob").await, Visitor::guest(&desk).await);
    let private = keep(&ann, study("Mine", "private")).await;
    let shared = keep(&ann, study("Ours", "link")).await;
    let at = |id: &str| format!("/api/studies/{id}");
    for stranger in [&bob, &guest] {
        for path in [at(&private.id), format!("{}/pdn", at(&private.id)), at("000000000000"), at("x' OR 1")] {
            assert_eq!(stranger.refused(Method::GET, &path, Value::Null).await.0, 404, "{path}");
        }
        let whole: KeptStudy = stranger.get(&at(&shared.id)).await;
        assert_eq!((whole.by.as_deref(), whole.yours, whole.pdn.as_str()), (Some("Ann"), false, PDN));
        for id in [&private.id, &shared.id] {
            let change = json!({"version": 1, "title": "Taken"});
            assert_eq!(stranger.refused(Method::PUT, &at(id), change).await.0, 404);
            assert_eq!(stranger.refused(Method::DELETE, &at(id), Value::Null).await.0, 404);
        }
    }
    assert!(bob.get::<StudyList>("/api/studies").await.studies.is_empty(), "only one's own are listed");
    // Without a cookie too.
    let file = desk.request(Method::GET, &format!("{}/pdn", at(&shared.id))).send().await.unwrap();
    assert_eq!(file.headers()[CONTENT_TYPE], "text/plain; charset=utf-8");
    assert_eq!(file.text().await.unwrap(), PDN);
    let unknown = desk.request(Method::GET, &at(&private.id)).send().await.unwrap();
    assert_eq!(unknown.status(), StatusCode::NOT_FOUND);
    for (method, path) in [
        (Method::POST, "/api/studies".to_owned()),
        (Method::GET, "/api/studies".to_owned()),
        (Method::PUT, at(&shared.id)),
        (Method::DELETE, at(&shared.id)),
    ] {
        let sent = desk.send(method.clone(), &path, study("x", "private")).await;
        assert_eq!(sent.status(), StatusCode::UNAUTHORIZED, "{method} {path}");
    }
    let kept: KeptStudy = ann.get(&at(&shared.id)).await;
    assert_eq!(kept.study, shared);
}

#[tokio::test]
async fn guests_keep_nothing_here() {
    let desk = Desk::open().await;
    let guest = Visitor::guest(&desk).await;
    assert_eq!(guest.refused(Method::POST, "/api/studies", study("x", "private")).await.0, 403);
    assert_eq!(guest.refused(Method::GET, "/api/studies", Value::Null).await.0, 403);
}

#[tokio::test]
async fn what_is_kept_can_be_opened() {
    let desk = Desk::open().await;
    let ann = Visitor::account(&desk, "Ann").await;
    let long = format!("1. 11-15 {{{}}} *", "x".repeat(520 << 10));
    let huge = format!("1. 11-15 {{{}}} *", "x".repeat(2 << 20));
    let many_nodes = format!("1. 11-15 {} *", "(9-13) ".repeat(40_000));
    for (pdn, status, code) in [
        ("", 422, "bad_pdn"),
        ("garbage", 422, "bad_pdn"),
        ("1. 11-15 23-19 2. 8-10 *", 422, "bad_pdn"),
        ("1. 11-15 * 1. 9-13 *", 422, "bad_pdn"),
        ("[Rules \"upside down\"] 1. 11-15 *", 422, "bad_pdn"),
        ("1. 11-15 \0 *", 422, "bad_pdn"),
        (&long, 413, "too_large"),
        (&huge, 413, "too_large"),
    ] {
        let new = json!({"title": "x", "pdn": pdn});
        let answer = refused(&ann, Method::POST, "/api/studies", new).await;
        assert_eq!(answer, (status, code.to_owned()), "{:?}", &pdn[..pdn.len().min(40)]);
    }
    // The same variation ten thousand times is one node, and takes no time to speak of.
    let info = keep(&ann, json!({"title": "x", "pdn": many_nodes})).await;
    let change = json!({"version": 1, "pdn": "1. 11-16 11-16 *"});
    let at = format!("/api/studies/{}", info.id);
    assert_eq!(refused(&ann, Method::PUT, &at, change).await, (422, "bad_pdn".to_owned()));
    for title in ["", "  ", "two\nlines", &"x".repeat(101)] {
        let new = json!({"title": title, "pdn": PDN});
        let answer = refused(&ann, Method::POST, "/api/studies", new).await;
        assert_eq!(answer, (422, "bad_value".to_owned()), "{title:?}");
    }
    assert_eq!(ann.get::<StudyList>("/api/studies").await.studies.len(), 1);
}

#[tokio::test]
async fn an_account_has_a_hundred_studies_and_no_more() {
    let desk = Desk::open().await;
    let (ann, bob) = (Visitor::account(&desk, "Ann").await, Visitor::account(&desk, "Bob").await);
    let mut last = keep(&ann, study("first", "private")).await;
    for _ in 1..100 {
        last = keep(&ann, study("another", "private")).await;
    }
    let more = refused(&ann, Method::POST, "/api/studies", study("one more", "private")).await;
    assert_eq!(more, (409, "not_now".to_owned()));
    keep(&bob, study("another's", "private")).await;
    ann.send(Method::DELETE, &format!("/api/studies/{}", last.id), Value::Null).await;
    keep(&ann, study("in its place", "private")).await;
}

/// A store of the time before studies, with two games that can be read and one that cannot.
fn old_store(path: &std::path::Path) -> Arc<SqliteStore> {
    // The tables of games have stayed the same.
    drop(SqliteStore::open(path).unwrap());
    let file = rusqlite::Connection::open(path).unwrap();
    for name in ["resigned_ballot", "analysis_of_a_file", "damaged"] {
        let at = format!("{}/tests/old_games/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let row = std::fs::read_to_string(at).unwrap_or(json!({"id": name, "document": "{}"}).to_string());
        let row: Value = serde_json::from_str(&row).unwrap();
        let [id, document] = ["id", "document"].map(|column| row[column].as_str().unwrap());
        let created = row["created"].as_i64().unwrap_or(1);
        let add = "INSERT INTO games (id, version, created, changed, summary, document) VALUES (?1, 1, ?2, 1, '', ?3)";
        file.execute(add, rusqlite::params![id, created, document]).unwrap();
    }
    drop(file);
    Arc::new(SqliteStore::open(path).unwrap())
}

#[tokio::test]
async fn games_of_an_earlier_version_are_offered_on_the_same_machine_alone() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::with_store(old_store(&folder.path().join("games.db"))).await;
    let old: OldGames = desk.get("/api/old-games").await;
    assert_eq!((old.games, old.left_out), (2, 1));
    assert_eq!(old.pdn.matches("[Event ").count(), 2);
    assert!(old.pdn.contains("10-15 23-18") && old.pdn.contains("Club night"), "{}", old.pdn);
    // A proxy on the same machine speaks for others.
    for header in ["x-forwarded-for", "forwarded"] {
        let passed_on = desk.request(Method::GET, "/api/old-games").header(header, "203.0.113.7");
        assert_eq!(passed_on.send().await.unwrap().status(), StatusCode::NOT_FOUND);
    }
    let open = Desk::open_to_others(old_store(&folder.path().join("open.db"))).await;
    let asked = open.request(Method::GET, "/api/old-games").send().await.unwrap();
    assert_eq!(asked.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_new_server_has_no_old_games() {
    let desk = Desk::open().await;
    let old: OldGames = desk.get("/api/old-games").await;
    assert_eq!(old, OldGames { games: 0, left_out: 0, pdn: String::new() });
}
