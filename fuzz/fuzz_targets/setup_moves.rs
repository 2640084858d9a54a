//! Any pieces on the board under any rules: the fast generator and its slow twin list the same
//! routes.
#![no_main]

#[allow(dead_code, reason = "the tests of the twin use more of it")]
#[path = "../../crates/board/tests/reference/mod.rs"]
mod reference;

use crownhead_board::{Bitboard, Capture, CapturedKing, Chain, Color, Crown, Position, Rules, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u32, u32, u32, bool, [u8; 4])| {
    let (black, white, kings, turn, settings) = input;
    let black = Bitboard::from_row_major(black);
    let white = Bitboard::from_row_major(white) - black;
    let kings = Bitboard::from_row_major(kings) & (black | white);
    let turn = Some(if turn { Color::Black } else { Color::White });
    let setup = Setup { black, white, kings, turn }.with_men_crowned();
    let pos = Position::try_from(setup).expect("a setup made valid");
    let pick = |i: usize, n: usize| usize::from(settings[i]) % n;
    let rules = Rules {
        capture: Capture::ALL[pick(0, Capture::ALL.len())],
        chain: Chain::ALL[pick(1, Chain::ALL.len())],
        crown: Crown::ALL[pick(2, Crown::ALL.len())],
        captured_king: CapturedKing::ALL[pick(3, CapturedKing::ALL.len())],
    };
    compare(&pos, &Rules::OFFICIAL);
    compare(&pos, &rules);
});

fn compare(pos: &Position, rules: &Rules) {
    let numbers = |route: crownhead_board::Route| route.iter().map(|square| square.number()).collect();
    let mut fast: Vec<Vec<u8>> = rules.legal_moves(pos).iter().map(|mv| numbers(mv.route())).collect();
    let slow = reference::Board::from_position(pos).legal_moves(rules);
    let mut slow: Vec<Vec<u8>> = slow.into_iter().map(|mv| mv.route).collect();
    fast.sort();
    slow.sort();
    assert_eq!(fast, slow, "{pos} under {rules}");
}
