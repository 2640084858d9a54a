//! Puzzles, files of them, and those who solve them.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use crownhead_board::{Move, Position};
use crownhead_puzzles::{
    Attempt, BadPuzzle, FileError, Filter, Goal, Kept, Puzzle, PuzzleId, Puzzles, Record, RecordError, Theme,
    Themes, Tried,
};
use proptest::prelude::*;

#[track_caller]
fn puzzle(fen: &str, goal: Goal, line: &str) -> Puzzle {
    let mut pos: Position = fen.parse().unwrap();
    let start = pos;
    let mut moves = Vec::new();
    for text in line.split_whitespace() {
        let mv = pos.parse_move(text).unwrap();
        pos = pos.play(mv).unwrap();
        moves.push(mv);
    }
    Puzzle::new(start, goal, moves, 1500).unwrap()
}

/// Black gives a king for a king, and traps the last one.
fn shot() -> Puzzle {
    puzzle("B:WK8,K18:BK26,K31", Goal::Win, "26-23 18x27 31x24 8-3 24-19 3-7 19-15 7-2 15-10")
}

fn mv(pos: &Position, text: &str) -> Move {
    pos.parse_move(text).unwrap()
}

#[test]
fn a_line_is_solved_move_by_move_and_replies_are_made() {
    let mut attempt = Attempt::new(shot());
    assert_eq!(attempt.n_left(), 4);
    let start = *attempt.position();
    assert_eq!(attempt.try_move(mv(&start, "31-27")), Tried::Wrong);
    assert_eq!(*attempt.position(), start, "a wrong move changes nothing");
    assert!(matches!(attempt.try_move("11-15".parse().unwrap()), Tried::Illegal));
    // The opponent takes, and taking back is the only legal move.
    let Tried::Right { then } = attempt.try_move(mv(&start, "26-23")) else { panic!("26-23 is right") };
    assert_eq!(then.len(), 3);
    for text in ["24-19", "19-15", "15-10"] {
        assert!(!attempt.is_over());
        let tried = attempt.try_move(mv(attempt.position(), text));
        assert!(matches!(tried, Tried::Right { .. } | Tried::Solved { .. }), "{text}");
    }
    assert!(attempt.is_over() && !attempt.is_clean());
    assert_eq!((attempt.n_wrong(), attempt.n_left(), attempt.hint()), (1, 0, None));
}

#[test]
fn whoever_gives_up_sees_the_line() {
    let mut attempt = Attempt::new(shot());
    assert_eq!(attempt.give_up().len(), 9);
    assert!(attempt.is_over() && !attempt.is_clean());
    assert_eq!(attempt.played(), shot().line());
}

#[test]
fn jumps_that_take_the_same_are_the_same_answer() {
    // The king can run around the four men either way and take the one on 26, or take that one alone.
    let pos: Position = "W:WK22:B17,18,10,9,26".parse().unwrap();
    let rings: Vec<Move> = pos.legal_moves().iter().copied().filter(|mv| mv.n_jumps() == 5).collect();
    assert_eq!(rings.len(), 2);
    let puzzle = Puzzle::new(pos, Goal::Win, vec![rings[0]], 1500).unwrap();
    assert!(matches!(Attempt::new(puzzle).try_move(rings[1]), Tried::Solved { .. }));
}

#[test]
fn what_is_no_puzzle_is_refused() {
    let pos: Position = "B:WK8,K18:BK26,K31".parse().unwrap();
    assert_eq!(Puzzle::new(pos, Goal::Win, vec![], 0), Err(BadPuzzle::Length(0)));
    let elsewhere: Move = "11-15".parse().unwrap();
    let error = Puzzle::new(pos, Goal::Win, vec![elsewhere], 0).unwrap_err();
    assert_eq!(error.to_string(), "11-15 is not legal at move 1 of the line");
    let forced: Position = "W:W18:B14".parse().unwrap();
    let jump = forced.legal_moves()[0];
    assert_eq!(Puzzle::new(forced, Goal::Win, vec![jump], 0), Err(BadPuzzle::NoChoice));
}

