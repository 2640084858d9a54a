//! FEN: the forms that are read, the form that is written, and what is said of the rest.

#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use crownhead_board::{Position, Setup};
use proptest::prelude::*;

/// The lines of a list: a text, a tab, and what is expected of it.
fn cases(list: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split_once('\t').expect("a tab in every line"))
}

#[test]
fn every_form_is_read_and_written_in_one() {
    for (text, written) in cases(include_str!("../testdata/fen/valid.txt")) {
        let setup: Setup = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(setup.to_string(), written, "{text}");
        assert_eq!(written.parse::<Setup>().unwrap(), setup, "{text}");
    }
}

#[test]
fn errors_say_what_is_wrong() {
    for (text, message) in cases(include_str!("../testdata/fen/invalid.txt")) {
        let error = text.parse::<Position>().expect_err(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn any_setup_is_read_as_it_was_written(black: u32, white: u32, kings: u32, turn in 0..3) {
        use crownhead_board::{Bitboard, Color};
        let (black, white) = (Bitboard::from_row_major(black), Bitboard::from_row_major(white));
        let kings = Bitboard::from_row_major(kings) & (black | white);
        let turn = [None, Some(Color::Black), Some(Color::White)][turn as usize];
        let setup = Setup { black, white, kings, turn };
        // A square that holds both sides is written twice, as a king or as a man alike.
        prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup));
    }

    #[test]
    fn no_text_makes_the_reader_panic(text: String) {
        let _ = text.parse::<Position>();
    }

    #[test]
    fn nothing_like_fen_makes_the_reader_panic(text in "[?BWbwKkGPzZe0-9:,.+HF -]{0,60}") {
        let _ = text.parse::<Position>();
    }
}
