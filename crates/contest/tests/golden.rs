//! What is kept on disks and in databases can be read for good: files with every form that was ever written.
//!
//! Nothing here may be changed to make a test pass. A new form gets a new version and rows of its own.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use crownhead_board::{Color, DrawReason, Outcome, Position, WinReason};
use crownhead_contest::stored::{BadStored, StoredContest, StoredRow};
use crownhead_contest::{
    Command, Contest, Ending, Event, Seat, Stamped, Start, Takebacks, Terms, TimeControl,
};

/// What is written since there are versions, in the order of [`events`].
const ROWS: &str = include_str!("golden/events.v1.jsonl");
/// What version 2 added, in the same order.
const NEW_ROWS: &str = include_str!("golden/events.v2.jsonl");
/// What was written before rows had a version.
const OLD_ROWS: &str = include_str!("golden/events.before_versions.jsonl");
/// Whole contests, as the terminal and the page keep them.
const CONTESTS: &str = include_str!("golden/contests.v1.jsonl");

/// An event of each kind, and of each shape of it.
fn events() -> Vec<Event> {
    let (black, white) = (Color::Black, Color::White);
    let mv = |ply, text: &str, left_ms, lag_ms| Event::Move { ply, text: text.to_owned(), left_ms, lag_ms };
    let ended = |outcome| Event::Ended { ending: Ending::Outcome(outcome) };
    let set_up: Position = "W:WK18,22:BK3".parse().unwrap();
    vec![
        mv(0, "11-15", None, 0),
        mv(7, "22x15x6", Some(298_750), 120),
        Event::DrawOffered { side: black },
        Event::DrawDeclined { side: white },
        Event::TakebackAsked { side: white },
        Event::TakebackDeclined { side: black },
        Event::TakenBack { ply: 4 },
        Event::Resumed { idle_ms: 5_000 },
        ended(Outcome::Win(black, WinReason::NoPieces)),
        ended(Outcome::Win(white, WinReason::NoMoves)),
        ended(Outcome::Win(black, WinReason::Resignation)),
        ended(Outcome::Win(white, WinReason::Time)),
        ended(Outcome::Win(black, WinReason::Forfeit)),
        ended(Outcome::Draw(DrawReason::Agreement)),
        ended(Outcome::Draw(DrawReason::Repetition)),
        ended(Outcome::Draw(DrawReason::FortyMoves)),
        Event::Ended { ending: Ending::Aborted },
        Event::RematchOffered { side: white },
        Event::Rematch { game: "k7m2qd4xw0aj".into() },
        // From here on there was always a version.
        Event::Redone { ply: 6 },
        Event::Restarted,
        Event::SetUp { start: Start::from(set_up) },
        Event::SetUp { start: Start::ballot(["9-13".parse().unwrap(), "21-17".parse().unwrap()]) },
        Event::Seated { side: black, seat: Seat::Person },
        Event::Seated { side: white, seat: Seat::Level(7) },
        Event::Seated { side: black, seat: Seat::Full },
        Event::Seated { side: white, seat: Seat::Shared },
        // From here on version 2.
        Event::Left { side: black },
        Event::Returned { side: white },
        Event::Ended { ending: Ending::Abandoned { winner: Some(white) } },
        Event::Ended { ending: Ending::Abandoned { winner: None } },
    ]
}

/// A number for each kind. Whoever adds one adds it to [`events`], and a row to the file.
fn kind(event: &Event) -> usize {
    match event {
        Event::Move { .. } => 0,
        Event::DrawOffered { .. } => 1,
        Event::DrawDeclined { .. } => 2,
        Event::TakebackAsked { .. } => 3,
        Event::TakebackDeclined { .. } => 4,
        Event::TakenBack { .. } => 5,
        Event::Redone { .. } => 6,
        Event::Restarted => 7,
        Event::SetUp { .. } => 8,
        Event::Seated { .. } => 9,
        Event::Resumed { .. } => 10,
        Event::Ended { .. } => 11,
        Event::RematchOffered { .. } => 12,
        Event::Rematch { .. } => 13,
        Event::Left { .. } => 14,
        Event::Returned { .. } => 15,
    }
}
const N_KINDS: usize = 16;
/// Rows that were written before there was a version.
const N_OLD: usize = 19;

