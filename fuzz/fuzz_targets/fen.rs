//! Any text: read or refused, and what is read is written and read again as the same.
#![no_main]

use crownhead_board::{Position, Setup};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(setup) = text.parse::<Setup>() {
        assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup));
        if let Ok(pos) = Position::try_from(setup) {
            assert_eq!(pos.to_string().parse::<Position>(), Ok(pos));
        }
    }
});
