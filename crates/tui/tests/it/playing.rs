//! Games: opponents, levels, clocks, openings, rules, and how they end.

use std::time::Duration;

use crownhead_board::{Color, Outcome, WinReason};
use crownhead_tui::{GameOptions, Page, Place, Question, Seat, TimeControl};

use crate::desk::{COLORED, Desk};

#[test]
fn the_computer_answers() {
    let mut desk = Desk::against("1");
    desk.press("11-15⏎");
    assert_eq!(desk.moves().split(' ').count(), 2);
    desk.says("White played");
    desk.shows("White level 1");
    desk.shows("Black to move");
}

#[test]
fn undo_takes_back_the_answer_too_and_redo_brings_both_again() {
    let mut desk = Desk::against("1");
    desk.press("11-15⏎");
    let moves = desk.moves();
    desk.press("u");
    assert_eq!((desk.moves().as_str(), desk.said()), ("", ""));
    desk.press("u");
    desk.says("no move to take back");
    desk.press("U");
    assert_eq!(desk.moves(), moves);
}

#[test]
fn neither_a_ballot_nor_the_first_move_of_the_computer_is_taken_back() {
    let mut desk = Desk::against("1");
    desk.press("W");
    let moves = desk.moves();
    desk.press("u");
    desk.says("no move to take back");
    assert_eq!(desk.moves(), moves);
    let mut desk = Desk::new();
    desk.press(":ballot skunk⏎u");
    desk.says("no move to take back");
    desk.press(":white 1⏎:black person⏎u");
    assert!(desk.moves().starts_with("12-16 24-20 10-15"));
}

#[test]
fn a_hint_is_marked_and_has_a_reason() {
    let mut desk = Desk::at("W:W18,31:B14,6,1");
    desk.press("H");
    desk.says("Try 18x9x2: it is the only legal move");
    let cells = desk.app.cells();
    assert!(cells[17].hint && cells[1].hint);
    desk.press("18x2⏎");
    assert!(desk.app.session.hint().is_none());
}

#[test]
fn a_hint_says_what_the_endgame_database_knows() {
    let mut desk = Desk::at("W:WK18,K22:BK3");
    desk.press("H");
    desk.says("Try 22-17: the endgame database knows that it wins in 7 plies");
    let mut desk = Desk::at("W:WK32:BK1");
    desk.press("H");
    desk.says("the endgame database knows that it holds the draw");
    let mut desk = Desk::at("B:WK18,K22:BK3");
    desk.press("H");
    desk.says("it holds out longest, though the endgame database knows that it loses in");
}

#[test]
fn the_computer_is_told_to_move_now() {
    let mut desk = Desk::new();
    desk.press("M");
    desk.says("The computer is not thinking");
    // Far from the book, so that there is something to think about.
    let fen = "B:W17,21,23,24,25,26,27,28,30,32:B1,2,3,4,5,6,8,10,11,12";
    for level in ["9", "full"] {
        let mut desk = Desk::against_at(level, fen);
        desk.press_at_once("11-15⏎");
        assert!(desk.app.session.is_computer_thinking());
        desk.press("M");
        desk.says("White played");
    }
}

#[test]
fn a_position_in_which_nothing_can_be_moved_is_over() {
    let mut desk = Desk::new();
    desk.press(":fen W:W:B10⏎");
    desk.shows("Black has won");
    desk.press("u");
    desk.says("no move to take back");
}

#[test]
fn a_draw_takes_two() {
    let mut desk = Desk::new();
    desk.press("D");
    desk.says("Black offers a draw. White accepts");
    desk.press("11-15⏎");
    desk.press("D");
    assert!(matches!(desk.app.session.outcome(), Some(Outcome::Draw(_))));
    desk.shows("A draw");
}

#[test]
fn a_move_declines_a_draw() {
    let mut desk = Desk::new();
    desk.press("D");
    desk.press("11-15⏎22-18⏎");
    assert_eq!(desk.app.session.offer(), None);
}

#[test]
fn the_computer_looks_before_it_accepts_a_draw() {
    let mut desk = Desk::against("3");
    desk.press("D");
    desk.says("too early");
    assert_eq!(desk.app.session.outcome(), None);
    // A king each is a draw; two kings against one that is not in a corner are not.
    let mut desk = Desk::against_at("1", "W:WK32:BK1");
    desk.press("D");
    desk.shows("A draw");
    let mut desk = Desk::against_at("1", "B:WK18,K22:BK3");
    desk.press("D");
    desk.says("The computer declines the draw: it likes its position");
    assert!(desk.app.session.is_persons_turn());
}

