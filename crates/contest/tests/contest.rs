//! Contests as people play them, and as nobody should.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use crownhead_board::{Color, DrawReason, Game, Outcome, Position, Rules, WinReason};
use crownhead_contest::stored::{StoredContest, StoredRow};
use crownhead_contest::{
    BadTerms, Command, Contest, DAY_MS, Ending, Event, FIRST_MOVE_MS, Refusal, STALE_MS, Seat, Start,
    Takebacks, Terms, TimeControl,
};
use proptest::prelude::*;

const PEOPLE: [Seat; 2] = [Seat::Person; 2];
const CONTROL: TimeControl = TimeControl { base_ms: 60_000, increment_ms: 2_000, per_move: false };

fn timed() -> Contest {
    Contest::new(Terms { control: Some(CONTROL), ..Terms::default() }, PEOPLE, 0)
}

fn mv(ply: u32, text: &str) -> Command {
    Command::Move { ply, text: text.to_owned(), seen: None, lag_ms: 0 }
}

/// Does something that is allowed, and gives what came of it.
#[track_caller]
fn ok(contest: &mut Contest, side: Color, command: Command, now: u64) -> Vec<Event> {
    let ruling = contest.rule(side, &command, now);
    assert_eq!(ruling.answer, Ok(()), "{command:?}");
    ruling.events.iter().for_each(|event| contest.apply(event).unwrap());
    ruling.events.into_iter().map(|stamped| stamped.event).collect()
}

#[track_caller]
fn refused(contest: &Contest, side: Color, command: Command, now: u64) -> Refusal {
    let ruling = contest.rule(side, &command, now);
    assert!(ruling.events.is_empty(), "{command:?}");
    ruling.answer.unwrap_err()
}

/// Both have made a move: 11-15 at 1 s, 23-19 at 2 s.
fn begun() -> Contest {
    let mut contest = timed();
    ok(&mut contest, Color::Black, mv(0, "11-15"), 1_000);
    ok(&mut contest, Color::White, mv(1, "23-19"), 2_000);
    contest
}

#[test]
fn a_move_that_is_sent_twice_counts_once() {
    let mut contest = begun();
    assert!(ok(&mut contest, Color::Black, mv(0, "11-15"), 3_000).is_empty());
    assert!(ok(&mut contest, Color::White, mv(1, "23 19"), 3_000).is_empty());
    assert_eq!(refused(&contest, Color::Black, mv(0, "10-15"), 3_000), Refusal::Stale { ply: 2 });
    assert_eq!(refused(&contest, Color::Black, mv(3, "8-11"), 3_000), Refusal::Stale { ply: 2 });
    assert_eq!(contest.ply(), 2);
}

#[test]
fn nobody_moves_for_the_other() {
    let contest = begun();
    assert_eq!(refused(&contest, Color::White, mv(2, "8-11"), 3_000), Refusal::NotYourTurn);
    // Nor is the other's move acknowledged.
    assert_eq!(refused(&contest, Color::White, mv(0, "11-15"), 3_000), Refusal::Stale { ply: 2 });
}

#[test]
fn clocks_run_once_both_have_moved() {
    let mut contest = begun();
    let clocks = contest.clocks().unwrap();
    assert_eq!(
        (clocks.left_ms(Color::Black, 5_000), clocks.left_ms(Color::White, 5_000)),
        (Some(57_000), Some(60_000))
    );
    ok(&mut contest, Color::Black, mv(2, "8-11"), 12_000);
    let clocks = contest.clocks().unwrap();
    assert_eq!((clocks.left_ms(Color::Black, 12_000), clocks.running()), (Some(52_000), Some(Color::White)));
}

/// Something that whoever runs the contest has noticed.
fn noticed(contest: &mut Contest, events: Vec<crownhead_contest::Stamped>) {
    assert_eq!(events.len(), 1);
    events.iter().for_each(|event| contest.apply(event).unwrap());
}