#[test]
fn names_do_not_depend_on_colors_and_are_told_from_other_words() {
    let pos: Position = "B:WK8,K18:BK26,K31".parse().unwrap();
    assert_eq!(PuzzleId::of(&pos), PuzzleId::of(&pos.flip()));
    assert_eq!(PuzzleId::of(&pos).to_string().to_uppercase().parse(), Ok(PuzzleId::of(&pos)));
    for wrong in ["", "short", "much too long", "iiiiiiii", "öööö"] {
        assert!(wrong.parse::<PuzzleId>().is_err(), "{wrong}");
    }
}

#[test]
fn a_file_has_what_was_written() {
    let own: Puzzles = [shot(), puzzle("W:WK16,K21:BK31,4", Goal::Win, "16-11")].into_iter().collect();
    let bytes = own.to_bytes();
    assert_eq!(Puzzles::from_bytes(&bytes), Ok(own));
}

#[test]
fn files_that_are_none_are_told() {
    let bytes = [shot()].into_iter().collect::<Puzzles>().to_bytes();
    let read = |bytes: &[u8]| Puzzles::from_bytes(bytes).unwrap_err();
    assert_eq!(read(b""), FileError::Foreign);
    assert_eq!(read(b"[Event \"A game file\"]\n1. 11-15 *"), FileError::Foreign);
    let with = |place: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[place] = byte;
        bytes
    };
    assert_eq!(read(&with(8, 9)), FileError::Version(9));
    assert_eq!(read(&with(30, bytes[30] ^ 1)), FileError::Checksum);
    assert_eq!(read(&bytes[..bytes.len() - 1]), FileError::Checksum);
    assert_eq!(read(&with(12, 2)), FileError::Short(2));
    assert_eq!(read(&with(12, 0)), FileError::Long(bytes.len() - 24));
}

proptest! {
    #[test]
    fn any_body_is_puzzles_or_an_error(body: Vec<u8>, count in 0..4_u32) {
        // A head that fits, so that the body is read.
        let mut bytes = b"CROWNPUZ\x01\0\0\0".to_vec();
        bytes.extend(count.to_le_bytes());
        bytes.extend(xxhash_rust::xxh3::xxh3_64(&body).to_le_bytes());
        bytes.extend(body);
        let _ = Puzzles::from_bytes(&bytes);
    }
}

#[track_caller]
fn check_themes(puzzle: &Puzzle, themes: &[Theme], others: &[Theme]) {
    let found = puzzle.themes();
    themes.iter().for_each(|theme| assert!(found.contains(*theme), "{theme} is not in {found}"));
    others.iter().for_each(|theme| assert!(!found.contains(*theme), "{theme} is in {found}"));
}

#[test]
fn shots_are_told_by_what_is_given_and_taken() {
    use Theme::*;
    check_themes(
        &shot(),
        &[Sacrifice, Exchange, KingSacrifice, ChangingTheMove, TrappedKing, KingsOnly, TwoAgainstTwo, Long],
        &[
            OnlyDraw,
            Quiet,
            TwoForOne,
            MultiJump,
            Crowning,
            MenOnly,
            VeryLong,
            ManyPieces,
            Outnumbered,
            Blocked,
        ],
    );
    let one_for_one = puzzle("W:W22,26,31:B15,6,12", Goal::Win, "22-18 15x22 26x17");
    check_themes(
        &one_for_one,
        &[Sacrifice, Exchange, MenOnly, ThreeAgainstThree],
        &[TwoForOne, KingSacrifice],
    );
    let two_for_one = puzzle("W:W22,26,31:B14,15,12", Goal::Win, "22-18 15x22 26x17x10");
    check_themes(&two_for_one, &[Sacrifice, TwoForOne, MultiJump], &[Exchange, BigShot, ThreeForTwo, Quiet]);
    let three_for_two = puzzle("B:W9,K10,17:BK19,K27,K31", Goal::Win, "19-15 10x19 27-23 19x26 31x22x13x6");
    check_themes(&three_for_two, &[BigShot, MultiJump, KingSacrifice], &[Exchange]);
    let given_twice = puzzle("W:W26,27,32:B15,14,6,19", Goal::Draw, "26-22 19-24");
    check_themes(&given_twice, &[Quiet, OnlyDraw, Outnumbered], &[Sacrifice, TwoForOne]);
}

