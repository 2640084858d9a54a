//! The engine as CheckerBoard calls it.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::env;
use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr;

use crownhead_checkerboard::{Board, enginecommand, getmove};

fn command(text: &str) -> (c_int, String) {
    let (text, mut reply) = (CString::new(text).unwrap(), [0 as c_char; 1024]);
    // SAFETY: the text ends with a zero, and there is room for the reply.
    let known = unsafe { enginecommand(text.as_ptr(), reply.as_mut_ptr()) };
    // SAFETY: the reply ends with a zero.
    (known, unsafe { CStr::from_ptr(reply.as_ptr()) }.to_str().unwrap().to_owned())
}

fn play(board: &mut Board, color: c_int, seconds: f64, playnow: c_int) -> (c_int, String) {
    let (mut text, mut playnow) = ([0 as c_char; 1024], playnow);
    // SAFETY: everything is as large as it has to be.
    let known =
        unsafe { getmove(board, color, seconds, text.as_mut_ptr(), &mut playnow, 0, 0, ptr::null_mut()) };
    // SAFETY: the text ends with a zero.
    (known, unsafe { CStr::from_ptr(text.as_ptr()) }.to_str().unwrap().to_owned())
}

fn count(board: &Board) -> usize {
    board.iter().flatten().filter(|code| **code != 0).count()
}

/// One test, since there is one engine in a program.
#[test]
fn it_answers_and_plays_as_the_interface_says() {
    let folder = tempfile::tempdir().unwrap();
    // SAFETY: no other thread runs in this test yet.
    unsafe { env::set_var("XDG_CONFIG_HOME", folder.path()) };

    assert_eq!(command("get protocolversion"), (1, "2".to_owned()));
    assert_eq!(command("get gametype"), (1, "21".to_owned()));
    assert_eq!(command("set gametype 26"), (0, "?".to_owned()), "another game");
    assert_eq!(command(""), (0, "?".to_owned()));
    for (option, value) in [
        ("hashsize", "8"),
        ("searchthreads", "2"),
        ("book", "0"),
        ("level", "0"),
        ("dbpath", "C:\\my databases"),
    ] {
        assert_eq!(command(&format!("set {option} {value}")), (1, value.to_owned()));
        assert_eq!(command(&format!("get {option}")), (1, value.to_owned()));
    }
    for wrong in
        ["set hashsize 0", "set hashsize many", "set book 4", "set level 11", "set nothing 1", "get nothing"]
    {
        assert_eq!(command(wrong), (0, "?".to_owned()), "{wrong}");
    }
    let kept = std::fs::read_to_string(folder.path().join("crownhead/checkerboard.toml")).unwrap();
    assert!(kept.contains("hashsize = 8") && kept.contains("my databases"), "{kept}");

    // A king takes the last man: 2 of Black against 1 of White, square 18 to 25 over 22.
    let mut board = [[0; 8]; 8];
    (board[4][4], board[5][5]) = (2 | 8, 1 | 4);
    let (known, text) = play(&mut board, 2, 0.05, 0);
    assert_eq!((known, count(&board)), (1, 1), "{text}");

    // Without a piece there is no move, and the game is lost.
    assert_eq!(play(&mut board, 1, 0.05, 0).0, 2);

    // One king against one is known to be a draw.
    let mut board = [[0; 8]; 8];
    (board[6][0], board[1][7]) = (2 | 8, 1 | 8);
    assert_eq!(play(&mut board, 2, 0.05, 0).0, 0);

    // Who cannot wait gets a move although there is a day to think.
    let mut board = [[0; 8]; 8];
    for row in 0..8 {
        for column in 0..4 {
            let code = [2 | 4, 2 | 4, 2 | 4, 0, 0, 1 | 4, 1 | 4, 1 | 4][row];
            board[2 * column + row % 2][row] = code;
        }
    }
    let start = board;
    assert_eq!(play(&mut board, 2, 86_400.0, 1).0, 3);
    assert!(board != start && count(&board) == 24);

    // All moves with their scores.
    assert_eq!(command("set allscores 1").0, 1);
    let (_, text) = play(&mut board, 1, 0.05, 0);
    assert!(text.matches(", ").count() >= 7, "{text}");
}