#[test]
fn who_is_left_alone_may_claim_a_win_or_a_draw_after_a_fair_time() {
    let mut contest = begun();
    assert_eq!(refused(&contest, Color::Black, Command::ClaimWin, 3_000), Refusal::NotAway);
    let gone = contest.leave(Color::White, 5_000);
    noticed(&mut contest, gone);
    assert!(contest.leave(Color::White, 6_000).is_empty(), "it is known");
    let away = contest.situation(6_000).away;
    assert_eq!((away[0].side, away[0].since, away[0].claim_from), (Color::White, 5_000, 35_000));
    let too_soon = Refusal::TooSoon { from: 35_000 };
    assert_eq!(refused(&contest, Color::Black, Command::ClaimWin, 34_999), too_soon);
    assert_eq!(refused(&contest, Color::Black, Command::ClaimDraw, 34_999), too_soon);
    assert_eq!(
        refused(&contest, Color::White, Command::ClaimWin, 40_000),
        Refusal::NotAway,
        "not by who left"
    );
    let mut drawn = contest.clone();
    ok(&mut drawn, Color::Black, Command::ClaimDraw, 35_000);
    assert_eq!(drawn.ending(), Some(Ending::Abandoned { winner: None }));
    ok(&mut contest, Color::Black, Command::ClaimWin, 35_000);
    assert_eq!(contest.ending(), Some(Ending::Abandoned { winner: Some(Color::Black) }));
    assert!(contest.situation(36_000).away.is_empty(), "nobody is waited for any more");
}

#[test]
fn who_comes_back_or_moves_has_not_left() {
    let mut contest = begun();
    let gone = contest.leave(Color::Black, 3_000);
    noticed(&mut contest, gone);
    let back = contest.come_back(Color::Black, 9_000);
    noticed(&mut contest, back);
    assert!(contest.come_back(Color::Black, 9_500).is_empty());
    assert_eq!(refused(&contest, Color::White, Command::ClaimWin, 45_000), Refusal::NotAway);
    let gone = contest.leave(Color::Black, 10_000);
    noticed(&mut contest, gone);
    ok(&mut contest, Color::Black, mv(2, "8-11"), 11_000);
    assert_eq!(refused(&contest, Color::White, Command::ClaimWin, 45_000), Refusal::NotAway);
}

#[test]
fn a_server_that_was_away_is_not_held_against_who_left() {
    let mut contest = begun();
    let gone = contest.leave(Color::White, 3_000);
    noticed(&mut contest, gone);
    let resumed = contest.resume(20_000, 25_000);
    noticed(&mut contest, resumed);
    assert_eq!(refused(&contest, Color::Black, Command::ClaimWin, 40_000), Refusal::TooSoon { from: 53_000 });
}

#[test]
fn before_both_have_moved_a_game_is_aborted_and_not_won() {
    let mut contest = timed();
    let gone = contest.leave(Color::White, 1_000);
    noticed(&mut contest, gone);
    assert_eq!(refused(&contest, Color::Black, Command::ClaimWin, 29_000), Refusal::HasNotBegun);
    let alone = Contest::new(Terms::default(), [Seat::Person, Seat::Level(3)], 0);
    assert!(alone.leave(Color::White, 1_000).is_empty(), "the computer never leaves");
}

#[test]
fn nobody_has_to_stay_at_a_game_with_days_for_each_move() {
    let terms = Terms { control: Some(TimeControl::days(3)), ..Terms::default() };
    let mut contest = Contest::new(terms, [Seat::Person; 2], 0);
    ok(&mut contest, Color::Black, mv(0, "11-15"), 1_000);
    ok(&mut contest, Color::White, mv(1, "23-19"), 2_000);
    assert!(contest.leave(Color::White, 3_000).is_empty());
    assert_eq!(refused(&contest, Color::Black, Command::ClaimWin, 900_000), Refusal::NotAway);
}

#[test]
fn a_flag_falls_and_what_comes_later_is_not_played() {
    let contest = begun();
    // Half a second is left for the network.
    assert_eq!(contest.tick(62_499), []);
    let fallen = contest.tick(62_500);
    let lost = Event::Ended { ending: Ending::Outcome(Outcome::Win(Color::White, WinReason::Time)) };
    assert_eq!(fallen[0].event, lost);
    for lag_ms in [0, 100] {
        let late = Command::Move { ply: 2, text: "8-11".into(), seen: None, lag_ms };
        let ruling = contest.rule(Color::Black, &late, 62_200);
        assert_eq!((ruling.answer, &ruling.events[0].event), (Err(Refusal::TimeOver), &lost));
    }
    let again = contest.rule(Color::Black, &mv(0, "11-15"), 62_500);
    assert_eq!((again.answer, again.events.len()), (Ok(()), 1), "what was played is acknowledged even now");
    let in_time = Command::Move { ply: 2, text: "8-11".into(), seen: None, lag_ms: 300 };
    assert_eq!(contest.rule(Color::Black, &in_time, 62_200).answer, Ok(()));
}

