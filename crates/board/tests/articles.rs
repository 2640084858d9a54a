//! One test for each article of `docs/rules.md`, named after it.
//!
//! The articles about draws and resignation (R19 to R22) need the history of a game and are tested
//! with it.

use std::collections::HashSet;

use crownhead_board::{
    Capture, CapturedKing, Chain, Color, Crown, Move, Position, Rules, Setup, Square, State,
};

/// The board: 32 squares, a dark one at each player's near left.
#[test]
fn r1_board() {
    assert_eq!(Square::ALL.len(), 32);
    assert_eq!(Square::from_algebraic('a', 1).unwrap().number(), 29);
    assert_eq!(Square::from_algebraic('h', 8).unwrap().number(), 4);
    assert_eq!(Square::from_algebraic('h', 1), None);
    assert_eq!(Square::from_algebraic('a', 8), None);
}

/// Numbers: row by row from Black's side.
#[test]
fn r2_numbers() {
    let names: Vec<String> = Square::ALL.iter().map(|square| square.algebraic().to_string()).collect();
    let expected = "b8 d8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6 a5 c5 e5 g5 \
                    b4 d4 f4 h4 a3 c3 e3 g3 b2 d2 f2 h2 a1 c1 e1 g1";
    assert_eq!(names.join(" "), expected);
}

/// The start: twelve men each.
#[test]
fn r3_start() {
    assert_eq!("B:W21-32:B1-12".parse(), Ok(Position::START));
    assert_eq!(Position::START.black().len(), 12);
    assert_eq!(Position::START.white().len(), 12);
    assert!(Position::START.kings().is_empty());
}

/// Turns: Black first, one move each, no passing.
#[test]
fn r4_turns() {
    check("B:W21-32:B1-12", "9-13 9-14 10-14 10-15 11-15 11-16 12-16");
    check_after("B:W21-32:B1-12", "11-15", "W:W21-32:B1-10,12,15");
    check_after("B:W21-32:B1-12", "11-15 22-18", "B:W18,21,23-32:B1-10,12,15");
    assert_eq!(Position::START.turn(), Color::Black);
    assert!(!Position::START.is_legal(Move::END_TURN));
}

/// A man steps diagonally forward.
#[test]
fn r5_man_steps() {
    check("B:W32:B14", "14-17 14-18");
    check("W:W23:B1", "23-18 23-19");
    check("B:W32:B13", "13-17");
    check("W:W20:B1", "20-16");
    check("B:W32:B14,17", "14-18 17-21 17-22");
}

/// A king steps one square in four directions.
#[test]
fn r6_king_steps() {
    check("W:WK18:B1", "18-14 18-15 18-22 18-23");
    check("B:W5:BK29", "29-25");
    check("B:W5:BK12", "12-8 12-16");
    check("W:W14,K18,23:B1", "14-9 14-10 18-15 18-22 23-19");
}

/// A man jumps forward over a man or a king, to an empty square.
#[test]
fn r7_man_jumps() {
    check("W:W18:BK15,22", "18x11");
    check("B:W10,K18:B15", "15x22");
    check("W:W11,18:BK15", "11-7 11-8 18-14");
    check("W:W18:B11,15", "18-14");
    check("W:W15,18:B1", "15-10 15-11 18-14");
    // Nothing at the edge can be jumped.
    check("W:W9:B5,1", "9-6");
}

/// A king jumps in four directions, over the next square only.
#[test]
fn r8_king_jumps() {
    check("W:WK18:B14,15,22,23", "18x9 18x11 18x25 18x27");
    check("B:WK14,K15,K22,K23:BK18", "18x9 18x11 18x25 18x27");
    check("W:WK29:B18", "29-25");
    check("W:WK29:B18,22", "29-25");
    check("W:WK29:B18,25", "29x22x15");
    check("W:WK29:B22,25", "");
}

/// Captures are forced.
#[test]
fn r9_capture_is_forced() {
    check("W:W18,30:B14", "18x9");
    check("B:W18,21:BK32,15", "15x22");
}

/// The choice is free.
#[test]
fn r10_choice_is_free() {
    check("W:W18:B6,14,15", "18x9x2 18x11");
    check("W:W18,K32:B6,14,27", "18x9x2 32x23");
}

/// A jump goes on to the end.
#[test]
fn r11_jump_goes_on() {
    check("W:W18:B6,14", "18x9x2");
    check("W:W27:B14,15,23", "27x18x9 27x18x11");
    check("W:W26:B14,15,22", "26x17x10");
    check("W:WK27:B15,16,23,24", "27x18x11x20x27 27x20x11x18x27");
}

