//! Messages as other programs write them.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use crownhead_board::{Color, Position};
use crownhead_protocol::dxp::{
    Answer, BackAnswer, BackRequest, GameAccept, GameEnd, GameRequest, Message, MoveMade, Reason,
};
use crownhead_protocol::{Frame, FrameChoice};

/// Reads a message and writes it again.
#[track_caller]
fn check(text: &str, expected: &Message) {
    assert_eq!(&Message::parse(text.as_bytes()).unwrap(), expected);
    assert_eq!(expected.to_bytes(), format!("{text}\0").into_bytes());
}

#[test]
fn a_game_request_from_the_start() {
    let request =
        GameRequest { minutes: 60, moves: 65, ..GameRequest::new("Tornado voor Windows 4.0", Color::White) };
    check("R01Tornado voor Windows 4.0        W060065A", &Message::GameRequest(request));
}

#[test]
fn a_game_request_with_a_board() {
    let text = "R01DXP Client                      Z005075BZzzzzzzzzzzzzeeeeeeeewwwwwwwwwwww";
    let Message::GameRequest(request) = Message::parse(text.as_bytes()).unwrap() else { panic!("a request") };
    let resolved = request.board.unwrap().resolve(&[], FrameChoice::Auto, Frame::Standard).unwrap();
    assert_eq!(resolved.game.position(), &Position::START);
    check(text, &Message::GameRequest(request));
}

#[test]
fn answers() {
    let accept = |name: &str, answer| Message::GameAccept(GameAccept { name: name.to_owned(), answer });
    check("ATornado voor Windows 4.0        0", &accept("Tornado voor Windows 4.0", Answer::Accepted));
    check("AFakeDXP                         0", &accept("FakeDXP", Answer::Accepted));
    check("AFakeDXP                         1", &accept("FakeDXP", Answer::NEWER_VERSION));
}

#[test]
fn moves() {
    let made = |seconds, mv: &str| Message::Move(MoveMade { seconds, mv: mv.parse().unwrap() });
    check("M001205250422122320", &made(12, "5x25x22x12x23x20"));
    check("M0001111500", &made(1, "11-15"));
    check("M0000241900", &made(0, "24-19"));
    check("M000115240119", &made(1, "15x24x19"));
    check("M000028190124", &made(0, "28x19x24"));
}

#[test]
fn the_rest() {
    check("E00", &Message::GameEnd(GameEnd { reason: Reason::Unknown, stop: false }));
    check("E31", &Message::GameEnd(GameEnd { reason: Reason::IWin, stop: true }));
    check("B005Z", &Message::BackRequest(BackRequest { number: 5, turn: Color::Black }));
    check("K1", &Message::BackAccept(BackAnswer::Unsupported));
    check("CWhat about move 35?", &Message::Chat("What about move 35?".to_owned()));
}

#[test]
fn blanks_do_no_harm() {
    for text in ["E00 ", " E00", "E00\n", "E00\0"] {
        assert_eq!(Message::parse(text.as_bytes()).unwrap().to_bytes(), b"E00\0");
    }
    let spaced = Message::parse(b"R01X                               W 60  0A").unwrap();
    assert!(matches!(spaced, Message::GameRequest(request) if request.minutes == 60 && request.moves == 0));
}
