//! Every way of moving a piece.

use crossterm::event::KeyCode;

use crownhead_tui::Place;

use crate::desk::Desk;

#[test]
fn the_keys_of_the_bottom_line_can_be_clicked() {
    let mut desk = Desk::new();
    desk.click_word("? all keys");
    assert_eq!(desk.app.place(), Place::Text);
    desk.click_word("Esc back");
    assert_eq!(desk.app.place(), Place::Playing);
    desk.click_word(": command");
    desk.press("flip");
    desk.click_word("Enter do it");
    assert_eq!(desk.app.place(), Place::Playing);
    desk.shows("31");
}

#[test]
fn the_cursor_takes_a_piece_and_puts_it_down() {
    let mut desk = Desk::new();
    // The cursor is on 11, and Black is at the top.
    desk.press("⏎");
    desk.says("The man on 11 can go to 15 or 16.");
    desk.shows("{▜█▛");
    desk.press("↓⏎");
    assert_eq!(desk.moves(), "11-15");
}

#[test]
fn letters_of_the_home_row_move_the_cursor() {
    let (mut arrows, mut letters) = (Desk::new(), Desk::new());
    arrows.press("→↓←↑→");
    letters.press("ljhkl");
    assert_eq!(arrows.screen(), letters.screen());
    letters.press("⏎j⏎");
    assert_eq!(letters.moves(), "12-16");
}

#[test]
fn enter_on_a_square_that_one_piece_can_reach_is_a_move() {
    let mut desk = Desk::at("B:W32:B1,9");
    desk.press("13⏎");
    assert_eq!(desk.moves(), "9-13");
}

#[test]
fn the_mouse_clicks_twice_or_drags() {
    let mut desk = Desk::new();
    desk.click(11);
    desk.click(15);
    assert_eq!(desk.moves(), "11-15");
    desk.mouse_down(22);
    desk.mouse_up(18);
    assert_eq!(desk.moves(), "11-15 22-18");
    // A piece that was clicked can still be dragged.
    desk.press("u");
    desk.click(22);
    desk.mouse_down(22);
    desk.mouse_up(18);
    assert_eq!(desk.moves(), "11-15 22-18");
    // A click on another piece takes that one instead; a click on the same lets it go.
    desk.click(15);
    desk.click(15);
    desk.says("");
    assert!(desk.app.cells().iter().all(|cell| !cell.taken));
}

#[test]
fn a_move_is_typed_in_any_notation() {
    for typed in ["11-15⏎", "11 15⏎", "1115⏎", "mf6-e5⏎", ":11-15⏎", ":f6 to e5⏎"] {
        let mut desk = Desk::new();
        desk.press(typed);
        assert_eq!(desk.moves(), "11-15", "{typed}");
    }
    for (notation, typed) in [("algebraic", "f6e5⏎"), ("index32", "10-14⏎"), ("index64", "45-36⏎")] {
        let mut desk = Desk::new();
        desk.press(&format!(":notation {notation}⏎"));
        desk.press(typed);
        assert_eq!(desk.moves(), "11-15", "{notation}");
    }
}

#[test]
fn typed_lines_can_be_edited_and_given_up() {
    let mut desk = Desk::new();
    desk.press("12-16⌫5");
    desk.shows("Move: 12-15");
    desk.press("⎋");
    desk.press("11-17⌫6⏎");
    assert_eq!(desk.moves(), "11-16");
    desk.press(":fl⇥⏎");
    desk.press(":⌫");
    assert_eq!(desk.app.place(), crownhead_tui::Place::Playing);
}

#[test]
fn tab_goes_through_the_legal_moves() {
    let mut desk = Desk::new();
    desk.press("⇥");
    desk.says("Move 1 of 7: 9-13.");
    desk.press("⇥⇥");
    desk.says("Move 3 of 7: 10-14.");
    desk.key(KeyCode::BackTab);
    desk.says("Move 2 of 7: 9-14.");
    desk.press("⏎");
    assert_eq!(desk.moves(), "9-14");
}

#[test]
fn letters_name_the_squares_that_moves_can_reach() {
    let mut desk = Desk::new();
    let letters = desk.app.letters();
    let names: Vec<String> =
        letters.iter().map(|(square, letter)| format!("{square}{}", letter.unwrap())).collect();
    assert_eq!(names, ["13a", "14b", "15c", "16d"]);
    desk.shows("13  a");
    // One piece can go to 13; two can go to 14.
    desk.press("a");
    assert_eq!(desk.moves(), "9-13");
    desk.press("22-17⏎");
    desk.says("A jump must be taken: the piece on 13 can jump. Play 13x22.");
}