/// A piece is jumped once, and leaves the board after the move.
#[test]
fn r12_piece_is_jumped_once() {
    check("W:WK18:B15", "18x11");
    check("W:WK26:B14,15,22,23", "26x17x10x19x26 26x19x10x17x26");
    check_after("W:WK26:B14,15,22,23", "26x17x10x19x26", "B:WK26:B");
    check_after("W:WK1,29:B6,12,K15", "1x10x19", "B:WK19,29:B12");
}

/// The first square counts as empty.
#[test]
fn r13_first_square_is_empty() {
    check("W:WK18:B6,7,14,15,23", "18x9x2x11x18x27 18x11x2x9x18x27 18x27");
    check_after("W:WK18:B6,7,14,15,23", "18x9x2x11x18x27", "B:WK27:B");
}

/// A man is crowned on the far row.
#[test]
fn r14_crowning() {
    check_after("W:W6:B12", "6-1", "B:WK1:B12");
    check_after("B:W12:B27", "27-32", "W:W12:BK32");
    check_after("W:W10:B7,12", "10x3", "B:WK3:B12");
    check_after("W:W10:B12", "10-7", "B:W7:B12");
    check_after("W:WK6:B12", "6-1", "B:WK1:B12");
    check("W:WK1:B12", "1-5 1-6");
}

/// Crowning ends the move.
#[test]
fn r15_crowning_ends_the_move() {
    check("W:W10:B7,8", "10x3");
    check_after("W:W10:B7,8", "10x3", "B:WK3:B8");
    check("W:W18:B6,7,14", "18x9x2");
    check("B:W26,27:B22", "22x31");
    // A king goes on from the same row.
    check("W:WK10:B7,8", "10x3x12");
}

/// Moves are the same when first square, last square and captured pieces are.
#[test]
fn r16_same_move() {
    let circle: Position = "W:WK26:B14,15,22,23".parse().unwrap();
    let moves = circle.legal_moves();
    assert_eq!(moves.len(), 2);
    assert_eq!(moves[0], moves[1]);
    assert_ne!(moves[0].route(), moves[1].route());
    assert_eq!(HashSet::from([moves[0], moves[1]]).len(), 1);

    check("W:W26:B14,15,22,23", "26x17x10 26x19x10");
    let fork: Position = "W:W26:B14,15,22,23".parse().unwrap();
    let moves = fork.legal_moves();
    assert_eq!(moves[0].to(), moves[1].to());
    assert_ne!(moves[0], moves[1]);
}

/// What is a position.
#[test]
fn r17_positions() {
    let is_position = |fen: &str| fen.parse::<Position>().is_ok();
    assert!(!is_position("W:W1:B12"), "a white man on its crown row");
    assert!(!is_position("W:W12:B29"), "a black man on its crown row");
    assert!(is_position("W:WK1:BK29") && is_position("W:W29:B1"));
    assert!(!is_position("?:W12:B1"), "nobody to move");
    assert!(is_position("W::B1") && is_position("B:W5-28:B1-4"));

    let square = Square::new(18).unwrap();
    let both =
        Setup { black: square.into(), white: square.into(), turn: Some(Color::White), ..Setup::default() };
    assert!(Position::try_from(both).is_err(), "two pieces on one square");
}

/// No move is a loss.
#[test]
fn r18_no_move() {
    check("B:WK1:B", "");
    check("B:W25,30:B21", "");
    check("W:W12,16:B3,7,8,11", "");
}

/// If any piece can capture, one must.
#[test]
fn h1_capture_side() {
    check_house("capture=side", "W:W18,30:B6,14", "18x9x2");
}

/// A piece that can capture may not step.
#[test]
fn h2_capture_piece() {
    check_house("capture=piece", "W:W18,30:B6,14", "18x9x2 30-25 30-26");
    check_house("capture=piece", "W:W30:B6,14", "30-25 30-26");
}

/// A capture is never forced.
#[test]
fn h3_capture_optional() {
    check_house("capture=optional", "W:W18,30:B6,14", "18x9x2 18-15 30-25 30-26");
}

/// A piece jumps on as long as it can.
#[test]
fn h4_chain_complete() {
    check_house("chain=complete", "W:W18:B6,14", "18x9x2");
}

/// A piece may stop wherever it lands.
#[test]
fn h5_chain_may_stop() {
    check_house("chain=may-stop", "W:W18:B6,14", "18x9 18x9x2");
    check_house("chain=may-stop", "W:W18,30:B14", "18x9");
    check_house_after("chain=may-stop", "W:W18:B6,14", "18x9", "B:W9:B6");
    check_house("chain=may-stop", "W:W27:B14,15,23", "27x18 27x18x9 27x18x11");
}

/// One jump a turn.
#[test]
fn h6_chain_single() {
    check_house("chain=single", "W:W18:B6,14", "18x9");
    check_house_after("chain=single", "W:W18:B6,14", "18x9", "B:W9:B6");
}

