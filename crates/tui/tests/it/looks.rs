//! What is on the screen, at any size, with colors and without.

use crownhead_tui::{Colors, GameOptions, Look, Place, TimeControl};
use ratatui::style::Color;

use crate::desk::{COLORED, Desk};

fn sized(size: (u16, u16), look: Look) -> Desk {
    let seats = ["person", "2"].map(|seat| seat.parse().unwrap());
    let clock = Some(TimeControl::new(5, 3));
    let mut desk = Desk::open(GameOptions { seats, clock, ..GameOptions::default() }, size, look, None);
    desk.press("11-15⏎");
    desk
}

#[test]
fn everything_fits_eighty_by_twenty_four() {
    let mut desk = Desk::new();
    for typed in ["11-15", "23-19", "8-11", "22-17", "9-13", "17-14", "10-17", "21-14"] {
        desk.press(&format!("{typed}⏎"));
    }
    for part in [
        "Black player",
        "White player",
        "captured 1 man",
        "Opening: ",
        "Black to move",
        "1. 11-15",
        "4. 10x17",
    ] {
        desk.shows(part);
    }
    desk.shows("? all keys");
    desk.shows("White played 21x14.");
}

#[test]
fn the_screen_grows_with_the_window() {
    for (size, cell) in
        [((80, 24), 5), ((100, 32), 6), ((120, 40), 8), ((200, 60), 14), ((50, 16), 3), ((40, 12), 3)]
    {
        let desk = sized(size, COLORED);
        assert_eq!(crownhead_tui::Layout::new(&desk.app).cell_size().0, cell, "{size:?}");
        desk.shows("? all keys");
        desk.shows("5:0");
        desk.shows("15");
    }
}

#[test]
fn a_window_that_is_too_small_says_so() {
    for size in [(39, 12), (40, 11), (20, 5), (8, 2), (1, 1)] {
        let desk = sized(size, COLORED);
        if size.0 >= 20 {
            desk.shows("Too small");
        }
        desk.screen();
    }
}

#[test]
fn no_size_breaks_any_page() {
    for width in [40, 47, 59, 80, 99, 133, 200] {
        for height in [12, 14, 15, 21, 24, 33, 60] {
            let mut desk = sized((width, height), COLORED);
            for keys in ["", "A", "B", "N", "⎋?", "⎋E", "⎋:", "⎋b", "⎋R"] {
                desk.app.session.obey_line("", desk.now);
                desk.press(keys);
                desk.screen();
            }
        }
    }
}

