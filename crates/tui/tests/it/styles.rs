//! Styles on the screen, and what their users type there.

use crossterm::event::KeyCode;
use crownhead_tui::{GameOptions, Place, Question, Seat, style::Style};
use ratatui::style::Color;

use crate::desk::{COLORED, Desk};

/// Two at a board in a style.
fn styled(name: &str) -> Desk {
    let mut desk = Desk::new();
    desk.press(&format!(":style {name}⏎"));
    desk
}

#[test]
fn every_style_says_who_moves_first() {
    for (name, first) in [
        ("masks", "Red to move"),
        ("letters", "Player One to move"),
        ("coordinates", "Player 1 to move"),
        ("indices", "Red to move"),
        ("list", "White to move"),
    ] {
        let mut desk = styled(name);
        desk.press("⎋");
        desk.shows(first);
    }
}

#[test]
fn letters_in_any_case_ask_for_the_piece_by_a_number_from_0() {
    for letter in ["b", "B"] {
        let mut desk = styled("letters");
        desk.press(letter);
        desk.shows("0  C1 to D2");
        desk.shows("1  C3 to D2");
        desk.press("1");
        assert_eq!(desk.moves(), "10-14");
    }
    // Even where only one piece can go there, the number is asked for.
    let mut desk = styled("letters");
    desk.press("A0");
    assert_eq!(desk.moves(), "9-13");
}

#[test]
fn capitals_begin_a_move_where_squares_have_letters() {
    for typed in ["B6 to A5⏎", "b6 a5⏎", "B6A5⏎"] {
        let mut desk = Desk::new();
        desk.press(":notation algebraic⏎");
        desk.press(typed);
        assert_eq!(desk.moves(), "9-13", "{typed}");
        assert_eq!(desk.app.place(), Place::Playing);
    }
    let mut desk = styled("coordinates");
    desk.press("E3 to D4⏎");
    desk.says("Player 1 played E3 to D4.");
    // The bottom line names no key that would begin a move.
    assert!(!desk.screen().contains("B bits") && !desk.screen().contains("D draw"));
}

#[test]
fn a_capture_earns_another_move_and_it_is_said() {
    let mut desk = Desk::playing("B:W18,32:B14,1", "casual");
    desk.press(":names Red,Black⏎14-23⏎");
    desk.says("Red played 14x23. Red moves again.");
}

#[test]
fn a_move_is_a_number_of_the_list_and_minus_one_twice_ends_a_turn() {
    let mut desk = styled("list");
    desk.shows("0: 16 -> 25");
    desk.press("0⏎");
    assert_eq!(desk.moves(), "21-17");
    let mut desk = Desk::playing("W:W18,32:B6,14,27", "relay");
    desk.press(":choose list⏎:count-from 0⏎0⏎");
    desk.press("-1 -1⏎");
    desk.says("White ended the turn.");
    desk.press("99⏎");
    desk.says("There is no move 99.");
}

#[test]
fn the_names_of_all_squares_stand_beside_the_board_of_indices() {
    let desk = styled("indices");
    desk.shows("49");
    desk.shows("1      3      5      7");
}

#[test]
fn a_style_is_chosen_in_the_form_and_brings_its_rules() {
    let mut desk = Desk::new();
    desk.press("N↑↑→→");
    desk.shows("< letters >");
    desk.shows("crown-and-go");
    desk.press("⏎");
    desk.shows("Player One to move");
    desk.press("N");
    desk.shows("letters");
}

#[test]
fn what_is_chosen_in_the_form_counts_for_a_position_too() {
    let seats = [Seat::Person, "2".parse().unwrap()];
    let new = || Desk::open(GameOptions { seats, ..GameOptions::default() }, (80, 24), COLORED, None);
    let mut desk = new();
    desk.press("N↓4FW:W18:B1,2⏎");
    assert_eq!(desk.app.session.seat(crownhead_board::Color::White).to_string(), "level 4");
    let mut desk = new();
    desk.press("N→Ep");
    assert_eq!(desk.app.session.options().seats, [Seat::Shared; 2]);
}

