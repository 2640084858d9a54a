//! Database files with any bytes wrong and right checksums: an error or a wrong answer; never a panic.
#![no_main]

use crownhead_board::Position;
use crownhead_endgame::Database;
use libfuzzer_sys::fuzz_target;

static VALUES: &[u8] = include_bytes!("../../crates/endgame/data/shipped.ceg");
static DISTANCES: &[u8] = include_bytes!("../../crates/endgame/data/shipped.ced");

const POSITIONS: [&str; 6] = [
    "W:WK18,K22:BK3",
    "B:WK32:BK1",
    "W:W30,31:B1,2",
    "W:WK18,25:B6,K12",
    "B:W21,K30:B10,K4",
    "W:W18:B14,6",
];

type Damage = Vec<(u32, u8)>;

fn damaged(bytes: &[u8], damage: &Damage) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for (at, byte) in damage {
        let len = bytes.len();
        bytes[*at as usize % len] ^= byte;
    }
    bytes
}

fuzz_target!(|damage: (Damage, Damage)| {
    let mut database = Database::new();
    let _ = database.add_bytes_unchecked(damaged(VALUES, &damage.0));
    let _ = database.add_bytes_unchecked(damaged(DISTANCES, &damage.1));
    for fen in POSITIONS {
        let pos: Position = fen.parse().expect("a position of our own");
        let _ = database.verdict(&pos);
    }
});
