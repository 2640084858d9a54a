//! A database file with any bytes wrong: an error, or the right values; never a panic.
#![no_main]

use crownhead_endgame::Database;
use libfuzzer_sys::fuzz_target;

static SHIPPED: &[u8] = include_bytes!("../../crates/endgame/data/shipped.ceg");

const POSITIONS: [&str; 6] = [
    "W:WK18,K22:BK3",
    "B:WK32:BK1",
    "W:W30,31:B1,2",
    "W:WK18,25:B6,K12",
    "B:W21,K30:B10,K4",
    "W:W18:B14,6",
];

fuzz_target!(|damage: Vec<(u32, u8)>| {
    let mut bytes = SHIPPED.to_vec();
    for (at, byte) in damage {
        let len = bytes.len();
        bytes[at as usize % len] ^= byte;
    }
    let mut database = Database::new();
    if database.add_bytes(bytes).is_ok() {
        for fen in POSITIONS {
            let pos = fen.parse().expect("a position of our own");
            if let Ok(Some(value)) = database.probe(&pos) {
                assert_eq!(Database::shipped().probe(&pos), Ok(Some(value)), "{fen}");
            }
        }
    }
});