#[test]
fn men_get_through() {
    use Theme::*;
    let jumps = puzzle("W:W10,22:B7,8,17", Goal::Win, "10x3 17x26 3x12");
    check_themes(
        &jumps,
        &[InAndOut, Crowning, ChoiceOfCaptures, MenOnly, Outnumbered],
        &[Sacrifice, Breech, Quiet],
    );
    let breech = puzzle("B:WK2,K10,26:B9,13,25", Goal::Win, "9-14 10x17 13x22x31");
    check_themes(&breech, &[Breech, Crowning, TwoForOne, Sacrifice], &[InAndOut, Race, Exchange]);
    let race = puzzle("B:WK1,8,23:B15,25", Goal::Draw, "25-30 1-6 30-26 6-10 26x19 8-3 15-18");
    check_themes(
        &race,
        &[Race, Crowning, OnlyDraw, ThreeAgainstTwo, Outnumbered],
        &[Breech, DoubleCorner, Blocked],
    );
}

#[test]
fn pieces_are_held() {
    use Theme::*;
    let blocked = puzzle("B:WK4,8,16:BK7,28,K32", Goal::Win, "7-3 16-12 32-27");
    check_themes(&blocked, &[Blocked, TrappedKing, Quiet], &[Squeeze, TheMove, Crowning]);
    let squeeze = puzzle("W:WK10,K31:B21,25", Goal::Win, "31-26 25-30 26-22");
    check_themes(&squeeze, &[Squeeze, TrappedKing, TwoAgainstTwo], &[Blocked, OnlyDraw]);
    let corner = puzzle("W:W15,30:BK8,22", Goal::Draw, "15-10 8-3 10-6 3-7 6-1 7-2 1-5");
    check_themes(&corner, &[DoubleCorner, OnlyDraw, Long], &[Squeeze, VeryLong]);
    let the_move = puzzle("W:W13,14:BK5,K11", Goal::Draw, "13-9 5-1 14-10 1-5 9-6 5-1 6-2");
    check_themes(&the_move, &[TheMove, Quiet, Crowning], &[ChangingTheMove, DoubleCorner]);
    let ending = puzzle("W:WK4,12:BK18", Goal::Win, "4-8 18-15 8-11 15x8 12x3");
    check_themes(&ending, &[TwoAgainstOne, Exchange, KingSacrifice], &[KingsOnly, MenOnly, TwoAgainstTwo]);
    // If the man on 19 goes, the king behind it is taken.
    let pin = puzzle("W:WK10,K31:B21,25", Goal::Win, "31-26");
    check_themes(&pin, &[], &[Pin, VeryLong, Long]);
}

#[test]
fn length_and_material_are_counted() {
    use Theme::*;
    let long = puzzle(
        "B:WK3,K26:B14,K17",
        Goal::Win,
        "14-18 3-7 17-14 7-11 14-10 11-16 10-15 16-20 15-19 26-30 18-22",
    );
    check_themes(&long, &[Long, VeryLong, TheMove, TwoAgainstTwo], &[KingsOnly, ManyPieces]);
    let many = puzzle("B:W20,25,26,28:B5,16,17,18", Goal::Win, "17-21 20x11 21x30");
    check_themes(&many, &[ManyPieces, MenOnly, Exchange, Crowning], &[Long, ThreeAgainstThree, BigShot]);
}