#[test]
fn who_does_not_come_has_not_lost() {
    let mut contest = timed();
    assert_eq!(contest.tick(FIRST_MOVE_MS - 1), []);
    ok(&mut contest, Color::Black, mv(0, "11-15"), 20_000);
    assert_eq!(contest.tick(49_999), []);
    assert_eq!(contest.tick(50_000)[0].event, Event::Ended { ending: Ending::Aborted });
    let deadline = Contest::new(Terms::default(), PEOPLE, 0).deadline();
    assert_eq!(deadline, Some((STALE_MS, Ending::Aborted)), "without clocks there is no hurry");
}

#[test]
fn time_that_nobody_kept_is_given_back() {
    let mut contest = begun();
    for event in contest.resume(40_000, 50_000) {
        contest.apply(&event).unwrap();
    }
    assert_eq!(contest.clocks().unwrap().left_ms(Color::Black, 50_000), Some(52_000));
    // More than has passed is not given.
    let mut other = begun();
    for event in other.resume(90_000, 50_000) {
        other.apply(&event).unwrap();
    }
    assert_eq!(other.clocks().unwrap().left_ms(Color::Black, 50_000), Some(60_000));
}

#[test]
fn draws_are_offered_declined_and_accepted() {
    let mut contest = begun();
    assert_eq!(refused(&contest, Color::White, Command::AcceptDraw, 3_000), Refusal::NothingAsked);
    ok(&mut contest, Color::White, Command::OfferDraw, 3_000);
    assert_eq!(contest.draw_offer(), Some(Color::White));
    assert!(ok(&mut contest, Color::White, Command::OfferDraw, 3_000).is_empty());
    assert_eq!(refused(&contest, Color::White, Command::AcceptDraw, 3_000), Refusal::NothingAsked);
    ok(&mut contest, Color::Black, Command::DeclineDraw, 3_100);
    assert_eq!(refused(&contest, Color::White, Command::OfferDraw, 3_200), Refusal::AskedBefore);
    ok(&mut contest, Color::Black, Command::OfferDraw, 3_300);
    ok(&mut contest, Color::Black, mv(2, "8-11"), 3_400);
    assert_eq!(contest.draw_offer(), Some(Color::Black), "it goes with one's own move");
    ok(&mut contest, Color::White, mv(3, "22-17"), 3_500);
    assert_eq!(contest.draw_offer(), None, "the other's move declines it");
    ok(&mut contest, Color::White, Command::OfferDraw, 3_600);
    ok(&mut contest, Color::Black, Command::OfferDraw, 3_700);
    assert_eq!(contest.ending(), Some(Ending::Outcome(Outcome::Draw(DrawReason::Agreement))));
    assert_eq!(refused(&contest, Color::Black, Command::Resign, 4_000), Refusal::Over);
    assert!(ok(&mut contest, Color::White, mv(3, "22-17"), 9_000).is_empty(), "sent again after the end");
}

#[test]
fn moves_are_taken_back_by_agreement() {
    let mut contest = begun();
    let seen = contest.seq();
    ok(&mut contest, Color::Black, Command::AskTakeback, 3_000);
    assert_eq!(refused(&contest, Color::Black, Command::AcceptTakeback, 3_000), Refusal::NothingAsked);
    ok(&mut contest, Color::White, Command::AcceptTakeback, 4_000);
    assert_eq!((contest.ply(), contest.turn()), (0, Color::Black));
    // A move of before, sent again, is not the move of now.
    let old = Command::Move { ply: 0, text: "11-15".into(), seen: Some(seen), lag_ms: 0 };
    assert_eq!(refused(&contest, Color::Black, old, 5_000), Refusal::Stale { ply: 0 });
    ok(&mut contest, Color::Black, mv(0, "10-15"), 5_000);
    ok(&mut contest, Color::Black, Command::AskTakeback, 5_000);
    ok(&mut contest, Color::White, Command::DeclineTakeback, 5_000);
    assert_eq!(contest.ply(), 1);
    let fresh = timed();
    assert_eq!(refused(&fresh, Color::White, Command::AskTakeback, 10), Refusal::NothingToTakeBack);
}

