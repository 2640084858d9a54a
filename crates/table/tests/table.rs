//! Games against levels whose thoughts are made up.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use crownhead_board::{Color, Move, Position};
use crownhead_contest::{
    Command, Ending, Event, Refusal, Seat, Start, Takebacks, Terms, TimeControl, stored::StoredContest,
};
use crownhead_engine::{Line, Score};
use crownhead_table::{DrawRefusal, News, Pace, Purpose, Table};

fn terms() -> Terms {
    Terms { takebacks: Takebacks::Free, ..Terms::default() }
}

/// A person with Black against a level.
fn table() -> Table {
    Table::new(terms(), [Seat::Person, Seat::Level(3)], 7, 0)
}

#[track_caller]
fn play(table: &mut Table, text: &str, now: u64) {
    let command = Command::Move { ply: table.contest().ply(), text: text.into(), seen: None, lag_ms: 0 };
    table.act(table.speaker(), &command, now).unwrap();
}

/// The engine answers what it is asked with a move.
#[track_caller]
fn answer(table: &mut Table, text: &str, now: u64) {
    let question = table.question().unwrap().clone();
    assert_eq!(question.purpose, Purpose::Move);
    let mv = question.game.state().parse_move(text).unwrap();
    table.answered(question.id, Some(mv), &[], now);
}

fn line(centimen: i32, mv: Move) -> Line {
    Line { score: Score::estimate(centimen), moves: vec![mv] }
}

#[test]
fn a_level_moves_when_the_engine_has_answered() {
    let mut table = table();
    assert!(table.question().is_none(), "it is the person's turn");
    play(&mut table, "11-15", 10);
    answer(&mut table, "23-19", 20);
    assert_eq!((table.contest().ply(), table.question().is_none()), (2, true));
    let news = table.take_news();
    assert_eq!(news.len(), 2);
    assert!(matches!(&news[1], News::Event(event, now) if event.seq == 2 && now.turn == Color::Black));
}

#[test]
fn nobody_moves_for_the_computer() {
    let mut table = table();
    play(&mut table, "11-15", 10);
    let command = Command::Move { ply: 1, text: "23-19".into(), seen: None, lag_ms: 0 };
    for side in Color::ALL {
        assert_eq!(table.act(side, &command, 20), Err(Refusal::NotYourTurn));
    }
}

#[test]
fn an_answer_to_an_older_question_counts_for_nothing() {
    let mut table = table();
    play(&mut table, "11-15", 10);
    let old = table.question().unwrap().clone();
    table.act(Color::Black, &Command::AskTakeback, 20).unwrap();
    assert!(table.question().is_none());
    play(&mut table, "10-15", 30);
    let mv = old.game.state().parse_move("23-19").unwrap();
    table.answered(old.id, Some(mv), &[], 40);
    assert_eq!(table.contest().ply(), 1);
    answer(&mut table, "22-18", 50);
    assert_eq!(table.contest().ply(), 2);
}

#[test]
fn a_move_is_held_back_so_that_one_can_follow() {
    let mut table = table();
    table.computer.pace = Pace::WATCHED;
    play(&mut table, "11-15", 1_000);
    answer(&mut table, "23-19", 1_010);
    assert_eq!((table.contest().ply(), table.wakes_at()), (1, Some(1_250)));
    table.tick(1_249);
    assert_eq!((table.contest().ply(), table.computer.is_moving()), (1, true));
    table.pause(true, 1_249);
    assert!(!table.computer.is_moving());
    table.pause(false, 1_249);
    table.tick(1_250);
    assert_eq!(table.contest().ply(), 2);
}