#[test]
fn themes_have_names_of_their_own() {
    for theme in Theme::ALL {
        assert_eq!(theme.name().parse(), Ok(*theme));
        assert!(theme.about().ends_with('.'));
    }
    assert_eq!("Two for one".parse(), Ok(Theme::TwoForOne));
    assert!("golf".parse::<Theme>().unwrap_err().to_string().contains("two-for-one"));
    assert_eq!(Themes::ALL.iter().count(), Theme::ALL.len());
}

#[test]
fn any_combination_of_themes_can_be_asked_for() {
    let own: Puzzles = [shot(), puzzle("W:WK16,K21:BK31,4", Goal::Win, "16-11")].into_iter().collect();
    let set = |themes: &[Theme]| themes.iter().copied().collect::<Themes>();
    let count = |filter| own.find(filter).count();
    let any = Filter::default();
    assert_eq!(count(any), 2);
    assert_eq!(count(Filter { all: set(&[Theme::Sacrifice, Theme::Long]), ..any }), 1);
    assert_eq!(count(Filter { all: set(&[Theme::Sacrifice, Theme::Quiet]), ..any }), 0);
    assert_eq!(count(Filter { any: set(&[Theme::Sacrifice, Theme::Quiet]), ..any }), 2);
    assert_eq!(count(Filter { none: set(&[Theme::Quiet]), ..any }), 1);
    assert_eq!(count(Filter { min_rating: Some(1501), ..any }), 0);
    assert_eq!(count(Filter { max_rating: Some(1500), ..any }), 2);
}

#[test]
fn a_record_rates_repeats_and_counts() {
    let own: Puzzles = [shot(), puzzle("W:WK16,K21:BK31,4", Goal::Win, "16-11")].into_iter().collect();
    let mut record = Record::default();
    let before = record.rating().rating;
    let first = record.next(&own, Filter::default(), 100, 1).unwrap();
    record.keep(first, false, 100);
    assert!(record.rating().rating < before && record.streak() == 0);
    // The other one, until the failure is due.
    let second = record.next(&own, Filter::default(), 100, 1).unwrap();
    assert_ne!(first.id(), second.id());
    let rating = record.rating();
    record.keep(second, true, 100);
    assert!(record.rating().rating > rating.rating && record.streak() == 1);
    assert_eq!(record.next(&own, Filter::default(), 100, 1), None);
    let due = record.kept(first.id()).unwrap().due().unwrap();
    assert_eq!(record.next(&own, Filter::default(), due, 1).map(Puzzle::id), Some(first.id()));
    // What is solved again counts for the streak, and not for the rating.
    let rating = record.rating();
    record.keep(first, true, due);
    assert_eq!((record.rating(), record.streak(), record.n_due(due)), (rating, 2, 0));
    assert!(record.kept(first.id()).unwrap().due() > Some(due));
    // A number may differ in its last digit.
    let read = Record::from_json(&record.to_json()).unwrap();
    assert!((read.rating().rating - record.rating().rating).abs() < 1e-6);
    let standing =
        |record: &Record| (record.totals(), record.streak(), record.kept(first.id()).and_then(Kept::due));
    assert_eq!(standing(&read), standing(&record));
}

#[test]
fn days_in_a_row() {
    let mut record = Record::default();
    for day in [7, 8, 8, 9] {
        record.keep_daily(day);
    }
    assert_eq!([9, 10, 11].map(|today| record.daily_streak(today)), [3, 3, 0]);
    record.keep_daily(11);
    assert_eq!(record.daily_streak(11), 1);
}

#[test]
fn records_that_are_none_are_told() {
    let json = Record::default().to_json();
    let read = |text: &str| Record::from_json(text).unwrap_err();
    assert!(matches!(read("{}"), RecordError::Foreign(_)));
    assert!(matches!(read(&json.replace("\"version\":1", "\"version\":2")), RecordError::Version(2)));
    assert!(matches!(read(&json.replace("1200.0", "1e300")), RecordError::Number("rating")));
}