#[test]
fn a_contest_is_aborted_before_and_resigned_after_both_have_moved() {
    let mut contest = timed();
    assert_eq!(refused(&contest, Color::Black, Command::Resign, 10), Refusal::HasNotBegun);
    ok(&mut contest, Color::White, Command::Abort, 10);
    assert_eq!(contest.ending(), Some(Ending::Aborted));
    let mut contest = begun();
    assert_eq!(refused(&contest, Color::Black, Command::Abort, 3_000), Refusal::HasBegun);
    ok(&mut contest, Color::Black, Command::Resign, 3_000);
    assert_eq!(contest.ending().unwrap().winner(), Some(Color::White));
}

fn start(fen: &str) -> Start {
    Start::from(fen.parse::<Position>().unwrap())
}

/// Two kings that go to and fro.
fn kings(draws_are_claimed: bool) -> Contest {
    let start = start("B:WK32:BK1");
    let mut contest = Contest::new(Terms { start, draws_are_claimed, ..Terms::default() }, PEOPLE, 0);
    let round = ["1-6", "32-27", "6-1", "27-32"];
    for (ply, text) in round.iter().cycle().take(8).enumerate() {
        let side = contest.turn();
        ok(&mut contest, side, mv(ply as u32, text), 10);
    }
    contest
}

#[test]
fn the_third_time_is_a_draw_by_itself_or_by_claim() {
    let drawn = Some(Ending::Outcome(Outcome::Draw(DrawReason::Repetition)));
    assert_eq!(kings(false).ending(), drawn);
    let mut contest = kings(true);
    assert_eq!((contest.ending(), contest.claimable()), (None, Some(DrawReason::Repetition)));
    ok(&mut contest, Color::Black, Command::ClaimDraw, 20);
    assert_eq!(contest.ending(), drawn);
    assert_eq!(refused(&begun(), Color::Black, Command::ClaimDraw, 3_000), Refusal::NothingToClaim);
}

#[test]
fn where_nothing_can_be_moved_it_is_over_as_it_begins() {
    let terms = Terms { start: start("W:W:B10"), takebacks: Takebacks::Free, ..Terms::default() };
    let contest = Contest::new(terms, PEOPLE, 0);
    assert_eq!(contest.ending().and_then(Ending::winner), Some(Color::Black));
    assert_eq!(refused(&contest, Color::White, Command::AskTakeback, 10), Refusal::NothingToTakeBack);
}

#[test]
fn a_rematch_needs_both() {
    let rematch = |next: &str| Command::Rematch { next: next.into() };
    let mut contest = begun();
    assert_eq!(refused(&contest, Color::Black, rematch("x"), 3_000), Refusal::NotOver);
    ok(&mut contest, Color::Black, Command::Resign, 3_000);
    ok(&mut contest, Color::Black, rematch("x"), 3_000);
    assert!(ok(&mut contest, Color::Black, rematch("y"), 3_000).is_empty());
    assert_eq!(contest.next(), None);
    ok(&mut contest, Color::White, rematch("z"), 3_000);
    assert_eq!(contest.next().map(ToString::to_string).as_deref(), Some("z"));
    assert!(ok(&mut contest, Color::White, rematch("again"), 3_000).is_empty());
}

#[test]
fn damaged_events_are_refused() {
    let events = begun().resume(5, 9_000);
    let mut fresh = timed();
    assert!(fresh.apply(&events[0]).is_err(), "a number that does not follow");
    let mut contest = begun();
    let mut early = events[0].clone();
    early.at = 10;
    assert!(contest.apply(&early).is_err(), "a time before the last one");
    let mut odd = events[0].clone();
    odd.event = Event::Move { ply: 2, text: "1-30".into(), left_ms: None, lag_ms: 0 };
    assert!(contest.apply(&odd).is_err(), "a move that is not legal");
}

