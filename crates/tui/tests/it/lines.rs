//! Line mode: what is typed, and what is answered.

use std::io::Cursor;

use crownhead_endgame::Database;
use crownhead_tui::{GameOptions, Input, PlainOptions, Settings, run_lines};

/// Everything that is answered to some lines.
fn answers(typed: impl AsRef<[u8]>, json: bool) -> String {
    let options = PlainOptions {
        settings: Settings { seed: 7, hash: 1, numbered: true, ..Settings::default() },
        game: GameOptions::default(),
        file: None,
        json,
        echo: false,
        kept_in: None,
        database: Database::shipped(),
        paint: |_, _, text| text.to_owned(),
    };
    let mut out = Vec::new();
    run_lines(options, Input::text(Cursor::new(typed.as_ref().to_owned())), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_position_is_set_up_piece_by_piece() {
    let text = answers(
        "setup\nclear\nput 18 white\nput 1, 2 W\nput f6 black king\nremove 2\nturn white\nfen\ndone\nfen\n",
        false,
    );
    assert!(text.contains("setting up> "), "{text}");
    assert_eq!(text.matches("W:WK1,18:BK11").count(), 2, "{text}");
    assert!(text.contains("White to move>"), "{text}");
}

#[test]
fn what_cannot_be_set_up_is_told_with_what_would_be_right() {
    for (typed, said) in [
        ("put 12 white", "No position is being set up. Begin with setup."),
        ("setup\nput 33 white", "\"33 white\" is neither a square nor a piece. Say squares and a piece"),
        ("setup\nput 12", "Say squares and a piece, as in put 12 white king"),
        ("setup\nput white", "Say squares and a piece"),
        ("setup\nput 12 green", "\"green\" is neither"),
        ("setup\nturn green", "Type turn black or turn white"),
        ("setup\nclear\ndone", "Black has no move here"),
        ("setup\nput 1 white\ndone", "crown row"),
        ("setup\n11-15", "A position is being set up"),
        ("cancel", "No position is being set up."),
    ] {
        let text = answers(typed, false);
        assert!(text.contains(said), "{typed}: {text}");
    }
}

#[test]
fn setting_up_is_left_without_a_trace() {
    let text = answers("11-15\nsetup\nclear\ncancel\nfen\n", false);
    assert!(text.contains("W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"), "{text}");
    let states = answers("setup\nclear\nput 18 w\nturn white\n", true);
    assert!(states.lines().last().unwrap().contains(r#""setup":"W:W18:B""#), "{states}");
}

#[test]
fn the_names_of_squares_turn_with_the_board() {
    assert!(answers("reference\n", false).contains("White at the bottom:\n\n      1"));
    let flipped = answers("flip\nreference\n", false);
    assert!(flipped.contains("Black at the bottom:\n\n     32"), "{flipped}");
}

#[test]
fn an_analysis_says_what_the_database_knows() {
    let text = answers("fen W:WK18,K22:BK3\nanalyze\n", false);
    assert!(text.contains("database: 22-17 win in 7\n"), "{text}");
}

#[test]
fn a_letter_without_a_square_is_told() {
    let text = answers("style letters\nz\na\n", false);
    assert!(text.contains("No square has the letter z. Letters are A to D."), "{text}");
    assert!(text.contains("Which piece?"), "{text}");
}

#[test]
fn a_game_that_is_over_at_the_start_says_so() {
    let text = answers("fen B:W25,30:B21\n", false);
    assert!(text.contains("White wins: Black cannot move."), "{text}");
}

#[test]
fn the_course_shows_the_names_of_squares_where_the_board_has_none() {
    let text = answers("style indices\nlearn\n", false);
    let course = text.split_once("The board").unwrap().1;
    assert!(course.contains("62") && course.contains("Go to square 35"), "{course}");
}

#[test]
fn a_line_that_is_not_text_is_answered_and_the_next_one_read() {
    let text = answers(b"\xff\xfe\r\n11-15\n", false);
    assert!(text.contains("is neither a move nor a command") && text.contains("Black: 11-15"), "{text}");
}

#[test]
fn a_game_is_not_given_up_unasked() {
    for command in ["new", "rematch", "ballot 12", "style list", "clock 5+3"] {
        let text = answers(format!("11-15\n{command}\npdn\n"), false);
        assert!(
            text.contains("The game is not finished") && text.contains("1. 11-15 *"),
            "{command}: {text}"
        );
        let text = answers(format!("11-15\n{command}\nyes\npdn\n"), false);
        assert!(!text.contains("1. 11-15 *"), "{command}: {text}");
        // Programs are not asked, and nothing is where nothing was played.
        assert!(!answers(format!("11-15\n{command}\n"), true).contains("not finished"), "{command}");
        assert!(!answers(format!("{command}\n"), false).contains("not finished"), "{command}");
    }
}

#[test]
fn the_example_of_an_error_can_be_played() {
    for (typed, example) in [
        ("11-15\nzz", "A move looks like 21-17."),
        ("style masks\nzz", "A move looks like "),
        ("style coordinates\nzz", "A move looks like "),
        ("style letters\nzz", "Such a letter is "),
        ("style list\nzz", "Such a number is "),
    ] {
        let text = answers(typed, false);
        let (_, rest) =
            text.rsplit_once(example.trim_end_matches("21-17.")).unwrap_or_else(|| panic!("{text}"));
        let (example, _) = rest.split_once('.').unwrap();
        let played = answers(format!("{typed}\n{example}\n"), false);
        assert_eq!(played.matches("neither").count(), 1, "{played}");
        assert!(!played.contains("not legal") && !played.contains("There is no"), "{played}");
    }
}