#[test]
fn a_level_declines_a_draw_for_a_reason_and_takes_one_that_suits_it() {
    let start = Start::from("B:WK32,31:BK1".parse::<Position>().unwrap());
    let seats = [Seat::Person, Seat::Level(3)];
    for (offerers_score, expected) in [(-80, Some(DrawRefusal::Better)), (0, None)] {
        let mut table = Table::new(Terms { start: start.clone(), ..terms() }, seats, 7, 0);
        table.act(Color::Black, &Command::OfferDraw, 10).unwrap();
        let question = table.question().unwrap().clone();
        assert_eq!(question.purpose, Purpose::Draw);
        let mv = question.game.legal_moves()[0];
        table.take_news();
        table.answered(question.id, Some(mv), &[line(offerers_score, mv)], 20);
        let news = table.take_news();
        match expected {
            Some(why) => {
                assert_eq!(news.last(), Some(&News::DrawDeclined(why)));
                assert!(table.contest().draw_offer().is_none() && table.contest().ending().is_none());
            }
            None => assert!(matches!(table.contest().ending(), Some(Ending::Outcome(_)))),
        }
    }
    // In the opening nothing is decided.
    let mut early = table();
    play(&mut early, "11-15", 10);
    answer(&mut early, "23-19", 20);
    early.act(Color::Black, &Command::OfferDraw, 30).unwrap();
    let question = early.question().unwrap().clone();
    let mv = question.game.legal_moves()[0];
    early.answered(question.id, Some(mv), &[line(0, mv)], 40);
    assert!(early.take_news().contains(&News::DrawDeclined(DrawRefusal::TooEarly)));
}

#[test]
fn a_draw_offered_while_the_computer_thinks_is_answered_before_it_moves() {
    let mut table = table();
    play(&mut table, "11-15", 10);
    table.act(Color::Black, &Command::OfferDraw, 20).unwrap();
    let question = table.question().unwrap().clone();
    assert_eq!(question.purpose, Purpose::Draw);
    table.answered(question.id, None, &[], 30);
    assert_eq!(table.question().map(|question| question.purpose), Some(Purpose::Move));
}

#[test]
fn a_level_agrees_to_a_takeback_it_is_asked_for() {
    let seats = [Seat::Person, Seat::Level(3)];
    let mut table = Table::new(Terms::default(), seats, 7, 0);
    play(&mut table, "11-15", 10);
    answer(&mut table, "23-19", 20);
    table.act(Color::Black, &Command::AskTakeback, 30).unwrap();
    assert_eq!((table.contest().ply(), table.contest().takeback()), (0, None));
}

#[test]
fn computers_play_each_other_and_stand_still_when_told() {
    let mut table = Table::new(terms(), [Seat::Level(1), Seat::Full], 7, 0);
    answer(&mut table, "11-15", 10);
    table.pause(true, 20);
    assert!(table.question().is_none());
    table.pause(false, 30);
    answer(&mut table, "23-19", 40);
    assert_eq!(table.contest().ply(), 2);
}

#[test]
fn a_flag_falls_by_itself() {
    let control = Some(TimeControl::new(1, 0));
    let mut table = Table::new(Terms { control, ..terms() }, [Seat::Shared; 2], 7, 0);
    play(&mut table, "11-15", 10_000);
    assert_eq!(table.wakes_at(), Some(70_000));
    table.tick(70_000);
    assert_eq!(table.contest().ending().and_then(Ending::winner), Some(Color::Black));
    assert_eq!(table.wakes_at(), None);
}

#[test]
fn a_kept_game_goes_on_where_it_was_and_its_time_does_too() {
    let control = Some(TimeControl::new(1, 0));
    let seats = [Seat::Person, Seat::Level(3)];
    let mut table = Table::new(Terms { control, ..terms() }, seats, 7, 0);
    play(&mut table, "11-15", 10_000);
    answer(&mut table, "23-19", 11_000);
    play(&mut table, "8-11", 15_000);
    let kept: StoredContest = table.stored();
    // A day later.
    let mut later = Table::open(kept, 8, 86_400_000).unwrap();
    assert_eq!(later.contest().ply(), 3);
    let left = |side| later.contest().clocks().unwrap().left_ms(side, 86_400_000).unwrap();
    assert_eq!((left(Color::Black), left(Color::White)), (56_000, 59_000));
    assert!(later.take_news().is_empty(), "nobody has to hear it twice");
    answer(&mut later, "22-17", 86_401_000);
    assert!(matches!(later.events().last().unwrap().event, Event::Move { ply: 3, .. }));
}
