//! One test for each oddity of real files. All texts are made up.

use crownhead_board::Color;
use crownhead_pdn::{GameResult, Item, Reader, Record, Score};

#[track_caller]
fn one(text: &str) -> Record {
    one_of_bytes(text.as_bytes())
}

#[track_caller]
fn one_of_bytes(bytes: &[u8]) -> Record {
    let mut records = all_of_bytes(bytes);
    assert_eq!(records.len(), 1, "{records:#?}");
    records.remove(0)
}

#[track_caller]
fn all(text: &str) -> Vec<Record> {
    all_of_bytes(text.as_bytes())
}

#[track_caller]
fn all_of_bytes(bytes: &[u8]) -> Vec<Record> {
    Reader::new(bytes).map(|record| record.unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// The items of the main line in the form the writer has them, without numbers.
fn items(record: &Record) -> Vec<String> {
    record.body.iter().map(|item| show(&item)).collect()
}

fn show(item: &Item<'_>) -> String {
    match item {
        Item::Move(text) => text.to_string(),
        Item::Nag(nag) => format!("${nag}"),
        Item::Comment(comment) => format!("{{{}}}", comment.text()),
        Item::Setup(fen) => format!("/{fen}/"),
        Item::Variation(line) => {
            let inside: Vec<_> = line.into_iter().map(|item| show(&item)).collect();
            format!("({})", inside.join(" "))
        }
        _ => panic!("unknown item"),
    }
}

#[track_caller]
fn reads(text: &str, expected: &[&str]) {
    assert_eq!(items(&one(text)), expected, "{text}");
}

#[test]
fn numbers_are_glued_split_over_lines_or_missing() {
    for text in ["1.11-15 23-19 2. \n8-11", "1 . 11-15\n23-19 2.\n\n8-11", "11-15 23-19 8-11"] {
        reads(text, &["11-15", "23-19", "8-11"]);
    }
}

#[test]
fn spaces_stand_inside_moves() {
    reads("7. 5x 14 1- 7 2 - 6 24x 15 x6", &["5x14", "1-7", "2-6", "24x15x6"]);
    reads("1. 5x\u{a0}14 1-\n7", &["5x14", "1-7"]);
}

#[test]
fn squares_have_leading_zeros() {
    reads("1. 09-13 24-20 2. 2-07 01-5", &["9-13", "24-20", "2-7", "1-5"]);
}

#[test]
fn quiet_moves_have_x_and_captures_have_a_dash_or_colon() {
    reads("1. 10x14 15-22 2. 25:18 24-15-6 3. 11X18", &["10x14", "15-22", "25x18", "24-15-6", "11x18"]);
}

#[test]
fn text_is_glued_to_a_move() {
    reads("40. 14-10 26-22Timewascalledhere. 1-0", &["14-10", "26-22", "{Timewascalledhere.}"]);
    assert_eq!(one("1. 26-22Flagfell. 1-0").ending, Score::OneZero);
}

#[test]
fn words_stand_without_braces() {
    reads("1. 11-15 Black is fine 22-18 or so *", &["11-15", "{Black is fine}", "22-18", "{or so}"]);
}

#[test]
fn results_are_not_moves() {
    for (text, score) in [
        ("1-0", Score::OneZero),
        ("0-1", Score::ZeroOne),
        ("1/2-1/2", Score::HalfHalf),
        ("1/2 - 1/2", Score::HalfHalf),
        ("1/2", Score::HalfHalf),
        ("2-0", Score::TwoZero),
        ("0-2", Score::ZeroTwo),
        ("1-1", Score::OneOne),
        ("0-0", Score::ZeroZero),
        ("1 - 0", Score::OneZero),
        ("*", Score::Open),
    ] {
        let record = one(&format!("1. 5-1 10-6 2. 1-10 2-07 {text}"));
        assert_eq!((record.body.moves().count(), record.ending), (4, score), "{text}");
    }
}

#[test]
fn the_result_is_missing() {
    let record = one("[Event \"Unfinished\"]\n1. 11-15");
    assert_eq!((record.ending, record.result()), (Score::Open, None));
}

#[test]
fn the_result_is_only_in_the_tag_or_only_in_the_text() {
    assert_eq!(one("[Result \"0-1\"]\n1. 11-15 *").result(), Some(GameResult::WhiteWins));
    assert_eq!(one("[Result \"*\"]\n1. 11-15 0-1").result(), Some(GameResult::WhiteWins));
    assert_eq!(one("[Result \"?\"]\n1. 11-15 0-1").result(), Some(GameResult::WhiteWins));
}

#[test]
fn tag_and_text_disagree() {
    let record = one("[Result \"1-0\"]\n1. 11-15 0-1");
    assert_eq!(record.tag_result(), Some(GameResult::BlackWins));
    assert_eq!(record.ending_result(), Some(GameResult::WhiteWins));
    assert_eq!(record.result(), Some(GameResult::BlackWins));
}

#[test]
fn games_are_separated_without_a_result() {
    let text =
        "[Event \"A\"]\n1. 11-15\n[Event \"B\"]\n\n[Event \"C\"]\n{only words}\n[Event \"D\"]\n1. 9-13";
    let events: Vec<_> = all(text).iter().map(|r| r.tags.get("Event").unwrap().to_owned()).collect();
    assert_eq!(events, ["A", "B", "C", "D"]);
}

#[test]
fn a_result_is_followed_by_a_separator() {
    let records = all("1. 11-15 1-0 * 1. 9-13 0-1\n*\n");
    assert_eq!(records.iter().map(|r| r.ending).collect::<Vec<_>>(), [Score::OneZero, Score::ZeroOne]);
}

#[test]
fn a_comment_after_the_result_belongs_to_the_game() {
    let records = all("1. 11-15 1-0 {Resigns.}\n{Next round.}\n[Event \"B\"]\n1. 9-13 *");
    assert_eq!(items(&records[0]), ["11-15", "{Resigns.}"]);
    assert_eq!(items(&records[1]), ["{Next round.}", "9-13"]);
}

#[test]
fn tags_are_repeated() {
    let record = one("[Event \"A\"]\n[Event \"B\"]\n1. 11-15 *");
    assert_eq!(record.tags.iter().collect::<Vec<_>>(), [("Event", "A"), ("Event", "B")]);
}

#[test]
fn tag_names_have_any_case() {
    let record = one("[event \"A\"]\n[SetUp \"1\"]\n[fen \"W:W32:B1\"]\n*");
    assert_eq!((record.tags.get("Event"), record.tags.get("Setup")), (Some("A"), Some("1")));
    assert_eq!(record.fen(), Some("W:W32:B1"));
}

#[test]
fn problems_have_no_moves() {
    let text = "[FEN \"W:W32:B1.\"]\n[Result \"0-1\"]\n0-1\n\n[FEN \"B:W31:B2.\"]\n\n[FEN \"B:W30:B3.\"]\n*";
    let records = all(text);
    assert_eq!(records.len(), 3);
    assert_eq!(records[0].result(), Some(GameResult::WhiteWins));
    assert_eq!(records[2].fen(), Some("B:W30:B3."));
    assert!(records.iter().all(|record| record.body.is_empty()));
}

#[test]
fn quotes_are_typographic() {
    assert_eq!(one("[Event “Open”]\n*").tags.get("Event"), Some("Open"));
    assert_eq!(one_of_bytes(b"[Event \x93Open\x94]\n*").tags.get("Event"), Some("Open"));
    assert_eq!(one("[Event „Open“]\n[Site \"the “Hall”\"]*").tags.get("Site"), Some("the “Hall”"));
}

#[test]
fn quotes_stand_inside_values() {
    let record = one("[White \"J. \"Jack\" Doe\"]\n[Black \"\\\"X\\\" \\\\ Y\"]\n*");
    assert_eq!(record.player(Color::White), Some("J. \"Jack\" Doe"));
    assert_eq!(record.player(Color::Black), Some("\"X\" \\ Y"));
}

#[test]
fn spaces_do_not_break() {
    let text = "[Event\u{a0}\"A\"]\u{a0}1.\u{a0}11-15\u{a0}22-18 *";
    reads(text, &["11-15", "22-18"]);
    assert_eq!(items(&one_of_bytes(b"1.\xA011-15\xA022-18 *")), ["11-15", "22-18"]);
}

#[test]
fn lines_end_in_two_characters_and_the_file_in_a_third() {
    let record = one("[Event \"A\"]\r\n[Site \"B\"]\r\n\r\n1. 11-15\r\n22-18 {two\r\nlines} *\r\n\u{1a}");
    assert_eq!(record.tags.len(), 2);
    assert_eq!(items(&record), ["11-15", "22-18", "{two lines}"]);
}

#[test]
fn bytes_are_latin1() {
    let record = one_of_bytes(b"[White \"Andr\xE9\"]\n1. 11-15 {fa\xE7on} *");
    assert_eq!(record.player(Color::White), Some("André"));
    assert_eq!(items(&record), ["11-15", "{façon}"]);
}

#[test]
fn a_byte_order_mark_comes_first() {
    assert_eq!(one("\u{feff}[Event \"A\"]\n1. 11-15 *").tags.get("Event"), Some("A"));
}

#[test]
fn marks_and_annotations() {
    reads(
        "1. 11-15! 23-19?? 2. 8-11(!?) 22-17 ?! 3. 9-13 $14 $2 4-8!!!",
        &["11-15!", "23-19??", "8-11(!?)", "22-17?!", "9-13", "$14", "$2", "4-8!!"],
    );
    reads("1. 11-15! {so it is} (?) 2. 8-11", &["11-15!", "{so it is}", "$2", "8-11"]);
}

#[test]
fn a_star_at_a_move_is_a_mark_and_a_free_one_ends_the_game() {
    let record = one("1. 11-15* 23-19!* 2. 8-11 *");
    assert_eq!(items(&record), ["11-15", "$7", "23-19!", "$7", "8-11"]);
    assert_eq!(all("1. 11-15 * 2. 8-11*").len(), 2);
}

#[test]
fn comments_hold_clocks() {
    let record = one("1. 11-15 {[%clk 0:09:58] quick} 23-19 {[%emt 0:02]} *");
    let clocks: Vec<_> = record
        .body
        .iter()
        .filter_map(|item| match item {
            Item::Comment(comment) => comment.clocks().next(),
            _ => None,
        })
        .map(|clock| clock.to_string())
        .collect();
    assert_eq!(clocks, ["[%clk 0:09:58]", "[%emt 0:00:02]"]);
}

#[test]
fn comments_are_not_looked_into() {
    reads("1. 11-15 {[Event \"x\"] ( % { 1-0} 23-19 *", &["11-15", "{[Event \"x\"] ( % ( 1-0}", "23-19"]);
}

#[test]
fn variations_nest() {
    reads(
        "1. 11-15 23-19 (23-18 8-11 (12-16 $1) 2. 27-23 {ok}) (22-17 *) 2. 8-11 *",
        &["11-15", "23-19", "(23-18 8-11 (12-16 $1) 27-23 {ok})", "(22-17 {*})", "8-11"],
    );
    reads("1. 11-15 (/FEN \"W:W32:B1\"/ 32-28) *", &["11-15", "(/W:W32:B1/ 32-28)"]);
}

#[test]
fn parentheses_hold_remarks() {
    reads(
        "(Notes by the winner) 1. 11-15 (the 5th (!) time) 23-19 (see 9-14) ({none}) () 8-11 (33-40) *",
        &[
            "{Notes by the winner}",
            "11-15",
            "{the 5th (!) time}",
            "23-19",
            "{see 9-14}",
            "{(none)}",
            "8-11",
            "{33-40}",
        ],
    );
}

#[test]
fn remarks_in_parentheses_inside_a_variation_keep_it() {
    reads("1. 11-15 (11-16 (forced) 24-20) *", &["11-15", "(11-16 {forced} 24-20)"]);
}

#[test]
fn setups_stand_anywhere() {
    reads(
        "/FEN \"B:W32:B1\"/ 1. 1-5 / fen \"W:W32:B5\" / 32-28 *",
        &["/B:W32:B1/", "1-5", "/W:W32:B5/", "32-28"],
    );
}

#[test]
fn line_comments_are_skipped() {
    reads("% made by hand\n1. 11-15 % or { not\n23-19 *", &["11-15", "23-19"]);
}

#[test]
fn the_body_starts_with_dots() {
    reads("1... 11-15 2. 24-20 8-11", &["11-15", "24-20", "8-11"]);
    reads("1. ... 23-19 2. 8-11", &["23-19", "8-11"]);
}

#[test]
fn pydraughts_scores_white_first() {
    let record = one("[GameType \"20\"]\n[Result \"0-2\"]\n1... 11-15 2. 24-20 8-11 *");
    assert_eq!(record.result(), Some(GameResult::BlackWins));
    let record = one("[GameType \"21\"]\n[Result \"1-0\"]\n1. 11-15 *");
    assert_eq!(record.result(), Some(GameResult::BlackWins));
}

#[test]
fn result_formats_have_finer_draws() {
    let result = |text| one(&format!("[ResultFormat \"Plus draw\"]\n[Result \"{text}\"]\n*")).result();
    assert_eq!(result("1+ - 1-"), Some(GameResult::Draw));
    assert_eq!(result("2-0"), Some(GameResult::BlackWins));
    assert_eq!(result("*"), None);
    assert_eq!(one("[Result \"1+ - 1-\"]\n*").result(), None);
    assert_eq!(one("[Result \"0-0\"]\n*").result(), Some(GameResult::BothLose));
}

#[test]
fn squares_are_algebraic() {
    reads("1. b6-a5 c3d4 2. a3xc5 A3:C5 e3c5g7 *", &["9-13", "22-18", "21x14", "21x14", "23x14x8"]);
}

#[test]
fn playstrategy_turns_the_board_and_splits_jumps() {
    let text = "[P1 \"Ann\"]\n[P2 \"Bob\"]\n[Variant \"American/English\"]\n\n1. c3-d4 f6-g5 2. d4-e5 \
                d6xf4 {[%clk 0:01]} f4xd2 3. c1xe3 *";
    let record = one(text);
    assert_eq!(items(&record), ["11-15", "22-17", "15-18", "23x14x7", "{[%clk 0:01]}", "3x10"]);
    assert_eq!((record.player(Color::Black), record.player(Color::White)), (Some("Ann"), Some("Bob")));
}

#[test]
fn numbered_jumps_are_never_joined() {
    reads("1. 24x15 15x6 *", &["24x15", "15x6"]);
}

#[test]
fn dashes_and_crosses_of_word_processors() {
    let plain = one("1. 11-15 22-18 2. 15x22 1/2-1/2");
    for text in [
        "1. 11\u{2013}15 22 \u{2014} 18 2. 15\u{d7}22 1/2\u{2013}1/2",
        "1. 11\u{2010}15 22\u{2011}18 2. 15x22 1/2\u{2212}1/2",
        "1. f6\u{2013}e5 c3\u{2013}d4 2. e5\u{d7}c3 1/2-1/2",
    ] {
        assert_eq!(one(text), plain, "{text}");
    }
    let windows = Reader::new(&b"1. 11\x9615 22\x9618 2. 15x22 1/2\x961/2"[..]).next().unwrap().unwrap();
    assert_eq!(windows, plain);
    assert_eq!(one("1. 11-15 1\u{2013}0").ending, one("1. 11-15 1-0").ending);
}

#[test]
fn a_file_of_another_game_is_told_to_be_one() {
    let international = "[GameType \"20,W,10,10,N2,0\"]\n1. 32-28 19-23 *";
    let error = one(international).replay().unwrap_err().to_string();
    assert_eq!(
        error,
        "ply 1: this is a game of international draughts by its GameType, and no game of English/American checkers"
    );
    let large =
        Reader::from_text("[GameType \"20\"]\n1. 32-28 41-46 *").next().unwrap().unwrap_err().to_string();
    assert!(large.contains("`41-46` belongs to a game of international draughts"), "{large}");
    let ours = one("[GameType \"20\"]\n1. 11-15 22-18 *");
    assert!(ours.replay().is_ok(), "pydraughts calls English games so");
}
