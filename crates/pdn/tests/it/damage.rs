//! Damaged input: errors with their place, the rest of the file, and never a panic.

use std::io::{self, Read};

use crownhead_pdn::{Place, Problem, Reader};

/// Messages and events in the order they come.
fn outcomes(text: &str) -> Vec<String> {
    Reader::from_text(text)
        .map(|game| match game {
            Ok(record) => record.tags.get("Event").unwrap_or("-").to_owned(),
            Err(error) => error.to_string(),
        })
        .collect()
}

#[track_caller]
fn fails(body: &str, message: &str) {
    let text = format!("[Event \"A\"]\n\n1. 11-15\n{body}\n\n[Event \"B\"]\n1. 9-13 *\n");
    let found = outcomes(&text);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].starts_with("game 1, line 4, column "), "{}", found[0]);
    assert!(found[0].contains(message), "{}", found[0]);
    assert_eq!(found[1], "B");
}

#[test]
fn messages_quote_what_was_found_and_say_what_would_be_right() {
    fails("22-40", "`22-40` names no square 40; squares are 1 to 32");
    fails("0-40", "`0-40` names no square 0");
    fails("123-4", "`123-4` names no square 123");
    fails("a2-b3", "`a2-b3` names the light square a2");
    fails("22-", "`22-` is cut short; a move looks like 11-15 or 15x22");
    fails("22x", "`22x` is cut short");
    fails("{so} -22", "`-` is not expected here; expected a move such as 11-15");
    fails("5-5", "`5-5` goes nowhere");
    fails("12 16", "the number `12` is not part of a move");
    fails("3/4", "the number `3` is not part of a move");
    fails("1x2x3x4x5x6x7x8x9x10x11x12x13x14", "the longest move has 12");
    fails("$", "`$` is not an annotation");
    fails("$70000", "`$70000` is not an annotation");
    fails("22-18 }", "`}` is not expected here");
    fails("22-18 )", "`)` is not expected here");
    fails("(22-18", "the variation `(22-18` is never closed");
    fails("{22-18", "the comment `{22-18` is never closed");
    fails("/FEN B/", "`/FEN B/` is not a setup");
}

#[test]
fn columns_count_characters() {
    let error = Reader::from_text("{é}\n{éü} 11-99").next().unwrap().unwrap_err();
    assert_eq!(error.place(), Place { line: 2, column: 6 });
}

#[test]
fn a_bad_tag_takes_its_game_but_not_its_neighbors() {
    let text = "[Event \"A\"]\n1. 11-15\n[Event B]\n[Site \"x\"]\n1. 9-13 *\n\n[Event \"C\"]\n*";
    let found = outcomes(text);
    assert_eq!((found.len(), &*found[0], &*found[2]), (3, "A", "C"));
    assert!(found[1].starts_with("game 2, line 3, column 1: `[Event B]` is not a tag"), "{}", found[1]);
}

#[test]
fn damage_after_a_finished_game_leaves_it_alone() {
    let found = outcomes("[Event \"A\"]\n1. 11-15 1-0\n}\n[Event \"B\"]\n*");
    assert_eq!((found.len(), &*found[0], &*found[2]), (3, "A", "B"));
}

#[test]
fn every_broken_game_is_reported_once() {
    let text = "[Event \"A\"]\n1. 11-15 99-1 98-1 97-1 *\n".repeat(50);
    let found = outcomes(&text);
    assert_eq!(found.len(), 50);
    assert!(found[49].starts_with("game 50, line 100, column 10"), "{}", found[49]);
}

/// Gives some bytes and then fails.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the disk is gone")),
            n => Ok(n),
        }
    }
}

#[test]
fn a_failing_source_is_reported_once_and_after_what_was_read() {
    for text in ["1. 11-15 1-0", "1. 11-15 1-0 ", "1. 11-15 1-0\n[Event"] {
        let games: Vec<_> = Reader::new(Failing(text.as_bytes())).collect();
        let errors: Vec<_> = games.iter().filter_map(|game| game.as_ref().err()).collect();
        assert_eq!(errors.len(), 1, "{text}: {games:#?}");
        assert!(matches!(errors[0].problem(), Problem::Io(_)));
        assert_eq!(games.len(), if text.ends_with('0') { 1 } else { 2 }, "{text}: {games:#?}");
    }
}

#[test]
fn interruptions_are_not_failures() {
    struct Interrupted<'a>(&'a [u8], bool);
    impl Read for Interrupted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
        }
    }
    let games: Vec<_> = Reader::new(Interrupted(b"1. 11-15 * 1. 9-13 *", false)).collect();
    assert!(games.len() == 2 && games.iter().all(Result::is_ok));
}

#[test]
fn deep_parentheses_are_kept_as_a_comment() {
    for depth in [64, 65, 5000] {
        let text = format!("1. {}11-15{} *", "11-15 (".repeat(depth), ")".repeat(depth));
        let record = Reader::from_text(&text).next().unwrap().unwrap();
        assert_eq!(record.body.line().depth(), depth.min(64));
    }
    let open = "(".repeat(200_000);
    assert!(Reader::from_text(&format!("1. 11-15 {open}")).all(|game| game.is_err()));
}

#[test]
fn endless_input_is_refused() {
    for byte in *b" 1.!(" {
        let error = Reader::new(io::repeat(byte)).next().unwrap().unwrap_err();
        let is_refused =
            matches!(error.problem(), Problem::TooLong { .. } | Problem::UnclosedVariation { .. });
        assert!(is_refused, "{error}");
    }
}