#[test]
fn under_a_referee_a_contest_counts_from_the_first_move() {
    let mut game = Game::new();
    game.play(game.legal_moves()[0]).unwrap();
    let mut contest = Contest::supervised(game.clone(), [None, Some(CONTROL)], 0);
    assert_eq!((contest.ply(), contest.ballot_plies()), (1, 1));
    assert_eq!(contest.clocks().unwrap().running(), Some(Color::White));
    assert_eq!(refused(&contest, Color::White, Command::Abort, 10), Refusal::HasBegun);
    let resigned = contest.rule(Color::White, &Command::Resign, 10).events;
    assert_eq!(
        resigned[0].event,
        Event::Ended { ending: Ending::Outcome(Outcome::Win(Color::Black, WinReason::Resignation)) }
    );
    // Not a moment later, whatever the network may be.
    let late = Command::Move { ply: 1, text: "22-18".to_owned(), seen: None, lag_ms: 500 };
    assert_eq!(contest.rule(Color::White, &late, 59_999).answer, Ok(()));
    assert_eq!(contest.rule(Color::White, &late, 60_000).answer, Err(Refusal::TimeOver));
    let void = contest.decide(Ending::Aborted, 20);
    contest.apply(&void[0]).unwrap();
    assert!(contest.decide(Ending::Outcome(Outcome::Win(Color::Black, WinReason::Forfeit)), 30).is_empty());
    assert_eq!(contest.ending(), Some(Ending::Aborted));
}

/// At one's own board: a person with Black against a level.
fn at_home(control: Option<TimeControl>) -> Contest {
    let terms = Terms { control, takebacks: Takebacks::Free, ..Terms::default() };
    Contest::new(terms, [Seat::Person, Seat::Level(3)], 0)
}

/// After 11-15 23-19 8-11 22-17.
fn four_plies(control: Option<TimeControl>) -> Contest {
    let mut contest = at_home(control);
    for (ply, text) in ["11-15", "23-19", "8-11", "22-17"].into_iter().enumerate() {
        let side = contest.turn();
        ok(&mut contest, side, mv(ply as u32, text), 1_000 * (ply as u64 + 1));
    }
    contest
}

#[test]
fn at_home_moves_are_taken_back_to_the_persons_turn_and_made_again() {
    let mut contest = four_plies(None);
    ok(&mut contest, Color::Black, Command::AskTakeback, 5_000);
    assert_eq!((contest.ply(), contest.turn()), (2, Color::Black));
    ok(&mut contest, Color::Black, Command::AskTakeback, 5_000);
    assert_eq!(refused(&contest, Color::Black, Command::AskTakeback, 5_000), Refusal::NothingToTakeBack);
    ok(&mut contest, Color::Black, Command::Redo, 5_000);
    ok(&mut contest, Color::Black, Command::Redo, 5_000);
    assert_eq!(contest.ply(), 4);
    assert_eq!(refused(&contest, Color::Black, Command::Redo, 5_000), Refusal::NothingToRedo);
}

#[test]
fn at_home_a_computer_that_alone_has_moved_would_only_move_again() {
    let mut contest = at_home(None);
    ok(&mut contest, Color::Black, Command::Sit { side: Color::Black, seat: Seat::Level(1) }, 10);
    ok(&mut contest, Color::Black, Command::Sit { side: Color::White, seat: Seat::Person }, 10);
    ok(&mut contest, Color::Black, mv(0, "11-15"), 20);
    assert_eq!(refused(&contest, Color::White, Command::AskTakeback, 30), Refusal::NothingToTakeBack);
    assert!(!contest.situation(30).can.takeback);
    ok(&mut contest, Color::White, Command::Sit { side: Color::Black, seat: Seat::Shared }, 40);
    ok(&mut contest, Color::White, Command::AskTakeback, 50);
    assert_eq!(contest.ply(), 0);
}

#[test]
fn at_home_a_result_that_the_board_does_not_show_is_taken_back_first() {
    let mut contest = four_plies(None);
    ok(&mut contest, Color::Black, Command::Resign, 5_000);
    ok(&mut contest, Color::Black, Command::AskTakeback, 6_000);
    assert_eq!((contest.ply(), contest.ending()), (4, None));
}