fn read(row: &str) -> Result<Event, BadStored> {
    serde_json::from_str::<StoredRow>(row).unwrap().open(1, 1).map(|stamped| stamped.event)
}

#[test]
fn every_event_is_written_as_in_the_file_and_read_from_it() {
    let events = events();
    let kinds: std::collections::BTreeSet<usize> = events.iter().map(kind).collect();
    assert!(kinds.into_iter().eq(0..N_KINDS), "an event of each kind");
    let rows = || ROWS.lines().chain(NEW_ROWS.lines());
    assert_eq!(rows().count(), events.len());
    for (event, row) in events.iter().zip(rows()) {
        let stamped = Stamped { seq: 1, at: 1, act: None, event: event.clone() };
        assert_eq!(serde_json::to_string(&StoredRow::from(&stamped)).unwrap(), row);
        assert_eq!(read(row).as_ref(), Ok(event), "{row}");
    }
}

#[test]
fn rows_without_a_version_are_read() {
    assert_eq!(OLD_ROWS.lines().count(), N_OLD);
    for (event, row) in events().iter().zip(OLD_ROWS.lines()) {
        assert!(!row.contains("\"v\""), "{row}");
        assert_eq!(read(row).as_ref(), Ok(event), "{row}");
    }
}

#[test]
fn a_row_of_a_newer_program_is_refused_and_not_misread() {
    let newer = r#"{"v":3,"type":"move","ply":0,"move":"11-15"}"#;
    assert_eq!(read(newer), Err(BadStored::TooNew { found: 3 }));
    assert!(serde_json::from_str::<StoredRow>(r#"{"v":1,"type":"dance"}"#).is_err());
}

/// Does what players want, and gives all events.
fn play(mut contest: Contest, commands: &[(Color, Command)]) -> Vec<Stamped> {
    let mut all = Vec::new();
    for (number, (side, command)) in (1..).zip(commands) {
        let ruling = contest.rule(*side, command, 1_790_000_000_000 + 1_000 * number);
        assert_eq!(ruling.answer, Ok(()), "{command:?}");
        ruling.events.iter().for_each(|event| contest.apply(event).unwrap());
        all.extend(ruling.events);
    }
    all
}

/// Contests as they are kept: one at one's own board, and one with people.
fn contests() -> [StoredContest; 2] {
    let (black, white, created) = (Color::Black, Color::White, 1_790_000_000_000);
    let mv = |ply, text: &str| Command::Move { ply, text: text.to_owned(), seen: None, lag_ms: 0 };
    let own = Terms {
        rules: "casual".parse().unwrap(),
        start: "B:W18,22,K30:B1,2,10".parse::<Position>().unwrap().into(),
        takebacks: Takebacks::Free,
        ..Terms::default()
    };
    let seats = [Seat::Shared, Seat::Level(3)];
    let events = play(
        Contest::new(own.clone(), seats, created),
        &[
            (black, mv(0, "10-15")),
            (white, mv(1, "22-17")),
            (black, Command::AskTakeback),
            (black, Command::Redo),
        ],
    );
    let own = StoredContest::new(&own, seats, created, &events);
    let ballot = ["9-13", "21-17", "5-9"].map(|text| text.parse().unwrap());
    let rated = Terms {
        start: Start::ballot(ballot),
        control: Some(TimeControl::new(5, 2)),
        is_rated: true,
        draws_are_claimed: true,
        ..Terms::default()
    };
    let seats = [Seat::Person; 2];
    let events = play(
        Contest::new(rated.clone(), seats, created),
        &[(white, mv(3, "25-21")), (black, mv(4, "9-14")), (white, Command::Resign)],
    );
    [own, StoredContest::new(&rated, seats, created, &events)]
}

#[test]
fn contests_are_written_as_in_the_file_and_opened_from_it() {
    assert_eq!(CONTESTS.lines().count(), contests().len());
    for (contest, line) in contests().into_iter().zip(CONTESTS.lines()) {
        assert_eq!(serde_json::to_string(&contest).unwrap(), line);
        let read: StoredContest = serde_json::from_str(line).unwrap();
        assert_eq!(read, contest);
        let (opened, events) = read.open().unwrap();
        assert_eq!((opened.seq() as usize, opened.seats()), (events.len(), contest.seats));
    }
}
