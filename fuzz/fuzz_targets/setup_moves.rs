//! Any pieces on the board under any rules: the fast generator and its slow twin list the same
//! routes.
#![no_main]

#[allow(dead_code, reason = "the tests of the twin use more of it")]
#[path = "../../crates/board/tests/reference/mod.rs"]
mod reference;

use crownhead_board::{Position, Rules, State};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Position, Rules)| {
    let (pos, rules) = input;
    compare(&State::from(pos));
    compare(&State::new(pos, rules));
});

fn compare(state: &State) {
    let numbers = |route: crownhead_board::Route| route.iter().map(|square| square.number()).collect();
    let mut fast: Vec<Vec<u8>> = state.legal_moves().iter().map(|mv| numbers(mv.route())).collect();
    let slow = reference::Board::from_state(state).legal_moves(state.rules());
    let mut slow: Vec<Vec<u8>> = slow.into_iter().map(|mv| mv.route).collect();
    fast.sort();
    slow.sort();
    assert_eq!(fast, slow, "{state:?}");
}
