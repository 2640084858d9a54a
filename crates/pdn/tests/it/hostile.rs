//! Random bytes and random pieces of notation: whatever comes, the reader answers.

use crownhead_pdn::{Reader, Record};

use crate::common::{Random, check_pieces, collect};

/// Reads to the end and checks that what was read can be written and read again.
#[track_caller]
fn check(bytes: &[u8]) {
    for record in Reader::from_bytes(bytes).flatten() {
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
    let mut random = Random(1);
    for _ in 0..10_000 {
        let len = random.below(200);
        let bytes: Vec<u8> = (0..len).map(|_| random.below(256) as u8).collect();
        check(&bytes);
    }
}

#[test]
fn random_bytes_that_mean_something() {
    const BYTES: &[u8] = b"0123456789-x:.*!?$(){}[]/\"\\% \n\rabcEventFN\xE2\x80\x9C\xC2\xA0\xEF\xBB\xBF";
    let mut random = Random(2);
    for _ in 0..10_000 {
        let len = random.below(60);
        let bytes: Vec<u8> = (0..len).map(|_| random.pick(BYTES)).collect();
        check(&bytes);
        check_pieces(&bytes, [1, 2, 3]);
    }
}

const PARTS: &[&str] = &[
    "11-15",
    "22x18",
    "24x15x6",
    "a3-b4",
    "c3xe5",
    "e5xg7",
    "1.",
    "12...",
    "...",
    "1-0",
    "1/2-1/2",
    "*",
    "0-0",
    "!",
    "(?)",
    "$7",
    "{",
    "}",
    "{a b}",
    "(",
    ")",
    "(22-18",
    "word",
    "é",
    "/FEN \"W:W1:B2\"/",
    "/",
    "%x\n",
    "[Event \"A\"]",
    "[Event \"A\"]\n",
    "[Variant \"American/English\"]\n",
    "[",
    "]",
    "\"",
    "\\",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    " ",
    "5",
    "-",
    "x",
    "33",
    "\u{a0}",
];

#[test]
fn random_parts_of_games() {
    let mut random = Random(3);
    for _ in 0..10_000 {
        let n = random.below(40);
        let text: String = (0..n).map(|_| random.pick(PARTS)).collect();
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