#[test]
fn whoever_reads_help_in_the_form_comes_back_to_it() {
    for keys in ["?⎋", "E⎋", "Fnonsense⏎⎋", "L⎋"] {
        let mut desk = Desk::new();
        desk.press("N");
        desk.press(keys);
        assert_eq!(desk.app.place(), Place::Form, "{keys}");
    }
}

#[test]
fn help_is_paged_without_a_gap_and_searched() {
    let mut desk = Desk::new();
    desk.press("?");
    let shown = |desk: &Desk| -> Vec<String> {
        desk.screen().lines().filter(|line| line.starts_with('│')).map(str::to_owned).collect()
    };
    let first = shown(&desk);
    desk.key(KeyCode::Down);
    let second = shown(&desk);
    desk.key(KeyCode::Up);
    desk.press(" ");
    let next = shown(&desk);
    desk.key(KeyCode::Up);
    assert_eq!(shown(&desk)[1..], next[..next.len() - 1]);
    assert_eq!(first[1..], second[..second.len() - 1]);
    assert_eq!(shown(&desk)[0], *first.last().unwrap());
    desk.press("/offer a draw⏎");
    desk.shows("offer a draw");
    desk.press("/no such thing⏎");
    desk.says("Nothing has \"no such thing\" in it.");
}

#[test]
fn nothing_is_promised_about_a_game_that_cannot_be_kept() {
    let mut desk = Desk::new();
    desk.app.session.is_kept = false;
    desk.press("11-15⏎q");
    assert_eq!(desk.app.page(), &crownhead_tui::Page::Question(Question::Leave));
    desk.shows("The game cannot be kept");
}

#[test]
fn an_undone_move_is_not_told_any_more() {
    for undo in ["u", ":undo⏎"] {
        let mut desk = Desk::new();
        desk.press("11-15⏎");
        desk.says("Black played 11-15.");
        desk.press(undo);
        assert!(!desk.said().contains("played"), "{}", desk.said());
    }
}

#[test]
fn the_bits_of_a_piece_show_its_jumps_step_by_step() {
    let mut desk = Desk::at("W:W27:B14,15,23");
    desk.event(crownhead_tui::Event::Resize(160, 50));
    desk.press("BB");
    desk.shows("The piece on 27");
    desk.shows("Jumps, step 1 of 3");
    desk.press(">>");
    desk.shows(">   18 over 15 to 11: captured 0x00404000");
    desk.press("B:layout up32⏎>>");
    desk.shows("left move");
    desk.shows("0x0EFEFEFE");
    // Players and moves stay in sight.
    desk.shows("White player");
}

#[test]
fn the_course_goes_from_step_to_step() {
    let mut desk = Desk::new();
    desk.press("11-15⏎L");
    desk.shows("1 of 20: The board");
    desk.press("]]]");
    desk.shows("4 of 20: Jumping");
    desk.press("[⎋");
    assert_eq!(desk.app.place(), Place::Playing);
    // The game is where it was.
    assert_eq!(desk.moves(), "11-15");
}

#[test]
fn the_learner_does_what_the_course_asks_for() {
    let mut desk = Desk::new();
    desk.press("L");
    desk.click(17);
    desk.says("That is another square.");
    desk.click(18);
    desk.says("Right. Now to 1.");
    desk.press("m1⏎m32⏎");
    desk.says("Any square can be found");
    desk.press("⏎");
    desk.shows("2 of 20: A man steps");
    desk.press("11-16⏎");
    desk.says("Now it would be White's turn.");
    desk.click(16);
    desk.says("This step is done. Enter goes on.");
    // What is legal but not asked for is not made.
    desk.press(":learn 8⏎27x9⏎");
    desk.says("That was the other way.");
    assert_eq!(desk.moves(), "");
    desk.click(27);
    desk.click(18);
    desk.click(11);
    assert_eq!(desk.moves(), "27x18x11");
    // The other side answers, and the step ends with the last task.
    desk.press(":learn 15⏎1-6⏎6-1⏎1-6⏎6-1⏎");
    desk.says("for the third time");
    desk.press(":hint⏎");
    desk.says("close leaves the course");
    desk.press(":learn 21⏎");
    desk.says("The course has steps 1 to 20.");
}

