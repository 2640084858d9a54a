//! Any text typed as a move in a state that the first bytes choose: a legal move or an error that
//! can be shown.
#![no_main]

use crownhead_board::{Position, Rules, SquareNames, State};
use libfuzzer_sys::fuzz_target;

const NAMES: [SquareNames; 6] = [
    SquareNames::Standard,
    SquareNames::Index32,
    SquareNames::Up32,
    SquareNames::Index64,
    SquareNames::Top64,
    SquareNames::RowColumn,
];

fuzz_target!(|input: (Vec<u8>, Rules, u8, String)| {
    let (choices, rules, names, text) = input;
    let names = NAMES[usize::from(names) % NAMES.len()];
    let mut state = State::new(Position::START, rules);
    for choice in choices {
        let moves = state.legal_moves();
        if moves.is_empty() {
            break;
        }
        state = state.play(moves[usize::from(choice) % moves.len()]).expect("a legal move");
    }
    match state.parse_move_with(&text, names) {
        Ok(mv) => assert!(state.is_legal(mv)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