/// One jump, and the same side moves once more.
#[test]
fn h7_chain_again() {
    let again = |moves_made, moves| check_mid_turn("chain=again", "W:W18,30:B3,6,14", moves_made, moves);
    again("18x9", "9x2");
    again("18x9 9x2", "2-6 2-7 30-25 30-26");
    check_house_after("chain=again", "W:W18,30:B3,6,14", "18x9 9x2 30-25", "B:WK2,25:B3");
    // Under the same rules: here no capture is forced.
    check_mid_turn("casual", "W:W18,30:B6,14", "18x9", "9x2 9-5 30-25 30-26");
    check_house_after("casual", "W:W18,30:B6,14", "18x9 9-5", "B:W5,30:B6");
    check_mid_turn("capture=piece,chain=again", "W:W18,30:B6,14", "18x9", "9x2 30-25 30-26");
}

/// One jump; then another capture with any piece, or the end of the turn.
#[test]
fn h8_chain_relay() {
    let fen = "W:W18,32:B6,14,27";
    check_house("relay", fen, "18x9 32x23");
    check_mid_turn("relay", fen, "18x9", "9x2 32x23 --");
    check_mid_turn("relay", fen, "32x23", "18x9 --");
    check_mid_turn("relay", fen, "18x9 32x23", "9x2 --");
    check_house_after("relay", fen, "18x9 --", "B:W9,32:B6,27");
    // The turn passes by itself when nothing is left to capture.
    check_house_after("relay", fen, "18x9 32x23 9x2", "B:WK2,23:B");
    check_house_after("relay", "W:W18:B3,14", "18x9", "B:W9:B3");
    // The first capture may be optional; the others always are.
    check_house("relay,capture=optional", fen, "18x9 32x23 18-15 32-28");
    check_mid_turn("relay,capture=optional", fen, "18x9", "9x2 32x23 --");
    check_mid_turn("relay,capture=piece", fen, "18x9", "9x2 32x23 --");
}

/// A man that is crowned in a jump ends its move.
#[test]
fn h9_crown_ends_move() {
    check_house("crown=ends-move", "W:W10:B7,8", "10x3");
    check_house("chain=may-stop", "W:W18:B6,7,14", "18x9 18x9x2");
}

/// A man that is crowned in a jump goes on as a king.
#[test]
fn h10_crown_goes_on() {
    check_house("crown=goes-on", "W:W10:B7,8", "10x3x12");
    check_house_after("crown=goes-on", "W:W10:B7,8", "10x3x12", "B:WK12:B");
    check_house("crown=goes-on,chain=may-stop", "W:W10:B7,8", "10x3 10x3x12");
    check_house_after("crown=goes-on,chain=may-stop", "W:W10:B7,8", "10x3", "B:WK3:B8");
    check_house("crown=goes-on", "W:W18:B6,7,14,15", "18x9x2x11x18 18x11x2x9x18");
    check_house_after("crown=goes-on", "W:W18:B6,7,14,15", "18x9x2x11x18", "B:WK18:B");
    // Before it is crowned it is a man.
    check_house("crown=goes-on", "W:W18:B13,14,15", "18x9 18x11");
}

/// A captured king leaves the board.
#[test]
fn h11_captured_king_removed() {
    check_house_after("captured-king=removed", "W:WK18:B3,K15", "18x11", "B:WK11:B3");
}

/// A captured king stays as a man.
#[test]
fn h12_captured_king_demoted() {
    let rules = "captured-king=demoted";
    check_house_after(rules, "W:WK18:B3,K15", "18x11", "B:WK11:B3,15");
    check_house_after(rules, "W:WK18:B3,15", "18x11", "B:WK11:B3");
    check_house_after(rules, "B:W12,K6:B1", "1x10", "W:W6,12:B10");
    check_house_after(rules, "W:WK1:BK6,15", "1x10x19", "B:WK19:B6");
    check_house_after(rules, "W:WK26:BK14,K15,K22,23", "26x17x10x19x26", "B:WK26:B14,15,22");
}

/// A piece is jumped once in one move, whatever the rules.
#[test]
fn h13_jumped_once_in_a_move() {
    let stops = "18x9 18x9x2 18x9x2x11 18x9x2x11x18 18x11 18x11x2 18x11x2x9 18x11x2x9x18";
    check_house("chain=may-stop", "W:WK18:B6,7,14,15", stops);
    check_house("captured-king=demoted", "W:WK18:BK15", "18x11");
    // The next capture is another move and may jump the same piece.
    check_mid_turn("chain=again,captured-king=demoted", "W:WK18:BK15", "18x11", "11x18");
    check_mid_turn("chain=relay,captured-king=demoted", "W:WK18:BK15", "18x11", "11x18 --");
}