#[test]
fn the_course_speaks_as_the_style_does() {
    let mut desk = styled("coordinates");
    desk.press("L");
    desk.shows("Go to square D4");
    desk.press("]]]");
    desk.shows("4 of 20: Jumping");
    desk.press("e5 to c3⏎");
    desk.says("The man on D4 is captured.");
}

#[test]
fn every_style_and_theme_is_drawn_at_every_size() {
    for name in crownhead_tui::style::STYLE_NAMES {
        assert!(Style::named(name).is_some());
        let mut desk = styled(name);
        for theme in ["green", "wood", "night", "terminal"] {
            desk.press(&format!(":theme {theme}⏎"));
            for (width, height) in [(40, 12), (50, 16), (80, 24), (100, 32), (138, 40), (200, 60)] {
                desk.event(crownhead_tui::Event::Resize(width, height));
                for keys in ["", "B", "B", "B", "L⎋", "N⎋", "?⎋"] {
                    desk.press(keys);
                    desk.screen();
                }
            }
        }
    }
}

/// The color of a word on the screen.
#[track_caller]
fn color_of(desk: &Desk, word: &str) -> Color {
    let (buffer, screen) = (desk.buffer(), desk.screen());
    let mut places = screen.lines().zip(0..).filter_map(|(line, y)| Some((line.split_once(word)?.0, y)));
    let (before, y) = places.next().unwrap_or_else(|| panic!("{word:?} is not on the screen:\n{screen}"));
    buffer[(before.chars().count() as u16, y)].fg
}

#[test]
fn whoever_is_called_red_is_red() {
    let wide = |style: &str| {
        let mut desk = styled(style);
        desk.event(crownhead_tui::Event::Resize(160, 50));
        desk
    };
    for (style, badge) in [("masks", "○  Red"), ("indices", "r  Red")] {
        assert_eq!(color_of(&wide(style), badge), Color::Red, "{style}");
    }
    assert_eq!(color_of(&wide("masks"), "●  Black"), Color::Black);
}

#[test]
fn the_sides_of_letters_are_green_and_blue_to_the_end() {
    let letters = |fen: &str, keys: &str| {
        let mut desk = Desk::playing(fen, "crown-and-go");
        for (name, value) in [
            ("notation", "rows"),
            ("names", "Player One,Player Two"),
            ("pieces", "o@x#"),
            ("choose", "letters"),
            ("count-from", "0"),
            ("ending", "count"),
            ("theme", "terminal"),
            ("each-turn", "score"),
        ] {
            desk.press(&format!(":{name} {value}⏎"));
        }
        desk.press(keys);
        desk
    };
    let desk = letters("B:W18,32:B14", "");
    desk.shows("Player One to move: o, kings @");
    assert_eq!(color_of(&desk, "Player One to move"), Color::Green);
    assert_eq!(color_of(&desk, "o, kings"), Color::Green);
    let desk = letters("B:W18:B14,1", "A0");
    desk.shows("Player One wins with 2 pieces left.");
    assert_eq!(color_of(&desk, "Player One wins"), Color::Green);
    let desk = letters("W:W29,30:B21", "A0");
    desk.shows("Player One has no move and forfeits the game.");
    assert_eq!(color_of(&desk, "Player One has no move"), Color::Green);
    assert_eq!(color_of(&desk, "Player Two wins"), Color::LightBlue);
}

#[test]
fn a_short_list_of_moves_is_shown_whole() {
    let desk = styled("list");
    for line in ["0: 16 -> 25", "6: 22 -> 31"] {
        desk.shows(line);
    }
}

