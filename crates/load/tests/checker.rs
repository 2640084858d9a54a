//! The checker finds each kind of fault, and none where there is none.

use crownhead_contest::Event;
use crownhead_load::check::{Fault, check_game};
use crownhead_load::journal::Said;
use crownhead_store::club::SavedEvent;
use serde_json::json;

/// Rows as this version writes them, and as those before it did, without a number.
fn kept(moves: &[&str]) -> Vec<SavedEvent> {
    let event = |(ply, mv): (usize, &&str)| SavedEvent {
        seq: ply as u64 + 1,
        at: 0,
        body: match ply % 2 {
            0 => json!({"v": 1, "type": "move", "ply": ply, "move": mv, "left_ms": 1000}).to_string(),
            _ => json!({"type": "move", "ply": ply, "move": mv, "left_ms": 1000}).to_string(),
        },
    };
    moves.iter().enumerate().map(event).collect()
}

fn ack(ply: u32, mv: &str) -> Said {
    Said::Ack { game: "game".to_owned(), ply, mv: mv.to_owned() }
}

fn told(seq: u64, mv: &str) -> Said {
    let event = Event::Move { ply: seq as u32 - 1, text: mv.to_owned(), left_ms: Some(1000), lag_ms: 0 };
    Said::Event { game: "game".to_owned(), seq, event }
}

fn faults(moves: &[&str], said: &[Said]) -> Vec<Fault> {
    check_game("game", &kept(moves), &said.iter().collect::<Vec<_>>())
}

#[test]
fn what_was_said_and_is_kept_is_no_fault() {
    let said = [ack(0, "11-15"), told(1, "11-15"), told(1, "11-15"), ack(1, "22-18"), ack(2, "15x22")];
    assert_eq!(faults(&["11-15", "22-18", "15x22", "25x18"], &said), []);
}

#[test]
fn an_acknowledged_move_that_is_gone_or_another_is_found() {
    let gone = faults(&["11-15"], &[ack(1, "22-18")]);
    assert!(matches!(gone[..], [Fault::Lost { ply: 1, .. }]), "{gone:?}");
    let other = faults(&["11-15", "23-19"], &[ack(1, "22-18")]);
    assert!(matches!(other[..], [Fault::Lost { ply: 1, .. }]), "{other:?}");
}

#[test]
fn an_event_that_was_told_differently_or_is_gone_is_found() {
    let other = faults(&["11-15", "23-19"], &[told(2, "22-18")]);
    assert!(matches!(other[..], [Fault::TwoHistories { seq: 2, .. }]), "{other:?}");
    let gone = faults(&["11-15"], &[told(2, "22-18")]);
    assert!(matches!(gone[..], [Fault::TwoHistories { seq: 2, .. }]), "{gone:?}");
}

#[test]
fn a_game_with_gaps_illegal_moves_or_moves_after_its_end_is_found() {
    let nonsense = |kept: Vec<SavedEvent>| {
        let faults = check_game("game", &kept, &[]);
        matches!(faults[..], [Fault::Nonsense { .. }])
    };
    assert!(nonsense(kept(&["11-15", "11-15"])));
    assert!(nonsense(kept(&["11-15", "23-19"]).split_off(1)));
    let mut over = kept(&["11-15", "23-19"]);
    over[0].body = json!({"type": "ended", "result": {"reason": "aborted"}}).to_string();
    over[1].body = json!({"type": "move", "ply": 0, "move": "11-15"}).to_string();
    assert!(nonsense(over));
}