#[test]
fn a_letter_asks_which_piece_when_several_can_go_there() {
    let mut desk = Desk::new();
    desk.press("b");
    for part in ["Which move?", "1  9-14", "2  10-14"] {
        desk.shows(part);
    }
    desk.press("⎋b↓⏎");
    assert_eq!(desk.moves(), "10-14");
    let mut desk = Desk::new();
    desk.press("b1");
    assert_eq!(desk.moves(), "9-14");
}

#[test]
fn the_choice_says_what_each_piece_would_capture() {
    let mut desk = Desk::at("W:W22,K24:B18,K19,1");
    let letter = desk.app.letters().iter().find(|(square, _)| square.number() == 15).unwrap().1.unwrap();
    desk.press(&letter.to_string());
    desk.shows("22x15  takes the man on 18");
    desk.shows("24x15  takes the king on 19");
    desk.click_text("24x15  takes");
    assert_eq!(desk.moves(), "24x15");
}

#[test]
fn a_forced_capture_is_marked_and_said() {
    let mut desk = Desk::at("W:W18,31:B14,6");
    desk.shows("A jump must be taken: the piece on 18 can jump. Play 18x9x2.");
    let cells = desk.app.cells();
    assert!(cells[17].must && !cells[30].may);
    desk.press("31-27⏎");
    desk.says("A jump must be taken");
    desk.click(31);
    desk.says("A jump must be taken");
}

#[test]
fn a_jump_goes_square_by_square_and_can_be_taken_back() {
    let mut desk = Desk::at("W:W22:B18,11,1");
    desk.click(22);
    desk.click(15);
    desk.says("The jump goes on to 8.");
    let cells = desk.app.cells();
    assert!(cells[14].taken && cells[14].piece.is_some() && cells[17].jumped && cells[21].piece.is_none());
    assert_eq!(desk.moves(), "");
    desk.press("⎋");
    assert!(desk.app.cells()[21].taken);
    // The cursor goes ahead where there is one way.
    desk.click(15);
    desk.press("⏎");
    assert_eq!(desk.moves(), "22x15x8");
}

#[test]
fn the_route_of_a_jump_is_chosen_on_the_way() {
    let mut desk = Desk::at("W:WK22:B18,17,10,9,1");
    desk.click(22);
    desk.shows("{");
    desk.click(13);
    desk.says("The jump goes on to 6");
    desk.click(6);
    desk.click(15);
    desk.click(22);
    assert_eq!(desk.moves(), "22x13x6x15x22");
}

#[test]
fn where_a_jump_may_stop_enter_stops_it() {
    let mut desk = Desk::playing("W:W22:B18,11,1", "chain=may-stop");
    desk.click(22);
    desk.click(15);
    desk.says("Enter on the piece stops here");
    desk.press("⏎");
    assert_eq!(desk.moves(), "22x15");
}

#[test]
fn a_turn_that_may_go_on_is_ended_with_a_key() {
    let mut desk = Desk::playing("W:W22,32:B18,11,1", "relay");
    desk.click(22);
    desk.click(15);
    assert_eq!(desk.moves(), "22x15");
    desk.press(".");
    assert!(desk.moves().ends_with("--"), "{}", desk.moves());
}

#[test]
fn every_wrong_move_is_answered_with_a_sentence_and_advice() {
    let cases = [
        ("11-19", "not a move apart"),
        ("11-7", "is occupied"),
        ("9-18", "nothing to jump on 14"),
        ("22-18", "The piece on 22 is White's, and it is Black's turn. Choose"),
        ("14-18", "There is no piece on 14. Choose"),
        ("11-44", "Squares are 1 to 32"),
        ("hello", "A move looks like 9-13"),
    ];
    for (typed, said) in cases {
        let mut desk = Desk::new();
        desk.press(&format!("m{typed}⏎"));
        desk.says(said);
        assert!(desk.app.message().is_wrong);
        assert_eq!(desk.moves(), "");
    }
    let mut desk = Desk::at("W:W10,22:B1");
    desk.press("22-26⏎");
    desk.says("only kings can. Move it towards Black's side");
    desk.click(1);
    desk.says("The piece on 1 is Black's");
    desk.click(20);
    desk.says("No piece of White's can go to 20");
}

#[test]
fn a_piece_that_is_blocked_is_said_to_be() {
    let mut desk = Desk::new();
    desk.click(1);
    desk.says("The piece on 1 cannot move: it is blocked");
}

#[test]
fn where_the_turn_may_be_ended_nothing_is_forced() {
    let mut desk = Desk::playing("W:W18,32,30:B6,14,27,1", "relay");
    desk.press("18x9⏎");
    desk.says("White played 18x9. Jump on with 9x2 or 32x23, or press . to end the turn.");
    assert!(desk.app.cells().iter().all(|cell| !cell.must));
    desk.press(".");
    desk.says("White ended the turn.");
    // Both moves are White's, and stand below each other.
    desk.shows("1. …             18x9");
    desk.shows("2. …             --");
}
