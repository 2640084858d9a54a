//! The engine over a WebSocket, and by one request.

use crownhead_server::wire::{AnalysisMessage, AnalysisReport, Side};
use reqwest::Method;
use serde_json::json;

use crate::desk::Desk;

#[tokio::test]
async fn reports_get_deeper_and_a_new_question_replaces_the_last() {
    let desk = Desk::open().await;
    let mut socket = desk.socket("/api/analysis").await;
    socket.say(json!({"type": "start", "request": 1, "moves": ["11-15"], "lines": 3})).await;
    let mut depths = Vec::new();
    while depths.len() < 3 {
        if let Some(AnalysisMessage::Report(report)) = socket.hear().await {
            assert_eq!((report.request, report.lines.len(), report.turn), (1, 3, Side::White));
            depths.push(report.depth);
        }
    }
    assert!(depths.is_sorted(), "{depths:?}");
    socket.say(json!({"type": "start", "request": 2, "fen": "W:WK18,K22:BK3"})).await;
    let report = loop {
        match socket.hear().await.unwrap() {
            AnalysisMessage::Report(report) if report.request == 2 => break report,
            _ => {}
        }
    };
    let score = &report.lines[0].score;
    assert_eq!((score.winner, score.ends_in), (Some(Side::White), Some(7)));
    loop {
        if let AnalysisMessage::Done { request, .. } = socket.hear().await.unwrap() {
            assert_eq!(request, 2);
            break;
        }
    }
}

#[tokio::test]
async fn questions_that_make_no_sense_are_answered_with_errors() {
    let desk = Desk::open().await;
    let mut socket = desk.socket("/api/analysis").await;
    for (question, code) in [
        (json!({"type": "dance"}), "bad_request"),
        (json!(7), "bad_request"),
        (json!({"type": "start", "fen": "nonsense"}), "bad_fen"),
        (json!({"type": "start", "moves": ["1-32"]}), "bad_move"),
        (json!({"type": "start", "lines": 99}), "bad_value"),
        (json!({"type": "review"}), "bad_request"),
        (json!({"type": "review", "pdn": ""}), "bad_pdn"),
    ] {
        socket.say(question.clone()).await;
        match socket.hear().await.unwrap() {
            AnalysisMessage::Error { error, .. } => assert_eq!(error.code.as_str(), code, "{question}"),
            other => panic!("{question}: {other:?}"),
        }
    }
    socket.say(json!({"type": "start", "fen": "B:W25,30:B21"})).await;
    assert!(matches!(socket.hear().await.unwrap(), AnalysisMessage::Done { .. }));
}

#[tokio::test]
async fn one_request_is_answered_once() {
    let desk = Desk::open().await;
    let question = json!({"request": 5, "moves": ["11-15"], "lines": 2, "milliseconds": 60000, "depth": 4});
    let report: AnalysisReport = desk.post("/api/analysis", question).await;
    assert_eq!((report.request, report.depth, report.lines.len(), report.turn), (5, 4, 2, Side::White));
    let known: AnalysisReport =
        desk.post("/api/analysis", json!({"fen": "W:WK18,K22:BK3", "milliseconds": 200})).await;
    assert_eq!(known.lines[0].score.winner, Some(Side::White));
    let over: AnalysisReport = desk.post("/api/analysis", json!({"fen": "B:W25,30:B21"})).await;
    assert!(over.lines.is_empty());
    assert_eq!(over.result.unwrap().winner.map(Into::into), Some(Side::White));
}

#[tokio::test]
async fn a_request_for_analysis_that_makes_no_sense_is_refused() {
    let desk = Desk::open().await;
    for (question, code) in [
        (json!({"fen": "nonsense"}), "bad_fen"),
        (json!({"moves": ["1-32"]}), "bad_move"),
        (json!({"rules": "mine"}), "bad_rules"),
        (json!({"lines": 9}), "bad_value"),
        (json!({"milliseconds": 0}), "bad_value"),
        (json!({"milliseconds": 60001}), "bad_value"),
        (json!({"depth": 100}), "bad_value"),
        (json!({"deep": 3}), "bad_request"),
    ] {
        let (_, refused, message) = desk.refused(Method::POST, "/api/analysis", question.clone()).await;
        assert_eq!(refused, code, "{question}: {message}");
    }
}

#[tokio::test]
async fn a_blunder_is_marked_in_a_review() {
    let desk = Desk::open().await;
    // Black's first move gives a man away for nothing.
    let file = "[FEN \"B:W18,32:B1,9\"] 1. 9-14 18x9 2. 1-5 *";
    let mut socket = desk.socket("/api/analysis").await;
    socket.say(json!({"type": "review", "request": 9, "pdn": file, "milliseconds": 60})).await;
    let mut marks = Vec::new();
    let summary = loop {
        match socket.hear().await.unwrap() {
            AnalysisMessage::ReviewMove(judged) => {
                assert_eq!((judged.plies, judged.ply as usize), (3, marks.len() + 1));
                marks.push((judged.mv.text, judged.mark, judged.loss));
            }
            AnalysisMessage::ReviewDone(summary) => break summary,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((summary.graph.len(), summary.black.moves, summary.white.moves), (4, 2, 1));
    assert!(summary.black.blunders >= 1, "{marks:?}");
}

#[tokio::test]
async fn many_can_ask_at_once() {
    let desk = Desk::open().await;
    let mut sockets = Vec::new();
    for request in 0..40 {
        let mut socket = desk.socket("/api/analysis").await;
        socket.say(json!({"type": "start", "request": request})).await;
        sockets.push(socket);
    }
    for socket in &mut sockets {
        loop {
            match socket.hear().await.unwrap() {
                AnalysisMessage::Report(_) => break,
                AnalysisMessage::Queued { .. } => {}
                other => panic!("{other:?}"),
            }
        }
    }
}
