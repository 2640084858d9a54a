//! Any text typed as a move in a position that the first bytes choose: a legal move or an error
//! that can be shown.
#![no_main]

use crownhead_board::{Position, Rules, SquareNames, parse_move};
use libfuzzer_sys::fuzz_target;

const NAMES: [SquareNames; 3] = [SquareNames::Usual, SquareNames::Index32, SquareNames::Index64];

fuzz_target!(|input: (Vec<u8>, u8, u8, String)| {
    let (choices, rules, names, text) = input;
    let rules = Rules::PRESETS[usize::from(rules) % Rules::PRESETS.len()].1;
    let names = NAMES[usize::from(names) % NAMES.len()];
    let mut pos = Position::START;
    for choice in choices {
        let moves = rules.legal_moves(&pos);
        if moves.is_empty() {
            break;
        }
        pos = rules.play(&pos, moves[usize::from(choice) % moves.len()]).expect("a legal move");
    }
    match parse_move(&text, &pos, &rules, names) {
        Ok(mv) => assert!(rules.legal_moves(&pos).contains(&mv)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
