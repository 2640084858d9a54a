//! Random bytes and random pieces of notation: whatever comes, the reader answers.

use crownhead_pdn::{Reader, Record};
use fastrand::Rng;

use crate::common::{check_pieces, collect};

/// Reads to the end and checks that what was read can be written and read again.
#[track_caller]
fn check(bytes: &[u8]) {
    for record in Reader::new(bytes).flatten() {
        check_writes(&record);
    }
}

#[track_caller]
fn check_writes(record: &Record) {
    let text = record.to_string();
    assert_eq!(collect(Reader::from_text(&text)), [Ok(record.clone())], "{text}");
}

#[test]
fn random_bytes() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..10_000 {
        let len = rng.usize(..200);
        let bytes: Vec<u8> = (0..len).map(|_| rng.u8(..)).collect();
        check(&bytes);
    }
}

#[test]
fn random_bytes_that_mean_something() {
    const BYTES: &[u8] = b"0123456789-x:.*!?$(){}[]/\"\\% \n\rabcEventFN\xE2\x80\x9C\xC2\xA0\xEF\xBB\xBF";
    let mut rng = Rng::with_seed(2);
    for _ in 0..10_000 {
        let len = rng.usize(..60);
        let bytes: Vec<u8> = (0..len).map(|_| BYTES[rng.usize(..BYTES.len())]).collect();
        check(&bytes);
        check_pieces(&bytes, [1, 2, 3]);
    }
}

#[rustfmt::skip]
const PARTS: &[&str] = &[
    "11-15", "22x18", "24x15x6", "a3-b4", "c3xe5", "e5xg7", "1.", "12...", "...", "1-0", "1/2-1/2", "*",
    "0-0", "!", "(?)", "$7", "{", "}", "{a b}", "(", ")", "(22-18", "word", "é", "/FEN \"W:W1:B2\"/", "/",
    "%x\n", "[Event \"A\"]", "[Event \"A\"]\n", "[Variant \"American/English\"]\n", "[", "]", "\"", "\\",
    "\n", "\n\n", "\r\n", " ", " ", "5", "-", "x", "33", "\u{a0}",
];

#[test]
fn random_parts_of_games() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..10_000 {
        let n = rng.usize(..40);
        let text: String = (0..n).map(|_| PARTS[rng.usize(..PARTS.len())]).collect();
        check(text.as_bytes());
        check_pieces(text.as_bytes(), [1, 2, 7]);
    }
}

#[test]
fn pieces_of_every_small_size() {
    let text = "\u{feff}[Event \"Ünder “quotes”\"]\r\n[Result \"1-0\"]\r\n\r\n1. 09-13! 22-17(?) 2. 13x 22 \
                25x18 (24-20 {why} not) $7 3. 11-15* 1- 7 {[%clk 0:01:02]} /FEN \"W:W1:B2\"/ 1/2-1/2 {end}\n\n\
                [Event \"Two\"]\n[Bad tag]\n1. 11-15 *\n\n[Event \"Three\"]\n% remark\n1... a3-b4 \
                c3xe5 e5xg7 99-1 *\n\n[Event \"Four\"]\n1. 11-15 text glued26-22on 0-1";
    check_pieces(text.as_bytes(), 1..=text.len());
}
