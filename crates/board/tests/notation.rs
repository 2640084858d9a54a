//! Moves as people type them, and what they are told when a move cannot be made.

#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use crownhead_board::{Move, ParseMoveError, Position, Rules, SquareNames, State};
use proptest::prelude::*;

const START: &str = "B:W21-32:B1-12";

fn read(fen: &str, rules: &str, text: &str) -> Result<Move, ParseMoveError> {
    State::new(fen.parse().unwrap(), rules.parse().unwrap()).parse_move(text)
}

/// Each text is read as the same move.
#[track_caller]
fn reads(fen: &str, route: &str, texts: &[&str]) {
    for text in texts {
        match read(fen, "official", text) {
            Ok(mv) => assert_eq!(mv.route_text().to_string(), route, "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

/// The message for a text that is no move.
#[track_caller]
fn says(fen: &str, rules: &str, text: &str, message: &str) {
    match read(fen, rules, text) {
        Ok(mv) => panic!("{text} is read as {mv}"),
        Err(error) => assert_eq!(error.to_string(), message),
    }
}

#[test]
fn a_step_is_read_however_it_is_typed() {
    reads(
        START,
        "11-15",
        &["11-15", "11 15", "1115", "11x15", "11:15", " 11 - 15 ", "11–15", "11,15", "11->15"],
    );
    reads(START, "11-15", &["f6-e5", "F6 E5", "F6 to E5", "f6e5", "F6xE5", "f6 TO e5"]);
    reads(START, "9-13", &["9-13", "09-13", "913", "0913", "b6-a5", "B6 A5", "B6 to A5"]);
    reads(START, "11-15", &["f6-15", "11-e5"]);
}

#[test]
fn a_jump_is_read_short_or_long() {
    let fen = "W:W22:B18,11";
    reads(
        fen,
        "22x15x8",
        &["22x15x8", "22x8", "22-8", "22 8", "228", "22158", "221508", "c3xe5xg7", "22×8", "22 takes 8"],
    );
}

#[test]
fn a_route_is_chosen_by_any_square_on_it() {
    // Two ways round the ring end on the same square and take the same men: one move.
    let ring = "W:WK22:B17,18,10,9";
    reads(ring, "22x13x6x15x22", &["22x13x6x22", "22x6x15x22", "22x13x6x15x22"]);
    reads(ring, "22x15x6x13x22", &["22x15x6x22", "22x15x6x13x22"]);
    assert!(read(ring, "official", "22x22").is_ok());
}

#[test]
fn several_captures_between_the_same_squares_are_listed() {
    // 22 to 6 by way of 13 or of 15 takes different men.
    let fen = "W:W22:B17,9,18,10";
    says(fen, "official", "22x6", "several moves fit; choose one of 22x13x6, 22x15x6");
    reads(fen, "22x13x6", &["22x13x6"]);
}

#[test]
fn digits_run_together_are_cut_where_a_move_fits() {
    let fen = "B:W30:B1,11";
    reads(fen, "1-5", &["1 5"]);
    reads(fen, "11-15", &["1115"]);
    // 1-17 is no move and 11-7 would go backwards; the first reading is explained.
    says(fen, "official", "117", "11-7: the man on 11 cannot move backwards; only kings can");
}

#[test]
fn squares_are_read_as_bit_numbers_on_request() {
    let start = State::from(Position::START);
    let read = |text, names| start.parse_move_with(text, names).unwrap().to_string();
    assert_eq!(read("10-14", SquareNames::Index32), "11-15");
    assert_eq!(read("45-36", SquareNames::Index64), "11-15");
    let error = start.parse_move_with("45-37", SquareNames::Index64).unwrap_err();
    assert!(error.to_string().contains("squares are 0 to 63"), "{error}");
}

#[test]
fn squares_are_read_from_the_top_on_request() {
    let start = State::from(Position::START);
    let read = |text, names| start.parse_move_with(text, names).unwrap().to_string();
    assert_eq!(read("17 26", SquareNames::Top64), "9-14");
    assert_eq!(read("c1 to D2", SquareNames::RowColumn), "9-14");
    let white = State::from("W:W21-32:B1-12".parse::<Position>().unwrap());
    assert_eq!(white.parse_move_with("8 12", SquareNames::Up32).unwrap().to_string(), "21-17");
    assert!(white.parse_move_with("28 32", SquareNames::Up32).is_err());
    let said = |text, names| start.parse_move_with(text, names).unwrap_err().to_string();
    assert!(said("17 25", SquareNames::Top64).contains("1, 3, 5, 7, 8"));
    assert!(said("C0 D1", SquareNames::RowColumn).contains("A1, A3, A5, A7, B0"));
    assert!(said("11-15", SquareNames::RowColumn).contains("a row A to H"));
}

#[test]
fn a_turn_is_ended_by_any_of_its_words() {
    let relay = Rules::preset("relay").unwrap();
    let state = State::new("W:W18,32:B6,14,27".parse().unwrap(), relay);
    let after = state.play(state.parse_move("18x9").unwrap()).unwrap();
    for text in ["--", "end", "-1 -1", "-1"] {
        assert!(after.parse_move(text).unwrap().is_end_turn(), "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_told() {
    says(
        START,
        "official",
        "eleven",
        "cannot read 'e' in \"eleven\"; a move looks like 11-15, 22x15 or b6-a5",
    );
    says(
        START,
        "official",
        "11",
        "\"11\" is not a whole move; give the square you leave and the one you go to, as in 11-15",
    );
    says(
        START,
        "official",
        "",
        "\"\" is not a whole move; give the square you leave and the one you go to, as in 11-15",
    );
    says(
        START,
        "official",
        "11-33",
        "no square at \"33\"; squares are 1 to 32, or a1 to h8 for the dark ones",
    );
    says(
        START,
        "official",
        "b1-a2",
        "no square at \"b1-a2\"; squares are 1 to 32, or a1 to h8 for the dark ones",
    );
}

#[test]
fn a_beginner_is_told_why_a_move_is_not_legal() {
    says(START, "official", "15-18", "15-18: there is no piece on 15");
    says(START, "official", "22-18", "22-18: the piece on 22 is White's, and it is Black's turn");
    says(START, "official", "6-10", "6-10: 10 is occupied");
    says(START, "official", "11-16-20", "11-16-20: a move without a capture ends on 16");
    says(START, "official", "11-18", "11-18: there is nothing to jump on 15");
    says(
        START,
        "official",
        "11-19",
        "11-19: 11 and 19 are not a move apart; a piece steps to the next square on a diagonal, or jumps one piece to the square behind it",
    );
    says("B:W21:B15", "official", "15-11", "15-11: the man on 15 cannot move backwards; only kings can");
    says("B:W11:B15", "official", "15x8", "15-8: the man on 15 cannot move backwards; only kings can");
    says("B:W22:B15,19", "official", "15-24", "15-24: the piece on 19 is your own");
}

#[test]
fn a_forced_capture_is_shown() {
    let fen = "W:W22,31:B18,11";
    says(fen, "official", "31-27", "31-27: a capture must be made: 22 can jump (22x15x8)");
    says(fen, "official", "22-17", "22-17: a capture must be made: 22 can jump (22x15x8)");
    says(fen, "official", "22x15", "22-15: the jump must be completed: 22x15x8");
}

#[test]
fn house_rules_are_explained_too() {
    let fen = "W:W22,31:B18,11";
    says(fen, "free-stop", "22-17", "22-17: the piece on 22 can capture, so it may not step: 22x15, 22x15x8");
    says(fen, "single-jump", "22x15x8", "22-15-8: the move ends on 15");
    says(fen, "official", "--", "there is no turn to end; make a move");
    let state = State::new(fen.parse().unwrap(), "relay".parse().unwrap());
    let state = state.play(state.parse_move("22x15").unwrap()).unwrap();
    let error = state.parse_move("31-27").unwrap_err();
    assert_eq!(error.to_string(), "31-27: after a capture only captures follow: 15x8, or -- to end the turn");
    assert_eq!(state.parse_move("end"), Ok(Move::END_TURN));
}

#[test]
fn the_numbers_without_jumps_are_the_steps_and_the_end_of_a_turn() {
    let mut moves: Vec<Move> = (0..1024).filter_map(Move::from_bits).collect();
    assert_eq!(moves.len(), 49 * 2 + 1, "49 pairs of neighbors, in both directions");
    moves.sort_unstable();
    let texts: Vec<String> = moves.iter().take(4).map(Move::to_string).collect();
    assert_eq!(texts, ["--", "1-5", "1-6", "2-6"]);
    assert!(moves.iter().all(|mv| mv.route_text().to_string().parse() == Ok(*mv)));
}

#[test]
fn only_a_whole_route_is_a_move_by_itself() {
    for text in ["", "11", "11-12", "18x2", "18x9x18", "11-15-18", "33-1", "11x15x", "1 5"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn a_number_is_a_move_or_nothing(bits: u32) {
        prop_assert!(Move::from_bits(bits).is_none_or(|mv| mv.to_bits() == bits));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text: String) {
        let _ = read(START, "official", &text);
    }

    #[test]
    fn nothing_like_a_move_makes_the_reader_panic(text in "[a-hA-H0-9x: to-]{0,40}") {
        let _ = read("W:WK22,K31:B17,18,10,9,11", "free-stop", &text);
    }

    /// Whatever the generator offers can be typed in full, and short unless that is ambiguous.
    #[test]
    fn every_legal_move_is_read_back(choices in prop::collection::vec(any::<prop::sample::Index>(), 0..80)) {
        let mut pos = Position::START;
        for choice in choices {
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[choice.index(moves.len())];
            let read = |text: String| pos.parse_move(&text);
            prop_assert_eq!(read(mv.route_text().to_string()), Ok(mv));
            match read(mv.to_string()) {
                Ok(short) => prop_assert_eq!(short, mv),
                Err(error) => prop_assert!(matches!(error, ParseMoveError::Ambiguous(_)), "{error}"),
            }
            pos = pos.play(mv).unwrap();
        }
    }
}