/// A king each walks along the edges of the board until the computer has had enough.
fn dull_game() -> Desk {
    let mut desk = Desk::against_at("1", "W:WK31:BK1");
    while desk.app.session.offer().is_none() {
        assert_eq!(desk.app.session.outcome(), None, "no draw was offered");
        let moves = desk.app.session.legal_moves();
        // Back and forth would repeat the position too often, so the king goes on where it can.
        let seen: Vec<_> = desk.app.session.game().positions().copied().collect();
        let visits = |mv: &crownhead_board::Move| {
            let next = desk.app.session.game().position().play_unchecked(*mv);
            seen.iter().filter(|pos| **pos == next).count()
        };
        let mv = moves.iter().min_by_key(|mv| visits(mv)).unwrap();
        let text = mv.to_string();
        desk.press(&format!("{text}⏎"));
    }
    desk
}

#[test]
fn the_computer_offers_a_draw_when_nothing_happens() {
    let mut desk = dull_game();
    desk.says("The computer offers a draw");
    desk.shows("Black offers a draw");
    desk.press("D");
    desk.says("Draw");
    desk.shows("A draw");
    // A move declines the offer.
    let mut desk = dull_game();
    desk.press("⇥⏎");
    assert_eq!(desk.app.session.outcome(), None);
    assert_eq!(desk.app.session.offer(), None);
}

#[test]
fn resigning_asks_first() {
    let mut desk = Desk::against("1");
    desk.press("R");
    assert_eq!(desk.app.page(), &Page::Question(Question::Resign));
    desk.press("n");
    assert_eq!(desk.app.session.outcome(), None);
    desk.press("Ry");
    assert_eq!(desk.app.session.outcome(), Some(Outcome::Win(Color::White, WinReason::Resignation)));
    desk.shows("White has won");
    desk.shows("N new game  R rematch");
    // The resignation alone is taken back.
    desk.press("u");
    assert_eq!(desk.app.session.outcome(), None);
}

#[test]
fn a_rematch_changes_colors() {
    let mut desk = Desk::against("1");
    desk.press("RyR");
    assert_eq!(desk.app.session.person(), Some(Color::White));
    assert_eq!(desk.moves().split(' ').count(), 1, "the computer has Black now and has moved");
}

#[test]
fn sides_are_swapped_and_the_board_is_flipped() {
    let mut desk = Desk::against("1");
    desk.press("W");
    assert_eq!(desk.app.session.person(), Some(Color::White));
    assert_eq!(desk.moves().split(' ').count(), 1);
    let before = desk.screen();
    desk.press("f");
    assert_ne!(before, desk.screen());
    desk.press("f");
    assert_eq!(before, desk.screen());
}

#[test]
fn levels_go_up_and_down() {
    let mut desk = Desk::against("1");
    desk.press("+");
    assert_eq!(desk.app.session.seat(Color::White), "level 2".parse().unwrap());
    desk.press("--");
    desk.says("no such level");
    desk.press(":level full⏎");
    assert_eq!(desk.app.session.seat(Color::White), Seat::Full);
    desk.press(":white person⏎+");
    desk.says("No computer plays");
}

#[test]
fn the_form_asks_for_everything_and_starts_a_game() {
    let mut desk = Desk::new();
    desk.press("N");
    assert_eq!(desk.app.place(), Place::Form);
    // From two at one board back to a game against the computer, at level 7, with White.
    desk.press("←");
    desk.shows("< against the computer >");
    desk.press("↓7↓→");
    desk.shows("White");
    // The ballot numbered 174, a clock, and house rules.
    desk.press("↓174↓→→→↓↓→");
    for part in ["level 7", "174. 12-16 24-20 10-15 (Skunk)", "5 min + 3 s per move", "free-stop"] {
        desk.shows(part);
    }
    desk.press("⏎");
    let options = desk.app.session.options();
    assert_eq!(desk.app.session.person(), Some(Color::White));
    assert_eq!(options.clock, Some(TimeControl::new(5, 3)));
    assert_eq!(options.rules.to_string(), "free-stop");
    assert_eq!(desk.moves(), "12-16 24-20 10-15");
    desk.says("You play White against level 7. Rules: free-stop.");
    desk.shows("5:00");
}

#[test]
fn the_form_is_clicked_too() {
    let mut desk = Desk::new();
    desk.press("N");
    desk.click_text("Opening");
    desk.click_text("Opening");
    desk.shows("< random ballot >");
    desk.click_text("Enter starts");
    assert_eq!(desk.moves().split(' ').count(), 3);
}