#[test]
fn without_colors_everything_is_told_by_marks() {
    let mut desk = sized((80, 24), Look { colors: Colors::None, ascii: false });
    desk.press("⇥");
    let buffer = desk.buffer();
    assert!(buffer.content().iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    desk.shows("{b}");
    desk.shows("w");
    desk.shows("*");
}

#[test]
fn plain_characters_are_enough() {
    let mut desk = sized((80, 24), Look { colors: Colors::Sixteen, ascii: true });
    for keys in ["", "?", "⎋N", "⎋R", "nA"] {
        desk.press(keys);
        let screen = desk.screen();
        assert!(screen.is_ascii(), "{keys}: {screen}");
    }
}

#[test]
fn kings_are_told_apart() {
    // A king wears a crown, large or small.
    let mut desk = Desk::at("W:WK18,22:BK3,5");
    desk.shows("▙█▟");
    desk.event(crownhead_tui::Event::Resize(50, 16));
    desk.shows("♛");
    let desk = Desk::open(
        GameOptions {
            opening: crownhead_tui::Opening::Fen { fen: "W:WK18,22:BK3,5".parse().unwrap() },
            ..GameOptions::default()
        },
        (80, 24),
        Look::PLAIN,
        None,
    );
    for letter in ["W", "w", "B", "b"] {
        desk.shows(letter);
    }
}

#[test]
fn the_bits_are_a_key_away() {
    let mut desk = Desk::at("W:W18:B14,K6,1");
    desk.press("B");
    for part in [
        "black  00002021 00000000000000000010000000100001",
        "kings  00000020 00000000000000000000000000100000",
        "jumper 00020000 00000000000000100000000000000000",
        "sq 18",
    ] {
        desk.shows(part);
    }
    desk.press("↓");
    desk.shows("sq 22");
    desk.press("18-2⏎");
    for part in ["18x9x2: ", "white ^= 0x00020002", "black &=", "crowned"] {
        desk.shows(part);
    }
    desk.press("BBB");
    desk.shows("White player");
    desk.press("B");
    desk.shows("Bits 1/3");
    desk.press("⎋");
    desk.shows("White player");
}

#[test]
fn the_analysis_has_a_bar_lines_and_verdicts() {
    let mut desk = Desk::at("W:WK18,K22:BK3");
    desk.press("A");
    while desk.app.session.analysis().unwrap().lines.len() < 3 {
        desk.hear();
    }
    for part in ["Black ", " White", "known to the end", " win 7 ", "Database: 22-17 win in 7"] {
        desk.shows(part);
    }
    // It follows the game, and stops.
    desk.press("18-14⏎");
    desk.hear();
    desk.press("A");
    assert!(desk.app.session.analysis().is_none());
    desk.says("The analysis is stopped");
}

#[test]
fn an_analysis_says_how_far_it_has_looked() {
    let mut desk = Desk::new();
    desk.press("A");
    while desk.app.session.analysis().unwrap().lines.len() < 3 {
        desk.hear();
    }
    desk.shows("depth ");
    desk.press("A");
}

#[test]
fn a_question_shows_its_answers_in_every_window() {
    for size in [(80, 24), (120, 40), (50, 16), (40, 12)] {
        let mut desk = Desk::open(GameOptions::default(), size, COLORED, None);
        desk.press("11-15⏎q");
        desk.shows("y yes    n no");
    }
}

#[test]
fn the_bottom_line_names_what_makes_sense() {
    let seats = ["1", "1"].map(|level| level.parse().unwrap());
    let mut desk = Desk::open(GameOptions { seats, ..GameOptions::default() }, (80, 24), COLORED, None);
    desk.shows("N new game  R rematch");
    assert!(!desk.screen().contains("H hint"));
    desk.press("uu");
    desk.shows("Space pause  M move now");
    desk.shows("(paused)");
    assert!(!desk.screen().contains("H hint"));
    // There is nothing to complete in a text to search for.
    desk.press("?/");
    desk.shows("Enter do it  Esc cancel");
}

#[test]
fn the_form_explains_rules() {
    let mut desk = Desk::new();
    desk.press("N↑");
    desk.shows("Jumps are forced, a piece jumps as far as it can");
    desk.press("→");
    desk.shows("< free-stop >");
    desk.shows("may stop wherever it lands.");
}

#[test]
fn setting_up_says_how_and_counts() {
    let mut desk = Desk::new();
    desk.press("E");
    desk.says("b and w put men there, B and W kings");
    desk.shows("Black: 12 men, 0 kings");
    desk.press("c:put 18 white king⏎t");
    desk.shows("White: 0 men, 1 king");
    desk.shows("White to move");
}

#[test]
fn the_keys_and_the_commands_can_be_read() {
    let mut desk = Desk::new();
    desk.press("?");
    desk.shows("Letters on squares");
    desk.key(crossterm::event::KeyCode::End);
    assert_eq!(desk.app.place(), Place::Text);
    desk.press("⎋:help⏎");
    desk.shows("undo [N]");
    desk.press("⎋#");
    desk.shows("29");
    desk.press("⎋:moves⏎");
    desk.shows("1  9-13");
    desk.press("⎋:pieces⏎");
    desk.shows("White men: 21, 22");
    desk.press("⎋:score⏎");
    desk.shows("Black has captured 0 men");
}

#[test]
fn squares_have_the_names_of_the_notation() {
    let mut desk = Desk::new();
    desk.press(":notation algebraic⏎");
    desk.shows("f6");
    desk.press("mf6-e5⏎");
    desk.shows("f6-e5");
    desk.press(":notation index64⏎#");
    desk.shows("63");
}