#[test]
fn at_home_time_comes_back_with_the_moves() {
    let mut contest = four_plies(Some(CONTROL));
    // Black has used one second of its second move and got two.
    let left = |contest: &Contest, now| contest.clocks().unwrap().left_ms(Color::Black, now).unwrap();
    assert_eq!(left(&contest, 4_000), 61_000);
    ok(&mut contest, Color::Black, Command::AskTakeback, 9_000);
    assert_eq!(left(&contest, 9_000), 60_000);
    assert_eq!(contest.clocks().unwrap().running(), Some(Color::Black));
    // Who has run out of time gets some back.
    let mut lost = four_plies(Some(CONTROL));
    for event in lost.tick(90_000) {
        lost.apply(&event).unwrap();
    }
    assert_eq!(lost.ending().unwrap().winner(), Some(Color::White));
    ok(&mut lost, Color::Black, Command::AskTakeback, 91_000);
    assert_eq!((lost.ply(), left(&lost, 91_000)), (2, 60_000));
}

#[test]
fn at_home_the_game_begins_again_and_from_elsewhere() {
    let mut contest = four_plies(Some(CONTROL));
    ok(&mut contest, Color::Black, Command::Restart, 9_000);
    assert_eq!((contest.ply(), contest.deadline()), (0, None));
    let other = start("W:W22:B10");
    ok(&mut contest, Color::Black, Command::SetUp { start: other.clone() }, 9_500);
    assert_eq!((contest.turn(), &contest.terms().start), (Color::White, &other));
    let over = Command::SetUp { start: start("W:W:B10") };
    assert_eq!(refused(&contest, Color::Black, over, 9_600), Refusal::BadStart);
}

#[test]
fn in_a_game_with_others_nobody_rearranges_it() {
    let contest = begun();
    let sit = Command::Sit { side: Color::White, seat: Seat::Level(1) };
    for command in [Command::Redo, Command::Restart, Command::SetUp { start: Start::default() }, sit] {
        assert_eq!(refused(&contest, Color::Black, command, 3_000), Refusal::NotFree);
    }
}

#[test]
fn a_situation_tells_all_that_is_shown() {
    let mut contest = begun();
    ok(&mut contest, Color::White, Command::OfferDraw, 3_000);
    let now = contest.situation(4_000);
    assert_eq!((now.ply, now.turn, now.draw_offer), (2, Color::Black, Some(Color::White)));
    let clock = now.clock.unwrap();
    assert_eq!((clock.left_ms(Color::Black, 5_000), clock.left_ms(Color::White, 5_000)), (57_000, 60_000));
    assert_eq!(now.legal.len(), contest.game().legal_moves().len());
    assert!(now.can.draw && now.can.resign && !now.can.abort && now.result.is_none());
    ok(&mut contest, Color::Black, Command::AcceptDraw, 5_000);
    let json = serde_json::to_value(contest.situation(5_000)).unwrap();
    assert_eq!(json["result"], serde_json::json!({ "reason": "agreement" }));
    assert_eq!(json["legal"], serde_json::json!([]));
}

#[test]
fn refusals_are_codes_with_parameters() {
    let code = |refusal: Refusal| serde_json::to_value(refusal).unwrap();
    assert_eq!(code(Refusal::Over), serde_json::json!({ "code": "over" }));
    assert_eq!(code(Refusal::Stale { ply: 3 }), serde_json::json!({ "code": "stale", "with": { "ply": 3 } }));
    let contest = begun();
    let blocked = refused(&contest, Color::Black, mv(2, "4-8"), 3_000);
    let why = serde_json::json!({ "squares": [4, 8], "why": { "code": "blocked", "with": 8 } });
    assert_eq!(
        code(blocked),
        serde_json::json!({ "code": "bad_move", "with": { "code": "illegal", "with": why } })
    );
}

fn command() -> impl Strategy<Value = (bool, u8, u8, u64)> {
    (any::<bool>(), 0..18u8, any::<u8>(), 0..9_000u64)
}