/// The game is over when the last piece is captured.
#[test]
fn h14_last_piece() {
    check_mid_turn("casual", "W:WK1,32:B6", "1x10", "");
    check_house_after("relay", "W:WK1,32:B6", "1x10", "B:WK10,32:B");
    check_house("relay", "B:WK10,32:B", "");
}

/// A player who has captured and cannot move has lost.
#[test]
fn h15_no_move_after_a_capture() {
    check_mid_turn("chain=again", "W:W18:B2,5,6,14", "18x9", "");
}

/// Where a capture is one jump, both values of `crown` mean the same.
#[test]
fn h16_crowning_and_single_jumps() {
    for crown in ["crown=ends-move", "crown=goes-on"] {
        let rules = |chain: &str| format!("{chain},{crown}");
        check_house_after(&rules("chain=single"), "W:W10:B7,8", "10x3", "B:WK3:B8");
        check_mid_turn(&rules("chain=again"), "W:W10:B7,8", "10x3", "3x12");
        check_mid_turn(&rules("chain=relay"), "W:W10:B7,8", "10x3", "3x12 --");
    }
}

/// The middle of a turn is not its beginning.
#[test]
fn h17_within_a_turn() {
    let rules = "chain=again".parse().unwrap();
    let middle = play(rules, "W:W18,30:B6,14", "18x9");
    let beginning = state(rules, "W:W9,30:B6");
    assert!(middle.is_mid_turn() && !beginning.is_mid_turn());
    assert_eq!(middle.position(), beginning.position());
    assert_ne!(middle, beginning);
    assert_ne!(middle.key(), beginning.key());
}

/// The presets.
#[test]
fn h18_presets() {
    const OFFICIAL: Rules = Rules {
        capture: Capture::Side,
        chain: Chain::Complete,
        crown: Crown::EndsMove,
        captured_king: CapturedKing::Removed,
    };
    let presets = [
        ("official", OFFICIAL),
        ("free-stop", Rules { capture: Capture::Piece, chain: Chain::MayStop, ..OFFICIAL }),
        ("crown-and-go", Rules { crown: Crown::GoesOn, captured_king: CapturedKing::Demoted, ..OFFICIAL }),
        ("single-jump", Rules { chain: Chain::Single, ..OFFICIAL }),
        ("casual", Rules { capture: Capture::Optional, chain: Chain::Again, ..OFFICIAL }),
        ("relay", Rules { chain: Chain::Relay, ..OFFICIAL }),
    ];
    assert_eq!(Rules::PRESETS, presets);
    let changed = Rules { crown: Crown::GoesOn, ..presets[4].1 };
    assert_eq!("casual,crown=goes-on".parse(), Ok(changed));
}

/// The legal moves by the official rules, in any order, with all their landing squares.
#[track_caller]
fn check(fen: &str, moves: &str) {
    check_house("official", fen, moves);
}

/// The legal moves under other rules.
#[track_caller]
fn check_house(rules: &str, fen: &str, moves: &str) {
    check_moves(&state(rules.parse().expect("rules"), fen), moves);
}

/// The position after some moves by the official rules.
#[track_caller]
fn check_after(fen: &str, moves_made: &str, after: &str) {
    check_house_after("official", fen, moves_made, after);
}

/// The position after some moves under other rules, at the beginning of a turn.
#[track_caller]
fn check_house_after(rules: &str, fen: &str, moves_made: &str, after: &str) {
    let after: Position = after.parse().unwrap_or_else(|error| panic!("{after}: {error}"));
    let rules = rules.parse().expect("rules");
    assert_eq!(play(rules, fen, moves_made), State::new(after, rules));
}

/// The legal moves after some moves under other rules, with the same side on move.
#[track_caller]
fn check_mid_turn(rules: &str, fen: &str, moves_made: &str, moves: &str) {
    let state = play(rules.parse().expect("rules"), fen, moves_made);
    assert!(state.is_mid_turn(), "{state:?} is not in the middle of a turn");
    check_moves(&state, moves);
}

#[track_caller]
fn check_moves(state: &State, moves: &str) {
    let mut found: Vec<String> = state.legal_moves().iter().map(|mv| mv.route_text().to_string()).collect();
    let mut expected: Vec<&str> = moves.split_whitespace().collect();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected, "in {} under {}", state.position(), state.rules());
}

#[track_caller]
fn state(rules: Rules, fen: &str) -> State {
    State::new(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")), rules)
}

/// The state after some moves.
#[track_caller]
fn play(rules: Rules, fen: &str, moves: &str) -> State {
    moves.split_whitespace().fold(state(rules, fen), |state, text| {
        let mv = text.parse().expect("a move with its route");
        state.play(mv).unwrap_or_else(|error| panic!("{error} under {rules}"))
    })
}