#[test]
fn computers_play_each_other_to_the_end() {
    let seats = ["2", "1"].map(|level| level.parse().unwrap());
    let desk = Desk::open(GameOptions { seats, ..GameOptions::default() }, (80, 24), COLORED, None);
    assert!(desk.app.session.outcome().is_some());
}

#[test]
fn clocks_run_after_the_first_move_and_fall() {
    let clock = Some(TimeControl::new(1, 2));
    let mut desk = Desk::open(GameOptions { clock, ..GameOptions::default() }, (80, 24), COLORED, None);
    desk.pass(Duration::from_secs(30));
    desk.press("11-15⏎");
    desk.pass(Duration::from_secs(10));
    desk.press("22-18⏎");
    desk.shows("0:52");
    desk.pass(Duration::from_secs(61));
    assert_eq!(desk.app.session.outcome(), Some(Outcome::Win(Color::White, WinReason::Time)));
    desk.says("White wins: Black ran out of time");
}

#[test]
fn commands_start_games_from_ballots_positions_and_rules() {
    let mut desk = Desk::new();
    desk.press(":ballot skunk⏎");
    assert_eq!(desk.moves(), "12-16 24-20 10-15");
    desk.press(":ballot free⏎:rules casual⏎");
    assert_eq!(desk.app.session.options().rules.to_string(), "casual");
    desk.press(":rules official⏎:fen W:W18:B14,6⏎");
    assert_eq!(desk.fen(), "W:W18:B6,14");
    desk.press(":clock 3+2⏎");
    desk.shows("3:00");
    desk.press(":level 12⏎");
    desk.says("levels are 1 to 10, or full");
}

#[test]
fn the_opening_has_its_name() {
    let mut desk = Desk::new();
    desk.press("11-15⏎23-19⏎8-11⏎22-17⏎");
    desk.shows("Opening: Old Faithful");
}

#[test]
fn a_game_ends_on_the_board_with_its_score() {
    let mut desk = Desk::at("W:W18:B14,K6");
    desk.press("18-2⏎");
    desk.says("White wins: Black has no pieces left");
    desk.shows("captured 1 man, 1 king");
    desk.press("⏎");
    desk.says("The game is over. N starts a new one");
}

#[test]
fn a_position_is_set_up_on_the_board() {
    let mut desk = Desk::new();
    desk.press("E");
    desk.shows("set up a position, Black to move");
    desk.press("cp");
    desk.says("Black has no move here");
    desk.click(18);
    desk.press("w");
    desk.click(1);
    desk.press("wp");
    desk.says("crown row");
    desk.press("Wt");
    desk.click(32);
    desk.press("Bp");
    assert_eq!(desk.fen(), "W:WK1,18:BK32");
    assert_eq!(desk.app.place(), Place::Playing);
    desk.press("Ec⎋");
    assert_eq!(desk.fen(), "W:WK1,18:BK32");
}

#[test]
fn earlier_positions_are_looked_at_and_played_on_from() {
    let mut desk = Desk::new();
    desk.press("11-15⏎22-18⏎15-22⏎");
    desk.press("[[");
    desk.shows("Looking back: ply 1 of 3");
    desk.click(22);
    desk.shows("White to move");
    desk.press("[⏎y");
    assert_eq!(desk.moves(), "11-15 22-18");
    // What came later can be made again, and what came before be taken back.
    desk.press("U");
    assert_eq!(desk.moves(), "11-15 22-18 15x22");
    desk.press("u");
    desk.press("{");
    desk.shows("ply 0 of 2");
    desk.press("}");
    assert!(desk.app.session.is_live());
}

#[test]
fn leaving_asks_while_a_game_is_on() {
    let mut desk = Desk::new();
    desk.press("11-15⏎q");
    desk.shows("Leave? The game is kept");
    desk.press("n");
    assert!(!desk.app.is_leaving());
    desk.press("qy");
    assert!(desk.app.is_leaving());
    let mut desk = Desk::new();
    desk.press("11-15⏎");
    desk.ctrl('c');
    assert!(desk.app.is_leaving());
}

#[test]
fn a_line_that_is_not_understood_can_be_corrected() {
    let mut desk = Desk::new();
    desk.press("NFW:W18:B18⏎");
    desk.shows("W:W18:B18");
    desk.shows("! Not a position: pieces of both sides on 18.");
    desk.key(crossterm::event::KeyCode::Backspace);
    desk.press("4⏎");
    assert_eq!(desk.fen(), "W:W18:B14");
    // What is typed at once takes its place.
    desk.press(":fen nonsense⏎:fen B:W18:B14⏎");
    assert_eq!(desk.fen(), "B:W18:B14");
}