/// A command of chance: mostly moves that could be legal.
fn make(contest: &Contest, kind: u8, pick: u8) -> Command {
    let legal = contest.game().legal_moves();
    let text = match legal.len() {
        0 => "1-5".to_owned(),
        n => legal[pick as usize % n].route_text().to_string(),
    };
    let ply = contest.ply();
    match kind {
        0 => Command::OfferDraw,
        1 => Command::DeclineDraw,
        2 => Command::AskTakeback,
        3 => Command::AcceptTakeback,
        4 => Command::DeclineTakeback,
        5 => Command::ClaimDraw,
        6 if pick < 8 => Command::Resign,
        7 if pick < 8 => Command::Abort,
        8 => Command::Rematch { next: "next".into() },
        14 => Command::Redo,
        15 if pick < 8 => Command::Restart,
        16 if pick < 8 => Command::SetUp { start: start("W:W22,23,30:B1,2,K10") },
        17 if pick < 32 => Command::Sit { side: Color::White, seat: Seat::Level(pick) },
        9 => Command::Move { ply: ply.saturating_sub(1), text, seen: None, lag_ms: 0 },
        _ => Command::Move { ply, text, seen: Some(contest.seq()), lag_ms: u64::from(pick) * 3 },
    }
}

proptest! {
    #[test]
    fn whoever_has_the_events_has_the_contest(
        commands in prop::collection::vec(command(), 0..120),
        rules in 0..Rules::PRESETS.len(),
        is_timed: bool,
        draws_are_claimed: bool,
        is_free: bool,
    ) {
        let terms = Terms {
            rules: Rules::PRESETS[rules].1,
            control: is_timed.then_some(CONTROL),
            draws_are_claimed,
            takebacks: if is_free { Takebacks::Free } else { Takebacks::Ask },
            ..Terms::default()
        };
        let mut contest = Contest::new(terms.clone(), PEOPLE, 0);
        let mut log = Vec::new();
        let mut now = 0;
        for (of_turn, kind, pick, pause) in commands {
            now += pause;
            let side = if of_turn || kind > 9 { contest.turn() } else { !contest.turn() };
            let command = make(&contest, kind, pick);
            let before = contest.ending();
            let ruling = contest.rule(side, &command, now);
            for event in &ruling.events {
                contest.apply(event).unwrap();
            }
            // With others an ending is final; a game that is over on the board has ended.
            prop_assert!(is_free || before.is_none() || contest.ending() == before);
            prop_assert_eq!(contest.ending().is_some() || contest.game().outcome().is_none(), true);
            // The same once more changes nothing unless it asks for something new.
            if let (Command::Move { .. }, Ok(())) = (&command, &ruling.answer) {
                prop_assert!(contest.rule(side, &command, now).events.is_empty());
            }
            log.extend(ruling.events);
        }
        let mut replica = Contest::new(terms.clone(), PEOPLE, 0);
        for event in &log {
            replica.apply(event).unwrap();
        }
        prop_assert_eq!(format!("{replica:?}"), format!("{contest:?}"));
        // So has whoever has read what was kept.
        let text = serde_json::to_string(&StoredContest::new(&terms, PEOPLE, 0, &log)).unwrap();
        let (kept, events) = serde_json::from_str::<StoredContest>(&text).unwrap().open().unwrap();
        prop_assert_eq!(&events, &log);
        prop_assert_eq!(format!("{kept:?}"), format!("{contest:?}"));
        let numbers: Vec<u64> = log.iter().map(|event| event.seq).collect();
        prop_assert_eq!(numbers, (1..=log.len() as u64).collect::<Vec<_>>());
        prop_assert!(log.windows(2).all(|pair| pair[0].at <= pair[1].at));
    }
}