#[test]
fn the_bits_say_whose_turn_it_is_and_keep_their_boards() {
    let mut desk = styled("masks");
    desk.shows("Red to move");
    desk.press("8 12⏎");
    desk.shows("Black to move");
    desk.shows("8-12: red ^= 0x00001100");
    desk.shows("board     black     red       kings");
    desk.shows("r r r r");
}

#[test]
fn the_piece_in_the_hand_marks_every_square_it_can_go_to() {
    let mut desk = Desk::playing("W:W18,30:B6,14,7", "free-stop");
    desk.click(18);
    desk.says("The man on 18 can go to 2 or 9.");
    desk.click(2);
    assert_eq!(desk.moves(), "18x9x2");
}

#[test]
fn sides_are_typed_as_they_are_called() {
    use crownhead_board::Color::{Black, White};
    let mut desk = styled("indices");
    desk.press(":black 1⏎");
    desk.says("Red: person. Black: level 1.");
    assert_eq!(desk.app.session.seat(White).to_string(), "level 1");
    desk.press(":red 2⏎");
    assert_eq!(desk.app.session.seat(Black).to_string(), "level 2");
    let mut desk = styled("indices");
    desk.press("E");
    desk.says("(b for Black, w for Red)");
    desk.press("c:put 17 black king⏎:put 33 red⏎:put 35 R⏎:turn black⏎");
    desk.press(":fen⏎");
    // 17 of the style is 9, 33 is 17, 35 is 18.
    desk.shows("W:WK9:B17,K18");
    let mut desk = styled("coordinates");
    desk.press(":player 2 3⏎");
    desk.says("Player 2: level 3.");
}

#[test]
fn whoever_chooses_a_style_moves_first_as_in_those_programs() {
    use crownhead_board::Color;
    let seats = [Seat::Person, "2".parse().unwrap()];
    let mut desk = Desk::open(GameOptions { seats, ..GameOptions::default() }, (80, 24), COLORED, None);
    desk.press("N↑↑←");
    desk.shows("< list >");
    desk.shows("White (moves first)");
    desk.press("⏎");
    assert_eq!(desk.app.session.person(), Some(Color::White));
    desk.press("0⏎");
    // What was played first stands first.
    desk.shows("1. 16-25");
}

#[test]
fn a_game_that_is_over_says_who_won_by_name() {
    let mut desk = Desk::at("B:W25,30:B21");
    desk.says("White wins: Black cannot move.");
    desk.press(":names Red,Blue⏎:11-15⏎");
    desk.says("Blue wins: Red cannot move. Start a new game");
}

#[test]
fn help_in_the_course_leads_back_to_the_course() {
    let mut desk = Desk::new();
    desk.press("NL?⎋");
    assert_eq!(desk.app.place(), Place::Learn);
    desk.press("⇥");
    desk.says("A square is asked for");
    desk.press("⎋");
    assert_eq!(desk.app.place(), Place::Form);
}

#[test]
fn what_a_command_does_not_take_is_told() {
    let mut desk = Desk::new();
    desk.press("11-15⏎:new level=1⏎");
    desk.says("New takes nothing behind it");
    assert_eq!(desk.moves(), "11-15");
    desk.press(":reset⏎");
    assert_eq!(desk.moves(), "");
}

#[test]
fn the_course_keeps_its_words_while_bits_are_shown() {
    let mut desk = styled("masks");
    desk.press("L");
    desk.shows("1 of 20: The board");
}

#[test]
fn nothing_is_done_where_nothing_can_be_seen() {
    let mut desk = Desk::new();
    desk.event(crownhead_tui::Event::Resize(30, 10));
    desk.press("9-13⏎");
    assert_eq!(desk.moves(), "");
}

#[test]
fn a_hint_after_the_end_says_that_the_game_is_over() {
    let mut desk = Desk::at("B:W25,30:B21");
    desk.press("H");
    desk.says("The game is over");
}