#[test]
fn an_act_that_is_sent_again_is_done_once() {
    let mut contest = untimed();
    let act = |contest: &mut Contest, side, number, command: Command, now| {
        let ruling = contest.rule_once(side, Some(number), &command, now);
        for event in &ruling.events {
            contest.apply(event).unwrap();
        }
        ruling
    };
    act(&mut contest, Color::Black, 1, mv(0, "11-15"), 10);
    act(&mut contest, Color::White, 1, mv(1, "23-19"), 20);
    act(&mut contest, Color::Black, 2, mv(2, "8-11"), 30);
    act(&mut contest, Color::White, 2, mv(3, "22-17"), 40);
    // White takes a move back, and the answer is lost.
    act(&mut contest, Color::White, 3, Command::AskTakeback, 50);
    act(&mut contest, Color::Black, 3, Command::AcceptTakeback, 60);
    assert_eq!(contest.ply(), 3);
    let again = act(&mut contest, Color::White, 3, Command::AskTakeback, 70);
    assert_eq!((again.events, again.answer), (Vec::new(), Ok(())));
    assert_eq!(contest.takeback(), None);
    // The same number of the other side is another act, and so is the next number.
    let other = act(&mut contest, Color::Black, 4, Command::OfferDraw, 80);
    assert_eq!(other.events.len(), 1);
    let next = act(&mut contest, Color::White, 4, Command::OfferDraw, 90);
    assert!(next.answer.is_ok() && contest.ending().is_some());
    // What was refused was not done.
    let refused = act(&mut contest, Color::White, 5, Command::Resign, 100);
    assert_eq!(refused.answer, Err(Refusal::Over));
    assert_eq!(act(&mut contest, Color::White, 5, Command::Resign, 110).answer, Err(Refusal::Over));
}

#[test]
fn acts_are_remembered_by_whoever_reads_the_events() {
    let mut contest = untimed();
    let ruling = contest.rule_once(Color::Black, Some(7), &mv(0, "11-15"), 10);
    let rows: Vec<String> =
        ruling.events.iter().map(|event| serde_json::to_string(&StoredRow::from(event)).unwrap()).collect();
    for (row, event) in rows.iter().zip(&ruling.events) {
        let stored: StoredRow = serde_json::from_str(row).unwrap();
        assert_eq!(stored.clone().open(event.seq, event.at).unwrap(), *event);
        contest.apply(event).unwrap();
    }
    assert!(contest.rule_once(Color::Black, Some(7), &Command::OfferDraw, 20).events.is_empty());
}

#[test]
fn by_correspondence_each_move_has_days_of_its_own() {
    let terms = Terms { control: Some(TimeControl::days(3)), ..Terms::default() };
    assert_eq!(terms.check(), Ok(()));
    assert_eq!(Terms { is_rated: true, ..terms.clone() }.check(), Err(BadTerms::Rated));
    let hours = TimeControl { base_ms: 3_600_000, increment_ms: 0, per_move: true };
    assert_eq!(Terms { control: Some(hours), ..terms.clone() }.check(), Err(BadTerms::Clock));
    let mut contest = Contest::new(terms, [Seat::Person; 2], 0);
    assert_eq!(contest.deadline(), Some((3 * DAY_MS, Ending::Aborted)), "days for the first move, too");
    play(&mut contest, Color::Black, 0, "11-15", DAY_MS);
    play(&mut contest, Color::White, 1, "23-19", 2 * DAY_MS);
    play(&mut contest, Color::Black, 2, "8-11", 4 * DAY_MS);
    let clock = contest.situation(4 * DAY_MS).clock.unwrap();
    assert_eq!(
        (clock.black_ms, clock.white_ms),
        (3 * DAY_MS, 3 * DAY_MS),
        "nothing is used up, nothing saved"
    );
    let (at, ending) = contest.deadline().unwrap();
    assert_eq!(ending, Ending::Outcome(Outcome::Win(Color::Black, WinReason::Time)));
    assert!((7 * DAY_MS..7 * DAY_MS + 1_000).contains(&at));
}

#[test]
fn a_game_without_clocks_does_not_wait_for_ever() {
    let mut contest = untimed();
    play(&mut contest, Color::Black, 0, "11-15", 10);
    play(&mut contest, Color::White, 1, "23-19", 20);
    assert!(contest.tick(20 + STALE_MS - 1).is_empty());
    let [stamped] = &contest.tick(20 + STALE_MS)[..] else { panic!("it goes on") };
    assert_eq!(stamped.event, Event::Ended { ending: Ending::Aborted });
    // At one's own board it does.
    let terms = Terms { takebacks: Takebacks::Free, ..Terms::default() };
    assert_eq!(Contest::new(terms, [Seat::Person; 2], 0).deadline(), None);
}

fn untimed() -> Contest {
    Contest::new(Terms::default(), [Seat::Person; 2], 0)
}

#[track_caller]
fn play(contest: &mut Contest, side: Color, ply: u32, text: &str, now: u64) {
    ok(contest, side, mv(ply, text), now);
}
